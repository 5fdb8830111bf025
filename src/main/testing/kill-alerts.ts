import Database from 'libsql'
import { readFileSync, writeSync } from 'node:fs'
import { asked, testAlerts } from '../alerts/testing'
import type { StoreMethods } from '../app/store'
import { storeInThread } from '../store/thread'
import { pageOf, lineOf } from '../store/tables/connectors/page-lines'
import { compareTaken, killPort, type Left } from './kill-taken'
import { place } from './history'
import { madeUpRow } from './made-up-rows'

// scripts/kills/taken.mjs kills this program. `write <file> <round>` has connectors break and recover without end, each an
// incident; `check <file> <list>` starts again, and compares what is written down with what the server took.
const [mode, file = '', argument = ''] = process.argv.slice(2)
const hour = 3_600_000
const perRound = 3
const rule = '00000000-0000-4000-8000-0000000000c1'
const idsOf = (round: number) => Array.from({ length: perRound }, (_, at) => `c-${round}-${at}`)
/** An hour for each round, so that no day has too many messages. In the future: none is pruned. */
const timeOf = (round: number) => Date.UTC(2100, 0) + round * hour

const thread = storeInThread<StoreMethods>(new URL('./store.js', import.meta.url), { file, now: Date.now() })
const { store } = thread
const { keeping, setAside, message } = await store.keeping()
if (keeping === 'no' || setAside) throw new Error(`It does not open: ${message}`)
const { alerts, clock } = testAlerts(store)
if (mode === 'write') await write(Number(argument))
else await check(JSON.parse(readFileSync(argument, 'utf8')) as { round: number; completed: boolean }[])

async function write(first: number): Promise<void> {
  clock.time = timeOf(first)
  await alerts.closeCutOff()
  const [kept] = (await alerts.list(place.workspaceId)).rules
  const address = `http://127.0.0.1:${killPort()}/messages`
  const channel = { kind: 'webhook' as const, name: 'Hook', host: '' }
  const more = { id: rule, before: kept?.at ?? null, address, key: 'a key of 16 characters', perDay: 200 }
  await alerts.save(asked(null, { channel, when: { of: 'connector' } }, more))
  writeSync(1, 'ready\n')
  for (let round = first; ; round++) {
    writeSync(1, `begun ${JSON.stringify({ round, completed: false })}\n`)
    const at = (clock.time = timeOf(round))
    const broken = { status: 'RELINK_NEEDED', relink_needed_at: new Date(at - hour).toISOString() }
    const rows = idsOf(round).map((id) => madeUpRow(id, at, broken))
    const refresh = await store.beginRefresh({ place, startedAt: at, whole: true })
    await store.appendPage({ refresh, page: pageOf(rows.map(lineOf)), at })
    await store.endRefresh({
      refresh,
      at,
      parts: [{ category: 'HRIS', state: 'done', items: rows.length, repeated: 0 }]
    })
    await alerts.look(place)
    writeSync(1, `completed ${JSON.stringify({ round, completed: true })}\n`)
  }
}

/** @throws Error naming what left twice, is lost, or is not named */
async function check(reported: { round: number; completed: boolean }[]): Promise<void> {
  const database = new Database(file)
  const all = <T>(sql: string) => database.prepare(sql).all() as T[]
  const cut = all<{ message: string }>('SELECT message FROM alert_claim WHERE message NOT IN (SELECT message FROM alert_outcome)') // prettier-ignore
  await alerts.closeCutOff()
  const ended = all<{ message: string; outcome: string | null }>('SELECT DISTINCT message, outcome FROM alert_claim LEFT JOIN alert_outcome USING (message)') // prettier-ignore
  const claims = new Set(all<{ name: string }>(`SELECT about || ' ' || part AS name FROM alert_claim`).map(({ name }) => name)) // prettier-ignore
  database.close()
  const lefts = new Map(ended.map(({ message, outcome }): [string, Left] => [message, leftOf(outcome)]))
  for (const one of cut) if (lefts.get(one.message) !== 'unknown') throw new Error(`${one.message} is not named.`)
  compareTaken(lefts)
  for (const { round, completed } of reported)
    for (const id of completed ? idsOf(round) : [])
      if (!claims.has(`connector HRIS:${id} first`)) throw new Error(`Nobody was told of ${id}.`)
  await thread.stop()
}

function leftOf(outcome: string | null): Left {
  if (outcome === null) throw new Error('A message has no outcome.')
  return outcome === 'sent' || outcome === 'unknown' ? outcome : 'no'
}
