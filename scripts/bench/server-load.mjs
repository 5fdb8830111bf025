// PostgreSQL's load (Linux).
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TICKS = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout)
const SEEN = `SELECT pg_database_size('team')::float8 AS database, pg_current_wal_lsn()::text AS log,
  (SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'Connector Desk') AS connections`

export class ServerLoad {
  static async begin(server) {
    const load = new ServerLoad()
    const [seen] = await server.query('team', SEEN)
    return Object.assign(load, { server, seen, cpu: cpuSeconds(server), at: performance.now() })
  }

  async end(changes) {
    const { server, seen } = this
    const minutes = (performance.now() - this.at) / 60_000
    const cpu = cpuSeconds(server) - this.cpu
    const [now] = await server.query('team', SEEN)
    const [{ bytes }] = await server.query('team', 'SELECT pg_wal_lsn_diff($1, $2)::float8 AS bytes', [
      now.log,
      seen.log
    ])
    const each = (amount) => (amount * 1_000) / changes
    return {
      cpuSecondsPerMinute: cpu / minutes,
      connections: now.connections,
      databaseBytes: each(now.database - seen.database),
      walBytes: each(bytes)
    }
  }
}

/** s, of all processes, ended ones included. */
function cpuSeconds({ folder }) {
  const head = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid)
    if (!fields) continue
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]))
    if (Number(pid) === head) ticks += user + system + endedUser + endedSystem
    else if (parent === head) ticks += user + system
  }
  return ticks / TICKS
}

/** From the state on; null for an ended process. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
