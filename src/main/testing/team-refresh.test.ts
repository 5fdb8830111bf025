import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { byAttention, noFilters } from '../../shared/connectors/list/query'
import type { RefreshProgress } from '../../shared/connectors/refresh'
import { Jobs } from '../base/jobs'
import { promised } from '../base/promised'
import { systemClock } from '../base/clock'
import { IntegrationNames } from '../connectors/integration-names'
import { place, testHistory } from './history'
import { RefreshKeeper } from '../connectors/refresh-keeper'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { Masker } from '../secrets/masker'
import { connect, type TeamConnection } from '../team/connection'
import type { LiveTeam } from '../team/team'
import { addressOf, passwordOf, teamDatabase } from '../team/testing'
import { Scopes } from '../secrets/token-scope'
import { SharedRefreshes } from '../team/refresh/shared-refreshes'
import { testService } from '../team/refresh/testing'
import { FakeClock, testClient } from './fakes'
import { madeUpRecord } from './made-up-rows'
import { startPostgres, type Postgres } from './postgres'
import { refreshHandlers } from '../connectors/refresh-job'
import { Passing } from '../base/turns'

const baseUrl = 'https://api.example.com'
let server: Postgres
let number = 0
let ended: (() => Promise<void>)[] = []
let service = testService()

beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server.remove())
beforeEach(async () => {
  number++
  service = testService()
  const accounts = { [`ada_${number}`]: 'operator', [`grace_${number}`]: 'operator', [`vera_${number}`]: 'viewer' }
  await teamDatabase(server, `shared_${number}`, accounts as Record<string, 'operator' | 'viewer'>)
})
afterEach(async () => {
  for (const end of ended) await end()
  ended = []
})

const record = (id: string, change: Record<string, unknown> = {}) => madeUpRecord(id, Date.now(), change)
const asleep = { status: 'RELINK_NEEDED', relink_needed_at: new Date(Date.now() - 3_600_000).toISOString() }

async function openDesk(account: string, { token = 'bearer-secret-1', accepted = 300_000 } = {}) {
  const test = testHistory()
  const masker = new Masker()
  masker.add(token)
  const failures: unknown[] = []
  let passed = 0
  const clock = { ...systemClock, now: () => Date.now() + passed }
  const unshared: (string | null)[] = []
  const history = promised(() => test.history)
  const address = addressOf(server, `shared_${number}`, `${account}_${number}`)
  const login = () => connect({ address, password: passwordOf(address.user), certificates: [] })
  let connection: TeamConnection | null = await login()
  const [row] = await connection.query<{ id: string }>('SELECT id::text AS id FROM connector_desk.team')
  const identity = { team: row?.id ?? '', desk: randomUUID(), writes: account !== 'vera' }
  const live = async (): Promise<LiveTeam | null> => connection && { ...identity, connection }
  const jobs = new Jobs()
  const client = testClient(service.transport, new FakeClock())
  const tokens = new ConnectorTokens(masker)
  const kept = { failed: (error: unknown) => failures.push(error) }
  const parts = {
    ...{ client, tokens, jobs, clock },
    names: new IntegrationNames(client),
    workspaces: { target: async () => ({ ...place, baseUrl, bearerToken: token }) },
    refreshes: new RefreshKeeper({
      history,
      masker,
      clock,
      changed: () => undefined,
      opened: () => undefined,
      statusPages: { list: async () => [], look: () => undefined },
      ...kept
    }),
    ...{ twice: new Map(), earlier: new Passing() },
    refreshing: () => undefined,
    refreshed: () => undefined,
    shared: new SharedRefreshes({
      serviceOf: () => baseUrl,
      ...{ store: history, rows: history, masker, clock, scopes: new Scopes(), live, ...kept },
      accepted: () => accepted,
      unshared: (why) => unshared.push(why)
    })
  }
  const handlers = refreshHandlers(parts)
  const desk = {
    unshared,
    /** Longer than any answer of the team's database takes. */
    minutePasses: () => (passed += 60_000),
    progress: [] as RefreshProgress[],
    names: {} as Record<string, string>,
    requestId: '',
    get last() {
      return desk.progress.at(-1)
    },
    async refresh() {
      desk.progress = []
      desk.names = {}
      desk.requestId = randomUUID()
      type Payload = { progress: RefreshProgress; names: Record<string, string> }
      const emit = ((event: string, payload: Payload) => {
        if (event === 'connectors:integrations') desk.names = payload.names
        if (event === 'connectors:progress') desk.progress.push(payload.progress)
      }) as never
      await handlers['connectors:refresh']({ requestId: desk.requestId, ...place }, { owner: 1, emit })
    },
    cancel: () => jobs.cancel(desk.requestId, 1),
    /** As the window shows them. */
    get rows() {
      const query = { filters: noFilters, sort: byAttention }
      return test.history.listRows({ place, now: Date.now(), query, from: 0, to: 5_000 }).rows
    },
    kept: () =>
      test.history
        .lastRows({ place, after: 0, limit: 1_000 })
        .rows.map(({ key, record: { status } }) => `${key} ${String(status)}`)
        .sort(),
    lastRefresh: () => test.history.refreshes({ place, limit: 1 })[0],
    diagnosis: (key: string) => test.history.connector({ place, key, now: Date.now() })?.diagnosis.kind,
    seeOne: (id: string, change: object) =>
      test.history.seeOne({
        place,
        row: { key: `HRIS:${id}`, category: 'HRIS', record: record(id, { ...change }) },
        at: Date.now()
      }),
    relinks: () =>
      test.history
        .trends({ place, now: Date.now(), zone: 'UTC', weeks: 12, most: 10, dueTimes: null })
        .weeks.map(({ relinks }) => relinks),
    leave() {
      connection?.end()
      connection = null
    },
    async back() {
      connection = await login()
    }
  }
  ended.push(async () => {
    desk.leave()
    test.remove()
    expect(failures).toEqual([])
  })
  return desk
}

