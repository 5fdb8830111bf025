import { afterEach, beforeEach, expect, it } from 'vitest'
import { contract, events, type Channel } from '../../shared/ipc'
import { Jobs } from '../base/jobs'
import { eu, place, testMappings, type TestMappings } from './testing'
import type { Context, Handlers } from '../base/room'
import { lookupHandlers } from '../lookups/room'
import { mappingHandlers } from './room'

let test: TestMappings
let jobs: Jobs
let requests: number
const emitted: unknown[] = []
beforeEach(async () => {
  test = await testMappings()
  jobs = new Jobs()
  requests = 0
  emitted.length = 0
})
afterEach(() => test.close())

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const context: Context = {
  owner: 1,
  emit(event, payload) {
    const parsed = events[event].parse(payload)
    if (event !== 'app:jobProgress') emitted.push(parsed)
  }
}

/** Parses the request and checks the answer against the contract, as the IPC border does. */
async function ask(channel: Channel, request: object): Promise<Record<string, unknown>> {
  const { lookups, mappings, masker } = test
  const handlers = {
    ...mappingHandlers({ mappings, jobs, masker }),
    ...lookupHandlers(lookups, { jobs, masker })
  }
  const run = (handlers as Partial<Handlers>)[channel] as (request: unknown, context: Context) => Promise<unknown>
  const parsed = contract[channel].request.parse({ requestId: idOf(++requests), ...request })
  const answer = await run(parsed, context)
  return contract[channel].response.parse(answer) as Record<string, unknown>
}

it('answers every channel as the contract says, from a new field to its replay in the other region', async () => {
  expect(await ask('lookups:read', { ...place, refresh: false })).toMatchObject({ error: null })
  expect(await ask('mappings:operations', place)).toMatchObject({ listFields: true })
  const draft = { name: 'desk_number', description: '', category: 'HRIS', model: 'employee' }
  const created = await ask('mappings:createField', { ...place, ...draft })
  const { id } = created['field'] as { id: string }
  await ask('mappings:changeField', {
    ...place,
    id,
    name: 'desk',
    description: 'Where',
    shown: { name: draft.name, description: '' }
  })
  const scope = { kind: 'integration', slug: 'gusto' }
  const mapped = await ask('mappings:create', { ...place, fieldId: id, scope, expression: 'desk.no', sampleId: null })
  const { id: mappingId } = mapped['mapping'] as { id: string }
  const wrong = { ...place, fieldId: id, mappingId, expression: 'desk.nowhere', sampleId: null }
  const { entryId } = await ask('mappings:change', wrong)
  expect(await ask('mappings:undo', { ...place, entryId, sampleId: null })).toMatchObject({ outcome: 'done' })
  await ask('mappings:change', { ...wrong, expression: 'desk.number' })
  expect(await ask('mappings:readField', { ...place, id })).toMatchObject({
    field: { name: 'desk' },
    mappings: [{ id: mappingId, expression: 'desk.number' }]
  })
  expect(await ask('mappings:known', place)).toMatchObject([
    { fieldId: id, fieldName: 'desk', category: 'HRIS', scope, expression: 'desk.number', uncertain: false }
  ])
  expect(await ask('mappings:known', eu)).toEqual([])
  test.refresh()
  const key = `HRIS:${test.some(({ integration_slug }) => integration_slug === 'gusto').id}`
  const effective = await ask('mappings:effective', { ...place, key, model: 'employee' })
  expect(effective['fields']).toContainEqual(expect.objectContaining({ name: 'desk', source: 'integration' }))

  const plan = await ask('mappings:planReplay', { from: place, to: eu })
  const steps = plan['steps'] as { id: string }[]
  const { results } = await ask('mappings:replay', { planId: plan['id'], stepIds: steps.map((step) => step.id) })
  expect(results).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }])
  expect(emitted).toEqual((results as unknown[]).map((result) => ({ requestId: idOf(requests), result })))

  expect(await ask('mappings:delete', { ...place, fieldId: id, mappingId })).toMatchObject({ outcome: 'done' })
  expect(await ask('mappings:deleteField', { ...place, id, typedName: 'desk' })).toMatchObject({ outcome: 'done' })
  expect((await ask('mappings:changeLog', { ...place, limit: 3 }))['entries']).toHaveLength(3)
  expect(await ask('mappings:exportChangeLog', { ...place, format: 'csv' })).toMatchObject({ entries: 10 })
  await ask('mappings:rememberField', { ...place, id: idOf(77), name: 'pasted' })
  expect((await ask('mappings:listFields', place))['fields']).toContainEqual(
    expect.objectContaining({ name: 'pasted', from: 'pasted' })
  )
  await ask('mappings:forgetField', { ...place, id: idOf(77) })
})

it('is cancelled by its request id', async () => {
  await test.mappings.operations(place)
  test.service.set({ faults: [{ name: 'hang', path: '/custom-fields' }] })
  const reading = ask('mappings:listFields', place)
  reading.catch(() => undefined)
  await expect.poll(() => jobs.cancel(idOf(requests), 1)).toBe(true)
  await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
})

it('hide tokens that a service repeats, in an answer, in the ledger and in what is exported', async () => {
  test.refresh()
  await test.mappings.operations(place)
  const { connector_token } = test.some()
  const said = `${test.service.bearerToken} ${connector_token}`
  const scope = { kind: 'integration', slug: 'bamboohr' } // the connector's is taken already
  const field = { id: idOf(5), name: said, description: said, category: said, json_path: said, [connector_token]: 1 }
  const mapping = { id: idOf(6), custom_field_id: idOf(5), connector_token, json_path: said, message: said }
  test.service.set({
    faults: [
      { name: 'status', status: 200, path: '/custom-fields/mapping', body: mapping },
      { name: 'status', status: 200, path: `/custom-fields/${idOf(5)}`, body: { ...field, mappings: [mapping] } },
      { name: 'status', status: 200, path: '/lookup/models', body: { models: [{ slug: said, display_name: said }] } }
    ]
  })
  const shown = [
    await ask('mappings:readField', { ...place, id: idOf(5) }),
    await ask('mappings:create', { ...place, fieldId: idOf(5), scope, expression: 'a.b', sampleId: null }),
    await ask('lookups:read', { ...place, refresh: true }),
    await ask('mappings:changeLog', { ...place, limit: 50 })
  ]
  await ask('mappings:exportChangeLog', { ...place, format: 'json' })
  const kept = [
    await test.history.changeLog({ ...place, before: 100, limit: 9 }),
    await test.history.keptLookups({ place })
  ]
  for (const output of [shown, test.saved, kept]) {
    expect(JSON.stringify(output)).not.toContain(test.service.bearerToken)
    expect(JSON.stringify(output)).not.toContain(connector_token)
  }
  expect(shown[1]).toMatchObject({ outcome: 'done', message: '[token] [token]', mapping: { scope } })
})
