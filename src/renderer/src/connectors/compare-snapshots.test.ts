import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Compared } from '../../../shared/connectors/comparison'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row, workspace } from '../testing/made-up'
import { open } from '../testing/open'

const view = page.getByRole('region', { name: 'Compare snapshots' })
const grid = page.getByRole('grid', { name: 'Connectors' })
const opener = page.getByRole('button', { name: 'Compare snapshots' })
const minute = new Date(2026, 10, 18, 9, 41).getTime()
const snapshot = (id: number) => ({
  id,
  startedAt: minute + id * 1000,
  endedAt: minute + id * 1000 + 500,
  ended: 'complete' as const,
  parts: []
})

const broken: Compared = {
  key: 'HRIS:a',
  category: 'HRIS',
  integrationSlug: 'personio',
  endUser: 'Larkfield',
  originId: null,
  before: 'healthy',
  after: 'stalled',
  fields: [
    { field: 'next_sync_start_time', before: '2026-11-18T05:30:00.123Z', after: '2026-11-18T11:30:00.123Z' },
    { field: 'last_sync_start_time', before: '2026-11-18T05:30:00.123Z', after: '2026-11-18T05:30:07.000Z' }
  ]
}

async function comparing() {
  const client = new FakeClient(appState())
  client.answer('connectors:snapshots', () => [snapshot(2), snapshot(1)])
  client.answer('connectors:compare', () => ({
    before: snapshot(1),
    after: snapshot(2),
    goneKnown: true,
    warnings: [],
    counts: { new: 0, gone: 0, recovered: 0, broken: 2, changed: 0, same: 7 },
    new: [],
    gone: [],
    recovered: [],
    changed: [],
    broken: [broken, { ...broken, key: 'HRIS:left', endUser: 'Gone since', fields: [] }]
  }))
  const desk = await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([row('HRIS', 'a', { end_user: 'Larkfield' }), row('HRIS', 'b')])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await opener.click()
  await expect.element(view.getByText('next_sync_start_time')).toBeVisible()
  return { client, desk }
}

test('one line says what the last refresh changed, and opens the comparison', async () => {
  const { client, desk } = await comparing()
  const line = page.getByRole('button', { name: /^Since .*: 2 newly broken$/ })
  await expect.element(line).not.toBeInTheDocument()
  client.emit('connectors:snapshotChanged', {
    ...{ workspaceId: workspace().id, region: 'default' as const },
    snapshot: snapshot(2)
  })
  await expect.element(line).toBeVisible()
  expect(client.asked('connectors:compare').at(-1)).toMatchObject({ before: 1, after: 2, countsOnly: true })
  desk.goTo('connectors')
  await expect.element(view).not.toBeInTheDocument()
  desk.goTo('issues')
  await line.click()
  await expect.element(view.getByText('next_sync_start_time')).toBeVisible()
})

test('a comparison and the outcome of its export stay with their region', async () => {
  const { client, desk } = await comparing()
  client.answer('connectors:exportComparison', () => ({ file: '/home/me/compared.csv', rows: 2 }))
  await view.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'All as CSV' }).click()
  await expect.element(view.getByText(/compared\.csv/)).toBeVisible()
  client.answer('workspaces:open', () => appState({ workspaces: [workspace({ region: 'eu' })] }))
  await desk.app.open(workspace().id, 'eu')
  await expect.element(view).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Connectors' })).toBeVisible()
  expect(document.body.textContent).not.toContain('compared.csv')
})

test('a connector that differs is opened from the comparison; one that no longer exists is only named', async () => {
  const { desk } = await comparing()
  await expect.element(view.getByText('Gone since')).toBeVisible()
  await expect.element(view.getByRole('button', { name: 'Gone since' })).not.toBeInTheDocument()
  await view.getByRole('button', { name: 'Larkfield' }).click()
  await expect.element(page.getByRole('complementary', { name: 'Connector' })).toBeVisible()
  expect(desk.grid.opened?.key).toBe('HRIS:a')
})

test('times are shown in words, unless only their seconds differ', async () => {
  await comparing()
  const [next, last] = [...document.querySelectorAll('.change')].map((one) => one.textContent?.replace(/\s+/g, ' '))
  expect(next).toMatch(/18 Nov \d\d:30 → .*18 Nov \d\d:30/)
  expect(last).toContain('2026-11-18T05:30:00.123Z → 2026-11-18T05:30:07.000Z')
  await expect.element(view.getByTitle('2026-11-18T11:30:00.123Z')).toBeVisible()
})

test('walks begun in the same minute can be distinguished', async () => {
  await comparing()
  const [earlier, later] = ['From', 'To'].map((name) => view.getByRole('combobox', { name }))
  await expect.element(earlier as typeof view).toHaveDisplayValue(/09:41:01/)
  await expect.element(later as typeof view).toHaveDisplayValue(/09:41:02/)
})

test('the focus goes into the comparison and back to its button, by Esc too', async () => {
  await comparing()
  await expect.element(view).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(grid).toBeVisible()
  await expect.element(opener).toHaveFocus()
})
