import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { FetchProgress } from '../../../shared/data/collection'
import type { Region } from '../../../shared/workspaces/region'
import { appState, ended, row, workspace } from '../testing/made-up'
import {
  fetchExport,
  fetchProgress,
  collectionRequest,
  dataClient,
  endedFetch,
  pastFetch,
  reconciliation
} from '../testing/made-up-data'
import { open } from '../testing/open'
import { uuid } from '../testing/passthrough'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const collection = page.getByRole('combobox', { name: 'Collection' })
const connector = page.getByRole('combobox', { name: 'Connector' })
const fetch = button('Fetch records')
const inspector = page.getByRole('region', { name: 'Fetch', exact: true })
const grid = page.getByRole('grid', { name: 'Rows' })
const fetches = page.getByRole('tablist', { name: 'Open fetches' })
const never = () => new Promise<never>(() => undefined)

/** Three HRIS connectors and one ATS connector. */
async function opened(known: Parameters<typeof dataClient>[0] = {}, total: number | null = null) {
  const client = dataClient(known)
  const desk = await open(client, '#/data')
  await expect.poll(() => client.refreshId).not.toBe('')
  const rows = [
    row('HRIS', 'one', { end_user: 'Umber Textiles', integration_slug: 'personio', total_employees: total }),
    row('HRIS', 'two', { end_user: 'Kestrel Aerospace', integration_slug: 'personio' }),
    row('HRIS', 'test', { end_user: 'Lindqvist Interiors', is_test_connector: true }),
    row('ATS', 'four', { end_user: 'Hollis Freight' })
  ]
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.poll(() => desk.connectors.active?.tally.total).toBe(4)
  return { client, desk }
}

async function walking(
  change: Partial<FetchProgress> = {},
  repeated: readonly number[] = [],
  total: number | null = null
) {
  const shown = await opened({ open: [fetchProgress(change)], repeated }, total)
  await expect.element(inspector).toBeVisible()
  const report = (later: Partial<FetchProgress>) =>
    shown.client.emit('data:progress', fetchProgress({ ...change, ...later }))
  return { ...shown, report }
}

const cell = (name: string) => grid.getByRole('gridcell', { name, exact: true })

test('a collection and a connector of its category are chosen by keyboard, and walked with what was entered', async () => {
  const { client } = await opened()
  await collection.click()
  await userEvent.keyboard('employees{Enter}')
  await expect.element(collection).toHaveValue('Employees')
  await fetch.click()
  await expect.element(page.getByText('Choose a connector.')).toBeVisible()
  expect(client.asked('data:start')).toHaveLength(0)

  await connector.click()
  await expect.element(page.getByRole('listbox', { name: 'Connectors found' })).not.toHaveTextContent('Hollis Freight')
  await userEvent.keyboard('umber{Enter}')
  await page.getByRole('textbox', { name: 'expand' }).fill('manager')
  await page.getByRole('checkbox', { name: 'include_raw_data' }).click()
  await button('Add parameter').click()
  await page.getByRole('textbox', { name: 'Parameter 1 name' }).fill('shape')
  await page.getByRole('textbox', { name: 'Parameter 1 value' }).fill('flat')
  await page.getByRole('spinbutton', { name: 'Page size' }).fill('200')
  await expect.element(page.getByText('Raw data and expanded records make pages large.')).toBeVisible()
  await button('Use 50').click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(inspector).toHaveTextContent('Fetching, page 4')
  expect(client.asked('data:start')[0]).toMatchObject({
    region: 'default',
    request: collectionRequest({ params: { expand: 'manager', include_raw_data: 'true', shape: 'flat' } })
  })
  await expect.element(cell('rec-0')).toBeVisible()
})

test('a time is entered in the operator’s zone and shown as the UTC text that is sent', async () => {
  const { client } = await opened()
  await collection.fill('integrations')
  await userEvent.keyboard('{Enter}')
  await expect.element(connector).not.toBeInTheDocument()
  await collection.fill('webhook logs')
  await userEvent.keyboard('{Enter}')
  const entered = '2025-11-18 09:30:05'
  const from = page.getByRole('textbox', { name: 'created_at_from' })
  await from.fill('18.11.2025 9:30 PM')
  await fetch.click()
  await expect.element(page.getByText('Enter a date and 24-hour time, e.g. 2026-03-01 17:30.')).toBeVisible()
  await expect.element(from).toHaveAttribute('aria-invalid', 'true')
  await from.fill(entered)
  await userEvent.tab()
  await expect.element(from).toHaveValue(entered)
  const sent = new Date(entered).toISOString().replace('.000Z', 'Z')
  await expect.element(page.getByText(`Sent as ${sent}`)).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Page size' }).fill('200')
  await fetch.click()
  await expect.element(page.getByText('Enter a whole number from 1 to 50.')).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Page size' }).fill('50')
  await fetch.click()
  await expect
    .poll(() => client.asked('data:start')[0]?.request)
    .toEqual({ path: '/api/v1/webhooks/logs', connectorKey: null, params: { created_at_from: sent }, pageSize: 50 })
})

