import { expect, it, vi } from 'vitest'
import type * as Connection from './connection'
import { Trouble } from './trouble'
import { teamSuite } from './testing/suite'

const ada = { stalls: false, signedIn: 0 }

/** Its queries stall once it is listened to, as `connect` tells it after 20 s. */
vi.mock('./connection', async (original) => {
  const real = await original<typeof Connection>()
  return {
    ...real,
    async connect(options: Connection.ConnectOptions): Promise<Connection.TeamConnection> {
      const connection = await real.connect(options)
      if (!options.address.user.startsWith('ada')) return connection
      ada.signedIn++
      let gone: ((trouble: Trouble) => void) | undefined
      return {
        ...connection,
        async query<Row>(sql: string, values?: readonly unknown[]) {
          if (!gone || !ada.stalls) return connection.query<Row>(sql, values)
          const trouble = new Trouble('login', 'The server did not answer.')
          gone(trouble)
          throw trouble
        },
        listen(of) {
          gone = of.gone
          return connection.listen(of)
        }
      }
    }
  }
})

const suite = teamSuite()

it('a server that stalls while changes are exchanged is signed in to again only after the pause', async () => {
  const [desk, grace] = [await suite.joined('Ada'), await suite.joined('Grace')]
  desk.waits(true)
  await suite.upToDate(desk)
  const { signedIn } = ada
  ada.stalls = true
  desk.change('a', { note: 'Asked on Monday' })
  await expect.poll(() => desk.team.state.status?.kind).toBe('away')
  grace.change('a', { owner: 'Linus' })
  await suite.upToDate(grace)
  expect(ada.signedIn).toBe(signedIn)
  ada.stalls = false
  await suite.back(desk)
  await expect.poll(() => grace.issue('a')?.note).toBe('Asked on Monday')
})
