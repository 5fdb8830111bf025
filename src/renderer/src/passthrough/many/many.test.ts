import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../../shared/errors'
import type { ConnectorRow } from '../../../../shared/connectors/connector'
import type { ManyAnswer, ManyProgress, ManyRun, ManyShape } from '../../../../shared/passthrough/many'
import type { SavedHead } from '../../../../shared/passthrough/library'
import type { FakeClient } from '../../testing/fake-client'
import { row } from '../../testing/made-up'
import {
  madeUpAnswer,
  madeUpHead,
  madeUpRun,
  madeUpSetup,
  manyClient,
  personio,
  refusedBy,
  usualShape
} from '../../testing/made-up-many'
import { madeUpIssue, madeUpIssues, madeUpRecord, madeUpSnapshot } from '../../testing/made-up-issues'
import { open } from '../../testing/open'
import { draft, uuid } from '../../testing/passthrough'

const path = page.getByRole('combobox', { name: 'Path' })
const ask = page.getByRole('button', { name: /^Ask( for)? \d|^Ask connectors/ })
const who = page.getByRole('grid', { name: 'Connectors' })
const table = page.getByRole('grid', { name: 'Answers' })
const drawer = page.getByRole('complementary', { name: 'Answer' })
const form = page.getByRole('group', { name: 'Route' })

async function setup(rows: ConnectorRow[], client: FakeClient = manyClient()) {
  const desk = await open(client, '#/passthrough')
  client.connectors.hold(rows)
  await form.getByRole('button', { name: 'Ask many' }).click()
  await expect.element(who.getByRole('row').nth(1)).toBeVisible()
  return { client, desk }
}

const choose = (name: string) => page.getByRole('combobox', { name: 'Integration' }).selectOptions(name)

async function started(rows: ConnectorRow[]) {
  const made = await setup(rows)
  await choose('Personio')
  await path.fill('/employees')
  await ask.click()
  await expect.poll(() => made.client.asked('passthrough:startMany').length).toBe(1)
  const [request] = made.client.asked('passthrough:startMany')
  if (!request) throw new Error('nothing was asked')
  const { requestId, ...asked } = request
  const head = madeUpHead(asked, { id: requestId })
  const all: ManyAnswer[] = []
  const report = (
    answers: ManyAnswer[],
    change: Partial<ManyRun['head']> = {},
    shapes: ManyShape[] = [],
    also: Partial<ManyProgress> = {}
  ) => {
    all.push(...answers)
    made.client.emit('passthrough:manyProgress', {
      ...{ head: { ...head, answered: all.length, ...change }, answers, shapes },
      ...{ asking: [30, 31], resting: [], providers: [], ...also }
    })
  }
  return { ...made, request, report, head }
}

const empty: ManyShape = {
  key: 'empty',
  fields: [
    ['', 'object'],
    ['data', 'empty list'],
    ['total', 'number']
  ]
}

async function ended(
  answers: ManyAnswer[],
  rows = personio(answers.length),
  change: Parameters<typeof madeUpSetup>[1] = {}
) {
  const run = madeUpRun(madeUpSetup(rows, change), answers, [empty])
  const client = manyClient([run])
  const { desk } = await setup(rows, client)
  await page
    .getByRole('list', { name: 'Runs' })
    .getByRole('button', { name: /employees/ })
    .click()
  await expect.element(table).toBeVisible()
  return { client, desk }
}

const answersOf31 = () => [
  madeUpAnswer(0, { content: 'page', shape: null, bytes: 18_000, ms: 400 }),
  refusedBy(1, 401),
  ...[2, 3].map((place) => madeUpAnswer(place, { shape: 'empty', bytes: 96 })),
  ...[4, 5, 6, 7].map((place) => refusedBy(place, 403)),
  ...Array.from({ length: 18 }, (_, at) => madeUpAnswer(8 + at))
]

const heads = () =>
  table
    .getByRole('button', { name: /, \d+ answers?$/ })
    .elements()
    .map((one) => one.getAttribute('aria-label'))

test('until main has answered the filters that are set now, nobody is listed and nobody can be asked', async () => {
  const { client, desk } = await setup([...personio(1), row('HRIS', 'b', { integration_slug: 'hibob' })])
  await choose('Personio')
  await path.fill('/employees')
  await expect.element(ask).toHaveTextContent('1')
  const setupForm = desk.rooms?.passthrough.bench?.many.setup
  client.answer('connectors:list', () => new Promise(() => undefined))
  setupForm?.narrow({ integration: 'hibob' })
  expect([setupForm?.lines, setupForm?.asked, setupForm?.ready]).toEqual([[], [], false])
  await expect.element(who.getByRole('row').nth(1)).not.toBeInTheDocument()
})

test('before main has told how many connectors there are, none are said to be missing', async () => {
  const client = manyClient()
  client.answer('connectors:tally', () => new Promise(() => undefined))
  await open(client, '#/passthrough')
  await form.getByRole('button', { name: 'Ask many' }).click()
  await expect.element(page.getByText('Loading connectors…')).toBeVisible()
  await expect.element(page.getByText(/No connector fits|No connectors yet/)).not.toBeInTheDocument()
})

