import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ConnectorRow } from '../../../../shared/connectors/connector'
import type { ManyAnswer, ManyRun, ManyShape } from '../../../../shared/passthrough/many'
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
import { open } from '../../testing/open'
import { uuid } from '../../testing/passthrough'

const path = page.getByRole('combobox', { name: 'Path' })
const ask = page.getByRole('button', { name: /^Ask( for)? \d|^Ask connectors/ })
const who = page.getByRole('grid', { name: 'Connectors' })
const table = page.getByRole('grid', { name: 'Answers' })
const drawer = page.getByRole('complementary', { name: 'Answer' })
const form = page.getByRole('group', { name: 'Route' })

async function setup(rows: ConnectorRow[], client: FakeClient = manyClient()) {
  const desk = await open(client, '#/passthrough')
  client.emit('connectors:rows', { requestId: client.refreshId, rows })
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
  const report = (answers: ManyAnswer[], change: Partial<ManyRun['head']> = {}, shapes: ManyShape[] = []) => {
    all.push(...answers)
    made.client.emit('passthrough:manyProgress', {
      ...{ head: { ...head, answered: all.length, ...change }, answers, shapes, asking: [30, 31], resting: [] }
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

test('connectors of an integration are asked with one read, and the table fills', async () => {
  const { request, report } = await started([...personio(38), row('ATS', 'other', { end_user: 'Else' })])
  expect(request).toMatchObject({ name: 'employees', draft: { method: 'GET', path: '/employees', connector: null } })
  expect(request.asked).toHaveLength(38)
  await expect.element(page.getByText('Asking. The first answers come in a moment.')).toBeVisible()
  report(answersOf31(), {}, [usualShape, empty])
  await expect.element(page.getByText('26 of 38')).toBeVisible()
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
