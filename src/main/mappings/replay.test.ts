import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReplayPlan, StepResult } from '../../shared/mappings/change-log'
import { personWho } from '../guard/testing'
import type { Desk } from './desk'
import { confirmSteps } from './replay'
import { eu, place, signal, testMappings, type TestMappings } from './testing'

let test: TestMappings
beforeEach(async () => {
  test = await testMappings()
})
afterEach(() => test.close())

const gusto = { kind: 'integration' as const, slug: 'gusto' }
const hibob = { kind: 'integration' as const, slug: 'hibob' }
const draft = { name: 'desk_number', description: 'Where', category: 'HRIS', model: 'employee' }

async function fieldId(name: string, of = place): Promise<string> {
  const { fields } = await test.mappings.fields.list(of, signal)
  return fields.find((one) => one.name === name)?.id ?? expect.fail(`no field ${name}`)
}
const expressionsOf = async (name: string, of = eu) =>
  (await test.mappings.fields.read(of, await fieldId(name, of), signal)).mappings.map(({ expression }) => expression)
const kinds = ({ steps }: ReplayPlan) =>
  steps.map(({ kind, fieldName, expression }) => [kind, fieldName, expression] as const)
const plan = () => test.mappings.replay.plan(place, eu, signal)
const all = ({ steps }: ReplayPlan) => steps.map(({ id }) => id)

async function execute({ id }: ReplayPlan, stepIds: string[], abort = signal) {
  const reported: StepResult[] = []
  const { results } = await test.mappings.replay.execute(id, stepIds, abort, (result) => reported.push(result))
  expect(reported).toEqual(results)
  return results.map(({ outcome }) => outcome)
}

/** A new field with two mappings, and another mapping on a field that both places have. */
async function made() {
  const { field } = await test.mappings.fields.create(place, draft, signal)
  await test.mappings.mappings.create(place, field?.id ?? '', gusto, 'desk.number', signal)
  await test.mappings.mappings.create(place, field?.id ?? '', hibob, 'work.desk', signal)
  await test.mappings.mappings.create(place, await fieldId('second_manager'), gusto, 'manager.manager', signal)
}

it('plans what is missing without writing, and brings it over', async () => {
  await made()
  const planned = await plan()
  const asked = test.services.eu.requests.filter(({ method }) => method !== 'GET')
  expect(asked.map(({ status }) => status).filter((status) => ![404, 405, 422].includes(status ?? 0))).toEqual([])
  expect(kinds(planned)).toEqual([
    ['create-field', 'desk_number', null],
    ['create-mapping', 'desk_number', 'desk.number'],
    ['create-mapping', 'desk_number', 'work.desk'],
    ['same', 'second_manager', null],
    ['create-mapping', 'second_manager', 'manager.manager']
  ])
  expect(planned.steps.every(({ why }) => why.length > 0)).toBe(true)
  expect(await execute(planned, all(planned))).toEqual(['done', 'done', 'done', 'skipped', 'done'])
  expect(await expressionsOf('desk_number')).toEqual(['desk.number', 'work.desk'])
  expect(await expressionsOf('second_manager')).toEqual(['manager.manager'])
  expect((await test.mappings.fields.read(eu, await fieldId('desk_number', eu), signal)).field.description).toBe(
    'Where'
  )
  expect(new Set(kinds(await plan()).map(([kind]) => kind))).toEqual(new Set(['same']))
  const { entries } = await test.mappings.changeLog.list(place.workspaceId)
  expect(entries.slice(0, 4).map(({ region, outcome }) => [region, outcome])).toEqual(Array(4).fill(['eu', 'done']))
})

it('carries out the chosen steps only, and no step twice', async () => {
  await made()
  const planned = await plan()
  const [field = '', first = '', second = ''] = all(planned)
  expect(await execute(planned, [first])).toEqual(['skipped'])
  expect(await execute(planned, [first, field])).toEqual(['done', 'done'])
  expect(await execute(planned, [field, first, second])).toEqual(['skipped', 'skipped', 'done'])
  expect(await expressionsOf('second_manager')).toEqual([])
})

it('@attack is agreed to by the name of one integration, and by the number of several', async () => {
  await made()
  const planned = await plan()
  const [field = '', first = '', second = ''] = all(planned)
  test.acts.length = 0
  await execute(planned, [field, first, second])
  await execute(await plan(), all(await plan()))
  expect(test.acts.map(({ typed }) => typed)).toEqual([
    { label: 'Type the number of integrations', text: '2' },
    { label: 'Type the integration’s name', text: 'Gusto' }
  ])
})