test('the rows of an earlier run come back whatever filter is chosen while main answers', async () => {
  const { client, desk } = await setup(personio(2))
  const setupForm = desk.rooms?.passthrough.bench?.many.setup
  const row = { line: 4, values: [{ name: 'badge', value: '7' }] }
  const made = madeUpSetup(personio(2).slice(0, 1))
  made.asked = made.asked.map((one) => ({ ...one, row }))
  const again = setupForm?.again({ head: madeUpHead(made), setup: made })
  expect([setupForm?.csv?.found, setupForm?.asked]).toEqual([[], []])
  setupForm?.narrow({ integration: 'personio' })
  await again
  expect(setupForm?.csv?.found.map(({ line, entry }) => [line, entry.id])).toEqual([[4, 'c1']])
  expect(client.asked('connectors:rowsOf').length).toBeGreaterThan(0)
})

test('the form of an earlier run that main answers late does not fill a form that was begun since', async () => {
  const { client, desk } = await setup(personio(1))
  const setupForm = desk.rooms?.passthrough.bench?.many.setup
  const made = madeUpSetup(personio(1))
  let answer: () => void = () => undefined
  client.answer('connectors:rowsOf', async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return []
  })
  const again = setupForm?.again({ head: madeUpHead(made), setup: made })
  setupForm?.begin({ narrowing: { integration: 'personio' } })
  answer()
  await again
  expect([setupForm?.csv, setupForm?.narrowing]).toEqual([null, { integration: 'personio' }])
})

test('connectors of an integration are asked with one read, and the table fills', async () => {
  const { request, report } = await started([...personio(38), row('ATS', 'other', { end_user: 'Else' })])
  expect(request).toMatchObject({ name: 'employees', draft: { method: 'GET', path: '/employees', connector: null } })
  expect(request.asked).toHaveLength(38)
  await expect.element(page.getByText('Asking. The first answers come in a moment.')).toBeVisible()
  report(answersOf31(), {}, [usualShape, empty])
  await expect.element(page.getByText('26 of 38', { exact: true })).toBeVisible()
  await expect.element(page.getByText('2 asking now')).toBeVisible()
  expect(heads()).toEqual([
    'A web page instead of JSON, 1 answer',
    'Sign-in refused, 1 answer',
    'data is an empty list, 2 answers',
    'Right is missing, 4 answers',
    'Alike, 18 answers'
  ])
  await expect.element(page.getByText('26 answers: 1 + 1 + 2 + 4 unlike the others, 18 alike below')).toBeVisible()
})

test('an answer opens beside the table, with how it differs', async () => {
  const { client } = await ended(answersOf31())
  await table.getByText('Customer 3', { exact: true }).click()
  await expect.element(drawer.getByRole('heading', { name: 'Customer 3' })).toBeVisible()
  await expect.element(drawer.getByText('Unlike the 18 that are alike')).toBeVisible()
  await expect.element(drawer.getByRole('row', { name: 'data a list an empty list' })).toBeVisible()
  await expect.element(drawer.getByText('"line 1"')).toBeVisible()
  expect(client.asked('passthrough:openBody')).toContainEqual({ workspaceId: expect.any(String), id: uuid(1_002) })
})

test('a connector that cannot be asked is below with its reason, and a test connector is asked only if it is ticked', async () => {
  const client = manyClient()
  client.answer('passthrough:planMany', ({ asked }) => ({
    ...{ problems: [], limits: [], variables: [], takesMs: 42_000, answerMs: 1_200 },
    leftOut: asked.flatMap(({ connector }, place) =>
      connector.endUser === 'Customer 3' ? [{ place, why: 'no-token', message: '' }] : []
    )
  }))
  const of = { integration_slug: 'personio' }
  await setup(
    [
      ...personio(3),
      row('HRIS', 'off', { ...of, end_user: 'Sternberg Pflege', is_active: false }),
      row('HRIS', 'new', { ...of, end_user: 'Granlund Energi', status: 'INCOMPLETE' }),
      row('HRIS', 'test', { ...of, end_user: 'Test of ours', is_test_connector: true })
    ],
    client
  )
  await choose('Personio')
  await path.fill('/employees')
  await expect.element(page.getByText('about 42 s')).toBeVisible()
  await expect.element(who.getByText('No connector token on this computer')).toBeVisible()
  await expect.element(who.getByText('Inactive')).toBeVisible()
  await expect.element(who.getByText('Link never finished')).toBeVisible()
  await expect.element(ask).toHaveTextContent('Ask 2 connectors')
  await expect.element(page.getByText('2 asked, 3 left out')).toBeVisible()
  const test = who.getByRole('checkbox', { name: 'Ask Test of ours' })
  await expect.element(test).not.toBeChecked()
  await test.click()
  await who.getByRole('checkbox', { name: 'Ask Customer 1' }).click()
  await ask.click()
  await expect.poll(() => client.asked('passthrough:startMany').length).toBe(1)
  expect(
    client
      .asked('passthrough:startMany')[0]
      ?.asked.map(({ connector }) => connector.endUser)
      .sort()
  ).toEqual(['Customer 2', 'Test of ours'])
})

