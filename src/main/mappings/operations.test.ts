import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import type { MappingOperation, MappingOperations } from '../../shared/mappings/mapping'
import { scripted, target, testClient, type Scripted } from '../testing/fakes'
import { OfferedOperations } from './operations'
import { place, testMappings, type TestMappings } from './testing'

const names: MappingOperation[] = [
  ...(['listFields', 'createField', 'readField', 'changeField', 'listMappings'] as const),
  ...(['changeMapping', 'configuration', 'rawData', 'preview'] as const)
]
const all = (offered: boolean) => Object.fromEntries(names.map((name) => [name, offered])) as MappingOperations

describe('at the practice service', () => {
  let test: TestMappings
  afterEach(() => test.close())

  const stored = async () => {
    const get = async (path: string) =>
      (
        await fetch(test.service.url + path, { headers: { authorization: `Bearer ${test.service.bearerToken}` } })
      ).text()
    return [await get('/api/v1/custom-fields'), await get('/api/v1/custom-fields/mapping?integration_slug=bamboohr')]
  }

  it('are asked for once, and nothing changes by it', async () => {
    test = await testMappings()
    const before = await stored()
    const asked = test.service.requests.length
    expect(await test.mappings.operations(place)).toEqual(all(true))
    expect(test.service.requests).toHaveLength(asked + names.length)
    expect(await test.mappings.operations(place)).toEqual(all(true))
    expect(test.service.requests).toHaveLength(asked + names.length)
    expect(await stored()).toEqual(before)
  })

  it.each(names)('find that %s is off, and no other', async (name) => {
    test = await testMappings({ operations: { [name]: false } })
    expect(await test.mappings.operations(place)).toEqual({ ...all(true), [name]: false })
  })

  it('are all off at a service that has the contract only', async () => {
    test = await testMappings({ operations: Object.fromEntries(names.map((name) => [name, false])) })
    expect(await test.mappings.operations(place)).toEqual(all(false))
  })

  it('are asked for again where the first time brought no answer', async () => {
    test = await testMappings()
    test.service.set({ faults: [{ name: 'status', status: 503, path: '/raw-data' }] })
    await expect(test.mappings.operations(place)).rejects.toMatchObject({ code: 'service-unavailable' })
    test.service.set({ faults: [] })
    expect(await test.mappings.operations(place)).toMatchObject({ rawData: true })
  })

  it('are off once their own route is gone', async () => {
    test = await testMappings()
    const { signal } = new AbortController()
    await test.mappings.operations(place)
    test.service.set({ operations: { listFields: false } })
    expect(await test.mappings.fields.list(place, signal)).toMatchObject({ complete: false, fields: [] })
    expect(await test.mappings.operations(place)).toMatchObject({ listFields: false, createField: true })
  })
})

/** Like common routers: the first route that matches path and method answers; else 405, else 404. */
function router(offered: Partial<Record<MappingOperation, boolean>>, typedId: boolean, idFirst: boolean) {
  const missing = (loc: string[]): Scripted => ({
    status: 422,
    json: { detail: [{ loc, msg: 'Field required', type: 'missing' }] }
  })
  const noSuch: Scripted = { status: 404, json: { detail: 'Custom field not found' } }
  const one = (id: string): Scripted => {
    if (/^[0-9a-f-]{36}$/.test(id) || !typedId) return noSuch
    return {
      status: 422,
      json: { detail: [{ loc: ['path', 'custom_field_id'], msg: 'not a UUID', type: 'uuid_parsing' }] }
    }
  }
  type Route = [operation: MappingOperation | null, method: string, path: RegExp, answer: (id: string) => Scripted]
  const fixed: Route[] = [
    [null, 'POST', /^\/mapping$/, () => missing(['body'])],
    ['listMappings', 'GET', /^\/mapping$/, () => ({ status: 400, json: { detail: 'Exactly one of both' } })],
    ['changeMapping', 'PATCH', /^\/mapping\/([^/]+)$/, () => missing(['body', 'json_path'])],
    [null, 'DELETE', /^\/mapping\/([^/]+)$/, () => noSuch],
    ['configuration', 'GET', /^\/configuration$/, () => missing(['query', 'connector_token'])],
    ['rawData', 'GET', /^\/raw-data$/, () => missing(['query', 'connector_token'])],
    ['preview', 'POST', /^\/preview$/, () => missing(['body', 'json_path'])],
    ['listFields', 'GET', /^$/, () => ({ json: { items: [], cursor: null, page_size: 0 } })],
    ['createField', 'POST', /^$/, () => missing(['body', 'name'])]
  ]
  const ofId: Route[] = [
    ['readField', 'GET', /^\/([^/]+)$/, one],
    ['changeField', 'PATCH', /^\/([^/]+)$/, one],
    [null, 'DELETE', /^\/([^/]+)$/, one]
  ]
  const routes = (idFirst ? [...ofId, ...fixed] : [...fixed, ...ofId]).filter(
    ([name]) => !name || offered[name] !== false
  )
  return scripted(({ method, url }) => {
    const path = url.pathname.replace('/api/v1/custom-fields', '')
    const known = routes.filter(([, , pattern]) => pattern.test(path))
    const route = known.find(([, of]) => of === method)
    if (route) return route[3](route[2].exec(path)?.[1] ?? '')
    return known.length > 0
      ? { status: 405, json: { detail: 'Method Not Allowed' } }
      : { status: 404, json: { detail: 'Not Found' } }
  })
}

describe.each([
  ['ids typed', true],
  ['ids taken as any text', false]
])('at a router with %s', (_, typedId) => {
  it.each(names)('find that %s is off, and no other', async (name) => {
    const operations = new OfferedOperations(testClient(router({ [name]: false }, typedId, false)))
    expect(await operations.of(target)).toEqual({ ...all(true), [name]: false })
  })

  it('count as not offered where the route of an id hides them', async () => {
    const operations = new OfferedOperations(testClient(router({}, typedId, true)))
    const reached = { listMappings: false, configuration: false, rawData: false }
    expect(await operations.of(target)).toEqual({ ...all(true), ...reached })
  })
})

describe('what an operation answers later', () => {
  it.each<[MappingOperation, { status: number; detail?: string }, boolean]>([
    ['changeMapping', { status: 405 }, true],
    ['changeMapping', { status: 404, detail: 'Mapping not found' }, false],
    ['changeMapping', { status: 404, detail: 'Not Found' }, false],
    ['configuration', { status: 404, detail: 'Not Found' }, true],
    ['configuration', { status: 404 }, true],
    ['configuration', { status: 404, detail: 'Connector not found' }, false],
    ['createField', { status: 403 }, false],
    ['createField', { status: 422 }, false]
  ])('%s, %j: turned off %s', async (name, info, off) => {
    const operations = new OfferedOperations(testClient(router({}, true, false)))
    expect(await operations.heard(target, name, new AppError('service-error', '', info))).toBe(off)
    expect(await operations.of(target)).toEqual({ ...all(true), [name]: !off })
  })

  it('turns off all that answer like this at the same time', async () => {
    const operations = new OfferedOperations(testClient(router({}, true, false)))
    const gone = new AppError('service-error', '', { status: 405 })
    const both = ['listFields', 'readField'] as const
    await Promise.all(both.map((name) => operations.heard(target, name, gone)))
    expect(await operations.of(target)).toEqual({ ...all(true), listFields: false, readField: false })
  })
})
