import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { Request } from '../../../shared/ipc'
import type { RowDiagnosis } from '../../../shared/issues/diagnosis'
import type { ConnectorRow } from '../../../shared/connectors/connector'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row, workspace } from '../testing/made-up'
import { madeUpCall } from '../testing/made-up-activity'
import { open } from '../testing/open'

const grid = page.getByRole('grid', { name: 'Connectors' })
const place = { workspaceId: workspace().id, region: 'default' as const }
const column = (name: string) =>
  [...document.querySelectorAll(`[data-index] .${name}`)].map((one) => one.textContent?.replace(/\s+/g, ' ').trim())
const snapshot = (id: number) => ({
  id,
  startedAt: 1_763_000_000_000 + id * 60_000,
  endedAt: 1_763_000_001_000,
  ended: 'complete' as const,
  parts: []
})
const diagnosis = (key: string, kind: 'stalled' | 'healthy', since: number | null = null) => ({
  key,
  kind,
  since,
  lastGoodSync: { time: null, kind: 'never' as const }
})

/** As main reads them from the request. */
async function exported(client: FakeClient) {
  const [{ of, format: _, ...request } = expect.fail('no export')] = client.asked('connectors:exportRows')
  return 'keys' in of ? of.keys : client.call('connectors:listKeys', { ...request, ...of, most: 100 })
}

async function withRows(
  rows: ConnectorRow[],
  diagnoses: RowDiagnosis[] = [],
  operations = { resync: true, linkToken: false }
) {
  localStorage.clear()
  const client = new FakeClient(appState())
  client.answer('connectors:health', () => null)
  client.answer('connectors:operations', () => operations)
  client.answer('connectors:pinned', () => [])
  const desk = await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  client.connectors.diagnose(diagnoses)
  await expect.element(grid).toHaveAttribute('aria-rowcount', String(rows.length + 1))
  return { client, desk }
}

test('earlier rows are there before the first walk, marked as older, and are replaced by what it reads', async () => {
  localStorage.clear()
  const client = new FakeClient(appState())
  const kept = ['0', '1', '2'].map((id) => row('HRIS', id, { end_user: `Kept ${id}` }))
  client.connectors.hold(kept, { seenAt: 1_763_000_000_000 })
  client.connectors.diagnose([diagnosis('HRIS:1', 'stalled', 0)])
  await open(client, '#/connectors')
  await expect.element(grid).toHaveAttribute('aria-rowcount', '4')
  await expect.poll(() => column('last-run').filter((word) => word?.startsWith('Stalled'))).toHaveLength(1)
  expect(column('end-user')[0]).toContain('(older, loaded on')
  client.connectors.hold([row('HRIS', '1', { end_user: 'Read anew' })])
  client.connectors.drop(['HRIS:0', 'HRIS:2'])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2')
  expect(column('end-user')).toEqual(['Read anew'])
})

test('diagnoses are joined in after a refresh; a record that changed since has none', async () => {
  const rows = [row('HRIS', 'a'), row('HRIS', 'b')]
  const { client } = await withRows(rows, [
    diagnosis('HRIS:a', 'stalled', Date.now() - 52 * 3_600_000 - 120_000),
    diagnosis('HRIS:b', 'healthy')
  ])
  await expect.poll(() => column('last-run')[0]).toMatch(/^Stalled 2 d 4 h late/)
  expect(column('good-as-of')).toEqual(['Never', 'Never'])
  await page.getByRole('button', { name: 'Sync stalled 1' }).click()
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  client.connectors.hold([row('HRIS', 'a', { sync_status: 'Syncing' })])
  await expect.element(page.getByRole('heading', { name: 'No connector matches' })).toBeVisible()
})

test('columns are shown, hidden and made wider by keyboard, and stay so', async () => {
  const { desk } = await withRows([row('HRIS', 'a')])
  await page.getByRole('button', { name: 'Columns 8 of 14' }).click()
  await page.getByRole('checkbox', { name: 'Next sync' }).click()
  await page.getByRole('checkbox', { name: 'Category' }).click()
  await page.getByRole('checkbox', { name: 'Progress' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Columns 9 of 14' })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Next sync' })).toBeVisible()
  const head = page.getByRole('columnheader', { name: 'Integration' })
  const before = head.element().getBoundingClientRect().width
  head.getByRole('button').element().focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.poll(() => head.element().getBoundingClientRect().width).toBeCloseTo(before + 16, 0)
  expect(localStorage.getItem('connectors.columns')).toContain('"category"')
  expect(desk.grid.columns.isShown('category')).toBe(false)
})