it('@attack of an integration whose name cannot be seen it wants the slug', async () => {
  const { acts, confirmer } = personWho()
  const target = { ...place, baseUrl: 'https://api.example.com', bearerToken: 'bearer-of-one' }
  const parts = { confirmer, workspaces: { target: async () => target }, check: async () => null, now: () => 0 }
  const about = { id: '1', fieldName: 'f', category: null, model: null, expression: 'a', before: 'b', why: '' }
  await confirmSteps(
    parts as Partial<Desk> as Desk,
    { to: place, made: new Map() },
    [
      {
        step: { ...about, kind: 'change-mapping', scopeName: '\u200b\u2060' },
        make: { kind: 'change-mapping', fieldId: 'f', mappingId: 'm', scope: gusto, before: 'b', expression: 'a' }
      }
    ],
    signal
  )
  expect(acts.map(({ typed }) => typed)).toEqual([{ label: 'Type the integration’s ID', text: 'gusto' }])
})

it('changes what is mapped otherwise, where that can be changed', async () => {
  const id = await fieldId('cost_center')
  const [first] = (await test.mappings.fields.read(place, id, signal)).mappings
  await test.mappings.mappings.change(place, id, first?.id ?? '', 'new.path', signal)
  const planned = await plan()
  expect(planned.steps).toMatchObject([
    { kind: 'same' },
    { kind: 'change-mapping', before: 'department.cost_center.code', expression: 'new.path', scopeName: 'Bamboohr' }
  ])
  test.services.eu.set({ operations: { changeMapping: false } })
  const again = test.make()
  expect((await again.replay.plan(place, eu, signal)).steps[1]).toMatchObject({
    kind: 'blocked',
    before: 'department.cost_center.code'
  })
  test.services.eu.set({ operations: {} })
  expect(await execute(planned, all(planned))).toEqual(['skipped', 'done'])
  expect(await expressionsOf('cost_center')).toContain('new.path')
})

it('refuses steps that are no longer true', async () => {
  await made()
  const costs = await fieldId('cost_center')
  const [first] = (await test.mappings.fields.read(place, costs, signal)).mappings
  await test.mappings.mappings.change(place, costs, first?.id ?? '', 'new.path', signal)
  const planned = await plan()
  await test.mappings.fields.create(eu, draft, signal)
  await test.mappings.mappings.create(eu, await fieldId('second_manager', eu), gusto, 'other', signal)
  const there = await fieldId('cost_center', eu)
  const [mapping] = (await test.mappings.fields.read(eu, there, signal)).mappings
  await test.mappings.mappings.change(eu, there, mapping?.id ?? '', 'third.path', signal)
  const outcomes = await execute(planned, all(planned))
  expect(
    Object.fromEntries(planned.steps.map(({ kind, fieldName }, at) => [`${fieldName} ${kind}`, outcomes[at]]))
  ).toEqual({
    'second_manager same': 'skipped',
    'second_manager create-mapping': 'refused',
    'cost_center same': 'skipped',
    'cost_center change-mapping': 'refused',
    'desk_number create-field': 'refused',
    'desk_number create-mapping': 'skipped'
  })
  expect(await expressionsOf('cost_center')).toContain('third.path')
})

it('stops where the end of a step is unknown', async () => {
  await made()
  const planned = await plan()
  test.services.eu.set({ faults: [{ name: 'lost-answer', path: '/custom-fields/mapping', times: 1 }] })
  expect(await execute(planned, all(planned))).toEqual(['done', 'unknown', 'skipped', 'skipped', 'skipped'])
  expect(
    test.services.eu.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/mapping'))
  ).toHaveLength(1)
})

it('skips the rest when it is cancelled', async () => {
  await made()
  const planned = await plan()
  const controller = new AbortController()
  const { results } = await test.mappings.replay.execute(planned.id, all(planned), controller.signal, ({ outcome }) => {
    if (outcome === 'done') controller.abort()
  })
  expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'skipped', 'skipped', 'skipped', 'skipped'])
})

it('says why something cannot be brought over', async () => {
  await made()
  test.services.eu.set({
    operations: { createField: false },
    faults: [
      {
        name: 'status',
        status: 200,
        path: '/lookup/integrations',
        body: { integrations: [{ slug: 'hibob', display_name: 'HiBob', categories: ['HRIS'] }] }
      }
    ]
  })
  expect(kinds(await plan()).map(([kind]) => kind)).toEqual(['blocked', 'blocked', 'blocked', 'same', 'blocked'])
  expect((await plan()).steps.map(({ why }) => why)).toEqual([
    'There is no field of this name, and the API does not offer to create one.',
    'Its field cannot be copied.',
    'Its field cannot be copied.',
    'The field is already there.',
    'There is no such integration there.'
  ])
})

