// What `npm run bench:team` measures: desks in a few processes of their own, each with a history in a file and one
// connection, and a server that writes to the disk as one of a team does.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bundleHistory } from '../history-bundle.mjs'
import { ServerLoad } from './server-load.mjs'

const PROCESSES = 3
/** One desk changes an owner, while the others do nothing. */
const AT_REST = { changes: 60, everyMs: 500 }
/** All take turns: with 30 desks each makes a change every 10 s, 14 times the 200 changes a day of the catch-up. */
const AT_WORK = { changes: 180, everyMs: 333 }
/** 30 people, 200 changes a day each, 7 days. */
const AWAY = { changes: 42_000 }
const AS_FOR_A_TEAM = { fsync: 'on', full_page_writes: 'on', autovacuum: 'on', shared_buffers: '128MB' }

/** A process of desks, asked for one thing after the other. */
class Host {
  asked = Promise.resolve()
  constructor(program) {
    this.child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }

  ask(what) {
    const answer = this.asked.then(async () => {
      this.child.send(what)
      const [{ value, error }] = await once(this.child, 'message')
      if (error) throw new Error(error)
      return value
    })
    this.asked = answer.catch(() => undefined)
    return answer
  }
}

/** @returns the rows of the table, as a bench reports them */
export async function measureTeam({ desks: count, connectors, tell }) {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-bench-'))
  const bundle = await bundleHistory('bench-team', { postgres: 'testing/postgres.ts', team: 'team/testing.ts' })
  const { startPostgres } = await import(join(bundle, 'postgres.js'))
  const { teamDatabase, addressOf, passwordOf } = await import(join(bundle, 'team.js'))
  const hosts = []
  const server = await startPostgres()
  try {
    await server.stop()
    await server.start(AS_FOR_A_TEAM)
    const names = Array.from({ length: count }, (_, at) => `desk${at}`)
    await teamDatabase(server, 'team', Object.fromEntries(names.map((name) => [name, 'operator'])))
    const host = () => hosts[hosts.push(new Host(join(bundle, 'bench-team.js'))) - 1]
    const some = Array.from({ length: PROCESSES }, host)

    tell(`a history of ${connectors} connectors, for ${count} desks`)
    const first = join(folder, 'first')
    mkdirSync(first)
    const keys = await some[0].ask({ do: 'prepare', folder: first, connectors, now: Date.now() })
    const desks = names.map((operator, at) => {
      mkdirSync(join(folder, operator))
      copyFileSync(join(first, 'history.db'), join(folder, operator, 'history.db'))
      const address = addressOf(server, 'team', operator)
      const desk = { operator, folder: join(folder, operator), address, password: passwordOf(operator) }
      return { ...desk, host: some[at % PROCESSES] }
    })
    const joins = []
    for (const { host, ...desk } of desks) joins.push(await host.ask({ do: 'open', desk }))
    tell(`${count} desks joined with ${keys.length} relinks; changes at rest`)
    const work = { server, desks, hosts: some, keys }
    const rest = await changes(work, { ...AT_REST, writers: desks.slice(0, 1) })
    tell('changes of all desks')
    const atWork = await changes(work, { ...AT_WORK, writers: desks })

    tell(`${AWAY.changes} changes while a desk is away`)
    const away = desks[1]
    await away.host.ask({ do: 'close', operator: away.operator })
    for (const { host, operator } of desks) if (operator !== away.operator) await host.ask({ do: 'close', operator })
    await weekOfChanges(server)
    const { host: _, ...desk } = away
    const caughtUp = await host().ask({ do: 'open', desk })

    return [
      ...visible('at rest', rest),
      ...visible('while all write', atWork),
      one(`a desk that was away for ${AWAY.changes} changes: caught up`, 'ms', [caughtUp.ms], 10_000),
      one('the same, time of processors', 'ms', [caughtUp.cpuMs]),
      one(
        'a desk joins and takes up all cases',
        'ms',
        joins.map(({ ms }) => ms)
      ),
      ...load('at rest', rest.load),
      ...load('while all write', atWork.load)
    ]
  } finally {
    for (const { child } of hosts) child.kill()
    await server.remove()
    rmSync(bundle, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lets desks change owners in turn, evenly over time. @returns how long each was under way to each other desk, ms */
async function changes({ server, desks, hosts, keys }, { changes: number, everyMs, writers }) {
  const load = await ServerLoad.begin(server)
  const made = new Map()
  const due = performance.now()
  for (let at = 0; at < number; at++) {
    const { host, operator } = writers[at % writers.length]
    await pause(Math.max(0, due + at * everyMs - performance.now()))
    const owner = `${operator} ${writers.length} ${at}`
    made.set(owner, await host.ask({ do: 'change', operator, key: keys[(at * 37) % keys.length], owner }))
  }
  const came = []
  while (came.length < number * (desks.length - 1)) {
    for (const host of hosts) came.push(...(await host.ask({ do: 'seen' })))
    await pause(20)
  }
  return { ms: came.map(({ owner, at }) => at - made.get(owner)), load: await load.end(number) }
}

/** Changes of cases that the team has, as people make them: an owner, a note of a sentence, a snooze. */
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

const sorted = (values) => values.toSorted((a, b) => a - b)
const share = (values, part) => sorted(values)[Math.ceil(values.length * part) - 1]

/** A row of the median of these values, with the least and the most. */
function one(name, unit, values, most) {
  const ours = { median: share(values, 0.5), min: Math.min(...values), max: Math.max(...values) }
  return { name, unit, ours, ...(most !== undefined && { target: { ours: most } }) }
}

const visible = (when, { ms }) => [
  one(`a change is on another desk, ${when}`, 'ms', ms),
  one(`the same, 95th percentile`, 'ms', [share(ms, 0.95)], 1_000)
]

const load = (when, { cpuSecondsPerMinute, connections, databaseBytes, walBytes }) => [
  one(`server, ${when}: time of processors in a minute`, 's', [cpuSecondsPerMinute]),
  one(`server, ${when}: connections`, '', [connections]),
  one(`server, ${when}: growth of the database for 1,000 changes`, 'kB', [databaseBytes / 1_000]),
  one(`server, ${when}: log of writes for 1,000 changes`, 'kB', [walBytes / 1_000])
]
