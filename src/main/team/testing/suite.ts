import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { TeamAddress } from '../../../shared/team/team'
import { startPostgres, type Postgres } from '../../testing/postgres'
import { addressOf, teamDatabase, testDesk, type TestDesk } from '../testing'

interface StoredChange {
  seq: string
  account: string
  kind: string
  subject: string
  field: string
  value: unknown
}

/** A PostgreSQL for a file of tests, with a team's database of its own for each test, and desks that join it. */
export function teamSuite() {
  let server: Postgres
  let databases = 0
  let desks: TestDesk[] = []
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => server.remove())
  beforeEach(async () => {
    const number = ++databases
    await teamDatabase(server, suite.database, {
      [`ada_${number}`]: 'operator',
      [`grace_${number}`]: 'operator',
      [`vera_${number}`]: 'viewer'
    })
  })
  afterEach(async () => {
    for (const desk of desks) await desk.end()
    const failures = desks.flatMap((desk) => desk.failures)
    desks = []
    expect(failures).toEqual([])
  })

  const suite = {
    get server() {
      return server
    },
    get database() {
      return `team_${databases}`
    },
    /** The account of Ada, Grace, or Vera, a viewer, by their first name, in the database of this test. */
    as: (name: string): TeamAddress =>
      addressOf(server, suite.database, `${name.toLowerCase().split(' ')[0]}_${databases}`),
    /** A desk that has joined nothing. */
    desk(name: string): TestDesk {
      const desk = testDesk(name)
      desks.push(desk)
      return desk
    },
    async join(desk: TestDesk, name: string): Promise<void> {
      const { findings } = await desk.join(suite.as(name))
      expect(findings.filter(({ state }) => state === 'fault')).toEqual([])
      await suite.upToDate(desk)
    },
    /** A desk that joined and handed everything over. @param broken connectors of which it has cases */
    async joined(name: string, broken = ['a']): Promise<TestDesk> {
      const desk = suite.desk(name)
      desk.refresh(broken)
      await suite.join(desk, name)
      return desk
    },
    upToDate: (...all: TestDesk[]) => expect.poll(() => all.every((desk) => desk.isUpToDate())).toBe(true),
    /** Stops the server, and waits until these desks know. They come back when they are told to. */
    async apart(...all: TestDesk[]): Promise<void> {
      for (const desk of all) desk.waits(true)
      await server.stop()
      await expect.poll(() => all.every(({ team }) => team.state.status?.kind === 'away')).toBe(true)
    },
    /** Does something on desks that are apart; after that the server is there again. */
    async whileApart(all: TestDesk[], work: () => void | Promise<void>): Promise<void> {
      await suite.apart(...all)
      await work()
      await server.start()
    },
    /** Back in this order: what the first one hands over comes before what the next one does. */
    async back(...all: TestDesk[]): Promise<void> {
      for (const desk of all) {
        desk.waits(false)
        desk.team.tryNow()
        await suite.upToDate(desk)
      }
    },
    /** Starts the server again, and has these desks back in this order. */
    async together(...all: TestDesk[]): Promise<void> {
      await server.start()
      await suite.back(...all)
    },
    stored: () =>
      server.query<StoredChange>(
        suite.database,
        'SELECT seq, account, kind, subject, field, value FROM connector_desk.change ORDER BY seq'
      ),
    /** A row written by hand, by somebody with the rights. */
    insert: (row: {
      kind: string
      subject: string
      field: string
      value: unknown
      service?: string
      operator?: string
      desk?: string
    }) =>
      server.query(
        suite.database,
        `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
          VALUES (gen_random_uuid(), coalesce($7::uuid, gen_random_uuid()), $1, $2, $3, $4, $5, $6::jsonb)`,
        [
          row.operator ?? 'Mallory',
          row.service ?? 'https://api.example.com',
          ...[row.kind, row.subject, row.field, JSON.stringify(row.value), row.desk ?? null]
        ]
      )
  }
  return suite
}
