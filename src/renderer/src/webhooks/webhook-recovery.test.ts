import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { Delivery } from '../../../shared/webhooks/webhook'
import type { RecoveryPart, RecoveryProgress } from '../../../shared/webhooks/recovery'
import { madeUpDelivery, madeUpWebhook, webhooksClient } from '../testing/made-up-activity'
import { ended, row, workspace } from '../testing/made-up'
import { fetchExport } from '../testing/made-up-data'
import { open } from '../testing/open'
import { summary, uuid } from '../testing/passthrough'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const recover = button('Recover missed deliveries')
const dialog = page.getByRole('dialog', { name: 'Recover missed deliveries' })
const pane = page.getByRole('region', { name: 'Recovery' })
const parts = page.getByRole('region', { name: 'Models loaded' })
const rows = page.getByRole('grid', { name: 'Changed records' })
const from = Date.UTC(2026, 10, 20, 8)
const to = Date.UTC(2026, 10, 20, 12)
const employees = '/api/hris/v1/employees'
const groups = '/api/hris/v1/groups'

const part = (at: number, change: Partial<RecoveryPart> = {}): RecoveryPart => ({
  ...{ key: 'HRIS:one', at, path: employees, state: 'waiting', pages: 0, items: 0, repeated: 0, error: null },
  ...{ narrowed: true, rows: 0, changed: 0, later: 0, undated: 0, older: 0, newest: null },
  ...change
})

function progress(change: Partial<RecoveryProgress> = {}): RecoveryProgress {
  return {
    ...{ recoveryId: uuid(5), workspaceId: workspace().id, region: 'default' as const, from, to },
    ...{ state: 'walking' as const, startedAt: Date.now(), finishedAt: null, exports: [] },
    names: { 'HRIS:one': 'Umber Textiles', 'HRIS:two': 'Kestrel Aerospace' },
    parts: [part(0), part(1, { key: 'HRIS:two' }), part(2, { path: groups })],
    ...change
  }
}

const found = [
  part(0, { state: 'done', pages: 1, items: 3, rows: 2, changed: 2, later: 1, newest: to + 60_000 }),
  part(1, { key: 'HRIS:two', state: 'failed', rows: 1, error: new AppError('forbidden', 'Not for you.').toShape() }),
  part(2, { path: groups, state: 'done', pages: 1, items: 40 })
]

async function opened(deliveries: Delivery[] = [madeUpDelivery(0)], current: RecoveryProgress | null = null) {
  const client = webhooksClient([madeUpWebhook('main')], deliveries)
  client.answer('webhooks:currentRecovery', () => current)
  client.answer('webhooks:startRecovery', ({ requestId }) => progress({ recoveryId: requestId }))
  client.answer('webhooks:recoveredRows', ({ part: of }) => {
    const all = [
      { part: 0, id: 'emp-1', modifiedAt: '2026-11-20T09:00:00Z', later: false, problem: null },
      { part: 0, id: 'emp-2', modifiedAt: '2026-11-20T13:00:00Z', later: true, problem: null },
      { part: 1, id: null, modifiedAt: null, later: false, problem: 'Not read: Not allowed' }
    ].filter((one) => of === null || one.part === of)
    return { total: all.length, rows: all.map((one, index) => ({ ...one, index })) }
  })
  client.answer('data:readRecord', ({ id }) => ({ responseId: `by-id-${id}`, summary: summary(), document: null }))
  await open(client, '#/webhooks')
  await expect.poll(() => client.refreshId).not.toBe('')
  const listed = [
    row('HRIS', 'one', { end_user: 'Umber Textiles' }),
    row('HRIS', 'two', { end_user: 'Kestrel Aerospace' }),
    row('LMS', 'three', { end_user: 'Hollis Freight' })
  ]
  client.connectors.hold(listed)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  return client
}

async function shown(change: Partial<RecoveryProgress> = {}) {
  const client = await opened(undefined, progress({ state: 'done', finishedAt: Date.now(), parts: found, ...change }))
  await recover.click()
  await expect.element(pane).toBeVisible()
  return client
}

