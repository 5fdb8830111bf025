import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Issue } from '../../../shared/issues/issue'
import { day, issuesClient, madeUpIssue } from '../testing/made-up-issues'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row, workspace } from '../testing/made-up'
import { open } from '../testing/open'
import { quietTeam } from '../testing/made-up-team'

const box = page.getByRole('combobox', { name: 'Search or run' })
const options = page.getByRole('option')
const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')

async function withPalette(issues: Issue[] = []) {
  const client = issuesClient(issues)
  client.answer('workspaces:open', ({ region }) => appState({ workspaces: [workspace({ region })] }))
  const desk = await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  const rows = [
    row('HRIS', 'a', { end_user: 'Umber Textiles', origin_id: 'umb-0001', status: 'RELINK_NEEDED' }),
    row('ATS', 'b', { end_user: 'Hollis Freight', origin_id: 'hol-0002' })
  ]
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.poll(() => desk.connectors.active?.size).toBe(2)
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
  return { client, desk }
}

test('a connector is found by customer or origin ID, whatever the grid is narrowed to, and opened', async () => {
  const { desk } = await withPalette()
  desk.grid.text = 'nobody of that name'
  await box.fill('hol-00')
  await expect.element(options.filter({ hasText: 'Hollis Freight' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(box).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Hollis Freight' })).toBeVisible()
})

test('views and actions go by their names, with the arrows', async () => {
  const { client, desk } = await withPalette()
  await box.fill('mappings')
  await userEvent.keyboard('{Enter}')
  expect(desk.router.view).toBe('mappings')
  await userEvent.keyboard('{Control>}k{/Control}')
  await box.fill('re')
  await expect.element(options.filter({ hasText: 'Refresh' })).toBeVisible()
  await box.fill('switch eu')
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  await expect.poll(() => client.asked('workspaces:open').map(({ region }) => region)).toEqual(['eu'])
})

test('a verb and a customer: relink, customer page, data, mapping, passthrough, issue', async () => {
  const { desk } = await withPalette([madeUpIssue('a', day, { endUser: 'Umber Textiles' })])
  await expect.poll(() => desk.relink.issues.byKey.has('HRIS:a')).toBe(true)
  await box.fill('relink umber')
  await expect.element(results.first()).toHaveTextContent('Request relink: Umber Textiles, ')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => desk.relink.request?.issues.map(({ key }) => key)).toEqual(['HRIS:a'])
  desk.relink.closeRequest()
  await userEvent.keyboard('{Control>}k{/Control}')
  // Nothing to relink there.
  await box.fill('relink hollis')
  await expect.element(options.filter({ hasText: 'Request relink' })).not.toBeInTheDocument()
  await box.fill('cust hollis')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Hollis Freight', level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await box.fill('passthrough hol-0002')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => desk.router.view).toBe('passthrough')
})

/** Main answers searches only when it is told to. */
function heldSearches(client: FakeClient) {
  const waiting: (() => void)[] = []
  const made = new FakeClient()
  made.connectors.hold([
    row('HRIS', 'a', { end_user: 'Umber Textiles', origin_id: 'umb-0001' }),
    row('ATS', 'b', { end_user: 'Hollis Freight', origin_id: 'hol-0002' })
  ])
  client.answer('connectors:find', async (request) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return made.call('connectors:find', request)
  })
  return () => {
    for (const go of waiting.splice(0)) go()
  }
}

test('Enter before main has answered waits for the answer; another letter takes it back', async () => {
  const { client, desk } = await withPalette()
  const answer = heldSearches(client)
  await box.fill('hollis')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Backspace}')
  await expect.element(box).toHaveValue('holli')
  answer()
  await expect.element(options.filter({ hasText: 'Hollis Freight' })).toBeVisible()
  expect(desk.grid.opened).toBe(null)
  await box.fill('umber')
  await userEvent.keyboard('{Enter}')
  await expect.element(box).toBeVisible()
  answer()
  await expect.element(box).not.toBeInTheDocument()
  await expect.poll(() => desk.grid.opened?.id).toBe('a')
})

test('the command that an arrow went to stays current as connectors come in above it', async () => {
  const { client, desk } = await withPalette()
  // Opened before: it comes first among what is found.
  desk.recent.ran('HRIS:a')
  const answer = heldSearches(client)
  await box.fill('te')
  await userEvent.keyboard('{ArrowDown}')
  const current = () => document.querySelector('[role=option][aria-selected=true]')?.textContent?.trim()
  const chosen = current()
  expect(chosen).toBeTruthy()
  answer()
  await expect.element(results.first()).toHaveTextContent('Umber Textiles')
  expect(current()).toBe(chosen)
})

