import type { StoreMethods } from '../app/store'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeInThread } from '../store/thread'
import { subjectOf } from '../health/triage/subject'
import { queueOf } from '../health/triage/queue'
import { rowVerdicts, triage } from '../health/triage/triage'
import { madeUpRows } from './made-up-rows'

// Times the history with many connectors (`node scripts/bench-history.mjs [count]`). Numbers to read, not a test.
const count = Number(process.argv[2] ?? 100_000)
const place = { workspaceId: '00000000-0000-4000-8000-00000000000a', region: 'default' } as const
const folder = mkdtempSync(join(tmpdir(), 'connector-desk-bench-'))
const file = join(folder, 'history.db')
let now = Date.now()

async function timed<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  const began = performance.now()
  const cpu = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(cpu)
  const ms = (value: number) => `${Math.round(value).toString().padStart(6)} ms`
  console.log(`${what.padEnd(40)} ${ms(performance.now() - began)}, of the processor ${ms((user + system) / 1000)}`)
  return result
}

console.log(`${count} connectors, Node ${process.versions.node}`)
const rows = madeUpRows(count, now)
const subjects = await timed('read the records', () => rows.map((row) => subjectOf(row)))
const judged = await timed('triage', () => triage(subjects, now))
await timed('queue', () => queueOf(judged, new Map()))
await timed('verdicts for the grid', () => rowVerdicts(judged))

const { store: history, stop } = storeInThread<StoreMethods>(new URL('./store.js', import.meta.url), { file, now })
await timed('open', () => history.keeping())
const walks: number[] = []
for (const round of [0, 0, 1]) {
  await timed(`walk in pages of 200, round ${round}`, () => walk(madeUpRows(count, Date.now(), round)))
}
await timed('queue, the first: opens the cases', () => history.queue({ place, now }))
now += 60_000
await timed('queue, again a minute later', () => history.queue({ place, now }))
await timed('verdicts, in chunks of 5,000', async () => {
  for (let from: number | null = 0; from !== null;) {
    from = (await history.verdicts({ place, now, from, count: 5_000 })).next
  }
})
await timed('one connector', () => history.connector({ place, key: rows[7]?.key ?? '', now }))
await timed('last rows, in chunks of 2,000', async () => {
  for (let after: number | null = 0; after !== null;) {
    after = (await history.lastRows({ place, after, limit: 2_000 })).next
  }
})
const [first = 0, , third = 0] = walks
await timed('compare two walks', () => history.compare({ place, before: first, after: third, limit: 2_000 }))
console.log(
  `${Math.round(statSync(file).size / 1e6)} MB on disk, ${Math.round(process.memoryUsage.rss() / 1e6)} MB in memory`
)
await stop()
rmSync(folder, { recursive: true })

async function walk(page: typeof rows): Promise<void> {
  const id = await history.beginWalk({ place, startedAt: Date.now(), whole: true })
  walks.push(id)
  for (let at = 0; at < page.length; at += 200) {
    await history.appendRows({ walk: id, rows: page.slice(at, at + 200), at: Date.now() })
  }
  const parts = [{ category: 'HRIS' as const, state: 'done' as const, items: page.length, repeated: 0 }]
  await history.endWalk({ walk: id, at: Date.now(), parts })
}
