import { describe, expect, it } from 'vitest'
import { body, call, practice, refusals, send } from '../testing'
import type { PracticeConnector } from '../connector'

const PREVIEW = '/api/v1/custom-fields/preview'

async function prepared() {
  const service = await practice()
  const connector = service.connectors.find(
    (one) => one.category === 'HRIS' && one.status === 'COMPLETE' && one.avg_sync_duration !== null
  ) as PracticeConnector
  const place = { connector_token: connector.connector_token, category: 'HRIS', model: 'employee' }
  return { service, connector, place }
}

describe('preview', () => {
  it.each<[string, unknown, string]>([
    ['a.b', 'x', 'string'],
    ['a.n', 7, 'number'],
    ['a.list', [1], 'array'],
    ['a | @', { b: 'x', n: 7, list: [1] }, 'object'],
    ['a.c', null, 'null'],
    ['@.t', true, 'boolean'],
    ['a.b[', 'INVALID_JSON_PATH', 'string'],
    ['a.lower(@)', 'INVALID_JSON_PATH', 'string']
  ])('%s over data that was sent', async (json_path, resolved_value, resolved_value_type) => {
    const { service, place } = await prepared()
    const raw_data = { a: { b: 'x', n: 7, list: [1] }, t: true }
    expect(await body(send(service, PREVIEW, { ...place, json_path, raw_data }))).toEqual({
      connector_token: place.connector_token,
      json_path,
      ...(resolved_value === null ? {} : { resolved_value }),
      resolved_value_type,
      raw_data_source: 'inline'
    })
  })

  it('takes the first record of the connector, or a sample before its first sync', async () => {
    const { service, connector, place } = await prepared()
    const ask = () => body(send(service, PREVIEW, { ...place, json_path: 'employee.id', raw_data: null }))
    expect(await ask()).toMatchObject({ resolved_value: 1001, raw_data_source: 'connector_sync' })
    connector.avg_sync_duration = null
    expect(await ask()).toMatchObject({ resolved_value: 1001, raw_data_source: 'integration_sample' })
  })

  it('refuses at the field', async () => {
    const { service, place } = await prepared()
    const locs = async (sent: unknown) => (await refusals(send(service, PREVIEW, sent))).map(([loc]) => loc)
    expect(await locs({})).toEqual(['body.connector_token', 'body.category', 'body.model', 'body.json_path'])
    expect(await locs({ ...place, json_path: 'a'.repeat(1025) })).toEqual(['body.json_path'])
    for (const raw_data of [[{ a: 1 }], 'a', 7]) {
      expect(await locs({ ...place, json_path: 'a', raw_data })).toEqual(['body.raw_data'])
    }
    expect(await locs({ ...place, model: 'course', json_path: 'a.b' })).toEqual(['body.model'])
    const ats = { ...place, category: 'ATS', model: 'candidate', json_path: 'a.b' }
    expect((await send(service, PREVIEW, ats)).status).toBe(403)
    expect((await send(service, PREVIEW, { ...place, connector_token: 'ct_x', json_path: 'a.b' })).status).toBe(404)
    service.set({ operations: { preview: false } })
    expect([404, 405]).toContain((await send(service, PREVIEW, { ...place, json_path: 'a.b' })).status)
    expect((await call(service, PREVIEW)).status).toBe(404)
  })
})
