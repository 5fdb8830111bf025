import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { TeamAddress } from '../../../shared/team/team'
import { startPostgres, type Postgres } from '../../testing/postgres'
import { addressOf, removeBundle, teamDatabase, testDesk, type TestDesk } from '../testing'

interface StoredChange {
  seq: string
  account: string
  kind: string
  subject: string
  field: string
  value: unknown
}

/** A PostgreSQL per file, a database per test. */
export function teamSuite() {
  let server: Postgres
  let databases = 0
  let desks: TestDesk[] = []
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => Promise.all([server.remove(), removeBundle()]))
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
    /** Ada, Grace, or Vera (a viewer). */
    as: (name: string): TeamAddress =>
      addressOf(server, suite.database, `${name.toLowerCase().split(' ')[0]}_${databases}`),
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
    /** @param broken its connectors with issues */
    async joined(name: string, broken = ['a']): Promise<TestDesk> {
      const desk = suite.desk(name)
      desk.refresh(broken)
      await suite.join(desk, name)
      return desk
    },
    upToDate: (...all: TestDesk[]) => expect.poll(() => all.every((desk) => desk.isUpToDate())).toBe(true),
    /** The desks return on command. */
    async apart(...all: TestDesk[]): Promise<void> {
      for (const desk of all) desk.waits(true)
      await server.stop()
      await expect.poll(() => all.every(({ team }) => team.state.status?.kind === 'away')).toBe(true)
    },
    async whileApart(all: TestDesk[], work: () => void | Promise<void>): Promise<void> {
      await suite.apart(...all)
      await work()
      await server.start()
    },
    /** The first desk sends before the next. */
    async back(...all: TestDesk[]): Promise<void> {
      for (const desk of all) {
        desk.waits(false)
        desk.team.tryNow()
        await suite.upToDate(desk)
      }
    },
    async together(...all: TestDesk[]): Promise<void> {
      await server.start()
      await suite.back(...all)
    },
    stored: () =>
      server.query<StoredChange>(
        suite.database,
        'SELECT seq, account, kind, subject, field, value FROM connector_desk.change ORDER BY seq'
      ),
    /** A row written by hand. */
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