test('the service’s answer is a list of its own; the token is forgotten', async () => {
  const { client } = await withRows([row('HRIS', 'a'), row('ATS', 'b')])
  client.connectors.answer([row('HRIS', 'asked', { end_user: 'Asked for' })])
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByRole('textbox', { name: 'Connector token' }).fill('secret-token')
  await page.getByRole('dialog', { name: 'Look up' }).getByRole('button', { name: 'Look up' }).click()
  const banner = page.getByRole('region', { name: 'Lookup results for connector_token = the token you typed' })
  await expect.element(banner).toHaveTextContent('1 connector in HRIS, ATS and LMS')
  expect(column('end-user')).toEqual(['Asked for'])
  expect(client.asked('connectors:ask')).toMatchObject([{ ...place, filters: { connectorToken: 'secret-token' } }])
  expect(document.body.innerHTML).not.toContain('secret-token')
  expect(document.querySelector('main')?.dataset.connectors).toBe('2')
  await banner.getByRole('button', { name: 'Back to all connectors' }).click()
  await expect.element(grid).toHaveAttribute('aria-rowcount', '3')
})

test('a category the token has no access to is named, and what is shown of the answer is what is exported', async () => {
  const { client } = await withRows([row('HRIS', 'a')])
  const unknown = row('ATS', 'unknown', { end_user: 'No walk saw it' })
  const other = row('HRIS', 'a', { status: 'RELINK_NEEDED', end_user: 'Other than walked' })
  client.connectors.answer([unknown, other], ['LMS'])
  client.answer('connectors:exportRows', () => ({ file: '/home/me/connectors.csv', rows: 2 }))
  await page.getByRole('button', { name: 'Look up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Look up' })
  await dialog.getByRole('textbox', { name: 'Origin ID' }).fill('origin-a')
  await page.getByRole('dialog', { name: 'Look up' }).getByRole('button', { name: 'Look up' }).click()
  const banner = page.getByRole('region', { name: 'Lookup results for origin_id = origin-a' })
  await expect.element(banner).toHaveTextContent('2 connectors in HRIS and ATS, ')
  await expect.element(banner).toHaveTextContent('No access to LMS with this token.')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.element(page.getByText('2 rows of the lookup, as shown and in this order.')).toBeVisible()
  await page.getByRole('menuitem', { name: 'CSV, for a spreadsheet (diagnoses of the last refresh)' }).click()
  await expect.element(page.getByText('/home/me/connectors.csv')).toBeVisible()
  const [asked] = client.asked('connectors:ask') as { requestId: string }[]
  expect(client.asked('connectors:exportRows')).toMatchObject([{ answer: asked?.requestId, format: 'csv' }])
  expect(await exported(client)).toEqual(['HRIS:a', 'ATS:unknown'])
})

