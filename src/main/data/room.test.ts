import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogue } from '../../shared/data/catalogue'
import { contract, events, type Channel, type EventName, type Request, type Response } from '../../shared/ipc'
import type { FetchProgress } from '../../shared/data/collection'
import type { PracticeOptions, PracticeService } from '../../practice/server'
import { practice } from '../../practice/testing'
import { undiciTransport } from '../http/transport'
import { Jobs } from '../base/jobs'
import { maskerOf } from '../secrets/testing'
import { DataView } from './data'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { promised } from '../base/promised'
import { place, testHistory, type TestHistory } from '../testing/history'
import { Responses } from '../viewer/responses'
import type { Place } from '../../shared/workspaces/place'
import { TokenFinder } from '../connectors/token-finder'
import { systemClock } from '../base/clock'
import { testClient } from '../testing/fakes'
import { dataHandlers } from './room'
import type { Context, Handlers } from '../base/room'

const owner = 7
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const agent = new Agent()

let service: PracticeService
let kept: TestHistory
let folder: string
let jobs: Jobs
let collections: DataView
let reported: FetchProgress[]
let diagnosed: Place[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connector-desk-handlers-'))
  kept = testHistory()
  jobs = new Jobs()
  reported = []
  diagnosed = []
})
afterEach(async () => {
  await collections.stop()
  kept.remove()
  rmSync(folder, { recursive: true })
})

async function setUp(options: PracticeOptions = {}) {
  service = await practice({ connectors: 120, limitPerMinute: 0, collectionSize: 300, ...options })
  const history = promised(() => kept.history)
  const client = testClient(
    undiciTransport(async () => agent),
    systemClock
  )
  const tokens = new ConnectorTokens()
  const pins = { read: async () => null } as never
  collections = new DataView({
    client,
    clock: systemClock,
    workspaces: { target: async () => ({ ...place, baseUrl: service.url, bearerToken: service.bearerToken }) },
    finder: new TokenFinder({ client, tokens, pins, history }),
    readOne: async () => null,
    history,
    responses: new Responses(),
    views: { open: async () => ({ kind: 'json', prettyLines: 1, rawLines: 1, values: 1, notices: [], tables: [] }) },
    dialogs: {
      chooseFile: async () => join(folder, 'out.ndjson'),
      openFile: async () => null
    },
    masker: maskerOf(),
    spillFolder: join(folder, 'spill'),
    diagnosed: (at) => void diagnosed.push(at),
    failed: (error) => expect(error).toBeUndefined()
  })
}

/** Checks request, answer and events against the contract. */
async function ask<C extends Channel>(channel: C, request: Request<C>): Promise<Response<C>> {
  const handlers = dataHandlers(collections, jobs)
  const emit = (event: string, payload: unknown) => {
    const parsed = events[event as EventName].parse(structuredClone(payload))
    if (event === 'data:progress') reported.push(parsed as FetchProgress)
  }
  const { request: asked, response } = contract[channel]
  const run = (handlers as Partial<Handlers>)[channel] as (request: unknown, context: Context) => Promise<unknown>
  const answer = await run(asked.parse(request), { owner, emit } as Context)
  return response.parse(structuredClone(answer)) as Response<C>
}

/** A connector after its first sync. */
function keyOf(category: string): string {
  const found = service.connectors.find(
    (one) => one.category === category && one.status === 'COMPLETE' && one.avg_sync_duration
  )
  return `${category}:${found?.id}`
}

const start = (number: number, path: string, connectorKey: string | null, pageSize = 50) =>
  ask('data:start', {
    requestId: idOf(number),
    ...place,
    request: { path, connectorKey, params: {}, pageSize }
  })

