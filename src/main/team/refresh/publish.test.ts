import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { categories as allCategories, type Category } from '../../../shared/connectors/category'
import type { CategoryRefresh, RefreshProgress } from '../../../shared/connectors/refresh'
import { Masker } from '../../secrets/masker'
import { lineOf } from '../../store/tables/connectors/page-lines'
import { startPostgres, type Postgres } from '../../testing/postgres'
import { connect, type TeamConnection } from '../connection'
import { addressOf, passwordOf, teamDatabase } from '../testing'
import { holdLease, type LeaseOf } from './lease'
import { publishRefresh } from './publish'

const desks = { ada: '00000000-0000-4000-8000-000000000001', grace: '00000000-0000-4000-8000-000000000002' }
const service = 'https://api.example.com'
const scope = 'a'.repeat(32)

let server: Postgres
let connections: TeamConnection[] = []
let number = 0
const masker = new Masker()

beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server.remove())
beforeEach(async () => {
  number++
  await teamDatabase(server, `walks_${number}`, {
    [`ada_${number}`]: 'operator',
    [`grace_${number}`]: 'operator',
    [`vera_${number}`]: 'viewer'
  })
})
afterEach(() => {
  connections.forEach((one) => one.end())
  connections = []
})

async function as(name: string): Promise<TeamConnection> {
  const address = addressOf(server, `walks_${number}`, `${name}_${number}`)
  const connection = await connect({ address, password: passwordOf(address.user), certificates: [] })
  connections.push(connection)
  return connection
}
const of = (name: keyof typeof desks): LeaseOf => ({ service, scope, desk: desks[name], name: `${name}-laptop` })
const line = (id: string, more: object = {}, category: Category = 'HRIS') =>
  lineOf({ category, record: { id, status: 'COMPLETE', ...more } })

const part = (category: Category, state: CategoryRefresh['state'], repeated = 0): CategoryRefresh => ({
  ...{ category, state, repeated, pages: 1, items: 1, emptyPages: 0, waits: 0, bytes: 10 }
})
const ended = (how: Partial<Record<Category, CategoryRefresh['state']>> = {}): RefreshProgress => ({
  startedAt: 1,
  finishedAt: 2,
  categories: allCategories.map((category) => part(category, how[category] ?? 'done'))
})

async function refresh(connection: TeamConnection, name: keyof typeof desks, lines: ReturnType<typeof line>[]) {
  const lease = await holdLease(connection, of(name))
  if (!lease) throw new Error('not free')
  const publication = await publishRefresh({ connection, masker }, lease)
  await publication.page(lines)
  return { lease, publication }
}
const rows = () =>
  server.query<{ id: string; seq: string; gone: boolean; verdict: string | null; record: string }>(
    `walks_${number}`,
    'SELECT id, seq, gone, verdict, record FROM connector_desk.record ORDER BY id'
  )
const lastRefresh = async () =>
  (
    await server.query<{ number: string; whole: boolean; last_seq: string | null }>(
      `walks_${number}`,
      'SELECT number, ended_at IS NOT NULL AS whole, last_seq FROM connector_desk.walk ORDER BY number DESC LIMIT 1'
    )
  )[0]
const sql = (text: string) => server.query(`walks_${number}`, text)

describe('a lease', () => {
  it('is one desk’s until it ends it, and another’s at once after that', async () => {
    const [ada, grace] = [await as('ada'), await as('grace')]
    const { publication } = await refresh(ada, 'ada', [])
    expect(await holdLease(grace, of('grace'))).toBeNull()
    expect(await publication.end(ended())).toBe(true)
    const next = await holdLease(grace, of('grace'))
    expect(next?.number).toBe(2)
    next?.stop()
  })

  it('is another one for another token, and for another service', async () => {
    const [ada, grace] = [await as('ada'), await as('grace')]
    const held = [
      await holdLease(ada, of('ada')),
      await holdLease(grace, { ...of('grace'), scope: 'b'.repeat(32) }),
      await holdLease(grace, { ...of('grace'), service: 'https://eu.example.com' })
    ]
    expect(held.map((lease) => lease?.number)).toEqual([1, 1, 1])
    held.forEach((lease) => lease?.stop())
  })

  it('that runs out is lost: what its walker still writes is refused, and the next walk is not mixed up with it', async () => {
    const [ada, grace] = [await as('ada'), await as('grace')]
    const late = await refresh(ada, 'ada', [line('a')])
    await sql(`UPDATE connector_desk.lease SET until = now() - interval '1 s'`)
    const next = await refresh(grace, 'grace', [line('a', { status: 'RELINK_NEEDED' })])
    await expect(late.publication.page([line('b')])).rejects.toMatchObject({ step: 'rights' })
    expect(late.lease.lost.aborted).toBe(true)
    expect(await late.publication.end(ended())).toBe(false)
    expect(await next.publication.end(ended())).toBe(true)
    expect(await rows()).toMatchObject([{ id: 'a', record: expect.stringMatching(/RELINK_NEEDED/) }])
  })

  it('of a server whose clock was set back is nobody’s', async () => {
    const [ada, grace] = [await as('ada'), await as('grace')]
    const { publication } = await refresh(ada, 'ada', [])
    await sql(`UPDATE connector_desk.lease SET until = now() + interval '2 hours'`)
    expect(await publication.end(ended())).toBe(false)
    const next = await holdLease(grace, of('grace'))
    expect(next?.number).toBe(2)
    next?.stop()
  })

  it('is its own desk’s again after a kill', async () => {
    const ada = await as('ada')
    const { lease } = await refresh(ada, 'ada', [])
    lease.stop()
    const again = await holdLease(await as('ada'), of('ada'))
    expect(again?.number).toBe(2)
    again?.stop()
  })

  it('@attack is no viewer’s, and nobody writes around it', async () => {
    const [ada, vera] = [await as('ada'), await as('vera')]
    await expect(holdLease(vera, of('grace'))).rejects.toMatchObject({ step: 'rights' })
    const { lease } = await refresh(ada, 'ada', [line('a')])
    const grace = await as('grace')
    const kept = `SELECT connector_desk.keep_records('${service}', '${scope}', ${lease.number}, '[]') AS holds`
    expect(await grace.query(kept)).toEqual([{ holds: false }])
    for (const statement of [
      'DELETE FROM connector_desk.record',
      `UPDATE connector_desk.lease SET until = now() + interval '1 day'`,
      `INSERT INTO connector_desk.record VALUES ('s', 's', 'HRIS', 'x', 1, false, null, '', '{}')`,
      `SELECT connector_desk.holds_lease('${service}', '${scope}', 1)`
    ])
      await expect(ada.query(statement)).rejects.toMatchObject({ message: expect.stringMatching(/permission denied/) })
    lease.stop()
  })
})

