import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row } from '../testing/made-up'
import { activityClient, madeUpCall, madeUpDelivery, madeUpWebhook, webhooksClient } from '../testing/made-up-activity'
import { fetchProgress, dataClient } from '../testing/made-up-data'
import { mappingsClient } from '../testing/made-up-mappings'
import { hour, madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { save, type, withField } from '../testing/mappings-view'
import { open } from '../testing/open'
import { draft, passthroughClient } from '../testing/passthrough'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const drawer = (name: string) => page.getByRole('complementary', { name })
const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text }).first()
const opened = () => document.querySelectorAll(':popover-open').length

async function view(client: FakeClient, hash: string) {
  const desk = await open(client, hash)
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([row('HRIS', 'a', { end_user: 'Larkfield' })])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.poll(() => document.querySelector('main')?.dataset['walk']).toBe('done')
  return desk
}

/** Esc closes an open menu first, whether the focus is in the menu or on its button, then the drawer. */
async function closesInTurn(drawerName: string, ...menus: string[]) {
  await expect.element(drawer(drawerName)).toBeVisible()
  for (const menu of [...menus, 'Refresh details']) {
    await button(menu).click()
    await expect.poll(opened).toBe(1)
    await userEvent.keyboard('{Escape}')
    await expect.poll(opened).toBe(0)
    await expect.element(drawer(drawerName)).toBeVisible()
    await expect.element(button(menu)).toHaveFocus()
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer(drawerName)).not.toBeInTheDocument()
}

test('Issues: Esc closes the open menu, then the drawer', async () => {
  await view(issuesClient([madeUpIssue('a', 3 * hour, { endUser: 'Larkfield' })], {}), '#/issues')
  await rowOf('Larkfield').click()
  await closesInTurn('Issue', 'Export', 'Group by cause, integration')
})

test('Connectors: Esc closes the open menu, then the drawer', async () => {
  const client = new FakeClient(appState())
  client.answer('connectors:health', () => null)
  client.answer('connectors:operations', () => ({ resync: false, linkToken: false }))
  client.answer('connectors:pinned', () => [])
  await view(client, '#/connectors')
  await rowOf('Larkfield').click()
  await closesInTurn('Connector', 'More', 'Export', 'Look up')
})

test('Activity: Esc closes the open menu, then the drawer', async () => {
  await view(activityClient([madeUpCall(1, { path: '/api/hris/v1/employees' })]), '#/activity')
  await rowOf('/employees').click()
  await closesInTurn('Request', 'Export')
})

test('Webhooks: Esc closes the open menu, then the drawer', async () => {
  await view(webhooksClient([madeUpWebhook('main')], [madeUpDelivery(1)]), '#/webhooks')
  await rowOf('Customer 1').click()
  await closesInTurn('Delivery', 'Any action')
})

test('Collections: Esc closes the open menu, then the drawer', async () => {
  await view(dataClient({ open: [fetchProgress({})] }), '#/data')
  const rows = page.getByRole('grid', { name: 'Rows' })
  await expect.element(rows).toBeVisible()
  rows.element().focus()
  await userEvent.keyboard('{Enter}')
  await closesInTurn('Record', 'Export', 'Columns 7 of 7')
})

test('Passthrough: Esc closes the open menu, then cancels the send that runs', async () => {
  const client = passthroughClient(draft())
  await view(client, '#/passthrough')
  client.answer('passthrough:send', () => new Promise(() => undefined))
  await button('Send').click()
  for (const menu of ['More', 'Refresh details']) {
    await button(menu).click()
    await expect.poll(opened).toBe(1)
    await userEvent.keyboard('{Escape}')
    await expect.poll(opened).toBe(0)
  }
  const cancelled = () => client.asked('app:cancelJob')
  expect(cancelled()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(cancelled).toHaveLength(1)
})

test('Mappings: Ctrl+S saves nothing while a menu is open', async () => {
  const client = mappingsClient({})
  client.answer('mappings:change', () => new Promise(() => undefined))
  await withField(client)
  await type('employee.before')
  await expect.element(save).toBeEnabled()
  const writes = () => client.asked('mappings:change')
  await button('More actions for this field').click()
  await expect.poll(opened).toBe(1)
  await userEvent.keyboard('{Control>}s{/Control}{Escape}')
  await expect.poll(opened).toBe(0)
  await type('employee.after')
  await expect.element(save).toBeEnabled()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(() => writes().map(({ expression }) => expression)).toEqual(['employee.after'])
})