test('a time, connectors and models are entered; what is missing is said', async () => {
  const client = await opened()
  await recover.click()
  await dialog.getByRole('button', { name: 'Find changes' }).click()
  await expect.element(dialog).toHaveTextContent('Select connectors.')
  await dialog.getByRole('textbox', { name: 'From', exact: true }).fill('')
  await userEvent.keyboard('{Tab}')
  await expect.element(dialog).toHaveTextContent('Enter when it began and when it ended.')
  await dialog.getByRole('textbox', { name: 'From', exact: true }).fill('2026-11-20 08:00')
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('2026-11-20 12:00')
  await userEvent.keyboard('{Tab}')
  await dialog.getByRole('checkbox', { name: /Umber Textiles/ }).click()
  await dialog.getByRole('button', { name: '21 of 21 models' }).click()
  await page.getByRole('checkbox', { name: /^Documents/ }).click()
  await userEvent.keyboard('{Escape}')
  await dialog.getByRole('button', { name: 'Load 20 models of 1 connector' }).click()
  await expect.element(pane).toBeVisible()
  const [asked] = client.asked('webhooks:startRecovery')
  expect(asked).toMatchObject({ keys: ['HRIS:one'], from: new Date('2026-11-20T08:00').getTime() })
  expect(asked?.paths).toHaveLength(20)
  expect(asked?.paths).not.toContain('/api/hris/v1/documents')
})

test('models that cannot be narrowed are named, and read only if asked', async () => {
  const client = await opened()
  await recover.click()
  await dialog.getByRole('checkbox', { name: /Hollis Freight/ }).click()
  await expect.element(dialog).toHaveTextContent('they cannot be filtered by change): Users, Courses')
  await dialog.getByRole('button', { name: 'Load 0 models of 1 connector' }).click()
  await expect.element(dialog).toHaveTextContent('Select a model, or load some of them completely.')
  await dialog.getByRole('checkbox', { name: /Also load these completely/ }).click()
  await dialog.getByRole('button', { name: 'Load 7 models of 1 connector' }).click()
  await expect.element(pane).toBeVisible()
  expect(client.asked('webhooks:startRecovery')[0]?.paths).toContain('/api/lms/v1/users')
})

test('connectors with a failed delivery in that time are chosen from the log', async () => {
  const client = await opened([
    madeUpDelivery(1, { failed: true, responseCode: null, connectorKey: 'HRIS:one', endUser: 'Umber Textiles' }),
    madeUpDelivery(2, { connectorKey: 'HRIS:two' }),
    madeUpDelivery(3, { failed: true, responseCode: 500, connectorKey: null })
  ])
  await recover.click()
  await dialog.getByRole('button', { name: 'Select those with a failed delivery' }).click()
  await expect.element(dialog).toHaveTextContent('1 connector selected and 1 more connector not loaded yet.')
  await expect.element(dialog.getByRole('checkbox', { name: /Umber Textiles/ })).toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: /Kestrel/ })).not.toBeChecked()
  const asked = client.asked('webhooks:deliveries').at(-1)
  expect(asked?.filters).toEqual({ from: expect.any(String), to: expect.any(String) })
})

test('connectors beyond the most are not left out without a word', async () => {
  await opened(
    Array.from({ length: 103 }, (_, at) => madeUpDelivery(at, { failed: true, connectorKey: `HRIS:c${at}` }))
  )
  await recover.click()
  await dialog.getByRole('button', { name: 'Select those with a failed delivery' }).click()
  await expect.element(dialog).toHaveTextContent('100 connectors selected and 3 connectors left out (100 at most).')
})

test('what is refused is said in the dialog, which keeps what was entered', async () => {
  const client = await opened()
  client.answer('webhooks:startRecovery', () => Promise.reject(new AppError('no-token', 'No token.')))
  await recover.click()
  await dialog.getByRole('checkbox', { name: /Umber Textiles/ }).click()
  await dialog.getByRole('button', { name: /^Load 21 models/ }).click()
  await expect.element(dialog).toHaveTextContent('There is no token for this region')
  await expect.element(dialog.getByRole('checkbox', { name: /Umber Textiles/ })).toBeChecked()
})