describe('a walk', () => {
  it('writes what changed only, and what is gone at the end of a complete one', async () => {
    const ada = await as('ada')
    const first = await refresh(
      ada,
      'ada',
      ['a', 'b', 'c'].map((id) => line(id))
    )
    await first.publication.judged([{ category: 'HRIS', id: 'a', verdict: 'healthy' }])
    await first.publication.end(ended())
    expect(await lastRefresh()).toEqual({ number: '1', whole: true, last_seq: '3' })

    const second = await refresh(ada, 'ada', [line('a'), line('b', { status: 'RELINK_NEEDED' }), line('d')])
    await second.publication.judged([
      { category: 'HRIS', id: 'a', verdict: 'healthy' },
      { category: 'HRIS', id: 'b', verdict: 'relink' }
    ])
    await second.publication.end(ended())
    expect(await rows()).toMatchObject([
      { id: 'a', seq: '1', gone: false, verdict: 'healthy' },
      { id: 'b', seq: '4', gone: false, verdict: 'relink' },
      { id: 'c', seq: '6', gone: true, record: '{}' },
      { id: 'd', seq: '5', gone: false }
    ])
    expect(await lastRefresh()).toEqual({ number: '2', whole: true, last_seq: '6' })
  })

  it('that was cut off or not complete shows nothing as gone, and one without an end is not a whole one', async () => {
    const [ada, grace] = [await as('ada'), await as('grace')]
    const first = await refresh(ada, 'ada', [line('a'), line('b'), line('x', {}, 'ATS')])
    await first.publication.end(ended())
    const failed = await refresh(ada, 'ada', [line('a')])
    await failed.publication.end(ended({ ATS: 'failed' }))
    const cut = await refresh(ada, 'ada', [line('a', { status: 'RELINK_NEEDED' })])
    cut.lease.stop()
    ada.end()
    await sql(`UPDATE connector_desk.lease SET until = now() - interval '1 s'`)
    const next = await refresh(grace, 'grace', [])
    next.lease.stop()
    expect((await rows()).map(({ id, gone }) => [id, gone])).toEqual([
      ['a', false],
      ['b', false],
      ['x', false]
    ])
    expect(await lastRefresh()).toMatchObject({ number: '4', whole: false })
  })

  it('keeps the last of a connector that came twice, and ids and texts that JSON has to escape', async () => {
    const ada = await as('ada')
    const odd = 'a"\\\u0000\ud800\u202e'
    const { publication } = await refresh(ada, 'ada', [line(odd), line('b'), line(odd, { status: 'FAILED' })])
    await publication.page([line('c', { end_user: '\u0000<b>' })])
    await publication.end(ended())
    expect(await rows()).toMatchObject([
      { id: JSON.stringify(odd).slice(1, -1), record: line(odd, { status: 'FAILED' }).record },
      { id: 'b' },
      { id: 'c' }
    ])
    const again = await refresh(ada, 'ada', [
      line(odd, { status: 'FAILED' }),
      line('b'),
      line('c', { end_user: '\u0000<b>' })
    ])
    await again.publication.end(ended())
    expect((await lastRefresh())?.last_seq).toBe('3')
  })

  it('that brought a record which the team does not take has no end: half a list is not shown as a whole one', async () => {
    const ada = await as('ada')
    const large = line('large', { note: 'x'.repeat(200_000) })
    const { publication } = await refresh(ada, 'ada', [line('a'), large])
    await publication.end(ended())
    expect((await rows()).map(({ id }) => id)).toEqual(['a'])
    expect(await lastRefresh()).toMatchObject({ whole: false })
  })

  it('@attack holds no token, also where a record repeats one', async () => {
    const ada = await as('ada')
    const secret = 'conn-token-7f3a9c1e5b2d'
    masker.add(secret)
    const { publication } = await refresh(ada, 'ada', [line('a', { connector_token: secret, end_user: `x ${secret}` })])
    await publication.end(ended())
    expect((await rows())[0]?.record).toBe('{"id":"a","status":"COMPLETE","end_user":"x [token]"}')
  })
})
