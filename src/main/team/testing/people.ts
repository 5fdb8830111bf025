import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { TeamAddress } from '../../../shared/team/team'
import { startPostgres, type Postgres } from '../../testing/postgres'
import { addressOf, teamDatabase, testDesk, type TestDesk } from '../testing'

/** A PostgreSQL for all tests of a file, with a database of its own and accounts for each test; its desks end with it. */
export interface PeopleSuite {
  readonly server: Postgres
  readonly database: string
  /** The account of Ada, Grace, or Vera, a viewer, by their first name, in the database of this test. */
  as(name: string): TeamAddress
  /** A desk that joined and handed everything over. @param broken connectors of which it has cases */
  joined(name: string, broken?: string[]): Promise<TestDesk>
  upToDate(...desks: TestDesk[]): Promise<void>
  /** Stops the server, and waits until these desks know. */
  apart(...desks: TestDesk[]): Promise<void>
  /** Starts the server again. The desks connect one after the other: the last one's writes are the latest. */
  together(...desks: TestDesk[]): Promise<void>
}

export function peopleSuite(): PeopleSuite {
  let server: Postgres
  let number = 0
  let desks: TestDesk[] = []
  const suite: PeopleSuite = {
    get server() {
      return server
    },
    get database() {
      return `team_${number}`
    },
    as: (name) => addressOf(server, suite.database, `${name.toLowerCase().split(' ')[0]}_${number}`),
    async joined(name, broken = ['a']) {
      const desk = testDesk(name)
      desks.push(desk)
      desk.walk(broken)
      const { findings } = await desk.join(suite.as(name))
      expect(findings.filter(({ state }) => state === 'fault')).toEqual([])
      await suite.upToDate(desk)
      return desk
    },
    upToDate: (...all) => expect.poll(() => all.every((desk) => desk.isUpToDate())).toBe(true),
    async apart(...all) {
      await server.stop()
      await expect.poll(() => all.every(({ team }) => team.state.status?.kind === 'away')).toBe(true)
    },
    async together(...all) {
      await server.start()
      for (const desk of all) {
        desk.team.tryNow()
        await suite.upToDate(desk)
      }
    }
  }

  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => server.remove())
  beforeEach(async () => {
    number++
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
  return suite
}
