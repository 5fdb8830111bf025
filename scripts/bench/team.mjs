// Desks in a few processes, and a server that writes to disk as a team's does.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleHistory } from '../history-bundle.mjs'
import { measureChanges } from './team-changes.mjs'
import { Host } from './team-host.mjs'
import { measureRefreshes } from './team-refreshes.mjs'

export const parts = { changes: measureChanges, refreshes: measureRefreshes }

const AS_FOR_A_TEAM = { fsync: 'on', full_page_writes: 'on', autovacuum: 'on', shared_buffers: '128MB' }

/** @param of `count` desks, `connectors`, and `tell` for progress */
export async function measureTeam(part, of) {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-bench-'))
  const program = await bundleHistory('bench-team', { postgres: 'testing/postgres.ts', team: 'team/testing.ts' })
  const { startPostgres } = await import(join(program, 'postgres.js'))
  const { teamDatabase, addressOf, passwordOf } = await import(join(program, 'team.js'))
  const hosts = []
  const server = await startPostgres()
  const bench = {
    folder,
    server,
    database: (name, operators) =>
      teamDatabase(server, name, Object.fromEntries(operators.map((operator) => [operator, 'operator']))),
    desk: (database, operator) => ({
      ...{ operator, folder: join(folder, operator) },
      ...{ address: addressOf(server, database, operator), password: passwordOf(operator) }
    }),
    host: () => hosts[hosts.push(new Host(join(program, 'bench-team.js'))) - 1],
    hosts: (count) => Array.from({ length: count }, bench.host)
  }
  try {
    await server.stop()
    await server.start(AS_FOR_A_TEAM)
    return await parts[part]({ bench, ...of })
  } finally {
    for (const host of hosts) host.end()
    await server.remove()
    rmSync(program, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}
