import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Snapshot } from '../../../shared/connectors/snapshot'
import { longTime, time } from '../kit/format'
import { ended, row } from '../testing/made-up'
import { hour, madeUpIssue, madeUpSnapshot, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const readAt = Date.now() - 3 * hour
const place = { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' } as const
const unreachable = { state: 'failed' as const, error: { code: 'unreachable' as const, message: 'no way' }, pages: 0 }
const all = { HRIS: unreachable, ATS: unreachable, LMS: unreachable }
const failedSnapshot: Snapshot = {
  ...madeUpSnapshot(Date.now()),
  id: 8,
  ended: 'incomplete',
  parts: madeUpSnapshot().parts.map((part) => ({ ...part, state: 'failed', items: 0 }))
}

async function afterFailure(hash: string) {
  const issues = [madeUpIssue('a')]
  const client = issuesClient(issues)
  client.answer('connectors:snapshots', () => [madeUpSnapshot(readAt)])
  client.connectors.hold([row('HRIS', 'a'), row('ATS', 'b')], { seenAt: readAt })
  client.connectors.older([
    { category: 'HRIS', count: 1, since: readAt },
    { category: 'ATS', count: 1, since: readAt }
  ])
  client.answer('connectors:operations', () => ({ resync: false, linkToken: false }))
  client.answer('connectors:pinned', () => [])
  const desk = await open(client, hash)
  await expect.poll(() => desk.connectors.active?.size).toBe(2)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now(), all) })
  await expect.poll(() => document.querySelector('main')?.dataset['walk']).toBe('failed')
  return { client, desk }
}

test('after a refresh that failed, the list has the age of the rows it shows', async () => {
  await afterFailure('#/connectors')
  const head = page.getByText(/^2 connectors, .*last updated/)
  await expect
    .element(head)
    .toHaveTextContent(new RegExp(`last updated ${time(readAt, Date.now())}, refresh failed .* ago$`))
  const status = page.getByRole('status', { name: 'Refresh progress' })
  await expect.element(status).toHaveTextContent(`showing data from ${time(readAt, Date.now())}`)
  const words = document.body.textContent ?? ''
  expect(words).toContain('Not refreshed: 1 HRIS (')
  expect(words).not.toMatch(/0 items|0 categories|\d s old/)
})

test('the record in the drawer says when it was read, not when a later refresh failed', async () => {
  await afterFailure('#/connectors')
  await page.getByRole('row', { name: /Customer a/ }).click()
  const record = page.getByRole('complementary', { name: 'Connector' }).getByRole('region', { name: 'Record' })
  await expect.element(record).toHaveTextContent(`as of ${longTime(readAt, Date.now())}`)
})

test('the queue keeps the age of its cases when a refresh that failed was recorded', async () => {
  const { client } = await afterFailure('#/issues')
  client.emit('connectors:snapshotChanged', { ...place, snapshot: failedSnapshot })
  await expect.element(page.getByText(/1 issue, updated 3 h ago/)).toBeVisible()
})

test('where only one category failed, the queue is as old as that one', async () => {
  const { client } = await afterFailure('#/issues')
  const parts = madeUpSnapshot().parts.map((part) =>
    part.category === 'LMS' ? { ...part, state: 'failed' as const } : part
  )
  client.emit('connectors:snapshotChanged', { ...place, snapshot: { ...failedSnapshot, parts } })
  await expect.element(page.getByText(/1 issue, updated 3 h ago/)).toBeVisible()
})

test('a row that an earlier refresh of this session brought keeps its time when the next one fails', async () => {
  const { client, desk } = await afterFailure('#/connectors')
  void desk.connectors.refresh()
  const again = readAt + hour
  client.connectors.hold([row('HRIS', 'a'), row('ATS', 'b')], { seenAt: again })
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.poll(() => document.querySelector('main')?.dataset['walk']).toBe('done')
  void desk.connectors.refresh()
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now() + hour, all) })
  await expect.poll(() => document.querySelector('main')?.dataset['walk']).toBe('failed')
  await page.getByRole('row', { name: /Customer a/ }).click()
  const record = page.getByRole('complementary', { name: 'Connector' }).getByRole('region', { name: 'Record' })
  await expect.element(record).toHaveTextContent(`as of ${longTime(again, Date.now())}`)
})
