import { randomBytes } from 'node:crypto'
import { Encryption } from '../secrets/encryption'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eu, place, signal, testMappings, type TestMappings } from './testing'

let test: TestMappings
beforeEach(async () => {
  test = await testMappings()
  await test.mappings.operations(place)
})
afterEach(() => test.close())

const someId = '00000000-0000-4000-8000-000000000abc'
const gusto = { kind: 'integration' as const, slug: 'gusto' }
const off = (...names: string[]) =>
  test.service.set({ operations: Object.fromEntries(names.map((name) => [name, false])) })
const entries = async () => (await test.mappings.changeLog.list(place.workspaceId)).entries
const sent = (method: string) =>
  test.service.requests.filter((one) => one.method === method && one.path.includes('/mapping'))

async function fieldId(name = 'second_manager'): Promise<string> {
  const { fields } = await test.mappings.fields.list(place, signal)
  return fields.find((one) => one.name === name)?.id ?? expect.fail(`no field ${name}`)
}
const mappingsOf = async (id: string) => (await test.mappings.fields.read(place, id, signal)).mappings

describe('creating a mapping', () => {
  it.each([200, 201] as const)('for an integration, answered with %s', async (mappingStatus) => {
    test.service.set({ mappingStatus })
    await test.lookups.read(place, false, signal)
    const id = await fieldId()
    const { mapping, ...change } = await test.mappings.mappings.create(place, id, gusto, 'manager\n.name', signal)
    expect(change.outcome).toBe('done')
    expect(await mappingsOf(id)).toEqual([mapping])
    expect(mapping).toMatchObject({ fieldId: id, scope: gusto, expression: 'manager\n.name' })
    expect(await entries()).toMatchObject([
      {
        act: 'create-mapping',
        outcome: 'done',
        field: { id, name: 'second_manager' },
        mapping: { id: mapping?.id, scope: gusto, scopeName: 'Gusto', expression: 'manager\n.name', before: null }
      }
    ])
  })

  it('for a connector, whose token stays here', async () => {
    test.refresh()
    const one = test.some()
    const scope = { kind: 'connector' as const, key: `HRIS:${one.id}` }
    const id = await fieldId()
    const { mapping } = await test.mappings.mappings.create(place, id, scope, 'a.b', signal)
    expect(mapping?.scope).toEqual(scope)
    expect(await mappingsOf(id)).toMatchObject([{ scope }])
    const again: unknown = await test.mappings.mappings.create(place, id, scope, 'a.b', signal).catch((e: unknown) => e)
    expect(again).toMatchObject({ code: 'outdated' })
    await test.mappings.changeLog.export(place.workspaceId, 'csv')
    await test.mappings.changeLog.export(place.workspaceId, 'json')
    const text = JSON.stringify([mapping, again, await mappingsOf(id), await entries(), test.saved])
    expect(text).toContain(one.end_user)
    expect(text).not.toContain(one.connector_token)
  })

  it('remembers its connector in a session that has not listed the connector', async () => {
    test.refresh()
    const scope = { kind: 'connector' as const, key: `HRIS:${test.some().id}` }
    const id = await fieldId()
    await test.mappings.mappings.create(place, id, scope, 'a.b', signal)
    test.tokens.forgetWorkspace(place.workspaceId)
    expect(await mappingsOf(id)).toMatchObject([{ scope }])
  })

  it.each(['@', 'a'])('takes %s: one character is an expression', async (expression) => {
    const id = await fieldId()
    const made = await test.mappings.mappings.create(place, id, gusto, expression, signal)
    expect(made).toMatchObject({ outcome: 'done', mapping: { expression } })
    expect(test.service.mappings.filter(({ json_path }) => json_path === expression)).toHaveLength(1)
  })

  it('finds out which one it made where the answer is empty', async () => {
    const id = await fieldId()
    test.service.set({ mappingStatus: 204 })
    const made = await test.mappings.mappings.create(place, id, gusto, 'a.b', signal)
    const there = test.service.mappings.find(({ json_path }) => json_path === 'a.b')
    expect(made).toMatchObject({ outcome: 'done', mapping: { id: there?.id, expression: 'a.b' } })
    expect(await entries()).toMatchObject([{ outcome: 'done', mapping: { id: there?.id } }])
  })

  it.each<[string, string, string]>([
    ['expression', '', '1 to 1024'],
    ['expression', 'a'.repeat(1025), '1025'],
    ['expression', 'a\u0000b', 'control'],
    ['expression', 'a\u001bb', 'control'],
    ['expression', 'a\u0085b', 'control'],
    ['expression', 'a\ud800b', 'control'],
    ['expression', 'a.b[', 'bracket']
  ])('is refused at the %s before any request: %j', async (field, expression, words) => {
    const asked = test.service.requests.length
    await expect(test.mappings.mappings.create(place, someId, gusto, expression, signal)).rejects.toMatchObject({
      code: 'invalid-input',
      info: { fields: { [field]: expect.stringContaining(words) } }
    })
    await expect(test.mappings.mappings.change(place, someId, someId, expression, signal)).rejects.toMatchObject({
      info: { fields: { [field]: expect.stringContaining(words) } }
    })
    expect(test.service.requests).toHaveLength(asked)
  })

  it.each([
    { kind: 'integration' as const, slug: '' },
    { kind: 'integration' as const, slug: ' \n' },
    { kind: 'integration' as const, slug: 'gu\u0000sto' },
    { kind: 'connector' as const, key: '' },
    { kind: 'connector' as const, key: 'HRIS:' },
    { kind: 'connector' as const, key: 'XXX:1' }
  ])('is refused without a scope, before any request: %j', async (scope) => {
    const asked = test.service.requests.length
    await expect(test.mappings.mappings.create(place, someId, scope, 'a.b', signal)).rejects.toMatchObject({
      code: 'invalid-input',
      info: { fields: { scope: expect.any(String) } }
    })
    expect(test.service.requests).toHaveLength(asked)
  })

  it('takes 2 and 1024 characters', async () => {
    const id = await fieldId()
    for (const [slug, expression] of [
      ['gusto', 'ab'],
      ['hibob', 'a'.repeat(1024)]
    ] as const)
      expect(
        await test.mappings.mappings.create(place, id, { kind: 'integration', slug }, expression, signal)
      ).toMatchObject({ outcome: 'done' })
  })

  it('is refused in the words of the service', async () => {
    const id = await fieldId()
    expect(await test.mappings.mappings.create(place, someId, gusto, 'a.b', signal)).toMatchObject({
      outcome: 'refused',
      message: 'The API says: Custom field not found'
    })
    expect(
      await test.mappings.mappings.create(place, id, { kind: 'integration', slug: 'nothing' }, 'a.b', signal)
    ).toMatchObject({ outcome: 'refused', message: 'The API says: There is no integration nothing' })
  })

  it.each([
    [['body', 'custom_field_id'], 'customFieldId'],
    [['body', 'json_path'], 'expression'],
    [['body', 'integration_slug'], 'scope'],
    [['body', 'connector_token'], 'scope']
  ])('shows a 422 at %j at the control %s, without what was sent', async (loc, field) => {
    const body = { detail: [{ loc, msg: 'Value error, no', type: 'x', input: 'ct_secret', ctx: { a: 'ct_secret' } }] }
    const id = await fieldId()
    test.service.set({ faults: [{ name: 'status', status: 422, path: '/custom-fields/mapping', body }] })
    const error: unknown = await test.mappings.mappings.create(place, id, gusto, 'a.b', signal).catch((e: unknown) => e)
    expect(error).toMatchObject({ code: 'validation', info: { status: 422, fields: { [field]: 'no' } } })
    expect(JSON.stringify(error)).not.toContain('ct_secret')
    expect(await entries()).toMatchObject([{ outcome: 'refused' }])
  })

  it('shows a 422 about something else as it is', async () => {
    const body = { detail: [{ loc: ['body'], msg: 'Not today', type: 'x', input: 'ct_secret' }] }
    const id = await fieldId()
    test.service.set({ faults: [{ name: 'status', status: 422, path: '/custom-fields/mapping', body }] })
    const error: unknown = await test.mappings.mappings.create(place, id, gusto, 'a.b', signal).catch((e: unknown) => e)
    expect(error).toMatchObject({ code: 'validation', info: { detail: [{ msg: 'Not today' }] } })
    expect(error).not.toHaveProperty('info.fields')
  })

  it('takes a token out of the words of the service', async () => {
    test.refresh()
    const one = test.some()
    const scope = { kind: 'connector' as const, key: `HRIS:${one.id}` }
    const id = await fieldId()
    const body = { detail: `Not with ${one.connector_token}` }
    test.service.set({ faults: [{ name: 'status', status: 409, path: '/custom-fields/mapping', body }] })
    const answer = await test.mappings.mappings.create(place, id, scope, 'a.b', signal)
    expect(answer).toMatchObject({ outcome: 'refused', message: 'The API says: Not with [token]' })
    expect(JSON.stringify(await entries())).not.toContain(one.connector_token)
  })

  it.each([true, false])('with a lost answer is looked up, and not repeated (arrived: %s)', async (arrived) => {
    const id = await fieldId()
    const lost = arrived ? ({ name: 'lost-answer' } as const) : ({ name: 'reset' } as const)
    test.service.set({ faults: [{ ...lost, path: '/custom-fields/mapping', times: 1 }] })
    const { mapping, ...change } = await test.mappings.mappings.create(place, id, gusto, 'a.b', signal)
    expect(change).toMatchObject({ outcome: 'unknown', stillListed: arrived, send: expect.any(String) })
    expect(mapping !== null).toBe(arrived)
    expect(test.writes().filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(await entries()).toMatchObject([{ outcome: 'unknown', mapping: { id: mapping?.id ?? null } }])
  })

  it('says so where the answer is lost and the service cannot be asked', async () => {
    const id = await fieldId()
    off('readField', 'listMappings', 'listFields')
    const mappings = test.make()
    await mappings.operations(place)
    test.service.set({ faults: [{ name: 'lost-answer', path: '/custom-fields/mapping', times: 1 }] })
    expect(await mappings.mappings.create(place, id, gusto, 'a.b', signal)).toMatchObject({
      outcome: 'unknown',
      stillListed: null,
      mapping: null,
      message: expect.stringContaining('could not be checked')
    })
  })

  it('that never left counts as refused', async () => {
    const id = await fieldId()
    const controller = new AbortController()
    controller.abort()
    await expect(test.mappings.mappings.create(place, id, gusto, 'a.b', controller.signal)).rejects.toMatchObject({
      code: 'cancelled'
    })
    expect(sent('POST')).toEqual([])
    expect((await entries()).map(({ outcome }) => outcome)).toEqual(['refused'])
  })
})

describe('changing and deleting a mapping', () => {
  it('changes the expression, and records what was there before', async () => {
    const id = await fieldId('cost_center')
    const [first] = await mappingsOf(id)
    const { mapping } = await test.mappings.mappings.change(place, id, first?.id ?? '', 'x.y', signal)
    expect(mapping).toMatchObject({ ...first, expression: 'x.y', updatedAt: expect.any(Number) })
    expect(await entries()).toMatchObject([
      { act: 'change-mapping', mapping: { expression: 'x.y', before: 'department.cost_center.code' } }
    ])
  })

  it('changes nothing where the service does not offer it', async () => {
    off('changeMapping')
    await expect(test.make().mappings.change(place, someId, someId, 'x.y', signal)).rejects.toMatchObject({
      code: 'unsupported'
    })
    expect(await test.mappings.mappings.change(place, someId, someId, 'x.y', signal)).toMatchObject({
      outcome: 'refused'
    })
    expect(await test.mappings.operations(place)).toMatchObject({ changeMapping: false })
  })

  it('looks up the mapping when the answer to a change is lost', async () => {
    const id = await fieldId('cost_center')
    const [first] = await mappingsOf(id)
    test.service.set({ faults: [{ name: 'lost-answer', path: first?.id ?? '', times: 1 }] })
    expect(await test.mappings.mappings.change(place, id, first?.id ?? '', 'x.y', signal)).toMatchObject({
      outcome: 'unknown',
      stillListed: true,
      mapping: { expression: 'x.y' }
    })
    const sent = test.writes().filter(({ method, path }) => method === 'PATCH' && path.endsWith(first?.id ?? '-'))
    expect(sent).toHaveLength(1)
  })

  it.each([true, false])('deletes one and leaves the field (empty answer: %s)', async (emptyDeletes) => {
    test.service.set({ emptyDeletes })
    const id = await fieldId('cost_center')
    const [first, second] = await mappingsOf(id)
    expect(await test.mappings.mappings.delete(place, id, first?.id ?? '', signal)).toMatchObject({
      outcome: 'done',
      stillListed: false
    })
    expect(await mappingsOf(id)).toEqual([second])
    expect(await test.mappings.mappings.delete(place, id, first?.id ?? '', signal)).toMatchObject({
      outcome: 'refused',
      message: expect.stringMatching(/^The mapping \S+ is no longer there.* The API says: Mapping not found$/)
    })
    expect((await entries()).map(({ act, outcome }) => [act, outcome])).toEqual([
      ['delete-mapping', 'refused'],
      ['delete-mapping', 'done']
    ])
  })

  it('looks up one whose deletion got no answer', async () => {
    const id = await fieldId('cost_center')
    const [first] = await mappingsOf(id)
    test.service.set({ faults: [{ name: 'reset', path: first?.id ?? '', times: 1 }] })
    expect(await test.mappings.mappings.delete(place, id, first?.id ?? '', signal)).toMatchObject({
      outcome: 'unknown',
      stillListed: true
    })
    expect(sent('DELETE')).toHaveLength(1)
  })
})

describe('what a connector gets', () => {
  it.each([
    ['as the service says', [], true],
    ['as it follows from the mappings listed', ['configuration'], true],
    ['as it follows from the fields read', ['configuration', 'listMappings'], false]
  ])('%s', async (_, missing, complete) => {
    off(...missing)
    test.refresh()
    const one = test.some(({ integration_slug }) => integration_slug === 'bamboohr')
    const key = `HRIS:${one.id}`
    const id = await fieldId('t_shirt_size')
    await test.mappings.mappings.create(place, id, { kind: 'connector', key }, 'own.size', signal)
    const { fields, ...answer } = await test.make().effective.of(place, key, 'employee', signal)
    expect(answer).toEqual({ complete })
    expect(fields.map(({ name, expression, source }) => [name, expression, source])).toEqual([
      ['t_shirt_size', 'own.size', 'connector'],
      ['cost_center', 'department.cost_center.code', 'integration'],
      ['badge_number', 'custom.badge.id[', 'integration'],
      ['second_manager', null, null],
      ['center_label', null, null]
    ])
    expect(JSON.stringify(fields)).not.toContain(one.connector_token)
  })

  it('is not asked for without a connector and a model', async () => {
    const { of } = test.mappings.effective
    const asked = test.service.requests.length
    const ask = (key: string, model: string) => of.call(test.mappings.effective, place, key, model, signal)
    await expect(ask('HRIS:x', '')).rejects.toMatchObject({ info: { fields: { model: expect.any(String) } } })
    await expect(ask('x', 'employee')).rejects.toMatchObject({ info: { fields: { scope: expect.any(String) } } })
    expect(test.service.requests).toHaveLength(asked)
  })
})

describe('kept samples', () => {
  const sample = {
    id: someId,
    label: 'Ada',
    expected: '"x"',
    isAnonymous: false,
    of: null,
    keptAt: 1,
    by: null,
    record: '{}'
  }
  const keep = (id: string, scope = 'integration:gusto') => {
    const nothing = {
      expression: null,
      kept: null,
      look: null,
      others: [],
      details: null,
      finding: null,
      closed: [],
      keptBy: null
    }
    const content = { fieldId: id, scope, at: 1, salt: 'salt', samples: [sample], ...nothing }
    return test.mappings.guards.items.put(place, content)
  }

  it('go with their field, once it is deleted', async () => {
    const id = await fieldId()
    await keep(id)
    await keep(id, 'integration:hibob')
    await keep(someId)
    const fields = async () => (await test.mappings.guards.items.list(place)).map((one) => one.fieldId)
    test.person.agrees = false
    await expect(test.mappings.fields.delete(place, id, signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(await fields()).toEqual([id, id, someId])
    test.person.agrees = true
    expect(await test.mappings.fields.delete(place, id, signal)).toMatchObject({ outcome: 'done' })
    expect(await fields()).toEqual([someId])
  })

  it.each(['default', 'eu'] as const)(
    'of a forgotten customer go, with what was counted there; others stay: %s',
    async (region) => {
      const at = { ...place, region }
      test.refresh(at)
      const [one, another] = [0, 1].map(
        (nth) =>
          test.services[region].connectors.filter(({ category, origin_id }) => category === 'HRIS' && origin_id)[nth]
      )
      const [key, otherKey] = [`HRIS:${one?.id}`, `HRIS:${another?.id}`]
      const { guards } = test.mappings
      const counted = {
        records: 9,
        filled: 9,
        problems: 0,
        distinct: 1,
        types: [],
        lengths: null,
        digests: [],
        keys: []
      }
      const of = (key: string) => ({ ...counted, at: 1, source: { key, name: key, path: '/api/hris/v1/employees' } })
      const from = (key: string) => ({ ...sample, of: { slug: 'gusto', category: 'HRIS', key } })
      const [mine, other] = [of(key), of(otherKey)]
      const details = { changed: [{ label: 'Ada', before: '1', now: '2' }], changedTotal: 1, gone: [], fresh: [] }
      const content = {
        fieldId: someId,
        scope: 'integration:gusto',
        at: 1,
        salt: 'salt',
        expression: 'a',
        details,
        finding: null,
        closed: []
      }
      const others = [{ kept: other, look: other }]
      const samples = [from(key), from(otherKey), sample]
      await guards.items.put(at, { ...content, keptBy: null, samples, kept: mine, look: mine, others })
      await guards.items.put(region === 'eu' ? place : eu, {
        ...content,
        keptBy: null,
        samples,
        kept: null,
        look: null,
        others
      })
      const { workspaceId } = place
      await test.history.forgetCustomer({ workspaceId, originId: one?.origin_id ?? '' })
      await guards.forget()
      expect(await guards.items.list(at)).toMatchObject([
        { expression: 'a', samples: samples.slice(1), kept: null, look: null, others, details: null }
      ])
      expect(await guards.items.list(region === 'eu' ? place : eu)).toMatchObject([{ samples, others }])
      // Without the key of what is encrypted there may be more: it is looked through again.
      expect(await test.history.forgottenConnectors()).toContainEqual({ ...at, key })
      test.encryption.key = new Encryption(randomBytes(32))
      await test.history.forgetCustomer({ workspaceId, originId: another?.origin_id ?? '' })
      await guards.forget()
      expect(await guards.items.list(at)).toMatchObject([{ samples: [sample], others: [] }])
      expect(await test.history.forgottenConnectors()).toEqual([])
    }
  )

  it('that cannot be tried, as the field cannot be read, hold a change back', async () => {
    const id = await fieldId()
    const { mapping } = await test.mappings.mappings.create(place, id, gusto, 'a.b', signal)
    const change = () => test.mappings.mappings.change(place, id, mapping?.id ?? '', 'a.c', signal)
    await keep(someId)
    await keep(id)
    const faults = [{ name: 'status' as const, status: 503, path: id }]
    test.service.set({ faults })
    await expect(change()).rejects.toMatchObject({
      code: 'invalid-input',
      info: { fields: { expression: expect.stringContaining('kept samples') } }
    })
    expect(sent('PATCH').map(({ path }) => path)).not.toContainEqual(expect.stringContaining(mapping?.id ?? ''))
    await test.mappings.guards.items.drop(place, { fieldId: id, scope: 'integration:gusto' })
    expect(await change()).toMatchObject({ outcome: 'done' })
  })
})

describe('a look at fresh records', () => {
  const source = { key: 'HRIS:1', name: 'Hollis', path: '/api/hris/v1/employees' }
  const counted = { records: 0, filled: 0, problems: 0, distinct: 0, types: [], lengths: null, digests: [], keys: [] }

  it.each<[string, string[], string]>([
    ['reads one field', [], 'now'],
    ['lists the mappings of a scope', ['readField'], 'now'],
    ['reads neither', ['readField', 'listMappings'], 'before']
  ])('takes the expression that is saved now, where the service %s', async (_, missing, expected) => {
    off(...missing)
    const tried: string[] = []
    test.guardLab.lab = {
      service: { takeCollection: async () => ({ id: 'set' }) },
      held: () => ({ records: [] }),
      engine: { profile: async ({ expression }: { expression: string }) => (tried.push(expression), counted) }
    } as unknown as typeof test.guardLab.lab
    const again = test.make()
    const id = await fieldId()
    await again.mappings.create(place, id, gusto, 'before', signal)
    for (const one of test.service.mappings) if (one.json_path === 'before') one.json_path = 'now'
    const of = { ...place, ...source, fieldId: id, scope: 'integration:gusto', field: 'second_manager' }
    await again.guards.look(of, signal)
    expect(tried).toEqual([expected])
    await expect(again.guards.look({ ...of, scope: 'integration:none' }, signal)).rejects.toMatchObject({
      code: 'outdated'
    })
  })
})