test('it tells what changed as it goes on, part by part, and can be cancelled', async () => {
  const client = await opened()
  await recover.click()
  await dialog.getByRole('checkbox', { name: /Umber Textiles/ }).click()
  await dialog.getByRole('button', { name: /^Load 21 models/ }).click()
  await expect.element(pane).toHaveTextContent('No changes found yet')
  const recoveryId = client.asked('webhooks:startRecovery')[0]?.requestId ?? ''
  const wait = { until: Date.now() + 30_000, reason: 'rate-limit', source: 'retry-after' } as const
  client.emit(
    'webhooks:recoveryProgress',
    progress({ recoveryId, parts: [part(1, { key: 'HRIS:two', state: 'walking', wait })] })
  )
  client.emit('webhooks:recoveryProgress', progress({ recoveryId, parts: found.slice(0, 1) }))
  await expect.element(pane).toHaveTextContent('2 changed records so far, 1 of 3 fetches complete')
  await expect.element(parts).toHaveTextContent(/Kestrel Aerospace.*Waiting \d+ s/)
  await expect.element(rows).toHaveTextContent('emp-2')
  await button('Cancel recovery').click()
  expect(client.asked('app:cancelJob')).toContainEqual({ requestId: recoveryId })
  client.emit(
    'webhooks:recoveryProgress',
    progress({ recoveryId, state: 'cancelled', finishedAt: Date.now(), parts: [] })
  )
  await expect.element(pane).toHaveTextContent('Cancelled, 2 changed records found, incomplete')
  await expect.element(button('Recover again')).toBeVisible()
})

test('the rows of one model are shown alone; failures and doubts are said', async () => {
  const client = await shown()
  await expect.element(pane).toHaveTextContent('2 changed records, 2 of 3 fetches complete, 1 failed')
  await expect.element(pane).toHaveTextContent('1 record changed again after this time')
  await expect.element(parts).toHaveTextContent('Not allowed for this token or plan')
  await expect.element(parts).not.toHaveTextContent('Groups')
  await parts.getByRole('checkbox', { name: 'Show the 1 without changes' }).click()
  await expect.element(parts).toHaveTextContent('Groups')
  await parts.getByRole('button', { name: 'Show only these' }).nth(1).click()
  await expect.element(rows).not.toHaveTextContent('Not read: Not allowed')
  expect(client.asked('webhooks:recoveredRows').at(-1)?.part).toBe(0)
  await parts.getByRole('button', { name: 'Show all' }).click()
  await expect.element(rows).toHaveTextContent('Not read: Not allowed')
})

test('a changed record opens by its id with the keyboard, and back to the deliveries', async () => {
  const client = await shown()
  rows.element().focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  const drawer = page.getByRole('complementary', { name: 'Record by ID' })
  await expect.element(drawer).toHaveTextContent('of Umber Textiles')
  expect(client.asked('data:readRecord')[0]).toMatchObject({ path: employees, id: 'emp-2', connectorKey: 'HRIS:one' })
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await button('Back to deliveries').click()
  await expect.element(page.getByRole('grid', { name: 'Deliveries' })).toBeVisible()
})

test('what was found is exported, and the file is shown', async () => {
  const client = await shown()
  client.answer('webhooks:exportRecovery', () =>
    fetchExport({ state: 'done', format: 'csv', file: '/home/maya/changed.csv' })
  )
  client.answer('app:showSaved', () => undefined)
  await button('Export').click()
  await page.getByRole('menuitem', { name: 'CSV, the list of records' }).click()
  await expect.element(page.getByRole('region', { name: 'Exports' })).toHaveTextContent('changed.csv')
  expect(client.asked('webhooks:exportRecovery')).toEqual([{ recoveryId: uuid(5), format: 'csv' }])
  await button('Show in folder').click()
  expect(client.asked('app:showSaved')).toEqual([{ file: '/home/maya/changed.csv' }])
})

test('a recovery that was cancelled before anything was found does not say that nothing changed', async () => {
  await shown({ state: 'cancelled', parts: [part(0, { state: 'cancelled' })] })
  await expect.element(pane).toHaveTextContent('Cancelled before a change was found')
  await expect.element(pane).not.toHaveTextContent('Nothing changed')
})
