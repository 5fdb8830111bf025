import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TeamAddress, TeamFault } from '../../shared/team/team'
import { startPostgres, type Postgres } from '../testing/postgres'
import { connect } from './connection'
import { addressOf, passwordOf, teamDatabase } from './testing'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
  await teamDatabase(server, 'team', { ada: 'operator', stranger: null, leaver: null })
  await server.query('team', 'GRANT CONNECT ON DATABASE team TO stranger; ALTER ROLE leaver NOLOGIN')
})
afterAll(() => server.remove())

const ada = (change: Partial<TeamAddress> = {}): TeamAddress => ({ ...addressOf(server, 'team', 'ada'), ...change })
const signIn = (address: TeamAddress, password = passwordOf(address.user)) =>
  connect({ address, password, certificates: [] })

it.each<[string, Partial<TeamAddress>, string | undefined, TeamFault]>([
  ['a name that is not known', { host: 'no-such-host.invalid', tls: true }, undefined, 'unreachable'],
  ['a port where no one listens', { port: 1 }, undefined, 'unreachable'],
  ['a server without encryption', { tls: true }, undefined, 'encryption'],
  ['a wrong password', {}, 'wrong', 'password'],
  ['an account that may not sign in', { user: 'leaver' }, undefined, 'sign-in'],
  ['a database that is not there', { database: 'elsewhere' }, undefined, 'database']
])('names %s', async (_, change, password, fault) => {
  await expect(signIn(ada(change), password)).rejects.toMatchObject({ fault })
})

it.each<[string, string, TeamFault]>([
  ['a right that is missing', 'SELECT FROM connector_desk.change', 'rights'],
  ['tables that are gone', 'SELECT FROM no_such_table', 'tables'],
  ['a server that takes no changes', 'SET transaction_read_only = on; CREATE TABLE one (id int)', 'no-changes'],
  ['a server that shuts down', 'SELECT pg_terminate_backend(pg_backend_pid())', 'unreachable'],
  ['all else', 'SELECT 1 / 0', 'failed']
])('names %s', async (_, sql, fault) => {
  const connection = await signIn(ada({ user: 'stranger' }))
  await expect(connection.query(sql)).rejects.toMatchObject({ fault })
  connection.end()
})