test('whoever may only read in a team requests no relink, by the palette either', async () => {
  const { client, desk } = await withPalette([madeUpIssue('a', day, { endUser: 'Umber Textiles' })])
  const status = { kind: 'connected', waiting: 0, writes: false } as const
  const address = { host: 'db.example.com', port: 5432, database: 'desk', user: 'vera', tls: true }
  client.emit('team:changed', {
    address,
    status,
    ...quietTeam
  })
  await box.fill('issue umber')
  await expect.element(results.first()).toHaveTextContent('Open issue: Umber Textiles, ')
  await box.fill('relink umber')
  await expect.element(options.filter({ hasText: 'Request relink' })).not.toBeInTheDocument()
  desk.askRelink([...desk.relink.issues.byKey.values()])
  expect(desk.relink.request).toBeNull()
})

test('in a possible outage the palette requests a relink as the menus do', async () => {
  const { desk } = await withPalette([madeUpIssue('a', day, { endUser: 'Umber Textiles', cause: 'incident' })])
  await expect.poll(() => desk.relink.issues.byKey.has('HRIS:a')).toBe(true)
  await box.fill('relink umber')
  await expect.element(results.first()).toHaveTextContent('Request relink: Umber Textiles, ')
})

test('with a verb a part of a name finds names; an Origin ID counts whole, or by its digits', async () => {
  await withPalette()
  const found = async (typed: string) => {
    await box.fill(typed)
    const texts = options.all().map((one) => one.element().textContent.trim())
    return texts.filter((text) => text.startsWith('Customer page'))
  }
  expect(await found('customer umb')).toEqual([expect.stringContaining('Umber Textiles')])
  // A part of the Origin ID of Hollis Freight alone.
  expect(await found('customer hol-')).toEqual([])
  for (const typed of ['hol-0002', '0002', 'hol-00'])
    expect(await found(`customer ${typed}`)).toEqual([expect.stringContaining('Hollis Freight')])
})

test('a request is typed as it is said; it opens in Passthrough and is not sent', async () => {
  const { client, desk } = await withPalette()
  await box.fill('post /employees/7?full=1 hollis')
  await expect.element(results.first()).toHaveTextContent('POST /employees/7?full=1: Hollis Freight, ')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => desk.rooms?.passthrough.bench?.tabs.active?.draft)
    .toMatchObject({
      ...{ method: 'POST', path: '/employees/7?full=1', connector: { key: 'ATS:b' } }
    })
  expect(desk.router.view).toBe('passthrough')
  expect(client.asked('passthrough:send')).toEqual([])
})

test('the theme, and things by the names that operators gave', async () => {
  const { client, desk } = await withPalette()
  client.answer('settings:setPreferences', (preferences) => appState({ preferences }))
  await box.fill('theme dark')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => client.asked('settings:setPreferences').map(({ theme }) => theme)).toEqual(['dark'])
  await userEvent.keyboard('{Control>}k{/Control}')
  await box.fill('connectors bamboohr')
  await expect.element(results.first()).toHaveTextContent('Connectors of Bamboohr')
  await userEvent.keyboard('{Enter}')
  expect(desk.grid.filters.integration).toBe('bamboohr')
})

test('rail, menu and palette lead to the view’s own page, not to one opened in it', async () => {
  const { client, desk } = await withPalette()
  await userEvent.keyboard('{Escape}')
  const own = page.getByRole('heading', { name: 'Connectors', level: 1 })
  for (const lead of [
    () => page.getByRole('link', { name: 'Connectors' }).click(),
    async () => client.emit('app:openView', { view: 'connectors' }),
    async () => desk.goTo('connectors')
  ]) {
    desk.showCustomer('HRIS:a')
    await expect.element(own).not.toBeInTheDocument()
    await lead()
    await expect.element(own).toBeVisible()
  }
})

test('what fits nothing says so; Esc goes back', async () => {
  await withPalette()
  await box.fill('zzz')
  await expect.element(page.getByText('No results. Switch to EU to search its connectors.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Switch to EU' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
})

test('what is open offers what its drawer and its menu do', async () => {
  const { desk } = await withPalette()
  await box.fill('umber')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Umber Textiles' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const group = page.getByRole('group', { name: 'Umber Textiles' })
  await expect.element(group.getByRole('option', { name: 'Open in Passthrough' })).toBeVisible()
  await box.fill('passthrough open')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => desk.router.view).toBe('passthrough')
})

test('views and actions show their keys, and what was run last comes first', async () => {
  await withPalette()
  await expect.element(options.filter({ hasText: 'Connectors' }).first()).toHaveTextContent('Ctrl2')
  await box.fill('lookups')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Control>}k{/Control}')
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect.element(recent.first()).toHaveTextContent('Lookups')
  await box.fill('hollis')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(recent.first()).toHaveTextContent('Hollis Freight')
  await expect.element(recent.nth(1)).toHaveTextContent('Lookups')
})

test('it does what the menu does', async () => {
  const { client } = await withPalette()
  client.answer('app:menuAct', () => undefined)
  await box.fill('zoom in')
  await userEvent.keyboard('{Enter}')
  expect(client.asked('app:menuAct')).toEqual([{ act: 'larger' }])
})