async function endOf(number: number): Promise<FetchProgress> {
  for (;;) {
    const ended = reported.find(({ fetchId, finishedAt }) => fetchId === idOf(number) && finishedAt !== null)
    if (ended) return ended
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('the handlers of collections', () => {
  it('walk all 53 collections of the practice service, without a token in anything that is shown', async () => {
    await setUp({ collectionSize: 60 })
    for (const [number, { path, category, needsConnector, pageSize }] of catalogue.entries()) {
      const begun = await start(number, path, needsConnector && category ? keyOf(category) : null, pageSize.max)
      expect(begun).toMatchObject({ state: 'walking', pages: 0, finishedAt: null })
      const { columns, ...ended } = await endOf(number)
      expect([path, ended.state, ended.error, ended.withoutId, ended.repeated]).toEqual([path, 'done', null, 0, 0])
      expect(ended.items).toBeGreaterThan(0)
      const { rows } = await ask('data:rows', { fetchId: idOf(number), from: 0, count: 500, columns })
      expect(rows).toHaveLength(Math.min(500, ended.items))
      const shown = JSON.stringify(rows)
      expect(service.connectors.filter(({ connector_token }) => shown.includes(connector_token))).toEqual([])
      await ask('data:close', { fetchId: idOf(number) })
    }
    expect(readdirSync(join(folder, 'spill'))).toEqual([])
  })

  it('say which category a token belongs to where it is another', async () => {
    await setUp()
    await start(1, '/api/ats/v1/candidates', keyOf('HRIS'))
    expect((await endOf(1)).error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('belongs to HRIS, and this collection to ATS'),
      detail: 'This connector token belongs to HRIS, not to ATS'
    })
  })

  it('show a refusal at its parameter', async () => {
    await setUp()
    const request = { path: '/api/hris/v1/employees', connectorKey: keyOf('HRIS'), pageSize: 50 }
    const params = { modified_after: 'yesterday' }
    await ask('data:start', { requestId: idOf(1), ...place, request: { ...request, params } })
    expect((await endOf(1)).error?.fields).toEqual({ 'params.modified_after': expect.any(String) })
  })

  it('flag what moved during the walk', async () => {
    await setUp({ faults: [{ name: 'repeat-ids', count: 2, path: 'employees' }] })
    await start(1, '/api/hris/v1/employees', keyOf('HRIS'))
    expect((await endOf(1)).repeated).toBeGreaterThan(0)
  })

  it('refuse at once what must not be sent, and an unknown connector', async () => {
    await setUp()
    await expect(start(1, '/api/../x', null)).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(start(1, '/api/hris/v1/employees', `HRIS:${idOf(9)}`)).rejects.toMatchObject({ code: 'not-found' })
    expect((await ask('data:list', place)).open).toEqual([])
  })

  it('end a walk with its window; its rows stay until it is closed', async () => {
    await setUp({ latencyMs: 5 })
    await start(1, '/api/hris/v1/employees', keyOf('HRIS'), 10)
    await ask('data:pause', { fetchId: idOf(1), paused: true })
    jobs.cancelWhere((job) => job.owner === owner)
    expect((await endOf(1)).state).toBe('cancelled')
    expect((await ask('data:list', place)).open).toHaveLength(1)
    await ask('data:close', { fetchId: idOf(1) })
    const { open, past } = await ask('data:list', place)
    expect([open, past.map(({ state }) => state)]).toEqual([[], ['cancelled']])
  })

  it('take no id twice', async () => {
    await setUp()
    await start(1, '/api/hris/v1/integrations', null)
    await endOf(1)
    await expect(start(1, '/api/hris/v1/integrations', null)).rejects.toMatchObject({ code: 'invalid-input' })
  })

  it.each([
    ['ATS', 'candidates', 'jobs'],
    ['LMS', 'users', 'courses']
  ] as const)('keep how many a fetch of all %s %s brought, and not of %s', async (category, people, others) => {
    await setUp()
    const key = keyOf(category)
    const row = service.connectors.find(({ id }) => key === `${category}:${id}`)
    if (!row) throw new Error('no connector')
    const sync = { ...row, sync_status: 'Done', last_sync_start_time: new Date(Date.now() - 60_000).toISOString() }
    kept.refresh([{ key, category, record: { ...sync, connector_token: undefined } }], Date.now())
    const segment = `/api/${category.toLowerCase()}/v1`
    const path = `${segment}/${people}`
    const counts = () =>
      kept.history.connector({ place, key, now: Date.now() })?.headcounts.map(({ count, syncs }) => [count, syncs])
    const fetch = async (number: number, of: { path: string; params?: Record<string, string> }) => {
      const request = { connectorKey: key, pageSize: 50, params: {}, ...of }
      await ask('data:start', { requestId: idOf(number), ...place, request })
      return endOf(number)
    }
    await fetch(1, { path: `${segment}/${others}` })
    await fetch(2, { path, params: { remote_id: 'x' } })
    expect(counts()).toEqual([])
    const { items } = await fetch(3, { path, params: { include_raw_data: 'true' } })
    expect(items).toBeGreaterThan(0)
    expect(counts()).toEqual([[items, 1]])
    await fetch(4, { path })
    expect([counts(), diagnosed]).toEqual([[[items, 1]], []])
  })

  it('keep nothing of a fetch that a newer sync overtook while it was paused', async () => {
    await setUp()
    const key = keyOf('ATS')
    const one = service.connectors.find(({ id }) => key === `ATS:${id}`)
    if (!one) throw new Error('no connector')
    const seen = (lastSync: number) => {
      const sync = { sync_status: 'Done', last_sync_start_time: new Date(lastSync).toISOString() }
      const record = { ...one, ...sync, next_sync_start_time: null, is_test_connector: false }
      kept.refresh([{ key, category: 'ATS', record: { ...record, connector_token: undefined } }], Date.now())
    }
    seen(Date.now() - 60_000)
    await start(1, '/api/ats/v1/candidates', key, 10)
    await ask('data:pause', { fetchId: idOf(1), paused: true })
    seen(Date.now())
    await ask('data:pause', { fetchId: idOf(1), paused: false })
    expect((await endOf(1)).items).toBeGreaterThan(10)
    expect(kept.history.connector({ place, key, now: Date.now() })?.headcounts).toEqual([])
  })

  it('count over several connectors', async () => {
    await setUp()
    const request = { path: '/api/hris/v1/employees', params: {}, pageSize: 200 }
    const keys = service.connectors.filter(({ category }) => category === 'HRIS').map(({ id }) => `HRIS:${id}`)
    const asked = { requestId: idOf(1), ...place, request, keys: keys.slice(0, 12) }
    const { parts } = await ask('data:countMany', asked)
    expect(parts.map(({ key, state }) => [key, state])).toEqual(asked.keys.map((key) => [key, 'done']))
    expect(parts.some(({ items }) => items > 0)).toBe(true)
  })

  it('keep what a count over several connectors brought', async () => {
    await setUp()
    const rows = service.connectors.filter(({ category, avg_sync_duration }) => category === 'ATS' && avg_sync_duration)
    const keys = rows.slice(0, 3).map(({ id }) => `ATS:${id}`)
    const synced = { sync_status: 'Done', last_sync_start_time: new Date(Date.now() - 60_000).toISOString() }
    const seen = rows.map(({ id, ...row }) => ({
      ...{ key: `ATS:${id}`, category: 'ATS' as const },
      record: { ...row, id, ...synced, is_test_connector: false, connector_token: undefined }
    }))
    kept.refresh(seen, Date.now())
    const request = { path: '/api/ats/v1/candidates', params: {}, pageSize: 200 }
    const { parts } = await ask('data:countMany', { requestId: idOf(1), ...place, request, keys })
    const counts = keys.map((key) =>
      kept.history.connector({ place, key, now: Date.now() })?.headcounts.map(({ count }) => count)
    )
    expect(counts).toEqual(parts.map(({ items }) => [items]))
    expect(diagnosed).toEqual([])
  })
})