it('brings a mapping of a connector to that of the same end user and integration', async () => {
  const here = test.some(({ origin_id }) => origin_id !== null)
  const there = test.some(() => true, 'eu')
  const [key, twin] = [`HRIS:${here.id}`, `HRIS:${there.id}`]
  const id = await fieldId('second_manager')
  test.refresh()
  await test.mappings.mappings.create(place, id, { kind: 'connector', key }, 'own.path', signal)
  expect((await plan()).steps[1]).toMatchObject({
    kind: 'blocked',
    why: expect.stringMatching(/^No connectors are loaded there yet/)
  })

  Object.assign(there, { origin_id: here.origin_id, integration_slug: here.integration_slug })
  test.refresh(eu)
  const planned = await plan()
  expect(planned.steps[1]).toMatchObject({ kind: 'create-mapping', scopeName: expect.stringContaining(here.end_user) })
  expect(await execute(planned, all(planned))).toEqual(['skipped', 'done'])
  const read = await test.mappings.fields.read(eu, await fieldId('second_manager', eu), signal)
  expect(read.mappings).toMatchObject([{ scope: { kind: 'connector', key: twin }, expression: 'own.path' }])
  expect((await plan()).steps[1]).toMatchObject({ kind: 'same' })
  expect(JSON.stringify(planned)).not.toContain(there.connector_token)

  const second = test.services.eu.connectors.find(({ category, id }) => category === 'HRIS' && id !== there.id)
  Object.assign(second ?? {}, { origin_id: here.origin_id, integration_slug: here.integration_slug })
  test.refresh(eu)
  expect((await plan()).steps[1]).toMatchObject({ kind: 'blocked', why: expect.stringMatching(/2 \w+ connectors/) })
})

it('finds the mapping of a connector that somebody else made, also where its token was not read yet', async () => {
  const here = test.some(({ origin_id }) => origin_id !== null)
  const there = test.some(() => true, 'eu')
  Object.assign(there, { origin_id: here.origin_id, integration_slug: here.integration_slug })
  test.refresh()
  test.refresh(eu)
  const scope = { kind: 'connector' as const, key: `HRIS:${here.id}` }
  await test.mappings.mappings.create(place, await fieldId('second_manager'), scope, 'own.path', signal)
  const { url, bearerToken } = test.services.eu
  const made = await fetch(`${url}/api/v1/custom-fields/mapping`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearerToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      custom_field_id: await fieldId('second_manager', eu),
      ...{ json_path: 'own.path', connector_token: there.connector_token }
    })
  })
  expect(made.status).toBeLessThan(300)
  test.tokens.forgetWorkspace(eu.workspaceId)
  expect((await plan()).steps[1]).toMatchObject({ kind: 'same' })
})

it('a colleague is asked about the customers whose connectors it names', async () => {
  const here = test.some(({ origin_id }) => origin_id !== null)
  const there = test.some(() => true, 'eu')
  Object.assign(there, { origin_id: here.origin_id, integration_slug: here.integration_slug })
  for (const of of [place, eu]) test.refresh(of)
  const id = await fieldId('second_manager')
  const scope = { kind: 'connector' as const, key: `HRIS:${here.id}` }
  await test.mappings.mappings.create(place, id, scope, 'own.path', signal)
  await test.mappings.mappings.create(place, id, gusto, 'manager.manager', signal)
  const planned = await plan()
  test.person.needsColleague = true
  expect(await execute(planned, all(planned))).toEqual(['skipped', 'done', 'done'])
  const [asked] = test.colleagueAsked
  expect(asked?.requests.map(({ what }) => what)).toContainEqual(expect.stringContaining(here.end_user))
  expect(asked?.about).toEqual([`HRIS:${there.id}`])
})

it('keeps the last 20 plans, and none to its own place', async () => {
  await expect(test.mappings.replay.plan(place, place, signal)).rejects.toMatchObject({ code: 'invalid-input' })
  const first = await plan()
  for (let count = 0; count < 19; count++) await plan()
  expect(await execute(first, ['1'])).toEqual([])
  await plan()
  await expect(execute(first, ['1'])).rejects.toMatchObject({ code: 'not-found' })
})

it('@attack asks once for the whole list, with each step as it is sent, and needs permission', async () => {
  await made()
  const planned = await plan()
  test.acts.length = 0
  test.person.agrees = false
  await expect(execute(planned, all(planned))).rejects.toMatchObject({ code: 'cancelled' })
  expect(test.writes(test.services.eu).filter(({ status }) => status !== 404)).toEqual([])
  test.person.agrees = true
  expect(await execute(planned, all(planned))).toEqual(['done', 'done', 'done', 'skipped', 'done'])
  expect(test.acts).toHaveLength(2)
  expect(test.acts[1]).toMatchObject({ region: 'eu', title: 'Apply 4 changes?' })
  expect(test.acts[1]?.requests.map(({ method, what }) => `${method} ${what}`)).toEqual([
    'POST Change 1: create field desk_number',
    expect.stringContaining('POST Change 2: map desk_number for'),
    expect.stringContaining('POST Change 3: map desk_number for'),
    expect.stringContaining('POST Change 5: map second_manager for')
  ])
})
