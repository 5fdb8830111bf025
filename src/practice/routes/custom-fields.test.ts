import { describe, expect, it } from 'vitest'
import type { CustomField, Mapping } from '../data/custom-fields'
import { body, call, practice, refusals, send } from '../testing'
import { OPERATIONS, type PracticeService } from '../types'

const FIELDS = '/api/v1/custom-fields'
const MAPPINGS = `${FIELDS}/mapping`
const UNUSED_ID = '00000000-0000-4000-8000-000000000000'

const listed = async (service: PracticeService, query = '') =>
  (await body<{ items: CustomField[] }>(call(service, `${FIELDS}${query}`))).items

async function named(service: PracticeService, name: string): Promise<CustomField> {
  const found = (await listed(service)).find((one) => one.name === name)
  if (!found) throw new Error(`no field ${name}`)
  return found
}

const of = async (service: PracticeService, query: string) => body<Mapping[]>(call(service, `${MAPPINGS}?${query}`))
const change = (service: PracticeService, path: string, json: unknown) =>
  call(service, path, {
    method: 'PATCH',
    body: JSON.stringify(json),
    headers: { 'Content-Type': 'application/json' }
  })
const remove = (service: PracticeService, path: string) => call(service, path, { method: 'DELETE' })

describe('custom fields', () => {
  it('are listed, filtered, and read with their mappings', async () => {
    const service = await practice()
    expect((await listed(service)).length).toBe(8)
    expect((await listed(service, '?category=ATS')).map((one) => one.name)).toEqual(['candidate_source'])
    expect((await listed(service, '?model=employee&source=API')).map((one) => one.name)).toEqual([
      'cost_center',
      'second_manager',
      'center_label'
    ])
    expect(await refusals(call(service, `${FIELDS}?source=CSV&category=x`))).toHaveLength(2)
    const { id } = await named(service, 'cost_center')
    const counts = { total: 2, organization: 2, connector: 0 }
    expect(await body(call(service, `${FIELDS}/${id}`))).toMatchObject({ name: 'cost_center', mapping_counts: counts })
    expect((await call(service, `${FIELDS}/${UNUSED_ID}`)).status).toBe(404)
  })

  it('are created once, and changed', async () => {
    const service = await practice()
    const good = { name: 'desk_number', category: 'HRIS', model: 'employee' }
    const answer = await send(service, FIELDS, good)
    const made = await body<{ id: string }>(answer)
    expect(made).toEqual({ id: expect.any(String), status: 'SUCCESS' })
    const field = await named(service, 'desk_number')
    expect([answer.status, field.id, field.source, (await listed(service)).length]).toEqual([201, made.id, 'API', 9])
    expect((await send(service, FIELDS, good)).status).toBe(409)
    const path = `${FIELDS}/${field.id}`
    expect(await body(change(service, path, { name: 'seat', description: 'Where' }))).toMatchObject({
      name: 'seat',
      description: 'Where'
    })
    expect(await body(change(service, path, { category: 'ATS', model: 'candidate' }))).toMatchObject({
      model: 'candidate'
    })
    const { id } = await named(service, 'cost_center')
    expect((await change(service, `${FIELDS}/${id}`, { model: 'employment' })).status).toBe(409)
  })

  it.each([
    [{}, ['body.name', 'body.category', 'body.model']],
    [{ name: 'x', category: 'HRIS', model: 'employee' }, ['body.name']],
    [{ name: 'CamelCase', category: 'HRIS', model: 'employee' }, ['body.name']],
    [{ name: 'a'.repeat(129), category: 'HRIS', model: 'course' }, ['body.name', 'body.model']]
  ])('are refused at the field: %j', async (sent, fields) => {
    expect((await refusals(send(await practice(), FIELDS, sent))).map(([loc]) => loc)).toEqual(fields)
  })

  it('go with all their mappings (spec: Endpoint 8)', async () => {
    const service = await practice()
    const { id } = await named(service, 't_shirt_size')
    const mine = (all: Mapping[]) => all.filter((one) => one.custom_field_id === id).length
    expect(mine(await of(service, 'integration_slug=bamboohr'))).toBe(1)
    expect((await remove(service, `${FIELDS}/${id}`)).status).toBe(204)
    expect(mine(await of(service, 'integration_slug=bamboohr'))).toBe(0)
    expect(mine(await of(service, 'integration_slug=personio'))).toBe(0)
    expect((await remove(service, `${FIELDS}/${id}`)).status).toBe(404)
    expect(await refusals(remove(service, `${FIELDS}/mapping`))).toEqual([['path.custom_field_id', 'uuid_parsing']])
    expect((await remove(service, `${FIELDS}/`)).status).toBe(404)
    expect((await listed(service)).length).toBe(7)
  })
})