test('one plan is asked for what stands in the form', async () => {
  const { client } = await setup(personio(5))
  const plans = () => client.asked('passthrough:planMany').length
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await choose('Personio')
  await path.fill('/employees')
  await vi.advanceTimersByTimeAsync(250)
  await expect.element(page.getByText('about 3 s')).toBeVisible()
  expect(plans()).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(plans()).toBe(1)
  await who.getByRole('checkbox', { name: 'Ask Customer 1' }).click()
  await vi.advanceTimersByTimeAsync(250)
  expect(client.asked('passthrough:planMany').map(({ asked }) => asked.length)).toEqual([5, 4])
})

test('nothing is asked while no filter chooses, and find only looks', async () => {
  const { client } = await setup(personio(5))
  await expect.element(ask).toHaveTextContent('Ask connectors')
  await ask.click()
  await expect.element(page.getByRole('alert').getByText('Choose the connectors first.')).toBeVisible()
  await expect.element(path).not.toHaveAttribute('aria-invalid', 'true')
  await path.fill('/employees')
  await choose('Personio')
  await page.getByRole('searchbox', { name: 'Find', exact: true }).fill('Customer 4')
  await expect.poll(() => who.getByRole('row').elements().length).toBe(2)
  await expect.element(ask).toHaveTextContent('Ask 5 connectors')
  expect(client.asked('passthrough:startMany')).toEqual([])
})

test('a request that may change data is refused, with the reason', async () => {
  const client = manyClient()
  const saved = {
    id: uuid(40),
    folderId: null,
    name: 'Set cost center',
    path: '/employees',
    region: 'default',
    connector: null,
    savedAt: 0
  } as const
  client.answer('passthrough:listSaved', () => ({ folders: [], requests: [{ ...saved, method: 'GET' }] }))
  client.answer('passthrough:openRequest', () => ({
    ...saved,
    method: 'PATCH',
    draft: draft({ method: 'PATCH', connector: null })
  }))
  await setup(personio(3), client)
  await choose('Personio')
  await page.getByRole('button', { name: /^Saved/ }).click()
  await page.getByRole('button', { name: 'GET Set cost center' }).click()
  await expect.element(page.getByText(/Requests that may change data cannot be sent to many. Choose GET/)).toBeVisible()
  await ask.click()
  expect(client.asked('passthrough:startMany')).toEqual([])
  const methods = page.getByRole('combobox', { name: 'Method' })
  expect([...methods.element().querySelectorAll('option')].map((one) => one.textContent)).toEqual([
    'GET',
    'HEAD',
    'OPTIONS',
    'PATCH'
  ])
})

test('what a single send asks to confirm is refused at its field, and is not said to be confirmed', async () => {
  await setup(personio(3))
  await choose('Personio')
  await path.fill('/employees')
  await page.getByRole('tab', { name: /^Params/ }).click()
  const name = page.getByRole('textbox', { name: 'Param 1 name' })
  await name.fill('_method')
  await expect.element(name).toHaveAccessibleDescription('_method: the provider may carry out another method.')
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await expect
    .element(page.getByRole('alert').filter({ hasText: '_method: the provider may carry out another method.' }))
    .toBeVisible()
  expect(page.getByText('You confirm this before it is sent.').elements()).toEqual([])
})

