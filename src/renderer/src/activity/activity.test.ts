import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { ActivityCall, FoundRecord } from '../../../shared/activity/call'
import type { FakeClient } from '../testing/fake-client'
import { removedNames } from './call-words'
import { ended, row, workspace } from '../testing/made-up'
import { activityClient, madeUpCall } from '../testing/made-up-activity'
import { open } from '../testing/open'

const grid = page.getByRole('grid', { name: 'Activity' })
const drawer = page.getByRole('complementary', { name: 'Request', exact: true })
const search = page.getByRole('searchbox', { name: 'Search activity' })
const rowOf = (text: string) => grid.getByRole('row').filter({ hasText: text })
const asked = (client: FakeClient) => client.asked('activity:list').at(-1)?.filters

const deleted = madeUpCall(2, {
  asker: 'passthrough',
  method: 'POST',
  path: '/api/hris/v1/passthrough',
  forwarded: 'DELETE /employees/17',
  mutation: true,
  subject: 'Passthrough to Brightwater Clinics'
})
const some = [
  madeUpCall(1),
  deleted,
  madeUpCall(3, { path: '/api/ats/v1/candidates', asker: 'collections', limited: 2, tries: 3, waitedMs: 23_000 }),
  madeUpCall(4, { path: '/api/lms/v1/courses', status: null, error: 'timeout', requestId: null }),
  madeUpCall(5, { path: '/api/hris/v1/companies', status: 422, error: 'validation' })
]

async function withCalls(calls: ActivityCall[] = some) {
  const client = activityClient(calls)
  const desk = await open(client, '#/activity')
  if (calls.length > 0) await expect.element(grid).toBeVisible()
  return { client, desk }
}

test('describes what it shows, and each row how its call ended', async () => {
  const { client } = await withCalls()
  await expect
    .element(
      page.getByText(
        '5 requests of Harbourline in the last day, newest first · reads are kept 30 days, writes 400 days'
      )
    )
    .toBeVisible()
  await expect.element(rowOf('/employees/17')).toHaveTextContent(/DEL \/employees\/17 forwarded CHANGE: Write request/)
  await expect.element(rowOf('/candidates')).toHaveTextContent(/200 3 23 s/)
  await expect.element(rowOf('/courses')).toHaveTextContent(/no response/)
  await expect.element(rowOf('/companies')).toHaveTextContent(/422 rejected/)
  expect(asked(client)?.since).toBeGreaterThan(Date.now() - 25 * 3_600_000)
})

test('search and filters go to main, and Clear removes them', async () => {
  const { client } = await withCalls()
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('employees')
  await expect.poll(() => asked(client)?.text).toBe('employees')
  await page.getByRole('combobox', { name: 'View' }).selectOptions('Passthrough')
  await page.getByRole('combobox', { name: 'Region of the requests' }).selectOptions('Default')
  await page.getByRole('combobox', { name: 'Outcome' }).selectOptions('Succeeded')
  await page.getByRole('checkbox', { name: 'Changes only' }).click()
  await expect
    .poll(() => asked(client))
    .toMatchObject({ text: 'employees', asker: 'passthrough', region: 'default', outcome: 'ok', mutationsOnly: true })
  await expect.element(page.getByText('1 request matches, newest first')).toBeVisible()
  expect(client.asked('activity:chart').at(-1)?.filters).toMatchObject({ text: 'employees', mutationsOnly: true })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => Object.keys(asked(client) ?? {})).toEqual(['withoutChecks', 'since'])
  await expect.element(search).toHaveValue('')
})

test('a bar narrows the list to its time; the same bar again shows all', async () => {
  const { client } = await withCalls()
  const { since = 0, until = 0, buckets = 1 } = client.asked('activity:chart').at(-1) ?? {}
  const bars = page.getByRole('toolbar', { name: /Requests over time/ })
  const bar = bars.getByRole('button', { name: /: 7 requests, median 160 ms, 95 % within 900 ms/ })
  await bar.click()
  const step = (until - since) / buckets
  await expect
    .poll(() => asked(client))
    .toEqual({ since: since + 7 * step, until: since + 8 * step, withoutChecks: true })
  await expect.element(bar).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText(/Showing \d\d:\d\d–\d\d:\d\d/)).toBeVisible()
  await bar.click()
  await expect.poll(() => asked(client)?.until).toBeUndefined()
})