test('without a token nothing can be sent, and the one next step is offered', async () => {
  const client = dataClient({ past: [pastFetch()] })
  client.answer('app:getState', () => appState({ keychain: { state: 'locked', name: 'GNOME Keyring' } }))
  await open(client, '#/data')
  await expect.element(button('Unlock keychain')).toBeVisible()
  await expect.element(fetch).toBeDisabled()
  await expect.element(page.getByText('Not connected: see the banner above.')).toBeVisible()
  await expect.element(button('Fetch again: Employees of Umber Textiles')).toBeDisabled()
})

test('walks of this run are there again after the window was closed, in the order they began', async () => {
  const [first, second] = [1, 2].map((n) => fetchProgress({ fetchId: uuid(n), startedAt: n, items: n, pages: n }))
  await opened({ open: [second, first].filter((one) => one !== undefined) })
  await expect.element(fetches.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect.element(inspector).toHaveTextContent('page 3')
  ;(fetches.getByRole('tab').nth(1).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(inspector).toHaveTextContent('page 2')
  await button('New fetch').click()
  await expect.element(page.getByRole('heading', { name: 'Nothing fetched yet' })).toBeVisible()
})

test('a new fetch starts without what the last one asked for', async () => {
  const { client } = await opened()
  await collection.click()
  await userEvent.keyboard('employees{Enter}')
  await connector.click()
  await userEvent.keyboard('umber{Enter}')
  await fetch.click()
  await expect.poll(() => client.asked('data:start')).toHaveLength(1)
  await button('New fetch').click()
  await expect.element(collection).toHaveValue('')
  await expect.element(connector).not.toBeInTheDocument()
})

test('a pasted list becomes values, of lines too, and leaves the box empty', async () => {
  const { client } = await opened()
  await collection.fill('webhook logs')
  await userEvent.keyboard('{Enter}')
  const box = page.getByRole('combobox', { name: 'webhook_action' })
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', 'one\ntwo, three\r\n')
  box.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(page.getByRole('button', { name: 'Remove three' })).toBeVisible()
  await expect.element(box).toHaveValue('')
  await box.fill('four,five')
  await expect.element(page.getByRole('button', { name: 'Remove five' })).toBeVisible()
  await expect.element(box).toHaveValue('')
  await fetch.click()
  await expect
    .poll(() => client.asked('data:start')[0]?.request.params)
    .toEqual({ webhook_action: 'one,two,three,four,five' })
})

test('any other path is typed by hand, with a connector where it needs one', async () => {
  const { client } = await opened()
  await collection.fill('/api/hris/v2/people')
  await userEvent.keyboard('{Enter}')
  await expect.element(connector).toBeVisible()
  client.answer('data:start', () => {
    throw new AppError('invalid-input', 'no', { fields: { path: 'Paths begin with /api/.' } })
  })
  await fetch.click()
  await expect.element(page.getByText('Paths begin with /api/.')).toBeVisible()
  await expect.element(collection).toHaveAttribute('aria-invalid', 'true')
})

test('the inspector shows pages, waits and what is odd in words, without a percentage', async () => {
  const { report } = await walking()
  const exporting = button('Export')
  const { x, y } = exporting.element().getBoundingClientRect()
  report({ pages: 12, items: 588, shortPages: 2, emptyPages: 1, repeated: 3, retries: 1, waits: 2, waitedMs: 24_000 })
  await expect
    .element(page.getByText('2 short pages and 1 empty page: normal. Only a null cursor ends a collection.'))
    .toHaveTextContent('3 IDs came more than once: data changed during the fetch.')
  // Controls must not move under the pointer.
  expect(exporting.element().getBoundingClientRect()).toMatchObject({ x, y })
  await expect.element(inspector).toHaveTextContent('Waits 2, 24 s')
  report({
    state: 'waiting',
    pages: 12,
    wait: { until: Date.now() + 60_000, reason: 'rate-limit', source: 'retry-after' }
  })
  await expect.element(inspector).toHaveTextContent(/Waiting 1 min, rate limit; then page 13 again/)
  report({ largestPage: 7_200_000 })
  await expect.element(page.getByText('The largest page was 7.2 MB: smaller pages arrive sooner.')).toBeVisible()
  expect(inspector.element().textContent).not.toContain('%')
  report({ state: 'done', finishedAt: Date.now(), items: 588 })
  await expect.element(inspector).toHaveTextContent('Done, complete: 588 rows')
  await expect.element(button('Pause')).not.toBeInTheDocument()
})

test('a walk pauses, goes on and is cancelled; it ends when main says so', async () => {
  const { client, report } = await walking()
  client.answer('data:pause', ({ paused }) => fetchProgress({ state: paused ? 'paused' : 'walking' }))
  await button('Pause').click()
  await expect.element(inspector).toHaveTextContent('Paused after page 3')
  await button('Resume').click()
  await expect.element(inspector).toHaveTextContent('Fetching')
  expect(client.asked('data:pause').map(({ paused }) => paused)).toEqual([true, false])
  await button('Cancel').click()
  await expect.element(inspector).toHaveTextContent('Cancelling')
  expect(client.asked('app:cancelJob')).toContainEqual({ requestId: uuid(1) })
  report({ state: 'cancelled', finishedAt: Date.now() })
  await expect.element(inspector).toHaveTextContent('Cancelled after page 3, 150 rows fetched; incomplete')
})

test('what a walk asks for is frozen: a changed form is for a new one, and can be undone', async () => {
  const { client } = await walking()
  const changed = page.getByText('Changed since this fetch. Fetch again to apply.')
  const size = page.getByRole('spinbutton', { name: 'Page size' })
  await size.fill('100')
  await expect.element(changed).toBeVisible()
  await button('Discard changes').click()
  await expect.element(size).toHaveValue(50)
  await expect.element(changed).not.toBeInTheDocument()

  await size.fill('100')
  await fetch.click()
  await expect.element(fetches.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true')
  expect(client.asked('data:start').map(({ request }) => request.pageSize)).toEqual([100])
  await fetches.getByRole('tab').nth(0).click()
  await expect.element(size).toHaveValue(50)
  await expect.element(changed).not.toBeInTheDocument()
})

test('walks of one collection are distinguished by connector and start', async () => {
  const at = (time: string) => new Date(`2025-11-18T${time}`).getTime()
  const [one, again] = [1, 2].map((n) => fetchProgress({ fetchId: uuid(n), startedAt: at(`09:30:0${n}`) }))
  const other = endedFetch({ fetchId: uuid(3), startedAt: at('10:00:00'), connectorName: 'Kestrel Aerospace' })
  const plain = (number: number, path: string) =>
    fetchProgress({
      ...{ fetchId: uuid(number), startedAt: at(`11:00:0${number}`), connectorName: '' },
      request: collectionRequest({ path, connectorKey: null })
    })
  const without = [plain(4, '/api/ats/v1/connectors'), plain(5, '/api/hris/v2/people/active')]
  await opened({ open: [one, again, other, ...without].filter((fetch) => fetch !== undefined) })
  const tab = (at: number) => fetches.getByRole('tab').nth(at)
  await expect.element(tab(0)).toHaveTextContent(/^Employees\s*09:30:01\s*Umber Textiles\s*Fetching$/)
  await expect.element(tab(1)).toHaveTextContent(/09:30:02\s*Umber Textiles/)
  await expect.element(tab(2)).toHaveTextContent(/^Employees\s*10:00:00\s*Kestrel Aerospace\s*150$/)
  await expect.element(tab(3)).toHaveTextContent(/^Connectors\s*11:00:04\s*ATS\s*Fetching$/)
  await expect.element(tab(4)).toHaveTextContent(/^people\/active\s*11:00:05\s*HRIS\s*Fetching$/)
  await expect
    .element(tab(2))
    .toHaveAttribute('title', expect.stringMatching(/^Employees of Kestrel.*, done\nStarted /))
})

test('rows begin with what names a record; its key and its stamps come last', async () => {
  const columns = ['id', 'created_at', 'manager.name', 'employment_status', 'work_email', 'first_name']
  await walking({ columns })
  await expect.element(cell('rec-0')).toBeVisible()
  const heads = grid.getByRole('columnheader').elements()
  expect(heads.map((head) => head.textContent.trim())).toEqual([
    ...['#', 'Page', 'id', 'first_name', 'work_email', 'employment_status', 'manager.name', 'created_at']
  ])
})

test('what runs in the other region is named, and can be opened', async () => {
  const { client, desk } = await walking()
  const inRegion = (region: Region) => appState({ workspaces: [workspace({ region })] })
  client.answer('workspaces:open', ({ region }) => inRegion(region))
  const said = page.getByText('1 fetch is running in Default')
  await expect.element(said).not.toBeInTheDocument()
  client.answer('data:list', () => ({ open: [], past: [] }))
  // Screen readers announce text only in an element that existed before.
  const status = page.getByRole('main').getByRole('status').elements()
  await desk.app.open(workspace().id, 'eu')
  await expect.element(said).toBeVisible()
  expect(status).toContain(said.element().closest('[role=status]'))
  expect(said.element().closest('[role=status]')?.querySelector('button')).toBeNull()
  await button('Show Default').click()
  await expect.element(inspector).toHaveTextContent('Fetching')
  await expect.element(said).not.toBeInTheDocument()
  await expect.element(page.getByRole('combobox', { name: 'Region' })).toHaveFocus()
  await desk.app.open(workspace().id, 'eu')
  await expect.element(said).toBeVisible()
  client.emit('data:progress', endedFetch())
  await expect.element(said).not.toBeInTheDocument()
})

test('a walk is closed with Delete, after a question where that cancels something', async () => {
  const { client, report } = await walking()
  await fetches.getByRole('tab').click()
  await userEvent.keyboard('{Delete}')
  const dialog = page.getByRole('dialog', { name: 'Close Employees of Umber Textiles?' })
  await expect.element(dialog).toHaveTextContent('This stops the fetch and discards 150 rows.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(client.asked('data:close')).toHaveLength(0)
  report({ state: 'done', finishedAt: Date.now() })
  await expect.element(inspector).toHaveTextContent('Done')
  ;(fetches.getByRole('tab').element() as HTMLElement).focus()
  await userEvent.keyboard('{Delete}')
  await expect.element(fetches).not.toBeInTheDocument()
  expect(client.asked('data:close')).toEqual([{ fetchId: uuid(1) }])
})

test('where the connector reports another total, the headline says so and leads to Reconcile', async () => {
  const { report } = await walking({ items: 5_000, pages: 100 }, [], 5_086)
  await expect.element(inspector).toHaveTextContent('Fetching, page 101 · 5,000 of about 5,086 rows')
  report({ state: 'done', finishedAt: Date.now() })
  await expect.element(inspector).toHaveTextContent('Done, 5,000 rows; connector reports 5,086')
  await inspector.getByRole('button', { name: 'Reconcile' }).click()
  await expect.element(page.getByRole('tab', { name: 'Reconcile' })).toHaveAttribute('aria-selected', 'true')
  await button('Use connector total (5,086)').click()
  await expect.element(page.getByRole('textbox', { name: 'Expected' })).toHaveValue('5086')
  report({ state: 'done', finishedAt: Date.now(), items: 5_087, repeated: 1 })
  await expect.element(inspector).toHaveTextContent('Done, complete: 5,087 rows')
})

test('all columns are shown at first; of very many only those near the view are drawn', async () => {
  const columns = ['id', 'first_name', ...Array.from({ length: 198 }, (_, at) => `field_${at}`)]
  await walking({ columns })
  await expect.element(button('Columns 200 of 200')).toBeVisible()
  await expect.element(cell('rec-0')).toHaveAttribute('aria-colindex', '3')
  const drawn = () => grid.element().querySelectorAll('[role=row]:nth-child(1) [data-column]')
  const names = () => [...drawn()].map((one) => one.getAttribute('data-column'))
  expect(names()).toContain('first_name')
  expect(names().length).toBeLessThan(30)
  grid.element().scrollLeft = 1_000_000
  await expect.poll(names).toContain('field_197')
  expect(names()).not.toContain('id')
})

test('a right click on a value offers it, its row, and the record it names', async () => {
  const { client } = await walking()
  client.answer('data:rowText', ({ column }) => ({
    text: column === null ? '{"id":"rec-1"}' : 'the whole value'
  }))
  const copied: string[] = []
  const before = navigator.clipboard.writeText.bind(navigator.clipboard)
  navigator.clipboard.writeText = async (text) => void copied.push(text)
  const value = grid.getByRole('gridcell', { name: 'Jonas Wehrle' }).first()
  const menu = page.getByRole('menu', { name: 'Row 2' })
  const choose = async (name: string) => {
    await value.click({ button: 'right' })
    await menu.getByRole('menuitem', { name, exact: true }).click()
  }
  await value.click({ button: 'right' })
  expect(
    menu
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent.trim())
  ).toEqual([
    ...['Open record', 'Open employee rec-1', 'Open group grp-1', 'Open group grp-7'],
    ...['Copy value', 'Copy ID', 'Copy row as JSON']
  ])
  await userEvent.keyboard('{Escape}')
  await choose('Copy value')
  await expect.poll(() => copied).toEqual(['the whole value'])
  await choose('Copy ID')
  await choose('Copy row as JSON')
  await expect.poll(() => copied).toEqual(['the whole value', 'rec-1', '{\n  "id": "rec-1"\n}'])
  expect(client.asked('data:rowText')).toEqual([
    { fetchId: uuid(1), index: 1, column: 'first_name' },
    { fetchId: uuid(1), index: 1, column: null }
  ])
  await choose('Open record')
  await expect.element(page.getByRole('complementary', { name: 'Record' })).toHaveTextContent('Row 2, page 1')
  navigator.clipboard.writeText = before
})

test('of a million rows only those in view are read, to the last one', async () => {
  const { client } = await walking({ items: 1_000_000, pages: 20_000 })
  await expect.element(cell('rec-0')).toBeVisible()
  grid.element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(cell('rec-999999')).toBeVisible()
  await expect.element(page.getByText('Row 1,000,000 of 1,000,000, page 20,000')).toBeVisible()
  await userEvent.keyboard('{Home}')
  await expect.element(cell('rec-0')).toBeVisible()
  expect(client.asked('data:rows').length).toBeLessThan(10)
  expect(grid.element().querySelectorAll('[role=row]').length).toBeLessThan(60)
})

test('rows that arrive later fill the last window, and repeated ones are marked', async () => {
  const { client, report } = await walking({ items: 3, pages: 1 }, [1])
  await expect.element(cell('Repeated ID, 2')).toBeVisible()
  report({ items: 5, pages: 2 })
  await expect.element(cell('rec-4')).toBeVisible()
  expect(client.asked('data:rows')).toHaveLength(2)
})

test('rows that are here are not asked for again while the walk goes on', async () => {
  const { client, report } = await walking()
  await expect.element(cell('rec-0')).toBeVisible()
  report({ items: 200, pages: 4 })
  report({ items: 200, pages: 4, state: 'done', finishedAt: Date.now() })
  await expect.element(inspector).toHaveTextContent('Done')
  grid.element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(cell('rec-199')).toBeVisible()
  expect(client.asked('data:rows').map(({ from }) => from)).toEqual([0, 100])
})

test('columns are chosen and made wider by keyboard', async () => {
  const { client } = await walking()
  await button('Columns 7 of 7').click()
  await page.getByRole('checkbox', { name: 'work_email' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(grid.getByRole('columnheader', { name: 'work_email' })).not.toBeInTheDocument()
  await expect.poll(() => client.asked('data:rows').at(-1)?.columns).not.toContain('work_email')
  const edge = page.getByRole('separator', { name: 'Width of first_name' })
  ;(edge.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(edge).toHaveAttribute('aria-valuenow', '184')
})

test('Esc closes the menu that is open, then the record', async () => {
  await walking()
  grid.element().focus()
  await userEvent.keyboard('{Enter}')
  const drawer = page.getByRole('complementary', { name: 'Record' })
  await expect.element(drawer).toBeVisible()
  await button('Columns 7 of 7').click()
  const choice = page.getByRole('checkbox', { name: 'work_email' })
  await expect.element(choice).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(choice).not.toBeInTheDocument()
  await expect.element(drawer).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
})

test('a record opens as a tree whose nested values open, and the keyboard goes on to the next', async () => {
  const { client } = await walking()
  grid.element().focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  const drawer = page.getByRole('complementary', { name: 'Record' })
  await expect.element(drawer.getByRole('heading')).toHaveTextContent('Row 2, page 1')
  await expect.element(drawer.getByRole('button', { name: 'Copy ID rec-1' })).toBeVisible()
  const tree = drawer.getByRole('tree')
  await expect.element(tree).toHaveTextContent('manager')
  ;(tree.element() as HTMLElement).focus()
  await userEvent.keyboard('{End}{ArrowRight}')
  await expect.element(tree).toHaveTextContent('R. Castellanos')
  await drawer.getByRole('tab', { name: 'Pretty' }).click()
  await expect.element(drawer.getByRole('grid', { name: 'Body, pretty' })).toHaveTextContent('line 2')
  await drawer.getByRole('button', { name: 'Next record' }).click()
  await expect.element(drawer.getByRole('heading')).toHaveTextContent('Row 3, page 1')
  expect(client.asked('data:openRecord').map(({ index }) => index)).toEqual([1, 2])
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(grid).toHaveFocus()
})

test('exports run while it walks: progress, cancel, where it is, and what is left of a failed one', async () => {
  const { client, report } = await walking()
  const exports = page.getByRole('region', { name: 'Exports' })
  client.answer('data:export', ({ format }) => fetchExport({ format }))
  await button('Export').click()
  await page.getByRole('menuitem', { name: 'NDJSON (one record per line)' }).click()
  await expect.element(exports).toHaveTextContent('employees.ndjson Writing: 150 rows, 198 kB')
  client.answer('data:cancelExport', () => undefined)
  await button('Cancel export').click()
  expect(client.asked('data:cancelExport')).toEqual([{ fetchId: uuid(1), exportId: uuid(70) }])
  report({ exports: [fetchExport({ state: 'cancelled' })] })
  await expect.element(exports).toHaveTextContent('Cancelled: no file was left behind')
  report({ exports: [fetchExport({ state: 'done', rows: 588 })] })
  await expect
    .element(exports.getByRole('button', { name: 'Copy path /home/maya/Exports/employees.ndjson' }))
    .toBeVisible()
  exports.element().setAttribute('style', 'width: 376px')
  expect(
    exports
      .getByText(/^Saved: 588 rows/)
      .element()
      .getBoundingClientRect().height
  ).toBeLessThan(20)
  client.answer('app:showSaved', () => undefined)
  await button('Show in folder').click()
  expect(client.asked('app:showSaved')).toEqual([{ file: '/home/maya/Exports/employees.ndjson' }])
  const error = { code: 'internal' as const, message: 'The disk is full.' }
  report({ exports: [fetchExport({ state: 'failed', error })] })
  await expect
    .element(exports)
    .toHaveTextContent('Failed: The disk is full. What was written is in employees.ndjson.part')
})

test('CSV takes the columns that are chosen, those shown at first', async () => {
  const { client } = await walking()
  client.answer('data:export', () => null)
  await button('Export').click()
  await page.getByRole('menuitem', { name: 'CSV (choose columns)…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export CSV' })
  await dialog.getByRole('button', { name: 'None' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Export…' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'work_email' }).click()
  await dialog.getByRole('checkbox', { name: 'id', exact: true }).click()
  await dialog.getByRole('button', { name: 'Export…' }).click()
  await expect
    .poll(() => client.asked('data:export'))
    .toEqual([{ fetchId: uuid(1), format: 'csv', columns: ['id', 'work_email'] }])
})

test('a count is compared with a number in words, and says where the walk is not whole', async () => {
  const { client, report } = await walking()
  client.answer('data:reconcile', () => reconciliation({ whole: false }))
  await page.getByRole('tab', { name: 'Reconcile' }).click()
  const pane = page.getByRole('region', { name: 'Reconcile' })
  const expected = page.getByRole('textbox', { name: 'Expected' })
  await expected.fill('150')
  await expect.element(pane).toHaveTextContent('2 fewer here, but the fetch is incomplete')
  client.answer('data:reconcile', () => reconciliation())
  report({ state: 'done', finishedAt: Date.now() })
  await expect.element(pane).toHaveTextContent(/Fetched\s*complete/)
  await expected.fill('148')
  await expect.element(pane).toHaveTextContent('Equal')
  await expected.fill('1,40')
  await expect.element(pane).toHaveTextContent('8 more here')
  await expected.fill('many')
  await expect.element(pane).toHaveTextContent('Enter a whole number.')
})

test('values of a column are counted, and a list of ids is compared both ways', async () => {
  const { client } = await walking({ state: 'done', finishedAt: Date.now() })
  client.answer('data:reconcile', ({ by }) =>
    reconciliation({
      byValue: by
        ? [
            { value: 'ACTIVE', count: 120 },
            { value: null, count: 30 }
          ]
        : []
    })
  )
  client.answer('data:compareIds', () => ({
    here: 148,
    there: 141,
    both: 140,
    missingHere: ['gone-1'],
    missingHereTotal: 1,
    missingThere: ['rec-7', 'rec-8'],
    missingThereTotal: 8,
    skipped: 1
  }))
  client.answer('data:exportIds', () => ({ file: '/tmp/ids.csv' }))
  await page.getByRole('tab', { name: 'Reconcile' }).click()
  await page.getByRole('combobox', { name: 'Column' }).selectOptions('employment_status')
  await expect.element(page.getByRole('row', { name: 'ACTIVE 120' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'no value 30' })).toBeVisible()
  await button('Paste IDs').click()
  await page.getByRole('textbox', { name: 'IDs, one per line' }).fill('rec-1\ngone-1')
  await button('Compare').click()
  await expect.element(page.getByRole('region', { name: 'Missing here' })).toHaveTextContent('gone-1')
  await expect
    .element(page.getByText('140 IDs are in both. 148 fetched, 141 in the list, 1 line without an ID skipped.'))
    .toBeVisible()
  expect(client.asked('data:compareIds')).toEqual([{ fetchId: uuid(1), pasted: 'rec-1\ngone-1' }])
  await button('Export comparison…').click()
  await expect.element(page.getByText('Saved as /tmp/ids.csv')).toBeVisible()
  client.answer('app:showSaved', () => undefined)
  await button('Show in folder').click()
  expect(client.asked('app:showSaved')).toEqual([{ file: '/tmp/ids.csv' }])
})

test('what is chosen of several connectors goes with its region', async () => {
  const { client, desk } = await opened()
  client.answer('workspaces:open', ({ region }) => appState({ workspaces: [workspace({ region })] }))
  await collection.fill('employees')
  await userEvent.keyboard('{Enter}')
  await button('Several connectors').click()
  const dialog = page.getByRole('dialog', { name: 'Employees of several connectors' })
  await expect.element(dialog).toBeVisible()
  await desk.app.open(workspace().id, 'eu')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what a search finds, and that there are no connectors, is said once main has told it', async () => {
  const { client } = await opened()
  let answer = () => {}
  client.answer('connectors:find', () => new Promise((resolve) => (answer = () => resolve({ rows: [], total: 0 }))))
  client.answer('connectors:integrationTotals', never)
  await collection.fill('employees')
  await userEvent.keyboard('{Enter}')
  await button('Several connectors').click()
  await expect.element(page.getByText('0 connectors selected')).toBeVisible()
  await expect.element(page.getByText(/0 matches|No HRIS connectors/)).not.toBeInTheDocument()
  answer()
  await expect.element(page.getByText('0 connectors selected; 0 matches')).toBeVisible()
})

test('those without an integration are chosen at once, and those with one are not', async () => {
  const { client } = await opened()
  client.connectors.hold([row('HRIS', 'bare', { integration_slug: '', end_user: 'Of no integration' })])
  await collection.fill('employees')
  await userEvent.keyboard('{Enter}')
  await button('Several connectors').click()
  await page.getByRole('combobox', { name: 'All of an integration' }).selectOptions('No integration, 1')
  await expect.element(button('Count 1 connector')).toBeVisible()
})

test('several connectors are counted at once, summed, sorted, and each opens as a walk', async () => {
  const { client } = await opened()
  await collection.fill('employees')
  await userEvent.keyboard('{Enter}')
  client.answer('data:countMany', never)
  await button('Several connectors').click()
  await page.getByRole('combobox', { name: 'All of an integration' }).selectOptions('Personio, 2')
  await button('Count 2 connectors').click()
  const [asked] = client.asked('data:countMany')
  expect([...(asked?.keys ?? [])].sort()).toEqual(['HRIS:one', 'HRIS:two'])
  const part = { pages: 3, repeated: 0, error: null }
  client.emit('data:manyProgress', {
    requestId: asked?.requestId ?? '',
    parts: [
      { ...part, key: 'HRIS:one', state: 'done', items: 120 },
      { ...part, key: 'HRIS:two', state: 'walking', items: 1_120 }
    ]
  })
  await expect.element(page.getByRole('row', { name: /^All 6 1,240 0/ })).toBeVisible()
  client.emit('data:manyProgress', {
    requestId: asked?.requestId ?? '',
    parts: [
      { ...part, key: 'HRIS:one', state: 'done', items: 120 },
      {
        ...{ ...part, key: 'HRIS:two', state: 'waiting', items: 1_120 },
        wait: {
          ...{ until: Date.now() + 30_000, reason: 'retry', source: 'backoff' },
          failure: { host: 'api.example', error: { code: 'unreachable', message: 'This computer has no network.' } }
        }
      }
    ]
  })
  const waits = page.getByText(/^No connection to api\.example, retrying in (30|2\d) s$/)
  await expect.element(waits).toHaveAttribute('title', 'This computer has no network.')
  const head = page.getByRole('columnheader', { name: 'Rows' })
  await head.getByRole('button').click()
  await expect.element(head).toHaveAttribute('aria-sort', 'descending')
  await expect.element(page.getByRole('row').nth(1)).toHaveTextContent(/Kestrel Aerospace No connection/)
  await button('Cancel counting').click()
  expect(client.asked('app:cancelJob')).toContainEqual({ requestId: asked?.requestId })
  await page
    .getByRole('row', { name: /Umber Textiles/ })
    .getByRole('button', { name: 'Fetch rows' })
    .click()
  await expect.poll(() => client.asked('data:start')[0]?.request).toEqual(collectionRequest())
  await expect.element(inspector).toBeVisible()
})

test('walks of earlier runs say how they ended, and are walked again from the beginning or forgotten', async () => {
  const { client } = await opened({ past: [pastFetch(), pastFetch({ fetchId: uuid(2), state: 'done' })] })
  await expect
    .element(page.getByText('Interrupted when the app quit. Fetching starts from the beginning.'))
    .toBeVisible()
  await button('Remove: Employees of Umber Textiles').nth(1).click()
  await expect.element(button('Remove: Employees of Umber Textiles').nth(1)).not.toBeInTheDocument()
  expect(client.asked('data:forgetPast')).toEqual([{ fetchId: uuid(2) }])
  await button('Fetch again: Employees of Umber Textiles').click()
  await expect.poll(() => client.asked('data:start')[0]?.request).toEqual(pastFetch().request)
  await expect.element(inspector).toBeVisible()
})

test('a 422 shows at its parameter until that is changed; a 403 names the category', async () => {
  const request = collectionRequest({ params: { expand: 'boss' } })
  const { report } = await walking({ request })
  const failed = (error: AppError) => report({ state: 'failed', finishedAt: Date.now(), error: error.toShape() })
  const detail = [{ loc: ['query', 'expand'], msg: 'Unknown relation', type: 'enum' }]
  const fields = { 'params.expand': 'Unknown relation' }
  failed(new AppError('validation', 'no', { status: 422, page: 1, detail, fields }))
  const expand = page.getByRole('textbox', { name: 'expand' })
  await expect.element(expand).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText('Unknown relation', { exact: true })).toBeVisible()
  await expect.element(inspector).toHaveTextContent('Failed at page 1, kept what was fetched: 150 rows')
  await expect.element(inspector).toHaveTextContent('expand: Unknown relation')
  await expand.fill('manager')
  await expect.element(expand).not.toHaveAttribute('aria-invalid')
  failed(new AppError('forbidden', 'The connector’s token belongs to HRIS.', { status: 403 }))
  await expect.element(inspector).toHaveTextContent('The connector’s token belongs to HRIS.')
})

test('a walk that was cut off goes on with its last cursor', async () => {
  const { client, report } = await walking()
  const cut = { state: 'failed', finishedAt: Date.now(), error: new AppError('timeout', 'Late.').toShape() } as const
  report({ ...cut, resumable: false })
  await expect.element(button('Fetch again')).toBeVisible()
  await expect.element(button('Resume at page 4')).not.toBeInTheDocument()
  report({ ...cut, resumable: true })
  client.answer('data:resume', () => fetchProgress())
  await button('Resume at page 4').click()
  await expect.element(button('Pause')).toBeVisible()
  expect(client.asked('data:resume')).toEqual([{ fetchId: fetchProgress().fetchId }])
})

test('a sync is waited for and then walked with what was entered when the wait began', async () => {
  const { client, desk } = await opened()
  let finish: (answer: { how: 'status'; at: number }) => void = () => undefined
  client.answer('data:awaitSync', () => new Promise((resolve) => (finish = resolve)))
  desk.rooms?.collections.choose({ connectorKey: 'HRIS:one' })
  await page.getByRole('combobox', { name: 'Wait at most' }).selectOptions('2 h')
  await button('Fetch after the next sync').click()
  const wait = page.getByRole('region', { name: 'Waiting for the sync' })
  await expect.element(wait).toHaveTextContent('Waiting for the sync of Umber Textiles')
  const requestId = client.asked('data:awaitSync')[0]?.requestId ?? ''
  const look = { requestId, syncStatus: 'Done', syncProgress: null, begun: false, looks: 1 }
  client.emit('data:syncWait', { ...look, nextLookAt: Date.now() + 60_000 })
  await expect.element(wait).toHaveTextContent('No sync is running: waiting for the next one')
  const later = { ...look, syncStatus: 'Syncing', syncProgress: 64, begun: true, looks: 3 }
  client.emit('data:syncWait', { ...later, nextLookAt: Date.now() + 60_000 })
  await expect.element(wait).toHaveTextContent(/Syncing 64 %, checked 3 times, for up to 2 h, again in/)
  expect(client.asked('data:awaitSync')[0]?.withinMinutes).toBe(120)
  await page.getByRole('spinbutton', { name: 'Page size' }).fill('20')
  expect(client.asked('data:start')).toHaveLength(0)
  finish({ how: 'status', at: Date.now() })
  await expect.poll(() => client.asked('data:start')[0]?.request).toEqual(collectionRequest())
  await expect.element(wait).not.toBeInTheDocument()
  // The request entered meanwhile is not lost.
  await button('New fetch').click()
  await expect.element(page.getByRole('spinbutton', { name: 'Page size' })).toHaveValue(20)
})

test('a wait that is stopped walks nothing', async () => {
  const { client, desk } = await opened()
  client.answer('data:awaitSync', never)
  desk.rooms?.collections.choose({ connectorKey: 'HRIS:one', collectionId: 'hris/companies' })
  await expect.element(collection).toHaveValue('Companies')
  await button('Fetch after the next sync').click()
  await button('Stop waiting').click()
  await expect.element(page.getByRole('region', { name: 'Waiting for the sync' })).not.toBeInTheDocument()
  expect(client.asked('app:cancelJob')).toHaveLength(1)
  expect(client.asked('data:start')).toHaveLength(0)
})

test('progress that overtakes the answer is not lost, and another place’s walks stay there', async () => {
  const { client, desk } = await opened()
  client.answer('data:start', ({ requestId, request }) => {
    client.emit('data:progress', endedFetch({ fetchId: requestId, request, items: 4, pages: 1 }))
    return fetchProgress({ fetchId: requestId, request, items: 0, pages: 0 })
  })
  desk.rooms?.collections.choose({ connectorKey: 'HRIS:one' })
  await fetch.click()
  await expect.element(inspector).toHaveTextContent('Done, complete: 4 rows')
  client.emit('data:progress', fetchProgress({ fetchId: uuid(8), region: 'eu' }))
  expect(desk.rooms?.collections.place?.fetches).toHaveLength(1)
})

test('each collection has its own parameters: model filters, several values, relations, and no modified_after in LMS', async () => {
  const { client } = await opened()
  await collection.click()
  await userEvent.keyboard('hris employees{Enter}')
  await connector.click()
  await userEvent.keyboard('umber{Enter}')
  await page.getByRole('combobox', { name: 'employment_status' }).fill('LEAVE')
  const managers = page.getByRole('textbox', { name: 'manager_id' })
  await managers.fill('m1')
  await userEvent.keyboard('{Enter}')
  await managers.fill('m2,m3')
  await expect.element(page.getByRole('list', { name: 'Values of manager_id' })).toHaveTextContent('m1 m2 m3')
  await button('Remove m2').click()
  await page.getByRole('group', { name: 'Relations' }).getByRole('button', { name: 'groups' }).click()
  await page.getByRole('textbox', { name: 'expand' }).fill('groups,manager[first_name,last_name]')
  await page.getByRole('group', { name: 'Relations' }).getByRole('button', { name: 'groups' }).click()
  client.answer('data:start', () => fetchProgress())
  await fetch.click()
  await expect
    .poll(() => client.asked('data:start')[0]?.request.params)
    .toEqual({ employment_status: 'LEAVE', manager_id: 'm1,m3', expand: 'manager[first_name,last_name]' })

  await button('New fetch').click()
  await collection.click()
  await userEvent.keyboard('lms users{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'email_address' })).toBeVisible()
  expect(page.getByText('modified_after', { exact: true }).elements()).toEqual([])
})

test('a parameter typed by hand that the collection does not declare is marked, before and after the walk', async () => {
  const { report } = await walking({
    request: collectionRequest({ params: { shape: 'flat', modified_after: '2026-05-01' } })
  })
  await expect
    .element(page.getByText('Not a documented parameter: probably ignored, so the whole collection is fetched.'))
    .toBeVisible()
  await expect.element(page.getByText('shape is not a documented parameter: it was probably ignored.')).toBeVisible()
  report({ state: 'done', finishedAt: Date.now(), ignored: [{ name: 'modified_after', items: 37 }] })
  const words = 'The API ignored this filter: modified_after. 37 rows do not match it.'
  await expect.element(page.getByText(words)).toBeVisible()
})
