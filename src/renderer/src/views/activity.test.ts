import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { ActivityCall } from '../../../shared/model/call'
import type { FakeClient } from '../testing/fake-client'
import { removedNames } from '../components/activity/call-words'
import { workspace } from '../testing/made-up'
import { activityClient, madeUpCall } from '../testing/made-up-activity'
import { open } from '../testing/open'

const grid = page.getByRole('grid', { name: 'Activity' })
const drawer = page.getByRole('complementary', { name: 'Call' })
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
      page.getByText('5 calls of Harbourline in the last day, newest first; reads are kept 30 days, changes a year')
    )
    .toBeVisible()
  await expect
    .element(rowOf('/employees/17'))
    .toHaveTextContent(/DEL \/employees\/17 forwarded CHANGE: changed something/)
  await expect.element(rowOf('/candidates')).toHaveTextContent(/200 3 23 s/)
  await expect.element(rowOf('/courses')).toHaveTextContent(/no answer/)
  await expect.element(rowOf('/companies')).toHaveTextContent(/422 refused/)
  expect(asked(client)?.since).toBeGreaterThan(Date.now() - 25 * 3_600_000)
})

test('search and filters go to main, and Clear removes them', async () => {
  const { client } = await withCalls()
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('employees')
  await expect.poll(() => asked(client)?.text).toBe('employees')
  await page.getByRole('combobox', { name: 'View' }).selectOptions('Passthrough')
  await page.getByRole('combobox', { name: 'Region of the calls' }).selectOptions('Default')
  await page.getByRole('combobox', { name: 'Outcome' }).selectOptions('Succeeded')
  await page.getByRole('checkbox', { name: 'Changes only' }).click()
  await expect
    .poll(() => asked(client))
    .toMatchObject({ text: 'employees', asker: 'passthrough', region: 'default', outcome: 'ok', mutationsOnly: true })
  await expect.element(page.getByText('1 call matches, newest first')).toBeVisible()
  expect(client.asked('activity:chart').at(-1)?.filters).toMatchObject({ text: 'employees', mutationsOnly: true })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => Object.keys(asked(client) ?? {})).toEqual(['since'])
  await expect.element(search).toHaveValue('')
})

test('a bar narrows the list to its time; the same bar again shows all', async () => {
  const { client } = await withCalls()
  const { since = 0, until = 0, buckets = 1 } = client.asked('activity:chart').at(-1) ?? {}
  const bars = page.getByRole('toolbar', { name: /Calls over time/ })
  const bar = bars.getByRole('button', { name: /: 7 calls, median 160 ms, 95 % within 900 ms/ })
  await bar.click()
  const step = (until - since) / buckets
  await expect.poll(() => asked(client)).toEqual({ since: since + 7 * step, until: since + 8 * step })
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
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/: 22 calls/)
  await userEvent.keyboard('{Home}')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/: 0 calls/)
  expect(stops()).toHaveLength(1)
})

test('the chart is of the time chosen, and is a table too', async () => {
  const { client } = await withCalls()
  await page.getByRole('button', { name: '30 days' }).click()
  await expect.poll(() => client.asked('activity:chart').at(-1)?.buckets).toBe(30)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect.poll(() => asked(client)).toEqual({})
  await expect.element(page.getByText('5 calls of Harbourline, newest first')).toBeVisible()
  await page.getByRole('button', { name: 'Show as a table' }).click()
  const table = page.getByRole('region', { name: 'Calls over time as a table' })
  await expect.element(table.getByRole('row', { name: / 25 0 0 160 ms 900 ms/ })).toBeInTheDocument()
})

test('more is read as the list is scrolled to its end, and nothing twice', async () => {
  const { client } = await withCalls(Array.from({ length: 450 }, (_, at) => madeUpCall(at + 1)))
  await expect.element(page.getByText('200 of 450 calls read')).toBeVisible()
  grid.element().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => client.asked('activity:list').map(({ before }) => before)).toEqual([undefined, 200])
  await expect.element(page.getByText('400 of 450 calls read')).toBeVisible()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByText('450 calls', { exact: true })).toBeVisible()
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(drawer.getByText('req-450')).toBeVisible()
})