test('the bars are one stop of Tab, and arrows go from one to the next', async () => {
  await withCalls()
  const stops = () => document.querySelectorAll<HTMLElement>('[role=toolbar] button[tabindex="0"]')
  expect(stops()).toHaveLength(1)
  stops()[0]?.focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/: 22 requests/)
  await userEvent.keyboard('{Home}')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/: 0 requests/)
  expect(stops()).toHaveLength(1)
})

test('the chart is of the time chosen, and is a table too', async () => {
  const { client } = await withCalls()
  await page.getByRole('button', { name: '30 days' }).click()
  await expect.poll(() => client.asked('activity:chart').at(-1)?.buckets).toBe(30)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect.poll(() => asked(client)).toEqual({ withoutChecks: true })
  await expect.element(page.getByText('5 requests of Harbourline, newest first')).toBeVisible()
  await page.getByRole('button', { name: 'Show as table' }).click()
  const table = page.getByRole('region', { name: 'Requests over time as a table' })
  await expect.element(table.getByRole('row', { name: / 25 0 0 160 ms 900 ms/ })).toBeInTheDocument()
})

test('more is read as the list is scrolled to its end, and nothing twice', async () => {
  const { client } = await withCalls(Array.from({ length: 450 }, (_, at) => madeUpCall(at + 1)))
  await expect.element(page.getByText('200 of 450 requests loaded')).toBeVisible()
  grid.element().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => client.asked('activity:list').map(({ before }) => before?.id)).toEqual([undefined, 200])
  await expect.element(page.getByText('400 of 450 requests loaded')).toBeVisible()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByText('450 requests', { exact: true })).toBeVisible()
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(drawer.getByText('req-450')).toBeVisible()
})

