// The delay of changes to other desks, and the catch-up of an absent desk.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ServerLoad } from './server-load.mjs'
import { one, share } from './team-rows.mjs'

const PROCESSES = 3
const PHASES = [
  { name: 'one desk writes', writers: 1, changes: 60, everyMs: 500 },
  /** With 30 desks: two changes a minute each, five times the catch-up's 200 a day. */
  { name: 'all write as a team does', writers: Infinity, changes: 60, everyMs: 1_000 },
  /** 14 times those 200 a day. */
  { name: 'all write without a pause', writers: Infinity, changes: 180, everyMs: 333 }
]
/** 30 people, 200 changes a day each, 7 days. */
const AWAY = { changes: 42_000 }

export async function measureChanges({ bench, count, connectors, tell }) {
  const names = Array.from({ length: count }, (_, at) => `desk${at}`)
  await bench.database('team', names)
  const hosts = bench.hosts(PROCESSES)
  tell(`a history of ${connectors} connectors, for ${count} desks`)
  const first = join(bench.folder, 'first')
  mkdirSync(first)
  const keys = await hosts[0].ask({ do: 'prepare', folder: first, connectors, now: Date.now() })
  const desks = names.map((operator, at) => {
    const desk = bench.desk('team', operator)
    mkdirSync(desk.folder)
    copyFileSync(join(first, 'history.db'), join(desk.folder, 'history.db'))
    return { operator, desk, host: hosts[at % PROCESSES] }
  })
  const joins = []
  for (const { host, desk } of desks) joins.push(await host.ask({ do: 'open', desk }))

  const rows = []
  for (const phase of PHASES) {
    tell(`${phase.name}: ${phase.changes} changes, one every ${phase.everyMs} ms`)
    rows.push(...(await changes({ server: bench.server, desks, hosts, keys }, phase)))
  }
  tell(`${AWAY.changes} changes while a desk is away`)
  for (const { host, operator } of desks) await host.ask({ do: 'close', operator })
  await weekOfChanges(bench.server)
  const caughtUp = await bench.host().ask({ do: 'open', desk: desks[0].desk })
  const joined = joins.map(({ ms }) => ms)
  return [
    ...rows,
    one(`a desk that was away for ${AWAY.changes} changes: caught up`, 'ms', [caughtUp.ms], 10_000),
    one('the same, time of processors', 'ms', [caughtUp.cpuMs]),
    one('a desk joins and takes up all cases', 'ms', joined)
  ]
}

/** @returns rows: delays, and the server's load */
async function changes({ server, desks, hosts, keys }, { name, writers, changes: number, everyMs }) {
  const load = await ServerLoad.begin(server)
  const made = new Map()
  const due = performance.now()
  for (let at = 0; at < number; at++) {
    const { host, operator } = desks[at % Math.min(writers, desks.length)]
    await pause(Math.max(0, due + at * everyMs - performance.now()))
    const owner = `${operator}, ${name} ${at}`
    made.set(owner, await host.ask({ do: 'change', operator, key: keys[(at * 37) % keys.length], owner }))
  }
  const came = []
  while (came.length < number * (desks.length - 1)) {
    for (const host of hosts) came.push(...(await host.ask({ do: 'seen' })))
    await pause(20)
  }
  const ms = came.map(({ owner, at }) => at - made.get(owner))
  const { cpuSecondsPerMinute, connections, databaseBytes, walBytes } = await load.end(number)
  return [
    one(`a change is on another desk, ${name}`, 'ms', ms),
    one('the same, 95th percentile', 'ms', [share(ms, 0.95)], 1_000),
    one('server meanwhile: time of processors in a minute', 's', [cpuSecondsPerMinute]),
    one('server meanwhile: connections', '', [connections]),
    one('server meanwhile: growth of the database for 1,000 changes', 'kB', [databaseBytes / 1_000]),
    one('server meanwhile: log of writes for 1,000 changes', 'kB', [walBytes / 1_000])
  ]
}

async function weekOfChanges(server) {
  await server.query(
    'team',
    `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
      SELECT gen_random_uuid(), gen_random_uuid(), 'Colleague ' || n % 29, service, 'case', subject,
        CASE n % 3 WHEN 0 THEN 'owner' WHEN 1 THEN 'note' ELSE 'snoozedUntil' END,
        CASE n % 3 WHEN 0 THEN to_jsonb('Colleague ' || n % 29)
          WHEN 1 THEN to_jsonb('Spoke with their administrator, who asks for time until next week: ' || n)
          ELSE to_jsonb(1900000000000 + n) END
      FROM generate_series(1, ${AWAY.changes}) n
        JOIN (SELECT row_number() OVER (ORDER BY seq) AS place, count(*) OVER () AS total, service, subject
          FROM connector_desk.change WHERE field = 'opened') c ON c.place = n % c.total + 1`
  )
}
