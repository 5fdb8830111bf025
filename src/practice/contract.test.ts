import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalogue } from '../shared/data/catalogue'
import { contractOperations, fieldsOf, wrongIn, type ContractOperation } from './contract-table'
import { deviations } from './deviations'
import { startPractice } from './server'
import { body, call, refusals } from './testing'
import type { Category, PracticeConnector } from './connector'
import type { PracticeService } from './types'

const UNUSED_ID = '00000000-0000-4000-8000-000000000000'
const MODELS: Record<Category, string> = { HRIS: 'employee', ATS: 'candidate', LMS: 'course' }

let service: PracticeService
beforeAll(async () => {
  service = await startPractice({ connectors: 120, limitPerMinute: 0, collectionSize: 20 })
  return () => service.close()
})

const categoryOf = (path: string) => (/^\/api\/(hris|ats|lms)\//.exec(path)?.[1]?.toUpperCase() ?? 'HRIS') as Category
/** Its integration has a meta schema. */
const linked = (category: Category): PracticeConnector =>
  service.connectors.find(
    (one) =>
      !['deel', 'namely'].includes(one.integration_slug) &&
      one.category === category &&
      one.status === 'COMPLETE' &&
      one.sync_status === 'Done' &&
      one.is_active
  ) ?? expect.fail(`no ${category} connector`)
const tokenOf = (path: string) => linked(categoryOf(path)).connector_token
const needsToken = ({ auth }: Pick<ContractOperation, 'auth'>) =>
  auth.some((one) => one.startsWith('x-connector-token'))

interface Sent {
  path?: string
  query?: Record<string, string>
  body?: unknown
}

async function requestOf({ group, name, path }: ContractOperation): Promise<Sent> {
  const { connector_token: token, integration_slug: slug } = linked('HRIS')
  const of = { category: 'HRIS', model: 'employee' }
  const own = async (list: string) => {
    const headers = { 'x-connector-token': tokenOf(path) }
    const { items } = await body<{ items: { id: string }[] }>(call(service, list, { headers }))
    return items[0]?.id ?? expect.fail(`nothing in ${list}`)
  }
  const field = service.fields.find((one) => one.name === 'second_manager')?.id ?? ''
  const mapping = service.mappings[0]?.id ?? ''
  switch (`${group}: ${name}`) {
    case 'connectors: delete hris':
    case 'connectors: delete ats':
    case 'connectors: delete lms': {
      const last = service.connectors.findLast((one) => one.category === categoryOf(path))
      return { path: path.replace('{connector_id}', last?.id ?? '') }
    }
    case 'link: create link token':
      return { body: { end_user_data: { org_name: 'Umber', origin_id: 'u-1' }, category: 'HRIS', integration: slug } }
    case 'link: exchange temporary token': {
      const asked = { end_user_data: { org_name: 'Umber', origin_id: 'u-1' }, category: 'HRIS', integration: slug }
      const made = await body<{ link_token: string }>(post('/api/embedded/v1/link/create-link-token', asked))
      return { path: path.replace('{temporary_token}', made.link_token.replace(/^lt_/, 'tt_')) }
    }
    case 'passthrough: send':
      return { body: { method: 'GET', path: '/echo', headers: null } }
    case 'custom fields: create':
      return { body: { name: 'contract_field', ...of } }
    case 'custom fields: get':
    case 'custom fields: update':
      return { path: path.replace('{custom_field_id}', field), body: { description: null } }
    case 'custom fields: delete': {
      const id = service.fields.find((one) => one.name === 'course_level')?.id ?? ''
      return { path: path.replace('{custom_field_id}', id) }
    }
    case 'mappings: list':
      return { query: { integration_slug: slug } }
    case 'mappings: create':
      return { body: { custom_field_id: field, json_path: '@', integration_slug: 'gusto' } }
    case 'mappings: update':
    case 'mappings: delete':
      return { path: path.replace('{custom_field_mapping_id}', mapping), body: { json_path: 'a' } }
    case 'mappings: raw data':
      return { query: { connector_token: token, ...of } }
    case 'mappings: preview':
      return { body: { connector_token: token, ...of, json_path: '@' } }
    case 'mappings: effective configuration':
      return { query: { connector_token: token, ...of } }
    case 'webhooks: log detail':
      return { path: path.replace('{log_id}', await own('/api/v1/webhooks/logs')) }
    case 'documents: get':
    case 'documents: download URL':
      return { path: path.replace('{id}', await own('/api/hris/v1/documents')) }
    case 'model writes: create candidate attachment':
      return {
        path: path.replace('{candidate_id}', await own('/api/ats/v1/candidates')),
        body: { file_name: 'cv.pdf' }
      }
  }
  return group === 'model writes' ? { body: bodyFor(path) } : {}
}

function bodyFor(path: string): object {
  const keys: Record<string, object> = {
    '/api/hris/v1/employees': { first_name: 'Ada', last_name: 'Brandt' },
    '/api/hris/v1/employee-payroll-runs': { employee_id: UNUSED_ID, payroll_run_id: UNUSED_ID, gross_pay: 1 },
    '/api/hris/v1/time-off': { employee_id: UNUSED_ID, start_time: '2026-01-01', end_time: '2026-01-02' },
    '/api/hris/v1/timesheet-entry': { employee_id: UNUSED_ID, start_time: '2026-01-01', hours_worked: 8 },
    '/api/ats/v1/activities': { user: null, activity_type: 'NOTE', body: null, visibility: null, candidate: null }
  }
  return keys[path] ?? {}
}

function post(path: string, json: unknown) {
  const headers = { 'Content-Type': 'application/json' }
  return call(service, path, { method: 'POST', headers, body: JSON.stringify(json) })
}

function send(operation: ContractOperation, sent: Sent, headers: Record<string, string> = {}): Promise<Response> {
  const { method } = operation
  const path = (sent.path ?? operation.path).replaceAll(/\{[a-z_]+\}/g, UNUSED_ID)
  const query = sent.query ? `?${new URLSearchParams(sent.query).toString()}` : ''
  const token = needsToken(operation) ? { 'x-connector-token': tokenOf(operation.path) } : {}
  const type = sent.body === undefined ? {} : { 'Content-Type': 'application/json' }
  const writes = sent.body !== undefined && method !== 'GET' ? { body: JSON.stringify(sent.body) } : {}
  return call(service, path + query, { method, headers: { ...token, ...type, ...headers }, ...writes })
}

const rows = contractOperations.map((one) => [`${one.method} ${one.path}`, one] as const)

it('is compared with 61 operations and 53 collections', () => {
  expect(contractOperations).toHaveLength(61)
  expect(catalogue).toHaveLength(53)
})

it('is listed operation by operation in docs/contract.md', async () => {
  const docs = await readFile(join(import.meta.dirname, '../../docs/contract.md'), 'utf8')
  const missing = contractOperations.filter(({ method, path }) => !docs.includes(`| \`${method} ${path}\``))
  expect(missing.map(({ path }) => path)).toEqual([])
})

describe('each operation', () => {
  it.each(rows)('%s: answers as declared', async (_, operation) => {
    const answer = await send(operation, await requestOf(operation))
    const text = await answer.text()
    expect([answer.status, text.slice(0, 300)]).toEqual([operation.success, expect.any(String)])
    if (operation.success === 204) return expect(text).toBe('')
    const json = JSON.parse(text) as unknown
    const { response = '' } = operation
    if (/^a JSON string/.test(response)) expect(json).toEqual(expect.any(String))
    else if (response.startsWith('array(')) {
      for (const one of json as unknown[]) expect(wrongIn(one, /^array\((.*)\)$/.exec(response)?.[1] ?? '')).toEqual([])
    } else if (/^object, keys not declared; guide: id:uuid, status/.test(response)) {
      expect(json).toEqual({ id: expect.any(String), status: 'SUCCESS' })
    } else if (fieldsOf(response).length > 0 && operation.group !== 'documents') {
      expect(wrongIn(json, response.replaceAll('array(mapping)', 'array(object)'))).toEqual([])
    }
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull()
  })

  it.each(rows)('%s: wants a bearer, and its connector’s token', async (_, operation) => {
    const refused = await send(operation, {}, { Authorization: 'Bearer wrong' })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    if (!needsToken(operation)) return
    const { method } = operation
    const path = operation.path.replaceAll(/\{[a-z_]+\}/g, UNUSED_ID)
    expect(await refusals(call(service, path, { method }))).toContainEqual(['header.x-connector-token', 'missing'])
  })

  const ids = rows.filter(([, { path_params }]) => path_params?.includes('uuid'))
  it.each(ids)('%s: refuses an invalid id, and does not know an unused one', async (_, operation) => {
    const wrong = operation.path.replaceAll(/\{[a-z_]+\}/g, 'seven')
    const [[loc] = ['']] = await refusals(send(operation, { path: wrong, body: {} }))
    expect(loc).toMatch(/^path\./)
    if (!operation.errors.includes(404) || operation.method === 'POST') return
    expect((await send(operation, { body: { json_path: 'a' } })).status).toBe(404)
  })

  const wanted = rows.filter(
    ([, { query_required, body_required }]) => fieldsOf(query_required ?? body_required).length
  )
  it.each(wanted)('%s: refuses a request without what is required, each at its place', async (_, operation) => {
    const { query_required, body_required, rule } = operation
    const place = query_required ? 'query' : 'body'
    const names = fieldsOf(query_required ?? body_required).map(({ name }) => `${place}.${name}`)
    const query = rule?.includes('connector_token') && query_required ? { query: { integration_slug: 'gusto' } } : {}
    const refused = await refusals(send(operation, { ...query, ...(place === 'body' && { body: {} }) }))
    expect(refused.map(([loc]) => loc)).toEqual(expect.arrayContaining(names))
  })

  const enums = rows.flatMap(([name, one]) =>
    fieldsOf(one.query_optional)
      .filter(({ type }) => type === 'enum')
      .map((field) => [`${name} ${field.name}`, one, field.name] as const)
  )
  it.each(enums)('%s: refuses a value that is not one of its own', async (_, operation, name) => {
    const refused = await refusals(send(operation, { query: { [name]: 'NEITHER' } }))
    expect(refused).toEqual([[`query.${name}`, 'enum']])
  })
})

describe('each collection', () => {
  const collections = catalogue.map((one) => [one.path, one] as const)
  const ask = (path: string, query: string, needsConnector: boolean) =>
    call(service, `${path}?${query}`, { headers: needsConnector ? { 'x-connector-token': tokenOf(path) } : {} })

  it.each(collections)(
    '%s: page sizes from 1 to its maximum, and no other',
    async (path, { pageSize, needsConnector }) => {
      expect((await ask(path, `page_size=${pageSize.max}`, needsConnector)).status).toBe(200)
      for (const size of [0, pageSize.max + 1]) {
        const refused = await refusals(ask(path, `page_size=${size}`, needsConnector))
        expect(refused.map(([loc]) => loc)).toEqual(['query.page_size'])
      }
    }
  )

  it.each(collections)('%s: refuses a bad value of each typed parameter', async (path, { params, needsConnector }) => {
    for (const { name, type } of params.filter((one) => ['bool', 'datetime', 'enum'].includes(one.type))) {
      const refused = await refusals(ask(path, `${name}=neither`, needsConnector))
      expect(refused.map(([loc]) => loc)).toEqual([`query.${name}`])
      expect(type).not.toBe('string')
    }
  })

  it.each(collections)('%s: takes each parameter it declares', async (path, { params, relations, needsConnector }) => {
    const good = { bool: 'true', datetime: '2020-01-01T00:00:00', list: 'a' }
    for (const { name, type, values } of params) {
      const text = name === 'ids' || name.endsWith('webhook_id') || name === 'connector_id' ? UNUSED_ID : 'a'
      const code = name === 'response_code' ? '200' : undefined
      const value =
        name === 'expand' ? relations.join(',') : (code ?? values[0] ?? good[type as keyof typeof good] ?? text)
      expect([name, (await ask(path, `${name}=${value}`, needsConnector)).status]).toEqual([name, 200])
    }
  })

  it.each(collections)('%s: ignores any other parameter without a word', async (path, { params, needsConnector }) => {
    const everywhere = ['modified_after', 'include_raw_data', 'expand', 'remote_id', 'is_active', 'category', 'status']
    const others = everywhere.filter((name) => !params.some((one) => one.name === name))
    const query = new URLSearchParams(Object.fromEntries(others.map((name) => [name, 'neither']))).toString()
    // Connectors change meanwhile, but the same records come.
    const idsOf = async (answer: Response) =>
      (await body<{ items: Record<string, unknown>[] }>(answer)).items.map((one) => one.id ?? one.webhook_id)
    const plain = await idsOf(await ask(path, 'page_size=5', needsConnector))
    expect(others.length).toBeGreaterThan(0)
    const answer = await ask(path, `page_size=5&${query}`, needsConnector)
    expect(answer.status).toBe(200)
    expect(await idsOf(answer)).toEqual(plain)
  })

  const read = collections.filter(([, { byId, needsConnector }]) => byId && needsConnector)
  it.each(read)('%s: reads each of its records by id', async (path, { byId }) => {
    const { items } = await body<{ items: { id: string }[] }>(ask(path, 'page_size=2', true))
    const one = items[1] ?? items[0]
    const at = (byId?.path ?? '').replace('{id}', one?.id ?? '')
    expect(await body(ask(at, '', true))).toMatchObject(one ?? {})
    expect((await ask((byId?.path ?? '').replace('{id}', UNUSED_ID), '', true)).status).toBe(404)
    const raw = await body(ask(at, 'include_raw_data=true', true))
    expect('raw_data' in raw).toBe(byId?.params.includes('include_raw_data'))
  })
})

it('differs from the contract only where a reason is given', () => {
  expect(new Set(deviations.map(({ of, what }) => `${of} ${what}`)).size).toBe(deviations.length)
  expect(deviations.filter(({ why }) => why.length < 20)).toEqual([])
})

describe('what the tables say only in words', () => {
  it('raw data and mappings: exactly one of connector and integration', async () => {
    for (const path of ['/api/v1/custom-fields/raw-data', '/api/v1/custom-fields/mapping']) {
      for (const query of [
        'category=HRIS&model=employee',
        'category=HRIS&model=employee&connector_token=a&integration_slug=b'
      ]) {
        expect(await refusals(call(service, `${path}?${query}`))).toEqual([['query', 'value_error']])
      }
    }
  })

  it('two links that were completed make two connectors, each with its own token', async () => {
    const { origin_id, integration_slug } = linked('HRIS')
    const before = service.connectors.length
    const asked = { end_user_data: { org_name: 'Umber', origin_id }, category: 'HRIS', integration: integration_slug }
    const { link_token } = await body<{ link_token: string }>(post('/api/embedded/v1/link/create-link-token', asked))
    const exchange = `/api/embedded/v1/connectors/connector_token/${link_token.replace(/^lt_/, 'tt_')}`
    const made = await body<{ connector_id: string }>(call(service, exchange))
    expect(service.connectors).toHaveLength(before + 1)
    expect(service.connectors.filter((one) => one.origin_id === origin_id).map(({ id }) => id)).toContain(
      made.connector_id
    )
    expect((await call(service, exchange)).status).toBe(404)
    const custom = await post('/api/embedded/v1/link/create-link-token', { ...asked, category: 'CUSTOM' })
    expect(custom.status).toBe(403)
  })

  it('an idempotency key is good for one payload, and answers the same again', async () => {
    const headers = { 'x-connector-token': linked('HRIS').connector_token, 'x-idempotency-key': 'k1' }
    const create = (first_name: string) =>
      call(service, '/api/hris/v1/employees', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ first_name, last_name: 'Brandt' })
      })
    const before = service.writes.get('POST /api/hris/v1/employees') ?? 0
    const first = await body(create('Ada'))
    expect(await body(create('Ada'))).toEqual(first)
    expect(service.writes.get('POST /api/hris/v1/employees')).toBe(before + 1)
    expect((await create('Grace')).status).toBe(409)
  })

  it('a document’s file is behind an address that needs no credentials and holds for a while', async () => {
    const headers = { 'x-connector-token': linked('HRIS').connector_token }
    const { items } = await body<{ items: { id: string }[] }>(call(service, '/api/hris/v1/documents', { headers }))
    const path = `/api/hris/v1/documents/${items[0]?.id}/download`
    const { url } = await body<{ url: string }>(call(service, path, { headers }))
    const file = await fetch(url)
    expect([file.status, (await file.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
    expect((await fetch(url.replace(/.$/, '!'))).status).toBe(403)
    expect(await refusals(call(service, `${path}?ttl_seconds=59`, { headers }))).toEqual([
      ['query.ttl_seconds', 'greater_than_equal']
    ])
  })

  it('a status that is passed on comes under the limit headers of the service', async () => {
    const limited = await startPractice({ connectors: 60, limitPerMinute: 200 })
    const token = limited.connectors.find((one) => one.status === 'COMPLETE' && one.is_active)?.connector_token ?? ''
    const answer = await fetch(`${limited.url}/api/v1/passthrough`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${limited.bearerToken}`,
        'x-connector-token': token,
        'Content-Type': 'application/json'
      },
      body: JSON.stringify({ method: 'POST', path: '/relay/429', headers: {} })
    })
    expect([answer.status, answer.headers.get('x-ratelimit-remaining')]).toEqual([429, '199'])
    await limited.close()
  })

  it.each([[7], [true]])(
    'a body of passthrough that is %s is refused; text, list, object and null are taken',
    async (data) => {
      const operation = contractOperations.find(({ group }) => group === 'passthrough') ?? expect.fail('no passthrough')
      const message = { method: 'POST', path: '/echo', headers: {} }
      expect(await refusals(send(operation, { body: { ...message, data } }))).toEqual([['body.data', 'union_type']])
      for (const good of ['a', [1], { a: 1 }, null]) {
        expect((await send(operation, { body: { ...message, data: good } })).status).toBe(200)
      }
    }
  )

  it('development connectors have no next run', () => {
    const tests = service.connectors.filter((one) => one.is_test_connector)
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter((one) => one.next_sync_start_time !== null)).toEqual([])
  })

  it('models of a category are offered for custom fields', async () => {
    for (const [category, model] of Object.entries(MODELS)) {
      const { models } = await body<{ models: { slug: string }[] }>(
        call(service, `/api/v1/lookup/models?category=${category}`)
      )
      expect(models.map(({ slug }) => slug)).toContain(model)
    }
  })
})