test('the keyboard opens a call, goes on to the next and comes back', async () => {
  await withCalls()
  await userEvent.keyboard('j{Enter}')
  await expect.element(drawer.getByText('DELETE /employees/17')).toBeVisible()
  await expect.element(drawer.getByText('Write request · kept 400 days')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(drawer.getByText('2 times')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(drawer.getByText('no response: No response in time')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(grid).toHaveFocus()
})

const fetched = (page: number) =>
  madeUpCall(10 + page, {
    asker: 'collections',
    path: '/api/hris/v1/employees',
    partOf: 'fetch',
    connectorKey: 'HRIS:one'
  })
const pages = Array.from({ length: 26 }, (_, page) => fetched(page))
const groupRow = rowOf('Fetched Employees, 26 pages')

test('pages of one fetch are one row, which unfolds to its requests and folds again', async () => {
  const { client } = await withCalls([...some, ...pages])
  await expect.element(groupRow).toBeVisible()
  await expect.element(grid).toHaveAttribute('aria-rowcount', '7')
  await expect.element(page.getByText('31 requests', { exact: true })).toBeVisible()
  await groupRow.click()
  await expect.element(grid).toHaveAttribute('aria-rowcount', '33')
  await expect
    .element(groupRow.getByRole('button', { name: 'Hide its requests' }))
    .toHaveAttribute('aria-expanded', 'true')
  expect(client.asked('activity:part')).toMatchObject([{ partOf: 'fetch', filters: { withoutChecks: true } }])
  await expect.element(drawer).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(drawer.getByRole('heading', { name: '/api/hris/v1/employees' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(grid).toHaveAttribute('aria-rowcount', '7')
  expect(client.asked('activity:part')).toHaveLength(1)
})

test('a group says how many of its requests failed', async () => {
  await withCalls([...pages.slice(1), { ...fetched(0), status: 500 }])
  await expect.element(groupRow).toHaveTextContent(/1 failed/)
})

test('feature checks are hidden until they are asked for; the export has them, each request a line', async () => {
  const check = madeUpCall(9, { path: '/api/embedded/v1/connectors/resync', probe: true, status: 400 })
  const { client } = await withCalls([...some, check])
  await expect.element(rowOf('/resync')).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Feature checks' }).click()
  await expect.element(rowOf('/resync')).toHaveTextContent('400 (expected)')
  await page.getByRole('checkbox', { name: 'Feature checks' }).click()
  await expect.element(rowOf('/resync')).not.toBeInTheDocument()
  client.answer('activity:export', () => ({ file: '/home/maya/calls.csv', calls: 6 }))
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.element(page.getByText(/Every request that matches the filters, one line each/)).toBeVisible()
  await page.getByRole('menuitem', { name: 'CSV (spreadsheet)' }).click()
  await expect.element(page.getByText('6 requests saved as')).toBeVisible()
  expect(client.asked('activity:export')[0]?.filters).not.toHaveProperty('withoutChecks')
})

test('a right click offers what a request was about, and its path, ID and text', async () => {
  const { client, desk } = await withCalls([
    ...some,
    madeUpCall(8, { connectorKey: 'HRIS:one', path: '/api/hris/v1/employees', asker: 'collections' })
  ])
  const requestId = client.refreshId
  client.connectors.hold([row('HRIS', 'one', { end_user: 'Umber Textiles' })])
  client.emit('connectors:progress', { requestId, progress: ended(Date.now()) })
  await expect.poll(() => desk.connectors.active?.tally.total).toBe(1)
  await rowOf('/api/hris/v1/employees').click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Request /api/hris/v1/employees' })
  expect(
    menu
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent.trim())
  ).toEqual([...['Open connector', 'Open in Data', 'Copy path', 'Copy request ID', 'Copy as text']])
  await menu.getByRole('menuitem', { name: 'Open in Data' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Collection' })).toHaveValue('Employees')
  expect(desk.rooms?.collections.place?.blank.connectorKey).toBe('HRIS:one')
})

test('the drawer leads to the connector, and to the send in Passthrough', async () => {
  const sent = madeUpCall(2, { asker: 'passthrough', connectorKey: 'HRIS:one', partOf: 'send-1', path: '/x' })
  const { client, desk } = await withCalls([sent])
  await rowOf('/x').click()
  await expect.element(drawer.getByRole('button', { name: 'Open in Passthrough' })).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Open connector' })).not.toBeInTheDocument()
  client.connectors.hold([row('HRIS', 'one', { end_user: 'Umber Textiles' })])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.poll(() => desk.connectors.active?.tally.total).toBe(1)
  await drawer.getByRole('button', { name: 'Open connector' }).click()
  await expect.element(page.getByRole('complementary', { name: 'Connector' })).toHaveTextContent('Umber Textiles')
})

test('the exported file is shown in its folder', async () => {
  const { client } = await withCalls()
  client.answer('activity:export', () => ({ file: '/home/maya/calls.csv', calls: 5 }))
  client.answer('app:showSaved', () => undefined)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV (spreadsheet)' }).click()
  await page.getByRole('button', { name: 'Show in folder' }).click()
  expect(client.asked('app:showSaved')).toEqual([{ file: '/home/maya/calls.csv' }])
})

test('a 404 of a forwarded request is the answer of the provider', async () => {
  await withCalls([{ ...deleted, status: 404, error: 'not-found' }])
  await rowOf('/employees/17').click()
  await expect.element(drawer).toHaveTextContent('nothing at this path')
})

test('a click opens a call', async () => {
  await withCalls()
  await rowOf('/companies').click()
  await expect.element(drawer.getByRole('heading', { name: '/api/hris/v1/companies' })).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Copy Request ID req-5' })).toBeVisible()
})

test('new calls are announced and wait until the operator asks for them', async () => {
  const { client } = await withCalls()
  client.emit('activity:added', { workspaceId: 'of another', calls: 40 })
  client.emit('activity:added', { workspaceId: workspace().id, calls: 9 })
  client.emit('activity:added', { workspaceId: workspace().id, calls: 3 })
  const fresh = page.getByRole('button', { name: '12 new requests' })
  await expect.element(fresh).toBeVisible()
  expect(client.asked('activity:list')).toHaveLength(1)
  await fresh.click()
  await expect.element(fresh).not.toBeInTheDocument()
  expect(client.asked('activity:list')).toHaveLength(2)
})

test('what a removed workspace changed is found beside the open one, and saved', async () => {
  const client = activityClient(some)
  const gone = { workspaceId: 'gone', name: 'Brightwater', lastAt: Date.now() }
  client.answer('activity:workspaces', () => ({
    workspaces: [gone, { ...gone, workspaceId: workspace().id, name: null }]
  }))
  client.answer('activity:export', () => ({ file: '/home/maya/calls.csv', calls: 1 }))
  const desk = await open(client, '#/activity')
  const which = page.getByRole('combobox', { name: 'Workspace of the requests' })
  await expect.element(which).toHaveTextContent(/^\s*Harbourline\s*Deleted: Brightwater\s*$/)
  await rowOf('/companies').click()
  await page.getByRole('checkbox', { name: 'Changes only' }).click()
  await which.selectOptions('Deleted: Brightwater')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect
    .poll(() => client.asked('activity:list').at(-1))
    .toMatchObject({ workspaceId: 'gone', filters: { withoutChecks: true }, limit: 200 })
  expect(asked(client)).toEqual({ withoutChecks: true })
  expect(client.asked('activity:chart').at(-1)).toMatchObject({ workspaceId: 'gone' })
  await expect
    .element(page.getByText(/^5 requests of Brightwater, newest first · only write requests of a deleted/))
    .toBeVisible()
  client.emit('activity:added', { workspaceId: workspace().id, calls: 2 })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV (spreadsheet)' }).click()
  await expect.element(page.getByText('1 request saved as /home/maya/calls.csv')).toBeVisible()
  expect(client.asked('activity:export')).toMatchObject([{ workspaceId: 'gone' }])
  await expect.element(page.getByText('2 new requests')).not.toBeInTheDocument()
  await which.selectOptions('Harbourline')
  await expect.poll(() => client.asked('activity:list').at(-1)?.workspaceId).toBe(workspace().id)
  expect(desk.rooms?.activity.span).toBe('day')
  desk.rooms?.activity.look()()
  await expect.element(which).not.toBeInTheDocument()
})

test('removed workspaces without a name, or with the same one, are distinguished; without any there is no choice', async () => {
  const { client } = await withCalls()
  const which = page.getByRole('combobox', { name: 'Workspace of the requests' })
  await expect.poll(() => client.asked('activity:workspaces')).toHaveLength(1)
  await expect.element(which).not.toBeInTheDocument()
  const named = (workspaceId: string, name: string | null) => ({ workspaceId, name, lastAt: Date.UTC(2026, 2, 3) })
  expect(removedNames([named('a', 'Acme'), named('b', 'Acme'), named('c', null)])).toEqual([
    ['a', 'Deleted: Acme', expect.stringMatching(/^, until .*3 Mar.* 2026/)],
    ['b', 'Deleted: Acme', expect.stringMatching(/^, until .*3 Mar.* 2026/)],
    ['c', 'Deleted: name not kept', '']
  ])
})

test('long names keep the ending that distinguishes them, and are cut where they are the same', async () => {
  const client = activityClient(some)
  const long = 'Harbourline of the northern and the western coast, '
  const named = (workspaceId: string, name: string) => ({ workspaceId, name, lastAt: Date.UTC(2026, 2, 3) })
  client.answer('activity:workspaces', () => ({
    workspaces: [named('a', `${long}by Ada`), named('b', `${long}by Ben`)]
  }))
  await open(client, '#/activity')
  const choices = page.getByRole('option', { name: /^Deleted: / })
  await expect.poll(() => choices.elements().map(({ textContent }) => textContent)).toHaveLength(2)
  for (const choice of choices.elements()) {
    expect(choice.textContent).toMatch(/^Deleted: Harbourline.*… \(66 characters\), until .*3 Mar.* 2026/)
  }
})

test('once the view was left it is of the open workspace again, over the time chosen there', async () => {
  const client = activityClient(some)
  client.answer('activity:workspaces', () => ({
    workspaces: [{ workspaceId: 'gone', name: 'Brightwater', lastAt: Date.now() }]
  }))
  const desk = await open(client, '#/activity')
  await page.getByRole('button', { name: '30 days' }).click()
  const which = page.getByRole('combobox', { name: 'Workspace of the requests' })
  await which.selectOptions('Deleted: Brightwater')
  await expect.element(page.getByText(/^5 requests of Brightwater/)).toBeVisible()
  expect(desk.rooms?.activity.span).toBe('all')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect.element(grid).not.toBeInTheDocument()
  client.answer('activity:workspaces', () => Promise.reject(new AppError('internal', 'the store is gone')))
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect.element(page.getByText('5 requests of Harbourline in the last 30 days, newest first')).toBeVisible()
  expect(client.asked('activity:list').at(-1)?.workspaceId).toBe(workspace().id)
})

test('what is filtered is saved, and the file is named', async () => {
  const { client } = await withCalls()
  client.answer('activity:export', () => ({ file: '/home/maya/calls.csv', calls: 1 }))
  await page.getByRole('checkbox', { name: 'Changes only' }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV (spreadsheet)' }).click()
  await expect.element(page.getByText('1 request saved as /home/maya/calls.csv')).toBeVisible()
  expect(client.asked('activity:export')[0]).toMatchObject({ format: 'csv', filters: { mutationsOnly: true } })
  client.answer('activity:export', () => Promise.reject(new AppError('file-refused', 'EACCES')))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'JSON (all fields)' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('an empty list says why, and fills by itself once a call was made', async () => {
  const { client } = await withCalls([])
  await expect.element(page.getByRole('heading', { name: 'No request in the last day' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
  client.answer('activity:list', () => ({ calls: some, groups: [], next: null, total: some.length }))
  client.emit('activity:added', { workspaceId: workspace().id, calls: 5 })
  await expect.element(grid).toBeVisible()
})

test('a filter that leaves nothing says so and can be removed', async () => {
  await withCalls()
  await page.getByRole('combobox', { name: 'View' }).selectOptions('Mappings')
  await expect.element(page.getByRole('heading', { name: 'No request matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect.element(grid).toBeVisible()
})

test('where nothing can be kept or read, it says so', async () => {
  const client = activityClient(some)
  client.answer('app:keeping', () => ({
    keeping: 'no',
    reason: 'disk-full',
    message: 'The disk is full.',
    setAside: null
  }))
  client.answer('activity:list', () => Promise.reject(new AppError('internal', 'the store is gone')))
  await open(client, '#/activity')
  await expect
    .element(page.getByRole('region', { name: 'Activity is not saved on this computer at the moment' }))
    .toBeVisible()
  await expect.element(page.getByRole('alert')).toBeVisible()
  client.answer('activity:list', () => ({ calls: some, groups: [], next: null, total: some.length }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(grid).toBeVisible()
})

const lost: Partial<ActivityCall> = { status: null, error: 'timeout', unknown: true, operator: 'Ada', requestId: null }

test('an unknown outcome offers a safe read, and gets an end by what an operator records', async () => {
  const sent = { ...deleted, ...lost, connectorKey: 'HRIS:a', partOf: 'send-1' }
  const { client, desk } = await withCalls([sent, madeUpCall(5)])
  client.connectors.hold([row('HRIS', 'a')])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  const found: FoundRecord[] = []
  client.answer('activity:found', () => ({ found: [...found] }))
  client.answer('activity:recordFound', ({ id, outcome, note }) => {
    found.unshift({ id: found.length + 1, outcome, note, operator: 'Grace', foundAt: Date.now() })
    client.emit('activity:found', { id, outcome })
    return { found: [...found] }
  })
  await expect.element(rowOf('/employees/17')).toHaveTextContent('outcome unknown')
  await rowOf('/employees/17').click()
  const end = drawer.getByRole('region', { name: 'Unknown outcome' })
  await expect.element(end).toHaveTextContent('Whether it was done is not recorded yet.')
  const record = async (outcome: string, note: string) => {
    await end.getByRole('button', { name: /Find out…|Correct…/ }).click()
    await expect.element(dialog.getByRole('button', { name: 'Record' })).toBeDisabled()
    await dialog.getByRole('button', { name: outcome }).click()
    await dialog.getByRole('textbox', { name: 'Note' }).fill(note)
    await dialog.getByRole('button', { name: 'Record' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  const dialog = page.getByRole('dialog', { name: 'Find out whether it was done' })
  await record('Still unknown', '')
  await expect.element(rowOf('/employees/17')).toHaveTextContent('still unknown')
  await record('It was done', 'Employee 17 is gone')
  await expect.element(rowOf('/employees/17')).toHaveTextContent('found: was done')
  await expect.element(drawer.getByText('No response in time. It was done, as recorded later.')).toBeVisible()
  await expect.element(end).toHaveTextContent(/It was done, recorded by Grace, .*Employee 17 is gone.*Earlier records/)
  expect(client.asked('activity:recordFound')).toMatchObject([
    { id: 2, outcome: 'unknown', note: '' },
    { id: 2, outcome: 'done', note: 'Employee 17 is gone' }
  ])
  await end.getByRole('button', { name: 'Correct…' }).click()
  await dialog.getByRole('button', { name: 'GET /employees/17 in Passthrough' }).click()
  await expect
    .poll(() => desk.rooms?.passthrough.bench?.tabs.active?.draft)
    .toMatchObject({
      method: 'GET',
      path: '/employees/17',
      connector: { key: 'HRIS:a' }
    })
})

test('a deletion that was lost is looked up by reading the connector', async () => {
  const path = '/api/hris/v1/connectors/a/delete'
  const { client } = await withCalls([
    madeUpCall(2, { ...lost, method: 'DELETE', path, mutation: true, connectorKey: 'HRIS:a' })
  ])
  client.answer('connectors:readOne', () => null)
  await rowOf('/delete').click()
  await drawer.getByRole('button', { name: 'Find out…' }).click()
  await page.getByRole('button', { name: 'Read the connector' }).click()
  await expect.element(page.getByText('The connector is not listed any more.')).toBeVisible()
  expect(client.asked('connectors:readOne')).toMatchObject([{ key: 'HRIS:a', region: 'default' }])
})

test.each([
  [
    'a sync by the connector itself, which is listed either way',
    { connectorKey: 'HRIS:a', path: '/api/embedded/v1/connectors/resync' },
    'Its sync status and last start show whether a sync began.',
    'Open the connector'
  ],
  [
    'a link token by a refresh',
    { connectorKey: '', path: '/api/embedded/v1/link/create-link-token' },
    'A link token alone changes nothing. A refresh of the connectors shows a connector that was made with it.',
    null
  ],
  [
    'a record by its connector, and none of another customer',
    { connectorKey: 'HRIS:gone', path: '/api/hris/v1/time-off', asker: 'passthrough' as const },
    'To look from here, open the workspace and region it was sent in and refresh the connectors.',
    null
  ]
])('an unknown outcome is looked up: %s', async (_, of, said, act) => {
  const { client, desk } = await withCalls([
    madeUpCall(2, { ...lost, asker: 'connectors', method: 'POST', mutation: true, ...of })
  ])
  client.connectors.hold([row('HRIS', 'a')])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await rowOf(of.path.split('/').at(-1) ?? '').click()
  await drawer.getByRole('button', { name: 'Find out…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find out whether it was done' })
  await expect.element(dialog.getByText(said)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: /^Read the connector|in Data$/ })).not.toBeInTheDocument()
  if (!act) return
  await dialog.getByRole('button', { name: act }).click()
  await expect.poll(() => desk.router.view).toBe('connectors')
})

test('the open call stays where the list has it no more, and takes over what was found', async () => {
  const { client } = await withCalls([{ ...deleted, ...lost }])
  await rowOf('/employees/17').click()
  client.answer('activity:list', () => ({ calls: [], groups: [], next: null, total: 0 }))
  await page.getByRole('checkbox', { name: 'Changes only' }).click()
  await expect.element(rowOf('/employees/17')).not.toBeInTheDocument()
  client.answer('activity:found', () => ({
    found: [{ id: 1, outcome: 'done', note: null, operator: 'Grace', foundAt: 0 }]
  }))
  client.emit('activity:found', { id: 2, outcome: 'done' })
  await expect
    .element(drawer.getByRole('region', { name: 'Unknown outcome' }))
    .toHaveTextContent(
      /It was done, recorded by Grace, .*Its note cannot be read: the keychain is locked, or the key of the note is lost\./
    )
})