describe('mappings (spec: Endpoints 3 and 7)', () => {
  const mapping = async (service: PracticeService, more: Record<string, unknown>) => ({
    custom_field_id: (await named(service, 'second_manager')).id,
    json_path: 'manager.manager.name',
    ...more
  })

  it('are made in either scope, changed, and deleted without their field', async () => {
    const service = await practice({ mappingStatus: 201, emptyDeletes: true })
    const token = service.connectors.find((one) => one.category === 'HRIS')?.connector_token ?? ''
    for (const scope of [{ integration_slug: 'gusto' }, { connector_token: token, integration_slug: null }]) {
      const sent = await mapping(service, scope)
      const answer = await send(service, MAPPINGS, sent)
      expect(answer.status).toBe(201)
      const made = await body<{ id: string }>(answer)
      expect(made).toEqual({ id: expect.any(String), status: 'SUCCESS' })
      expect(service.mappings.find(({ id }) => id === made.id)).toMatchObject(sent)
      expect((await send(service, MAPPINGS, sent)).status).toBe(409)
      const path = `${MAPPINGS}/${made.id}`
      expect(await body(change(service, path, { json_path: 'not[valid' }))).toMatchObject({ json_path: 'not[valid' })
      expect([(await remove(service, path)).status, (await remove(service, path)).status]).toEqual([204, 404])
    }
    expect(await named(service, 'second_manager')).toBeDefined()
  })

  it.each<[Record<string, unknown>, [string, string][]]>([
    [{}, [['body', 'value_error']]],
    [{ integration_slug: 'gusto', connector_token: 'ct_x' }, [['body', 'value_error']]],
    [{ integration_slug: 'gusto', json_path: 'a'.repeat(1025) }, [['body.json_path', 'string_too_long']]],
    [{ integration_slug: 'gusto', custom_field_id: '7' }, [['body.custom_field_id', 'uuid_parsing']]]
  ])('are refused at the field: %j', async (more, expected) => {
    const service = await practice()
    expect(await refusals(send(service, MAPPINGS, await mapping(service, more)))).toEqual(expected)
  })

  it('may be 1024 characters long, and want a field, an integration and a connector that are there', async () => {
    const service = await practice()
    const status = async (more: Record<string, unknown>) =>
      (await send(service, MAPPINGS, await mapping(service, more))).status
    const ats = service.connectors.find((one) => one.category === 'ATS')?.connector_token
    expect(await status({ integration_slug: 'gusto', json_path: 'a'.repeat(1024) })).toBe(201)
    expect(await status({ integration_slug: 'gusto', custom_field_id: UNUSED_ID })).toBe(404)
    expect(await status({ integration_slug: 'nothing' })).toBe(404)
    expect(await status({ connector_token: 'ct_nobody' })).toBe(404)
    expect(await status({ connector_token: ats })).toBe(403)
    for (const query of ['', 'integration_slug=a&connector_token=b']) {
      expect(await refusals(call(service, `${MAPPINGS}?${query}`))).toEqual([['query', 'value_error']])
    }
  })

  it('of a connector win over those of its integration', async () => {
    const service = await practice({ connectors: 300 })
    const connector = service.connectors.find((one) => one.category === 'HRIS' && one.integration_slug === 'bamboohr')
    const token = connector?.connector_token ?? ''
    const place = `connector_token=${token}&category=HRIS&model=employee`
    const { id } = await named(service, 'cost_center')
    const sources = async () => {
      const { fields } = await body<{ fields: { name: string; source: string; json_path: string }[] }>(
        call(service, `${FIELDS}/configuration?${place}`)
      )
      return Object.fromEntries(fields.map((one) => [one.name, [one.source, one.json_path]]))
    }
    expect(await sources()).toMatchObject({
      cost_center: ['organization', 'department.cost_center.code'],
      second_manager: [null, null]
    })
    await send(service, MAPPINGS, { custom_field_id: id, connector_token: token, json_path: 'custom.costCenter' })
    expect(await sources()).toMatchObject({ cost_center: ['connector', 'custom.costCenter'] })
    expect(await body(call(service, `${FIELDS}/raw-data?${place}`))).toMatchObject({ employee: { id: 1001 } })
    expect(await refusals(call(service, `${FIELDS}/raw-data`))).toEqual([['query', 'value_error']])
    expect(await refusals(call(service, `${FIELDS}/raw-data?integration_slug=gusto`))).toHaveLength(2)
    const canned = (slug: string) =>
      call(service, `${FIELDS}/raw-data?integration_slug=${slug}&category=HRIS&model=employee`)
    expect(await body(canned('gusto'))).toMatchObject({ employee: { id: 1001 }, meta: { system: 'gusto' } })
    expect(await body(canned('deel'))).toBeNull()
    expect((await call(service, `${FIELDS}/raw-data?${place.replace('HRIS', 'ATS')}`)).status).toBe(403)
  })
})

it('an operation switched off is not there, and the others stay', async () => {
  const service = await practice({ operations: Object.fromEntries(OPERATIONS.map((name) => [name, false])) })
  const status = async (method: string, path: string) => (await call(service, FIELDS + path, { method })).status
  expect([await status('GET', ''), await status('POST', '')]).toEqual([404, 404])
  expect([await status('GET', `/${UNUSED_ID}`), await status('PATCH', `/${UNUSED_ID}`)]).toEqual([405, 405])
  expect([await status('GET', '/mapping'), await status('PATCH', `/mapping/${UNUSED_ID}`)]).toEqual([405, 405])
  expect([await status('GET', '/configuration'), await status('GET', '/raw-data')]).toEqual([405, 405])
  service.set({ operations: { configuration: false } })
  expect([await status('GET', '/configuration'), await status('GET', `/${UNUSED_ID}`)]).toEqual([404, 404])
  expect([await status('DELETE', `/${UNUSED_ID}`), await status('DELETE', `/mapping/${UNUSED_ID}`)]).toEqual([404, 404])
})