test('the rows shown are exported in their order, and the message names the file', async () => {
  const { client } = await withRows([row('HRIS', 'b'), row('HRIS', 'a'), row('ATS', 'c')])
  client.answer('connectors:exportRows', () => ({ file: '/home/me/connectors.csv', rows: 2 }))
  await page.getByRole('textbox', { name: 'Origin ID equals' }).fill('origin-a')
  await page.getByRole('textbox', { name: 'Origin ID equals' }).clear()
  await page.getByRole('textbox', { name: 'Employees at least' }).fill('100')
  await page.getByRole('button', { name: 'Categories shown' }).click()
  await page.getByRole('checkbox', { name: 'ATS' }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  await expect.element(page.getByText('/home/me/connectors.csv')).toBeVisible()
  expect(await exported(client)).toEqual(['HRIS:a', 'HRIS:b'])
})

test('deleting: Cancel first, no message where it is declined, and an unknown outcome says what to check', async () => {
  const { client } = await withRows([row('HRIS', 'a', { end_user: 'Larkfield' })])
  const asked: Request<'connectors:delete'>[] = []
  const send = '3d594650-3436-4efb-9d29-6b7f0d5a1c3e'
  client.answer('connectors:delete', (request) => {
    if (asked.push(request) === 1) throw new AppError('cancelled', 'It was not confirmed.')
    return { outcome: 'unknown', message: 'No answer within 30 s.', stillListed: true, send }
  })
  const lost = { asker: 'connectors', method: 'DELETE', mutation: true, unknown: true, connectorKey: 'HRIS:a' } as const
  client.answer('activity:unknownSends', ({ sends }) => ({
    calls: sends.includes(send) ? [madeUpCall(3, { ...lost, partOf: send })] : []
  }))
  client.answer('connectors:readOne', () => row('HRIS', 'a'))
  client.answer('activity:recordFound', ({ id, outcome }) => {
    client.emit('activity:found', { id, outcome })
    return { found: [{ id: 1, outcome, note: '', foundAt: Date.now(), operator: 'Ada' }] }
  })
  await page.getByRole('row', { name: /Larkfield/ }).click()
  await page.getByRole('button', { name: 'Delete connector' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this connector in the Default region?' })
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expect.element(dialog).toHaveTextContent('relinking keeps IDs and token, deleting does not')
  const remove = dialog.getByRole('button', { name: 'Delete connector' })
  await remove.click()
  await expect.poll(() => asked).toHaveLength(1)
  await expect.element(remove).toBeEnabled()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  await remove.click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent(/Outcome unknown.*still listed/)
  expect(asked).toMatchObject([
    { ...place, key: 'HRIS:a' },
    { ...place, key: 'HRIS:a' }
  ])
  await dialog.getByRole('button', { name: 'Find out…' }).click()
  const end = page.getByRole('dialog', { name: 'Find out whether it was done' })
  await end.getByRole('button', { name: 'Read the connector' }).click()
  await expect.element(end.getByText('The connector is still listed.')).toBeVisible()
  await end.getByRole('button', { name: 'It was not done' }).click()
  await end.getByRole('button', { name: 'Record' }).click()
  await expect.element(dialog).toHaveTextContent('It was not done, recorded by Ada')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2')
})

test('what the service does not offer is not offered; a sync that is taken is read again', async () => {
  const { client } = await withRows([row('HRIS', 'a', { end_user: 'Larkfield' })])
  client.answer('connectors:resync', () => ({ outcome: 'done', message: '', stillListed: null }))
  client.answer('connectors:readOne', () => {
    const read = row('HRIS', 'a', { end_user: 'Larkfield', sync_status: 'Syncing' })
    client.connectors.hold([read])
    return read
  })
  await page.getByRole('row', { name: /Larkfield/ }).click()
  await page.getByRole('button', { name: 'Start sync' }).click()
  await expect.element(page.getByText('Sync started.')).toBeVisible()
  await expect.poll(() => column('last-run')[0]).toContain('Syncing')
  await page.getByRole('button', { name: 'More' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Refresh this connector' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: /New link/ })).not.toBeInTheDocument()
})

test('a link is for a new connector: existing ones are listed first', async () => {
  const linking = { resync: true, linkToken: true }
  const one = row('HRIS', 'a', { end_user: 'Larkfield', origin_id: 'lark-1', status: 'RELINK_NEEDED' })
  const { client } = await withRows([one], [], linking)
  const already = [{ key: 'HRIS:a', endUser: 'Larkfield', integrationSlug: 'personio', status: 'RELINK_NEEDED' }]
  client.answer('connectors:newLink', ({ beside }) => (beside ? { linkToken: 'lt_1' } : { already }))
  await page.getByRole('row', { name: /Larkfield/ }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'New link for this customer…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New link' })
  await expect.element(dialog).toHaveTextContent(/new connector, billed separately.*does not relink/)
  await expect.element(dialog.getByRole('textbox', { name: 'Origin ID' })).toHaveValue('lark-1')
  await dialog.getByRole('button', { name: 'Create link token' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This customer has 1 connector already.')
  await dialog.getByRole('button', { name: 'Create a link for another connector' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Copy link token' })).toBeVisible()
  expect(client.asked('connectors:newLink').map(({ beside }) => beside)).toEqual([false, true])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the data of a connector is walked from its drawer: the form is filled, nothing is sent', async () => {
  const { client, desk } = await withRows([row('HRIS', 'a', { end_user: 'Larkfield' })])
  client.answer('data:list', () => ({ open: [], past: [] }))
  await page.getByRole('row', { name: /Larkfield/ }).click()
  await page.getByRole('button', { name: 'View data' }).click()
  expect(desk.router.view).toBe('data')
  await expect
    .element(page.getByRole('combobox', { name: 'Connector', exact: true }))
    .toHaveValue('Larkfield, Bamboohr, HRIS')
  expect(client.asked('data:start')).toEqual([])
})

test('two walks side by side, field by field, with what to know before trusting them', async () => {
  const { client } = await withRows([row('HRIS', 'a')])
  client.answer('connectors:snapshots', () => [snapshot(3), snapshot(2), snapshot(1)])
  client.answer('connectors:compare', ({ before, after }) => ({
    before: snapshot(before),
    after: snapshot(after),
    goneKnown: false,
    warnings: ['The later walk saw 2 ids twice.'],
    counts: { new: 0, gone: 0, recovered: 0, broken: 1, changed: 0, same: 7 },
    new: [],
    gone: [],
    recovered: [],
    changed: [],
    broken: [
      {
        key: 'HRIS:a',
        category: 'HRIS',
        integrationSlug: 'personio',
        endUser: 'Broken \u202Eone',
        originId: null,
        before: 'healthy',
        after: 'relink',
        fields: [{ field: 'status', before: 'COMPLETE', after: 'RELINK_NEEDED' }]
      }
    ]
  }))
  await page.getByRole('button', { name: 'Compare snapshots' }).click()
  await expect.element(page.getByRole('row', { name: /Broken.*U\+202E.*status COMPLETE.*RELINK_NEEDED/ })).toBeVisible()
  await expect.element(page.getByText('The later walk saw 2 ids twice.')).toBeVisible()
  expect(client.asked('connectors:compare')).toEqual([{ ...place, before: 2, after: 3 }])
  client.answer('connectors:exportComparison', () => ({ file: '/home/me/compared.csv', rows: 1 }))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'All as CSV' }).click()
  await expect.element(page.getByText(/compared\.csv/)).toBeVisible()
  const whole = { ...place, before: 2, after: 3, list: 'all', format: 'csv' }
  expect(client.asked('connectors:exportComparison')).toEqual([whole])
  await page.getByRole('button', { name: /^Gone not known/ }).click()
  await expect.element(page.getByText(/may still exist/)).toBeVisible()
  await page.getByRole('button', { name: 'Back to connectors' }).click()
  await expect.element(grid).toBeVisible()
})