test('a run pauses, goes on and stops, by button and by Esc', async () => {
  const { client, request, report } = await started(personio(4))
  report([madeUpAnswer(0)], {}, [usualShape])
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  expect(client.asked('passthrough:pauseMany')).toEqual([{ workspaceId: request.workspaceId, id: request.requestId }])
  report([], { state: 'pausing' })
  await expect.element(page.getByText('Pausing: 2 answers on the way')).toBeVisible()
  report([], { state: 'paused' })
  await expect.element(page.getByText('Paused: 3 not asked yet')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  const [again] = client.asked('passthrough:continueMany')
  expect(again).toMatchObject({ id: request.requestId, places: null })
  await table.getByText('Customer 1', { exact: true }).click()
  await expect.element(drawer).toBeVisible()
  // The drawer closes first.
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  expect(client.asked('app:cancelJob')).toEqual([])
  await userEvent.keyboard('{Escape}')
  expect(client.asked('app:cancelJob')).toEqual([{ requestId: again?.requestId }])
})

test.each([
  [['personio'], 'Personio rests until'],
  [['personio', 'hibob'], 'Personio and Hibob rest, the first until'],
  [['personio', 'hibob', 'bamboohr'], '3 providers rest, the first until']
])('the head says until when %j rest', async (slugs, said) => {
  const { report } = await started(personio(40))
  const first = new Date()
  first.setHours(9, 14, 0, 0)
  const providers = slugs.map((integration, at) => ({ integration, until: first.getTime() + at * 60_000 }))
  report([madeUpAnswer(0)], {}, [usualShape], { providers: providers.toReversed() })
  await expect.element(page.getByText(`${said} 09:14`, { exact: true })).toBeVisible()
  await expect.element(page.getByText('37 in line')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pause', exact: true })).toBeEnabled()
  report([], { state: 'paused' })
  await expect.element(page.getByText(`${said} 09:14`, { exact: true })).not.toBeInTheDocument()
})

test('the status line says how far a run is, also in other views, and opens it', async () => {
  const { report } = await started(personio(40))
  const line = (name: string | RegExp) => page.getByRole('button', { name })
  report([madeUpAnswer(0)], {}, [usualShape])
  await page.getByRole('link', { name: 'Issues' }).click()
  await expect.element(line('Asking many: 1 of 40')).toBeVisible()
  report([madeUpAnswer(1)], { state: 'paused' })
  await line('Asking many, paused: 2 of 40').click()
  await expect.element(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  await expect.element(table).toBeVisible()
  report([madeUpAnswer(2)], { state: 'done' })
  await expect.element(line(/Asking many/)).not.toBeInTheDocument()
})

test('New begins a clean form, and an unfinished one can be returned to', async () => {
  await setup(personio(3))
  const fresh = page.getByRole('button', { name: 'New', exact: true })
  const back = page.getByRole('button', { name: 'Return to it' })
  await fresh.click()
  await expect.element(back).not.toBeInTheDocument()
  await choose('Personio')
  await path.fill('/employees')
  await page.getByRole('searchbox', { name: 'Find', exact: true }).fill('Customer')
  await page.getByRole('tab', { name: 'Columns' }).click()
  await page.getByRole('textbox', { name: 'JMESPath' }).fill('total')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await fresh.click()
  await expect.element(path).toHaveValue('')
  await expect.element(path).toHaveFocus()
  await expect.element(ask).toHaveTextContent('Ask connectors')
  await expect.element(page.getByRole('searchbox', { name: 'Find', exact: true })).toHaveValue('')
  await expect.element(page.getByRole('tab', { name: 'Columns' })).toHaveTextContent(/^Columns$/)
  await back.click()
  await expect.element(path).toHaveValue('/employees')
  await expect.element(path).toHaveFocus()
  await expect.element(ask).toHaveTextContent('Ask 3 connectors')
  await expect.element(back).not.toBeInTheDocument()
  // What was asked is a run, and no unfinished form.
  await ask.click()
  await fresh.click()
  await expect.element(path).toHaveValue('')
  await expect.element(back).not.toBeInTheDocument()
})

test('a plan that is no longer wanted is stopped', async () => {
  const client = manyClient()
  client.answer('passthrough:planMany', () => new Promise(() => undefined))
  await setup(personio(3), client)
  await choose('Personio')
  await path.fill('/employees')
  const plans = () => client.asked('passthrough:planMany').map(({ requestId }) => ({ requestId }))
  await expect.poll(plans).toHaveLength(1)
  await path.fill('/companies')
  await expect.poll(() => client.asked('app:cancelJob')).toEqual(plans().slice(0, 1))
  await expect.poll(plans).toHaveLength(2)
  await form.getByRole('button', { name: 'Passthrough' }).click()
  await expect.poll(() => client.asked('app:cancelJob')).toEqual(plans())
})

test('the focus stays near a button that vanishes', async () => {
  const { report } = await started(personio(4))
  report([madeUpAnswer(0)], {}, [usualShape])
  const isLost = () => document.activeElement === document.body
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  report([], { state: 'pausing' })
  report([], { state: 'paused' })
  await expect.element(page.getByRole('button', { name: 'Resume' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Pause', exact: true })).toHaveFocus()
  report([], { state: 'stopped', why: 'No connection.' })
  await expect.element(page.getByRole('button', { name: 'Resume' })).toHaveFocus()
  await table.getByRole('checkbox', { name: 'Select Customer 1', exact: true }).click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect.element(page.getByRole('button', { name: 'Clear selection' })).not.toBeInTheDocument()
  expect(isLost()).toBe(false)
  await page.getByRole('button', { name: 'Resume' }).click()
  report(
    [1, 2, 3].map((place) => madeUpAnswer(place)),
    { state: 'done' }
  )
  await expect.element(page.getByText('Done', { exact: false }).first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pause', exact: true })).not.toBeInTheDocument()
  expect(isLost()).toBe(false)
})

test('the box of all is mixed while some are ticked', async () => {
  await ended(answersOf31(), personio(26))
  const all = table.getByRole('checkbox', { name: 'All answers' })
  const isMixed = () => (all.element() as HTMLInputElement).indeterminate
  expect(isMixed()).toBe(false)
  await table.getByRole('checkbox', { name: 'Select Customer 3', exact: true }).click()
  await expect.poll(isMixed).toBe(true)
  await all.click()
  await expect.element(all).toBeChecked()
  expect(isMixed()).toBe(false)
})

test('a table with one own column does not scroll sideways beside the drawer', async () => {
  await page.viewport(1280, 800)
  const columns = [{ id: uuid(9), name: 'Employees', expression: 'total' }]
  const rows = personio(26).map((one, at) => (at === 5 ? row('HRIS', 'other', { integration_slug: 'hibob' }) : one))
  const answers = answersOf31().map((answer) => ({ ...answer, checks: { passed: 1, of: 2 } }))
  await ended(answers, rows, { columns })
  const isWide = () => {
    const list = table.element()
    return [list, ...list.querySelectorAll('*')].some(
      (one) => getComputedStyle(one).overflowX === 'auto' && one.scrollWidth > one.clientWidth
    )
  }
  expect(isWide()).toBe(false)
  await table.getByText('Customer 3', { exact: true }).click()
  await expect.element(drawer).toBeVisible()
  await expect.poll(isWide).toBe(false)
  await expect.element(table.getByRole('columnheader', { name: /^Employees/ })).toBeVisible()
})

test('those that failed are asked again', async () => {
  const { client } = await ended(answersOf31())
  await page.getByRole('button', { name: 'Ask 6 failed again' }).click()
  expect(client.asked('passthrough:continueMany')[0]).toMatchObject({ places: [0, 1, 4, 5, 6, 7] })
})

test('a column is added while the run goes on, and sorts by its numbers', async () => {
  const { client, request, report } = await started(personio(3))
  report([madeUpAnswer(0)], {}, [usualShape])
  client.answer('passthrough:columnsMany', ({ columns }) => ({
    ...madeUpRun(
      { ...madeUpSetup(personio(3)), columns },
      [900, 31, 1204].map((number, place) =>
        madeUpAnswer(place, { values: [{ text: String(number), number, problem: false }] })
      )
    )
  }))
  await page.getByRole('button', { name: 'Add column' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add column' })
  await dialog.getByRole('textbox', { name: 'JMESPath' }).fill('total')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Employees')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect.element(table.getByRole('columnheader', { name: /^Employees total/ })).toBeVisible()
  expect(client.asked('passthrough:columnsMany')[0]).toMatchObject({
    id: request.requestId,
    columns: [{ name: 'Employees', expression: 'total' }]
  })
  await table.getByRole('button', { name: /^Employees/ }).click()
  const customers = () =>
    table
      .getByRole('checkbox', { name: /^Select Customer/ })
      .elements()
      .map((one) => one.getAttribute('aria-label'))
  await expect.poll(customers).toEqual(['Select Customer 2', 'Select Customer 1', 'Select Customer 3'])
})

test('shapes and newer answers that come while columns are computed stay', async () => {
  const { client, report, head } = await started(personio(3))
  report([madeUpAnswer(0)], {}, [usualShape])
  await expect.element(table).toBeVisible()
  let computed: (run: ManyRun) => void = () => undefined
  client.answer('passthrough:columnsMany', () => new Promise((resolve) => (computed = resolve)))
  await page.getByRole('button', { name: 'Add column' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add column' })
  await dialog.getByRole('textbox', { name: 'JMESPath' }).fill('total')
  await dialog.getByRole('button', { name: 'Add' }).click()
  const [request] = client.asked('passthrough:columnsMany')
  report([{ ...refusedBy(0, 403), at: Date.now() }, madeUpAnswer(1, { shape: 'empty' })], {}, [empty])
  const run = madeUpRun({ ...madeUpSetup(personio(3)), columns: request?.columns ?? [] }, [madeUpAnswer(0)])
  computed({ ...run, head: { ...head, answered: 2 } })
  await expect.element(table.getByRole('columnheader', { name: /^total/ })).toBeVisible()
  report([madeUpAnswer(2)])
  await expect.poll(heads).toEqual(['Right is missing, 1 answer', 'data is an empty list, 1 answer', 'Alike, 1 answer'])
})

const runs = page.getByRole('list', { name: 'Runs' })

/** Two runs with names of their own; each opens when the test says so. */
async function slowRuns() {
  const run = (id: number, name: string, count: number): ManyRun => {
    const made = madeUpRun(madeUpSetup(personio(count), { name }), [madeUpAnswer(0)])
    return { ...made, head: { ...made.head, id: uuid(id), state: 'stopped' } }
  }
  const [first, second] = [run(701, 'first', 3), run(702, 'second', 2)]
  const client = manyClient([first, second])
  const answers = new Map<string, (run: ManyRun) => void>()
  client.answer('passthrough:openMany', ({ id }) => new Promise((resolve) => answers.set(id, resolve)))
  await setup(personio(3), client)
  const click = (name: string) => runs.getByRole('button', { name: new RegExp(name) }).click()
  const answer = (one: ManyRun) => answers.get(one.head.id)?.(one)
  return { client, first, second, click, answer }
}

test('answers that come while a run is opened are in it', async () => {
  const { client, first, click, answer } = await slowRuns()
  await click('first')
  client.emit('passthrough:manyProgress', {
    ...{ head: { ...first.head, state: 'running', answered: 2 }, answers: [madeUpAnswer(1)], shapes: [] },
    ...{ asking: [2], resting: [], providers: [] }
  })
  answer(first)
  await expect.element(page.getByText('2 of 3', { exact: true }).last()).toBeVisible()
  await expect.element(table.getByRole('button', { name: 'Alike, 2 answers' })).toBeVisible()
  await expect.element(page.getByText('1 asking now')).toBeVisible()
})

test('of two runs the one chosen last opens', async () => {
  const { first, second, click, answer } = await slowRuns()
  await click('first')
  await click('second')
  answer(second)
  await expect.element(page.getByRole('heading', { name: 'second: 2' })).toBeVisible()
  answer(first)
  await expect.element(page.getByRole('heading', { name: 'second: 2' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'first: 3' })).not.toBeInTheDocument()
})

test('a failure stands only on its own run', async () => {
  const { client, first, second, click, answer } = await slowRuns()
  client.answer('passthrough:continueMany', () => {
    throw new AppError('not-recorded', 'The run cannot be kept.')
  })
  await click('first')
  answer(first)
  await page.getByRole('button', { name: 'Resume' }).click()
  const said = page.getByText('The run cannot be kept.', { exact: true })
  await expect.element(said).toBeVisible()
  await page.getByRole('button', { name: 'Runs', exact: true }).click()
  await click('second')
  answer(second)
  await expect.element(page.getByRole('heading', { name: 'second: 2' })).toBeVisible()
  await expect.element(said).not.toBeInTheDocument()
})

test('the time of a run is told from its last beginning, where the window saw it', async () => {
  const { client } = await ended(answersOf31(), personio(26))
  await expect.element(page.getByText('Done', { exact: true })).toBeVisible()
  let continued: (head: ManyRun['head']) => void = () => undefined
  client.answer('passthrough:continueMany', () => new Promise((resolve) => (continued = resolve)))
  await expect.element(page.getByText(/, started \d\d:\d\d:\d\d$/)).toBeVisible()
  await page.getByRole('button', { name: 'Ask 6 failed again' }).click()
  await expect.element(page.getByText(/, started \d\d:\d\d:\d\d, went on \d\d:\d\d:\d\d$/)).toBeVisible()
  const day = 86_400_000
  const head = madeUpHead(madeUpSetup(personio(26)), { state: 'done', startedAt: Date.now() - day })
  continued({ ...head, endedAt: Date.now() + 1_000 })
  await expect.element(page.getByText(/^Done in 1(\.\d)? s$/)).toBeVisible()
  // Yesterday's, with its day.
  await expect.element(page.getByText(/, started \w{3} \d\d:\d\d, went on \d\d:\d\d:\d\d$/)).toBeVisible()
})

test('the parts of the form fit their panel', async () => {
  await page.viewport(1280, 800)
  await setup(personio(3))
  for (const part of ['Params', 'Headers', 'Columns', 'Checks', 'Plan']) {
    await page.getByRole('tab', { name: part }).click()
    const panel = page.getByRole('region', { name: 'Plan and parts of the request' }).element()
    const right = panel.getBoundingClientRect().right
    const wide = [...panel.querySelectorAll('button, input, td, th, p')].filter(
      (one) => one.getBoundingClientRect().right > right
    )
    expect([part, ...wide.map((one) => one.outerHTML)]).toEqual([part])
  }
})

test('two answers are compared, and one with what is usual', async () => {
  const { client } = await ended(answersOf31())
  const differences = {
    differences: [{ path: 'data', change: 'removed', before: '50', after: null }],
    more: false,
    structural: true
  } as const
  client.answer('passthrough:compareResponses', () => ({ ...differences, differences: [...differences.differences] }))
  await table.getByRole('checkbox', { name: 'Select Customer 9', exact: true }).click()
  await table.getByRole('checkbox', { name: 'Select Customer 3', exact: true }).click()
  await userEvent.keyboard('d')
  await expect.element(drawer.getByRole('heading', { name: 'Customer 3' })).toBeVisible()
  await expect
    .poll(() => client.asked('passthrough:compareResponses'))
    .toEqual([{ before: `body ${uuid(1_008)}`, after: `body ${uuid(1_002)}` }])
  await drawer.getByRole('button', { name: 'Next answer' }).click()
  await expect.element(drawer.getByRole('heading', { name: 'Customer 4' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Compare whole' }).click()
  await expect.poll(() => client.asked('passthrough:compareResponses').at(-1)?.after).toBe(`body ${uuid(1_003)}`)
})

test('rows of a CSV are found, asked each, and shown with their columns', async () => {
  const { client } = await setup(personio(4))
  client.answer('passthrough:readRows', () => ({
    ...{ name: 'rows.csv', columns: ['Employee', 'Who'], skipped: [3], lines: [1, 2, 4, 5] },
    rows: [
      ['71', 'org-2'],
      ['72', 'org-4'],
      ['73', 'org-2'],
      ['74', 'nobody']
    ]
  }))
  await page.getByRole('button', { name: 'From a CSV…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rows of a CSV' })
  await dialog.getByRole('button', { name: 'Choose a file…' }).click()
  await expect.element(dialog.getByText('3 of 4 rows found a connector.')).toBeVisible()
  await expect.element(dialog.getByText('Row 5: no connector for “nobody”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use 3 rows' }).click()
  await path.fill('/employees/{{Employee}}')
  await expect.element(page.getByText('known for 3 of 3')).toBeVisible()
  await ask.click()
  await expect.poll(() => client.asked('passthrough:startMany').length).toBe(1)
  expect(
    client
      .asked('passthrough:startMany')[0]
      ?.asked.map(({ connector, row }) => [connector.endUser, row?.line, row?.values[0]?.value])
  ).toEqual([
    ['Customer 2', 1, '71'],
    ['Customer 4', 2, '72'],
    ['Customer 2', 4, '73']
  ])
})

/** The dialog with the rows of a CSV. Main's answers to what they mean wait until the test lets one go. */
async function csvDialog() {
  const { client } = await setup(personio(4))
  const rows = [['org-2'], ['nobody']]
  client.answer('passthrough:readRows', () => ({
    ...{ name: 'rows.csv', columns: ['Origin'], skipped: [], lines: [1, 2], rows }
  }))
  await page.getByRole('button', { name: 'From a CSV…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rows of a CSV' })
  const file = dialog.getByRole('button', { name: 'Choose a file…' })
  const waiting: (() => void)[] = []
  return {
    ...{ client, dialog, file, waiting },
    hold: () =>
      client.answer('connectors:match', async ({ texts }) => {
        await new Promise<void>((resolve) => waiting.push(resolve))
        return texts.map((text) => ({ key: text === 'org-2' ? 'HRIS:c2' : null, several: 0, originId: null }))
      })
  }
}

test('rows of a CSV that cannot be guessed about are said to have failed, and can be read again', async () => {
  const { client, dialog, file } = await csvDialog()
  client.answer('connectors:match', () => Promise.reject(new AppError('internal', 'The history stopped.')))
  await file.click()
  await expect.element(dialog).toHaveTextContent('The history stopped.')
  await expect.element(file).toBeEnabled()
})

test('rows of a CSV stand though the list changes faster than main answers, and are found again once', async () => {
  const { client, dialog, file, waiting, hold } = await csvDialog()
  await file.click()
  await expect.element(dialog.getByText('1 of 2 rows found a connector.')).toBeVisible()
  hold()
  const asked = () => client.asked('connectors:match').length
  const before = asked()
  const kind = dialog.getByRole('combobox', { name: 'holds the' })
  ;(kind.element() as HTMLElement).focus()
  await kind.selectOptions('Connector ID')
  await expect.poll(() => waiting.length).toBe(1)
  await expect.element(kind).toHaveFocus()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Matching 2 rows…')
  for (const end_user of ['One', 'Two', 'Three']) {
    const versions = client.asked('connectors:tally').length
    client.connectors.hold([row('HRIS', 'new', { end_user })])
    await expect.poll(() => client.asked('connectors:tally').length).toBeGreaterThan(versions)
  }
  expect(asked()).toBe(before + 1)
  waiting.shift()?.()
  await expect.element(dialog.getByText('1 of 2 rows found a connector.')).toBeVisible()
  await expect.poll(() => waiting.length).toBe(1)
  waiting.shift()?.()
  await expect.element(dialog.getByRole('button', { name: 'Use 1 row' })).toBeEnabled()
  expect([asked(), waiting.length]).toEqual([before + 2, 0])
})

test('a row stays under the pointer while others come', async () => {
  const { report } = await started(personio(60))
  report([...Array.from({ length: 40 }, (_, at) => madeUpAnswer(at + 10))], {}, [usualShape, empty])
  const row = table.getByRole('row').filter({ hasText: 'Customer 30' })
  await row.hover()
  const before = row.element().getBoundingClientRect().top
  report([1, 2, 3].map((place) => refusedBy(place, 403)))
  await expect.element(table.getByRole('button', { name: 'Alike, 40 answers' })).toBeInTheDocument()
  await expect.poll(() => Math.round(row.element().getBoundingClientRect().top)).toBe(Math.round(before))
})

test('a run of 1,000 draws only the rows in view', async () => {
  const { client } = await ended(
    Array.from({ length: 1_000 }, (_, at) => (at % 50 === 0 ? refusedBy(at, 403) : madeUpAnswer(at)))
  )
  expect(client.asked('passthrough:openMany')).toHaveLength(1)
  await expect.element(page.getByText('1,000 answers: 20 unlike the others, 980 alike below')).toBeVisible()
  expect(table.getByRole('row').elements().length).toBeLessThan(60)
})

test('issues of a group are tagged, and a note is added to what theirs say', async () => {
  const run = madeUpRun(madeUpSetup(personio(26)), answersOf31(), [empty])
  const client = manyClient([run])
  const issue = madeUpIssue('c5')
  client.answer('connectors:snapshots', () => [madeUpSnapshot()])
  client.answerIssues(() => madeUpIssues([issue]))
  client.answer('issues:change', () => [madeUpRecord(issue)])
  await setup(personio(26), client)
  await page
    .getByRole('list', { name: 'Runs' })
    .getByRole('button', { name: /employees/ })
    .click()
  await table.getByRole('button', { name: 'Tag 1 issue…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tag 1 issue' })
  await dialog.getByRole('textbox', { name: 'Tag' }).fill('no right')
  await dialog.getByRole('button', { name: 'Tag', exact: true }).click()
  await expect.element(page.getByText('1 issue tagged “no right”')).toBeVisible()
  expect(client.asked('issues:change').at(-1)).toMatchObject({ keys: ['HRIS:c5'], change: { tagged: 'no right' } })
  await table.getByRole('button', { name: 'More for Right is missing' }).click()
  await page.getByRole('menuitem', { name: 'Add a note to 1 issue…' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('The right employees:read is missing')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect.element(page.getByText('Note added to 1 issue')).toBeVisible()
  const appended = 'The right employees:read is missing'
  expect(client.asked('issues:change').at(-1)).toMatchObject({ keys: ['HRIS:c5'], change: { appended } })
  expect(client.asked('connectors:health')).toEqual([])
})

test('the palette opens the form with the connectors of an integration', async () => {
  const client = manyClient()
  await open(client, '#/issues')
  client.connectors.hold([...personio(4), row('ATS', 'other')])
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Search or run' }).fill('ask many perso')
  await userEvent.keyboard('{Enter}')
  await expect.element(ask).toHaveTextContent('Ask 4 connectors')
  await expect.element(path).toHaveFocus()
})

test('a run is edited with the same request and connectors, and a refusal of main is shown', async () => {
  const { client } = await ended(answersOf31(), personio(26))
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect.element(ask).toHaveTextContent('Ask 26 connectors')
  await expect.element(path).toHaveValue('/employees')
  client.answer('passthrough:startMany', () => {
    throw new AppError('not-recorded', 'The run cannot be kept.')
  })
  await ask.click()
  await expect.element(page.getByText('The run cannot be kept.', { exact: true })).toBeVisible()
  await expect.element(who).toBeVisible()
})

test('heads stand above their cells, also where the table is wider than its place', async () => {
  const columns = ['a', 'b', 'c'].map((expression) => ({ id: crypto.randomUUID(), name: '', expression }))
  await ended(answersOf31(), personio(26), { columns })
  await table.getByText('Customer 3', { exact: true }).click()
  await expect.element(drawer).toBeVisible()
  const left = (one: Element | undefined) => one?.getBoundingClientRect().left
  const heads = table.getByRole('columnheader').elements()
  const cells = table.getByRole('row').filter({ hasText: 'Customer 3' }).first().getByRole('gridcell').elements()
  expect(heads.map(left)).toEqual(cells.map(left))
})

test('the connectors that a filter of Connectors shows are asked, and X leaves one out', async () => {
  const client = manyClient()
  await open(client, '#/connectors')
  client.connectors.hold([...personio(3), row('ATS', 'other')])
  await page.getByRole('searchbox', { name: 'Search connectors' }).fill('personio')
  await page.getByRole('button', { name: 'Ask these 3…' }).click()
  await expect.element(ask).toHaveTextContent('Ask 3 connectors')
  await expect.element(page.getByRole('button', { name: 'Selection: 3' })).toBeVisible()
  await who.getByText('Customer 1', { exact: true }).click()
  await userEvent.keyboard('x')
  await expect.element(ask).toHaveTextContent('Ask 2 connectors')
  await expect.element(who.getByRole('checkbox', { name: 'Ask Customer 1' })).not.toBeChecked()
})

test('a saved request begins a run by its menu', async () => {
  const client = manyClient()
  const saved: SavedHead = {
    ...{ id: uuid(41), folderId: null, name: 'Cost centers', method: 'GET', path: '/cost-centers', region: 'default' },
    ...{ connector: null, savedAt: 0 }
  }
  client.answer('passthrough:listSaved', () => ({ folders: [], requests: [saved] }))
  client.answer('passthrough:openRequest', () => ({ ...saved, draft: draft({ path: '/cost-centers' }) }))
  await open(client, '#/passthrough')
  client.connectors.hold(personio(2))
  await page.getByRole('button', { name: /^Saved/ }).click()
  await page.getByRole('button', { name: 'GET Cost centers' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Ask many…' }).click()
  await expect.element(path).toHaveValue('/cost-centers')
  await choose('Personio')
  await ask.click()
  await expect.poll(() => client.asked('passthrough:startMany').at(-1)).toMatchObject({ name: 'Cost centers' })
})

test('the form of a CSV with several integrations fits at 1280, and its filters are whole', async () => {
  await page.viewport(1280, 800)
  const rows = [...personio(3), row('HRIS', 'else', { integration_slug: 'hibob', end_user: 'Else', origin_id: 'else' })]
  const client = manyClient()
  client.answer('passthrough:readRows', () => ({
    ...{ name: 'rows.csv', columns: ['Origin'], skipped: [], lines: [1, 2], rows: [['org-2'], ['else']] }
  }))
  await setup(rows, client)
  for (const select of page.getByRole('group', { name: 'Filters' }).getByRole('combobox').elements()) {
    const canvas = document.createElement('canvas').getContext('2d')
    const { font, paddingLeft, paddingRight } = getComputedStyle(select)
    if (!canvas || !(select instanceof HTMLSelectElement)) throw new Error('no select to measure')
    canvas.font = font
    const text = canvas.measureText(select.selectedOptions[0]?.text ?? '').width
    expect(text).toBeGreaterThan(20)
    expect(select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)).toBeGreaterThanOrEqual(
      Math.floor(text)
    )
  }
  await page.getByRole('button', { name: 'From a CSV…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rows of a CSV' })
  await dialog.getByRole('button', { name: 'Choose a file…' }).click()
  await dialog.getByRole('button', { name: 'Use 2 rows' }).click()
  await expect.element(who.getByRole('columnheader', { name: 'Integration' })).toBeVisible()
  const wide = [who.element(), ...who.element().querySelectorAll('*')].filter(
    (one) => getComputedStyle(one).overflowX === 'auto' && one.scrollWidth > one.clientWidth
  )
  expect(wide).toEqual([])
})
