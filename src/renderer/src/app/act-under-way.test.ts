import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ChangeOutcome } from '../../../shared/connectors/channels'
import { ended, row } from '../testing/made-up'
import { issuesClient } from '../testing/made-up-issues'
import { madeUpMapping, mappingsClient } from '../testing/made-up-mappings'
import { withField } from '../testing/mappings-view'
import { open } from '../testing/open'
import { uuid } from '../testing/passthrough'

beforeEach(() => localStorage.clear())

const dialog = page.getByRole('dialog')
const done: ChangeOutcome = { outcome: 'done', message: '', stillListed: false }

/** The delete dialog of a connector, ready to confirm; main answers once `end` is called. */
async function deletingConnector() {
  const client = issuesClient([])
  let end = (_: ChangeOutcome) => {}
  client.answer('connectors:operations', () => ({ resync: false, linkToken: false }))
  client.answer('connectors:pinned', () => [])
  client.answer('connectors:delete', () => new Promise((resolve) => (end = resolve)))
  const desk = await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([row('HRIS', 'a', { end_user: 'Larkfield' })])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await page.getByRole('row', { name: /Larkfield/ }).click()
  await page.getByRole('button', { name: 'Delete connector' }).click()
  await dialog.getByRole('button', { name: 'Delete connector' }).click()
  await expect.element(dialog).toHaveTextContent('Deleting… verifying')
  return { client, desk, end: (change: ChangeOutcome) => end(change) }
}

test('Esc does not close a delete that has begun, and its end shows', async () => {
  const { end } = await deletingConnector()
  for (let at = 0; at < 3; at++) await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog).not.toHaveTextContent('nothing is changed')
  await expect.element(page.getByRole('complementary', { name: 'Connector', includeHidden: true })).toBeInTheDocument()
  end(done)
  await expect.element(dialog.getByText('Deleted.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a walk that finds the connector gone leaves the dialog until the outcome was read', async () => {
  const { client, desk, end } = await deletingConnector()
  const before = client.refreshId
  void desk.connectors.refresh()
  await expect.poll(() => client.refreshId).not.toBe(before)
  client.connectors.drop(['HRIS:a'])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.poll(() => document.querySelector('aside')).toBe(null)
  end(done)
  await expect.element(dialog.getByText('Deleted.')).toBeVisible()
})

test('another view chosen meanwhile follows the outcome', async () => {
  const { client, desk, end } = await deletingConnector()
  client.emit('app:openView', { view: 'issues' })
  history.replaceState(null, '', '#/settings')
  dispatchEvent(new HashChangeEvent('hashchange'))
  await expect.poll(() => location.hash).toBe('#/connectors')
  expect(desk.router.view).toBe('connectors')
  end({ outcome: 'unknown', message: 'No answer.', stillListed: null })
  await expect.element(dialog.getByText('Outcome unknown.')).toBeVisible()
  expect(desk.router.view).toBe('connectors')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => desk.router.view).toBe('settings')
})

test('Esc does not close a field’s delete that has begun either', async () => {
  const client = mappingsClient({ mappings: [madeUpMapping(1, uuid(1))] })
  let end = () => {}
  client.answer('mappings:deleteField', () => {
    const gone = { ...done, gone: [madeUpMapping(1, uuid(1))], left: [], verified: true }
    return new Promise((resolve) => (end = () => resolve(gone)))
  })
  await withField(client)
  await page.getByRole('button', { name: 'More actions for this field' }).click()
  await page.getByRole('menuitem', { name: 'Delete field' }).click()
  await dialog.getByRole('button', { name: 'Delete field' }).click()
  await expect.element(dialog).toHaveTextContent('Deleting… then verifying')
  for (let at = 0; at < 3; at++) await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()
  end()
  await expect.element(dialog).toHaveTextContent('Field deleted.')
})

test('a delete that waits for a limit says so, is tried at once, and is stopped before it leaves', async () => {
  const { client } = await deletingConnector()
  client.answer('app:liftRateLimits', () => undefined)
  const requestId = client.asked('connectors:delete')[0]?.requestId ?? ''
  const wait = { until: Date.now() + 42_000, reason: 'rate-limit' as const, source: 'retry-after' as const }
  client.emit('app:jobProgress', { requestId, progress: { wait, quiet: null, sent: false } })
  await expect.element(dialog).toHaveTextContent(/Waiting (4[012]|3\d) s \(rate limit\)\./)
  await dialog.getByRole('button', { name: 'Try now' }).click()
  expect(client.asked('app:liftRateLimits')).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Stop: nothing was sent' }).click()
  expect(client.asked('app:cancelJob')).toContainEqual({ requestId })
  client.emit('app:jobProgress', { requestId, progress: { wait: null, quiet: null, sent: true } })
  await expect.element(dialog).toHaveTextContent('Stopping')
})
