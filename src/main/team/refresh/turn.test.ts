import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Clock } from '../../base/clock'
import { Masker } from '../../secrets/masker'
import { startPostgres, type Postgres } from '../../testing/postgres'
import { connect, type TeamConnection } from '../connection'
import { addressOf, passwordOf, teamDatabase } from '../testing'
import { holdLease, type Lease } from './lease'
import { Scopes } from '../../secrets/token-scope'
import { turnOf, type TurnParts } from './turn'
import { refreshWords } from '../words'

const service = 'https://api.example.com'
const bearerToken = 'bearer-secret-1'
const team = randomUUID()
const scopes = new Scopes()

let server: Postgres
let connections: TeamConnection[] = []
beforeAll(async () => {
  server = await startPostgres()
  await teamDatabase(server, 'team', { ada: 'operator', grace: 'operator' })
})
afterAll(() => server.remove())
afterEach(async () => {
  connections.forEach((one) => one.end())
  connections = []
  await server.query('team', 'DELETE FROM connector_desk.walk; DELETE FROM connector_desk.lease')
})

async function as(account: string): Promise<TeamConnection> {
  const connection = await connect({
    address: addressOf(server, 'team', account),
    password: passwordOf(account),
    certificates: []
  })
  connections.push(connection)
  return connection
}

async function adaRefreshes(): Promise<Lease> {
  const of = { service, scope: await scopes.of(team, service, bearerToken), desk: randomUUID(), name: 'ada-laptop' }
  const lease = await holdLease(await as('ada'), of)
  if (!lease) throw new Error('not free')
  return lease
}

/** @param ownAt ms */
async function graceTurn(clock: Clock, ownAt: number | null, asked: () => unknown = () => undefined) {
  const connection = await as('grace')
  const query: TeamConnection['query'] = async (sql, values) => {
    await asked()
    return connection.query(sql, values)
  }
  const parts: TurnParts = {
    ...{ scopes, clock, masker: new Masker(), accepted: () => Infinity },
    live: async () => ({ team, desk: randomUUID(), writes: true, connection: { ...connection, query } }),
    store: { readSoFar: async () => ({ number: 0, readTo: 0, own: [], ownAt }), keepRead: async () => undefined },
    failed: (error) => expect.unreachable(String(error))
  }
  const place = { workspaceId: randomUUID(), region: 'default' as const }
  const { signal } = new AbortController()
  const turn = await turnOf(parts, { place, service, bearerToken, signal, waiting: () => undefined })
  if (turn.kind === 'lead') await turn.lease.give()
  return turn
}

/** A minute passes per look; answers are never late. */
function quickClock(): Clock {
  let now = Date.now()
  return {
    now: () => now,
    random: () => 0,
    sleep: (ms, signal) => {
      if (ms > 1_000) return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      now += 60_000
      return Promise.resolve()
    }
  }
}

it('does not wait for a walker that renews its lease and never reads another page', async () => {
  const lease = await adaRefreshes()
  expect(await graceTurn(quickClock(), null)).toEqual({ kind: 'alone', why: refreshWords.stuck })
  await lease.give()
})

it('waits for a walker as long as its pages grow', async () => {
  const lease = await adaRefreshes()
  let looks = 0
  await lease.ask('renew_lease', 20_000, 1)
  const turn = await graceTurn(quickClock(), null, () => {
    looks++
    // Twice the patience for a stuck walker. A look that comes before the page would count as one without it.
    if (looks < 20) return lease.ask('renew_lease', 20_000, 1 + looks)
    return looks === 20 ? lease.give() : undefined
  })
  expect(turn.kind).toBe('lead')
})

it('does not take its own list for the older one because the server answers slowly', async () => {
  const lease = await adaRefreshes()
  await lease.ask('end_walk', JSON.stringify([]))
  lease.stop()
  const done = JSON.stringify(
    ['HRIS', 'ATS', 'LMS'].map((category) => ({
      ...{ category, state: 'done', repeated: 0, pages: 1, items: 1, emptyPages: 0, waits: 0, bytes: 10 }
    }))
  )
  const endedAt = `clock_timestamp() - interval '60 seconds'`
  const end = `UPDATE connector_desk.walk SET started_at = ${endedAt}, ended_at = ${endedAt}, last_seq = 0, categories = $1`
  await server.query('team', end, [done])
  let now = Date.now()
  const clock = { ...quickClock(), now: () => now }
  const slowly = () => void (now += 30_000)
  expect((await graceTurn(clock, now - 40_000, slowly)).kind).toBe('lead')
  expect((await graceTurn(clock, now - 90_000)).kind).toBe('take')
})