const sql = (text: string) => server.query(`shared_${number}`, text)

describe('two desks with the same token', () => {
  it('ask for the names of integrations once; what was written by hand in their place is asked for', async () => {
    service.names = { hibob: 'HiBob', personio: 'Personio' }
    service.lists.HRIS = [record('a')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    await grace.refresh()
    expect(grace.names).toEqual(service.names)
    expect(service.namesAsked).toBe(1)
    for (const [at, odd] of ['["HiBob"]', '{"hibob":{"a":1}}', `{"hibob":"${'x'.repeat(300)}"}`, 'null'].entries()) {
      await sql(`UPDATE connector_desk.walk SET names = '${odd}'`)
      const later = await openDesk('grace')
      await later.refresh()
      expect(later.names).toEqual(service.names)
      expect(service.namesAsked).toBe(2 + at)
    }
  })

  it.each([
    ['a NUL', { odd: 'a\u0000b' }],
    ['half a character', { odd: 'a\ud83d' }],
    ['a name that is too long', { odd: 'x'.repeat(300) }],
    ['too many', Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`slug-${at}`, 'A name of its own']))]
  ])('share the list all the same where the names hold %s', async (_, names) => {
    service.names = names
    service.lists.HRIS = [record('a')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    expect(ada.unshared).toEqual([null])
    await grace.refresh()
    expect(grace.last?.team).toMatchObject({ kind: 'taken' })
    expect(grace.names).toEqual(names)
  })

  it('walk once: the other takes over all of it, with who walked and when', async () => {
    service.lists.HRIS = [record('a'), record('b', asleep), record('c')]
    service.lists.ATS = [record('x', { category: 'ATS' })]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    const calls = service.pages
    await grace.refresh()
    expect(service.pages).toBe(calls)
    expect(grace.kept()).toEqual(ada.kept())
    expect(grace.rows.map(({ key }) => key).sort()).toEqual(['ATS:x', 'HRIS:a', 'HRIS:b', 'HRIS:c'])
    expect(grace.diagnosis('HRIS:b')).toBe('relink')
    expect(grace.last?.team).toMatchObject({ kind: 'taken', name: expect.stringMatching(/./) })
    expect(grace.last?.categories).toMatchObject([{ state: 'done', items: 3 }, { state: 'done' }, { state: 'done' }])
    expect(Math.abs((grace.last?.finishedAt ?? 0) - (ada.last?.finishedAt ?? 0))).toBeLessThan(5_000)
    expect(grace.lastRefresh()).toMatchObject({ ended: 'complete' })
    expect(await sql('SELECT verdict FROM connector_desk.record ORDER BY category, id')).toEqual(
      ['healthy', 'healthy', 'relink', 'healthy'].map((verdict) => ({ verdict }))
    )
  })

  it('take over what changed, what is gone and what is new, and walk again at the second refresh', async () => {
    service.lists.HRIS = [record('a'), record('b'), record('c')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    await grace.refresh()
    service.lists.HRIS = [record('a'), record('b', asleep), record('d')]
    // Grace has the newest, so she refreshes, and ada takes it over.
    const calls = service.pages
    await grace.refresh()
    expect(service.pages).toBeGreaterThan(calls)
    expect(grace.last?.team).toBeUndefined()
    const after = service.pages
    await ada.refresh()
    expect(service.pages).toBe(after)
    expect(ada.kept()).toEqual(['HRIS:a COMPLETE', 'HRIS:b RELINK_NEEDED', 'HRIS:d COMPLETE'])
    expect(ada.rows.map(({ key }) => key).sort()).toEqual(['HRIS:a', 'HRIS:b', 'HRIS:d'])
  })

  it('wait for the one that walks, and take over its walk', async () => {
    service.lists.HRIS = [record('a')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    let release: () => void = () => undefined
    service.held = new Promise((resolve) => (release = resolve))
    const walking = ada.refresh()
    await expect.poll(() => sql('SELECT 1 FROM connector_desk.lease WHERE until > now()')).toHaveLength(1)
    const waiting = grace.refresh()
    await expect.poll(() => grace.last?.team?.kind).toBe('waits')
    release()
    await Promise.all([walking, waiting])
    expect(grace.last?.team?.kind).toBe('taken')
    expect(grace.kept()).toEqual(['HRIS:a COMPLETE'])
    expect(service.pages).toBe(3)
  })

  it('can cancel to wait, and a walk that is cancelled leaves the lease to the next', async () => {
    service.lists.HRIS = [record('a')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    let release: () => void = () => undefined
    service.held = new Promise((resolve) => (release = resolve))
    const walking = ada.refresh()
    await expect.poll(() => sql('SELECT 1 FROM connector_desk.lease WHERE until > now()')).toHaveLength(1)
    const waiting = grace.refresh()
    await expect.poll(() => grace.last?.team?.kind).toBe('waits')
    grace.cancel()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    const again = grace.refresh()
    await expect.poll(() => grace.last?.team?.kind).toBe('waits')
    ada.cancel()
    await walking
    release()
    await again
    expect(grace.last?.team).toBeUndefined()
    expect(grace.kept()).toEqual(['HRIS:a COMPLETE'])
    expect(await sql('SELECT number, ended_at IS NULL AS cut FROM connector_desk.walk ORDER BY number')).toEqual([
      { number: '1', cut: true },
      { number: '2', cut: false }
    ])
  })

  it('share a category that failed as failed, and lose nothing of it', async () => {
    service.lists.HRIS = [record('a')]
    service.lists.ATS = [record('x', { category: 'ATS' })]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    await grace.refresh()
    service.broken = 'ATS'
    service.lists.HRIS = [record('b')]
    await ada.refresh()
    const calls = service.pages
    await grace.refresh()
    expect(service.pages).toBe(calls)
    expect(grace.last?.categories).toMatchObject([{ state: 'done' }, { state: 'failed', error: { status: 500 } }, {}])
    expect(grace.lastRefresh()?.ended).toBe('incomplete')
    service.broken = null
    await ada.refresh()
    await grace.refresh()
    expect(grace.kept()).toEqual(['ATS:x COMPLETE', 'HRIS:b COMPLETE'])
    expect(grace.kept()).toEqual(ada.kept())
  })

  it('do not count as seen what an earlier walk brought of a category that failed in the last', async () => {
    service.lists.ATS = [record('x', { category: 'ATS' })]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    await grace.refresh()
    service.lists.ATS = [record('x', { category: 'ATS', ...asleep })]
    await ada.refresh()
    service.broken = 'ATS'
    await ada.refresh()
    await grace.refresh()
    expect(grace.last?.team?.kind).toBe('taken')
    expect(grace.rows).toHaveLength(1)
    expect(grace.kept()).toEqual(['ATS:x COMPLETE'])
    service.broken = null
    await ada.refresh()
    await grace.refresh()
    expect(grace.kept()).toEqual(['ATS:x RELINK_NEEDED'])
  })

  it('correct what one of them saw by itself meanwhile', async () => {
    service.lists.HRIS = [record('a'), record('b')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    await grace.refresh()
    grace.seeOne('a', asleep)
    grace.seeOne('only here', {})
    grace.minutePasses()
    await ada.refresh()
    await grace.refresh()
    expect(grace.last?.team?.kind).toBe('taken')
    expect(grace.kept()).toEqual(['HRIS:a COMPLETE', 'HRIS:b COMPLETE'])
  })

  it('take over the next refresh by its number where they saw nothing by themselves, however slow the server is', async () => {
    service.lists.HRIS = [record('a')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    await grace.refresh()
    service.lists.HRIS = [record('a', asleep)]
    await ada.refresh()
    await sql(`UPDATE connector_desk.walk SET ended_at = ended_at - interval '1 minute'`)
    await grace.refresh()
    expect(grace.last?.team?.kind).toBe('taken')
    expect(grace.kept()).toEqual(['HRIS:a RELINK_NEEDED'])
  })

  it('take over all of a long list, whatever the digits of its numbers', async () => {
    const ids = Array.from({ length: 1_234 }, (_, at) => `c${at}`)
    service.lists.HRIS = ids.map((id) => record(id))
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    await grace.refresh()
    expect(grace.last?.team).toMatchObject({ kind: 'taken' })
    expect(new Set(grace.rows.map(({ key }) => key)).size).toBe(ids.length)
  })

  it('have the same trends, whoever of them walked', async () => {
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    for (const status of [{}, {}, asleep, {}]) {
      service.lists.HRIS = [record('a', status)]
      await ada.refresh()
      await grace.refresh()
      expect(grace.last?.team?.kind).toBe('taken')
    }
    await expect.poll(() => grace.relinks()).toMatchObject([{ opened: 1, closed: 1, open: 0 }])
    expect(grace.relinks()).toEqual(ada.relinks())
  })

  it('do not take back what one of them saw by itself after the walk of the other', async () => {
    service.lists.HRIS = [record('a')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    await grace.refresh()
    await ada.refresh()
    grace.seeOne('a', asleep)
    service.lists.HRIS = [record('a', asleep)]
    const before = service.pages
    await grace.refresh()
    expect(service.pages).toBeGreaterThan(before)
    expect(grace.last?.team?.kind).not.toBe('taken')
  })

  it('do not take over a walk that is older than they accept, nor one older than their own', async () => {
    service.lists.HRIS = [record('a')]
    const ada = await openDesk('ada')
    await ada.refresh()
    await sql(`UPDATE connector_desk.walk SET ended_at = ended_at - interval '6 minutes'`)
    const grace = await openDesk('grace')
    await grace.refresh()
    expect(grace.last?.team).toBeUndefined()
    ada.leave()
    service.lists.HRIS = [record('b')]
    await ada.refresh()
    await ada.back()
    service.lists.HRIS = [record('c')]
    await ada.refresh()
    expect(ada.kept()).toEqual(['HRIS:c COMPLETE'])
  })
})

describe('a desk', () => {
  it('@attack with another token neither waits for the walk of others nor reads it', async () => {
    service.lists.HRIS = [record('a')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace', { token: 'bearer-secret-2' })]
    await ada.refresh()
    await grace.refresh()
    expect(service.calls.get('Bearer bearer-secret-2')).toBe(3)
    expect(grace.last?.team).toBeUndefined()
    const scopes = await sql('SELECT scope FROM connector_desk.lease')
    expect(new Set(scopes.map((row) => (row as { scope: string }).scope)).size).toBe(2)
  })

  it('of a viewer takes over walks, and never holds the lease', async () => {
    service.lists.HRIS = [record('a')]
    const vera = await openDesk('vera')
    await vera.refresh()
    expect(vera.last?.team).toBeUndefined()
    expect(await sql('SELECT 1 FROM connector_desk.lease')).toEqual([])
    const ada = await openDesk('ada')
    await ada.refresh()
    await vera.refresh()
    expect(vera.last?.team?.kind).toBe('taken')
  })

  it('whose server ends in the middle walks to the end by itself, and half of the walk is nobody’s', async () => {
    service.lists.HRIS = [record('a'), record('b'), record('c')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    let release: () => void = () => undefined
    service.held = new Promise((resolve) => (release = resolve))
    const walking = ada.refresh()
    await expect.poll(() => sql('SELECT 1 FROM connector_desk.lease WHERE until > now()')).toHaveLength(1)
    await server.stop()
    release()
    await walking
    expect(ada.kept()).toHaveLength(3)
    expect(ada.unshared.at(-1)).toMatch(/stopped answering|broke|terminating|shutting down/)
    await server.start()
    grace.leave()
    await grace.back()
    await sql(`UPDATE connector_desk.lease SET until = now() - interval '1 s'`)
    const calls = service.pages
    await grace.refresh()
    expect(service.pages).toBeGreaterThan(calls)
    expect(grace.last?.team).toBeUndefined()
    ada.leave()
    await ada.back()
    await ada.refresh()
    expect(ada.last?.team?.kind).toBe('taken')
    expect(ada.unshared.at(-1)).toBeNull()
  })

  it.each([
    ['no JSON', 'HRIS', 'no json', '<script>'],
    ['a list', 'HRIS', 'a list', '[]'],
    ['nested too deep', 'HRIS', 'deep', `{"id":"deep","a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['of another id', 'HRIS', 'another', '{"id":"not this one"}'],
    ['of another category', 'PAYROLL', 'category', '{"id":"category"}']
  ])('@attack walks by itself where a row was written by hand that is %s', async (_, category, id, text) => {
    service.lists.HRIS = [record('a'), record('b')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    await byHand(category, id, text)
    await grace.refresh()
    expect(grace.last?.team).toBeUndefined()
    expect(grace.kept().sort()).toEqual(['HRIS:a COMPLETE', 'HRIS:b COMPLETE'])
    expect(grace.unshared.at(-1)).toContain('cannot read')
  })

  it('@attack shows a row that was written by hand with an end and without a token', async () => {
    service.lists.HRIS = [record('a')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    const long = { id: 'long', end_user: 'n'.repeat(100_000), connector_token: 'by hand' }
    await byHand('HRIS', 'long', JSON.stringify(long))
    await grace.refresh()
    expect(grace.last?.team?.kind).toBe('taken')
    const shown = grace.rows.find(({ key }) => key === 'HRIS:long')?.record
    expect(shown).not.toHaveProperty('connector_token')
    expect(String(shown?.['end_user']).length).toBeLessThanOrEqual(65_536)
  })

  it('@attack does not take over a walk whose end was written by hand and does not fit', async () => {
    service.lists.HRIS = [record('a')]
    const [ada, grace] = [await openDesk('ada'), await openDesk('grace')]
    await ada.refresh()
    const calls = service.pages
    await sql(`UPDATE connector_desk.walk SET categories = '[{"category":"HRIS","state":"done","items":-1}]'`)
    await grace.refresh()
    expect(service.pages).toBeGreaterThan(calls)
    expect(grace.kept()).toEqual(['HRIS:a COMPLETE'])
  })
})

const byHand = (category: string, id: string, text: string) =>
  sql(`INSERT INTO connector_desk.record
    SELECT service, scope, '${category}', '${id}', 1000, false, 'x', '', $r$${text}$r$ FROM connector_desk.lease`)