test('the keyboard opens a call, goes on to the next and comes back', async () => {
  await withCalls()
  await userEvent.keyboard('j{Enter}')
  await expect.element(drawer.getByText('DELETE /employees/17')).toBeVisible()
  await expect.element(drawer.getByText('changed something, kept for a year')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(drawer.getByText('came 2 times')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(drawer.getByText('no answer: No response in time')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(grid).toHaveFocus()
})

test('a click opens a call', async () => {
  await withCalls()
  await rowOf('/companies').click()
  await expect.element(drawer.getByRole('heading', { name: '/api/hris/v1/companies' })).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Copy request id req-5' })).toBeVisible()
})

test('new calls are announced and wait until the operator asks for them', async () => {
  const { client } = await withCalls()
  client.emit('activity:added', { workspaceId: 'of another', calls: 40 })
  client.emit('activity:added', { workspaceId: workspace().id, calls: 9 })
  client.emit('activity:added', { workspaceId: workspace().id, calls: 3 })
  const fresh = page.getByRole('button', { name: '12 new calls' })
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
  const which = page.getByRole('combobox', { name: 'Workspace of the calls' })
  await expect.element(which).toHaveTextContent(/^\s*Harbourline\s*Removed: Brightwater\s*$/)
  await rowOf('/companies').click()
  await page.getByRole('checkbox', { name: 'Changes only' }).click()
  await which.selectOptions('Removed: Brightwater')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect
    .poll(() => client.asked('activity:list').at(-1))
    .toMatchObject({ workspaceId: 'gone', filters: {}, limit: 200 })
  expect(asked(client)).toEqual({})
  expect(client.asked('activity:chart').at(-1)).toMatchObject({ workspaceId: 'gone' })
  await expect
    .element(page.getByText(/^5 calls of Brightwater, newest first; of a removed workspace only/))
    .toBeVisible()
  client.emit('activity:added', { workspaceId: workspace().id, calls: 2 })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV, for a spreadsheet' }).click()
  await expect.element(page.getByText('1 call saved as /home/maya/calls.csv')).toBeVisible()
  expect(client.asked('activity:export')).toMatchObject([{ workspaceId: 'gone' }])
  await expect.element(page.getByText('2 new calls')).not.toBeInTheDocument()
  await which.selectOptions('Harbourline')
  await expect.poll(() => client.asked('activity:list').at(-1)?.workspaceId).toBe(workspace().id)
  expect(desk.activity.span).toBe('day')
  // The list of them is stale once the view was left: others may be removed meanwhile.
  desk.activity.look()()
  await expect.element(which).not.toBeInTheDocument()
})

test('removed workspaces without a name, or with the same one, are distinguished; without any there is no choice', async () => {
  const { client } = await withCalls()
  const which = page.getByRole('combobox', { name: 'Workspace of the calls' })
  await expect.poll(() => client.asked('activity:workspaces')).toHaveLength(1)
  await expect.element(which).not.toBeInTheDocument()
  const named = (workspaceId: string, name: string | null) => ({ workspaceId, name, lastAt: Date.UTC(2026, 2, 3) })
  expect(removedNames([named('a', 'Acme'), named('b', 'Acme'), named('c', null)])).toEqual([
    ['a', 'Removed: Acme', expect.stringMatching(/^, until .*3 Mar.* 2026/)],
    ['b', 'Removed: Acme', expect.stringMatching(/^, until .*3 Mar.* 2026/)],
    ['c', 'Removed: its name was not kept', '']
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
  const choices = page.getByRole('option', { name: /^Removed: / })
  await expect.poll(() => choices.elements().map(({ textContent }) => textContent)).toHaveLength(2)
  for (const choice of choices.elements()) {
    expect(choice.textContent).toMatch(/^Removed: Harbourline.*… \(66 characters\), until .*3 Mar.* 2026/)
  }
})

test('once the view was left it is of the open workspace again, over the time chosen there', async () => {
  const client = activityClient(some)
  client.answer('activity:workspaces', () => ({
    workspaces: [{ workspaceId: 'gone', name: 'Brightwater', lastAt: Date.now() }]
  }))
  const desk = await open(client, '#/activity')
  await page.getByRole('button', { name: '30 days' }).click()
  const which = page.getByRole('combobox', { name: 'Workspace of the calls' })
  await which.selectOptions('Removed: Brightwater')
  await expect.element(page.getByText(/^5 calls of Brightwater/)).toBeVisible()
  expect(desk.activity.span).toBe('all')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect.element(grid).not.toBeInTheDocument()
  client.answer('activity:workspaces', () => Promise.reject(new AppError('internal', 'the store is gone')))
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect.element(page.getByText('5 calls of Harbourline in the last 30 days, newest first')).toBeVisible()
  expect(client.asked('activity:list').at(-1)?.workspaceId).toBe(workspace().id)
})

test('what is filtered is saved, and the file is named', async () => {
  const { client } = await withCalls()
  client.answer('activity:export', () => ({ file: '/home/maya/calls.csv', calls: 1 }))
  await page.getByRole('checkbox', { name: 'Changes only' }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV, for a spreadsheet' }).click()
  await expect.element(page.getByText('1 call saved as /home/maya/calls.csv')).toBeVisible()
  expect(client.asked('activity:export')[0]).toMatchObject({ format: 'csv', filters: { mutationsOnly: true } })
  client.answer('activity:export', () => Promise.reject(new AppError('file-refused', 'EACCES')))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'JSON, every field' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('an empty list says why, and fills by itself once a call was made', async () => {
  const { client } = await withCalls([])
  await expect.element(page.getByRole('heading', { name: 'No call in the last day' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all that are kept' }).click()
  await expect.element(page.getByRole('heading', { name: 'No call was made yet' })).toBeVisible()
  client.answer('activity:list', () => ({ calls: some, next: null, total: some.length }))
  client.emit('activity:added', { workspaceId: workspace().id, calls: 5 })
  await expect.element(grid).toBeVisible()
})

test('a filter that leaves nothing says so and can be removed', async () => {
  await withCalls()
  await page.getByRole('combobox', { name: 'View' }).selectOptions('Mappings')
  await expect.element(page.getByRole('heading', { name: 'No call matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect.element(grid).toBeVisible()
})

test('where nothing can be kept or read, it says so', async () => {
  const client = activityClient(some)
  client.answer('health:keeping', () => ({
    keeping: 'no',
    reason: 'disk-full',
    message: 'The disk is full.',
    setAside: null
  }))
  client.answer('activity:list', () => Promise.reject(new AppError('internal', 'the store is gone')))
  await open(client, '#/activity')
  await expect.element(page.getByRole('region', { name: 'Calls cannot be kept on this computer now' })).toBeVisible()
  await expect.element(page.getByRole('alert')).toBeVisible()
  client.answer('activity:list', () => ({ calls: some, next: null, total: some.length }))
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect.element(grid).toBeVisible()
})
