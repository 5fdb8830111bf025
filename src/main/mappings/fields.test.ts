import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CustomField } from '../../shared/mappings/mapping'
import { eu, place, signal, testMappings, type TestMappings } from './testing'

let test: TestMappings
beforeEach(async () => {
  test = await testMappings()
})
afterEach(() => test.close())

const good = { name: 'desk_number', description: 'Where', category: 'HRIS', model: 'employee' }
const made = '00000000-0000-4000-8000-000000000abc'
const optional = [
  'listFields',
  'createField',
  'readField',
  'changeField',
  'listMappings',
  'changeMapping',
  'configuration'
]
const off = (...names: string[]) =>
  test.service.set({ operations: Object.fromEntries(names.map((name) => [name, false])) })
const entries = async () => (await test.mappings.changeLog.list(place.workspaceId)).entries

async function named(name: string): Promise<CustomField> {
  const { fields } = await test.mappings.fields.list(place, signal)
  return fields.find((one) => one.name === name) ?? expect.fail(`no field ${name}`)
}

describe('fields', () => {
  it('are listed by the service, page by page', async () => {
    const { fields, complete } = await test.mappings.fields.list(place, signal)
    expect(complete).toBe(true)
    expect(fields).toHaveLength(8)
    expect(fields).toContainEqual(
      expect.objectContaining({ name: 'cost_center', category: 'HRIS', model: 'employee', from: 'service' })
    )
  })

  it('are those of the ledger and those that were pasted where the service lists none', async () => {
    const { field } = await test.mappings.fields.create(place, good, signal)
    off('listFields')
    const pasted = await test.mappings.fields.remember(place, ` ${made.toUpperCase()} `, ' badge ')
    expect(pasted).toMatchObject({ id: made, name: 'badge', from: 'pasted' })
    expect(await test.make().fields.list(place, signal)).toMatchObject({
      complete: false,
      fields: [
        { id: field?.id, name: 'desk_number', from: 'ledger' },
        { id: made, name: 'badge' }
      ]
    })
    expect((await test.mappings.fields.list(eu, signal)).fields.map(({ id }) => id)).not.toContain(made)
    await test.mappings.fields.forget(place, made)
    expect((await test.mappings.fields.list(place, signal)).fields).toHaveLength(1)
  })

  it('are read with their mappings and counts', async () => {
    const { id } = await named('cost_center')
    expect(await test.mappings.fields.read(place, id, signal)).toMatchObject({
      field: { name: 'cost_center' },
      complete: true,
      counts: { total: 2, organization: 2, connector: 0 },
      mappings: [
        { fieldId: id, scope: { kind: 'integration', slug: 'bamboohr' }, expression: 'department.cost_center.code' },
        { scope: { kind: 'integration', slug: 'personio' } }
      ]
    })
    await expect(test.mappings.fields.read(place, made, signal)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('are read scope by scope where the service does not read one', async () => {
    const { id } = await named('cost_center')
    test.refresh()
    const one = test.some()
    const scope = { kind: 'connector' as const, key: `HRIS:${one.id}` }
    await test.mappings.mappings.create(place, id, scope, 'a.b', signal)
    off('readField')
    const { mappings, complete } = await test.mappings.fields.read(place, id, signal)
    expect(complete).toBe(false)
    expect(mappings.map((mapping) => [mapping.scope, mapping.from])).toEqual([
      [{ kind: 'integration', slug: 'bamboohr' }, 'service'],
      [{ kind: 'integration', slug: 'personio' }, 'service'],
      [scope, 'service']
    ])
    off('readField', 'listMappings')
    const known = await test.make().fields.read(place, id, signal)
    expect(known).toMatchObject({ complete: false, mappings: [{ scope, expression: 'a.b', from: 'ledger' }] })
  })

  it.each(['', ' ', '..', '../mapping', 'mapping', made.slice(1), `${made}/x`, '%2e%2e'])(
    'refuse the id %j before any request',
    async (id) => {
      const { fields, mappings } = test.mappings
      const invalid = { code: 'invalid-input', message: expect.stringMatching(/ ID/) }
      await expect(fields.read(place, id, signal)).rejects.toMatchObject(invalid)
      await expect(fields.remember(place, id, '')).rejects.toMatchObject({
        info: { fields: { id: expect.any(String) } }
      })
      await expect(
        fields.change(place, id, { name: 'ab', description: '', shown: { name: '', description: '' } }, signal)
      ).rejects.toMatchObject(invalid)
      await expect(fields.delete(place, id, signal)).rejects.toMatchObject(invalid)
      await expect(mappings.delete(place, made, id, signal)).rejects.toMatchObject(invalid)
      await expect(mappings.delete(place, id, made, signal)).rejects.toMatchObject(invalid)
      await expect(mappings.change(place, made, id, 'a.b', signal)).rejects.toMatchObject(invalid)
      const scope = { kind: 'integration' as const, slug: 'bamboohr' }
      await expect(mappings.create(place, id, scope, 'a.b', signal)).rejects.toMatchObject({
        info: { fields: { customFieldId: expect.any(String) } }
      })
      expect(test.service.requests).toEqual([])
      expect(await entries()).toEqual([])
    }
  )
})

describe('creating a field', () => {
  it('is done, and recorded', async () => {
    const { field, ...change } = await test.mappings.fields.create(place, good, signal)
    expect(change).toMatchObject({ outcome: 'done' })
    expect(field).toMatchObject({ name: 'desk_number', description: 'Where', source: 'API', from: 'service' })
    expect(await entries()).toMatchObject([
      {
        act: 'create-field',
        outcome: 'done',
        region: 'default',
        field: { id: field?.id, name: 'desk_number' },
        mapping: null
      }
    ])
  })

  it.each([
    ['name', { name: 'x' }],
    ['name', { name: 'a'.repeat(129) }],
    ['name', { name: 'CamelCase' }],
    ['name', { name: 'two__lines' }],
    ['name', { name: '_a' }],
    ['name', { name: 'a b' }],
    ['category', { category: '' }],
    ['model', { model: ' ' }]
  ])('is refused at %s before any request: %j', async (field, change) => {
    await expect(test.mappings.fields.create(place, { ...good, ...change }, signal)).rejects.toMatchObject({
      code: 'invalid-input',
      info: { fields: { [field]: expect.any(String) } }
    })
    expect(test.service.requests).toEqual([])
  })

  it('takes names of 2 and 128 characters', async () => {
    for (const name of ['ab', 'a'.repeat(128)])
      expect(await test.mappings.fields.create(place, { ...good, name }, signal)).toMatchObject({ outcome: 'done' })
  })

  it('is refused in the words of the service', async () => {
    const taken = await test.mappings.fields.create(place, { ...good, name: 'cost_center' }, signal)
    expect(taken).toMatchObject({ outcome: 'refused', message: expect.stringMatching(/cost_center/), field: null })
    await expect(test.mappings.fields.create(place, { ...good, model: 'nothing' }, signal)).rejects.toMatchObject({
      code: 'validation',
      info: { status: 422, fields: { model: 'there is no model nothing in this category' } }
    })
    expect((await entries()).map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
  })

  it('is not tried where the service does not offer it', async () => {
    off('createField')
    await expect(test.mappings.fields.create(place, good, signal)).rejects.toMatchObject({ code: 'unsupported' })
    expect(await entries()).toEqual([])
  })

  it('is looked up when its answer is lost, and not repeated', async () => {
    await test.mappings.operations(place)
    const before = test.service.requests.filter(({ method }) => method === 'POST').length
    test.service.set({ faults: [{ name: 'lost-answer', path: '/custom-fields', times: 1 }] })
    const { field, ...change } = await test.mappings.fields.create(place, good, signal)
    expect(change).toMatchObject({ outcome: 'unknown', stillListed: true })
    expect(field).toMatchObject({ name: 'desk_number' })
    expect(test.service.requests.filter(({ method }) => method === 'POST')).toHaveLength(before + 1)
    expect(await entries()).toMatchObject([{ outcome: 'unknown', field: { id: field?.id } }])
  })

  it('that never arrived is not there', async () => {
    await test.mappings.operations(place)
    test.service.set({ faults: [{ name: 'status', status: 502, path: '/custom-fields', times: 1 }] })
    expect(await test.mappings.fields.create(place, good, signal)).toMatchObject({
      outcome: 'unknown',
      stillListed: false,
      field: null
    })
  })
})

describe('changing a field', () => {
  it('sends what differs', async () => {
    const { id, description } = await named('cost_center')
    const first = { name: 'cost_center', description: description ?? '' }
    const second = { name: 'cost_centre', description: 'By finance' }
    const third = { ...second, description: '' }
    const change = (wanted: typeof first, shown: typeof first) =>
      test.mappings.fields.change(place, id, { ...wanted, shown }, signal)
    expect(await change(second, first)).toMatchObject({ outcome: 'done', field: second })
    expect(await change(third, second)).toMatchObject({ field: { name: 'cost_centre', description: null } })
    await expect(change(third, third)).rejects.toMatchObject({ info: { fields: { name: 'Nothing was changed.' } } })
    await expect(change({ ...third, name: 'No' }, third)).rejects.toMatchObject({
      info: { fields: { name: expect.stringMatching(/snake_case/) } }
    })
  })

  it('keeps what somebody else changed meanwhile, and takes nothing of it back', async () => {
    const { id, description } = await named('cost_center')
    const shown = { name: 'cost_center', description: description ?? '' }
    const change = (wanted: typeof shown) => test.mappings.fields.change(place, id, { ...wanted, shown }, signal)
    await change({ ...shown, name: 'cost_centre' })
    const sent = () => test.service.requests.filter(({ method }) => method === 'PATCH').length
    const before = sent()
    await expect(change({ ...shown, name: 'center' })).rejects.toMatchObject({ code: 'outdated' })
    expect(sent()).toBe(before)
    expect(await change({ ...shown, description: 'By finance' })).toMatchObject({
      outcome: 'done',
      field: { name: 'cost_centre', description: 'By finance' }
    })
  })

  it('is looked up when its answer is lost', async () => {
    const { id, description } = await named('cost_center')
    test.service.set({ faults: [{ name: 'lost-answer', path: id, nth: 2, times: 1 }] })
    const shown = { name: 'cost_center', description: description ?? '' }
    const change = { ...shown, name: 'cost_centre', shown }
    expect(await test.mappings.fields.change(place, id, change, signal)).toMatchObject({
      outcome: 'unknown',
      stillListed: true,
      field: { name: 'cost_centre' }
    })
  })
})

describe('deleting a field', () => {
  it.each([true, false])('deletes its mappings too, which is checked (empty answer: %s)', async (emptyDeletes) => {
    test.service.set({ emptyDeletes })
    const { id } = await named('t_shirt_size')
    const { mappings } = await test.mappings.fields.read(place, id, signal)
    const answer = await test.mappings.fields.delete(place, id, signal)
    expect(answer).toMatchObject({ outcome: 'done', stillListed: false, left: [], verified: true })
    expect(answer.gone).toEqual(mappings)
    expect(await entries()).toMatchObject([
      {
        act: 'delete-field',
        outcome: 'done',
        field: { id, name: 't_shirt_size' },
        cascade: mappings.map((mapping) => ({ mappingId: mapping.id, expression: mapping.expression }))
      }
    ])
  })

  it('reports what stayed', async () => {
    const { id } = await named('t_shirt_size')
    const { mappings } = await test.mappings.fields.read(place, id, signal)
    const stays = mappings[0] ?? expect.fail('no mapping')
    const body = [{ id: stays.id, custom_field_id: id, integration_slug: 'bamboohr', json_path: 'x' }]
    test.service.set({ faults: [{ name: 'status', status: 200, path: '/mapping?integration_slug=bamboohr', body }] })
    const answer = await test.mappings.fields.delete(place, id, signal)
    expect(answer).toMatchObject({ outcome: 'done', left: [{ id: stays.id }], verified: true })
    expect(answer.gone).toHaveLength(mappings.length - 1)
  })

  it('says that it could not check where the service lists no mappings', async () => {
    const { id } = await named('t_shirt_size')
    off('listMappings')
    const answer = await test.mappings.fields.delete(place, id, signal)
    expect(answer).toMatchObject({ outcome: 'done', stillListed: false, left: [], verified: false })
    expect(answer.gone).toHaveLength(2)
  })

  it('with a lost answer is looked up, and not repeated', async () => {
    const { id } = await named('t_shirt_size')
    test.service.set({ faults: [{ name: 'lost-answer', path: id, nth: 3, times: 1 }] })
    const answer = await test.mappings.fields.delete(place, id, signal)
    expect(answer).toMatchObject({ outcome: 'unknown', stillListed: false, left: [], verified: true })
    expect(answer.gone).toHaveLength(2)
    expect(test.service.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('claims nothing where the answer is lost and the service cannot be asked', async () => {
    const { id } = await named('t_shirt_size')
    await test.mappings.fields.remember(place, id, 't_shirt_size')
    off(...optional)
    test.service.set({ faults: [{ name: 'lost-answer', path: id }] })
    expect(await test.mappings.fields.delete(place, id, signal)).toMatchObject({
      outcome: 'unknown',
      stillListed: null,
      gone: [],
      left: [],
      verified: false
    })
  })

  it('@attack asks the operator, who types the name and sees all that goes with it', async () => {
    const { id } = await named('t_shirt_size')
    const { mappings } = await test.mappings.fields.read(place, id, signal)
    test.person.agrees = false
    await expect(test.mappings.fields.delete(place, id, signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(test.service.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    expect(await entries()).toEqual([])
    expect(test.acts).toMatchObject([{ danger: true, typed: { text: 't_shirt_size' } }])
    expect(test.acts[0]?.facts.filter(([name]) => name === 'Also deleted')).toHaveLength(mappings.length)
  })

  it('names to a colleague the connectors that lose a mapping of their own, to be forgotten with their customers', async () => {
    const { id } = await named('t_shirt_size')
    const one = test.service.connectors.find(({ category }) => category === 'HRIS') ?? expect.fail('no connector')
    const key = `HRIS:${one.id}`
    await test.mappings.mappings.create(place, id, { kind: 'connector', key }, 'own', signal)
    test.person.needsColleague = true
    await test.mappings.fields.delete(place, id, signal)
    expect(test.colleagueAsked[0]?.about).toEqual([key])
  })

  it('is still recorded when the app ends before the answer', async () => {
    const { id } = await named('t_shirt_size')
    await test.mappings.fields.read(place, id, signal)
    test.service.set({ faults: [{ name: 'hang', path: id, nth: 3, times: 1 }] })
    const controller = new AbortController()
    const deleting = test.mappings.fields.delete(place, id, controller.signal)
    await expect
      .poll(() => entries())
      .toMatchObject([{ act: 'delete-field', outcome: 'unknown', message: 'The app ended before an answer came.' }])
    await expect.poll(() => test.service.requests.some(({ method }) => method === 'DELETE')).toBe(true)
    controller.abort()
    expect(await deleting).toMatchObject({ outcome: 'unknown' })
  })
})
