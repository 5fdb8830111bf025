import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row } from '../testing/made-up'
import { open } from '../testing/open'

const drawer = () => page.getByRole('complementary', { name: 'Connector' })

async function refreshed() {
  const client = new FakeClient(appState())
  client.answer('connectors:health', () => null)
  client.answer('connectors:operations', () => ({ resync: false, linkToken: false }))
  client.answer('connectors:pinned', () => [])
  await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([row('HRIS', 'a', { end_user: 'Larkfield' })])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.poll(() => document.querySelector('main')?.dataset['walk']).toBe('done')
  return client
}

test('the menu refreshes the data, once while a walk is under way', async () => {
  const client = await refreshed()
  client.emit('app:command', { command: 'refresh' })
  await expect.poll(() => client.asked('connectors:refresh').length).toBe(2)
  client.emit('app:command', { command: 'refresh' })
  client.emit('app:command', { command: 'palette' })
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(client.asked('connectors:refresh')).toHaveLength(2)
})

test('the menu closes the drawer, and nothing behind an open dialog', async () => {
  const client = await refreshed()
  await page.getByRole('row').filter({ hasText: 'Larkfield' }).first().click()
  await expect.element(drawer()).toBeVisible()
  client.emit('app:command', { command: 'palette' })
  await expect.element(page.getByRole('dialog')).toBeVisible()
  client.emit('app:command', { command: 'close' })
  await expect.element(drawer()).toBeInTheDocument()
  document.querySelector('dialog')?.close()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  client.emit('app:command', { command: 'close' })
  await expect.element(drawer()).not.toBeInTheDocument()
})
