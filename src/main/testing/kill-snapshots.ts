import type { StoreMethods } from '../app/store'
import { readFileSync, writeSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { storeInThread } from '../store/thread'
import { openDatabase } from '../store/open'
import { lineOf, pageOf } from '../store/tables/connectors/page-lines'
import { Statements } from '../store/statements'
import { Connectors } from '../store/tables/connectors/connectors'
import type { ConnectorRecord } from '../../shared/connectors/connector'
import { undo } from '../store/tables/connectors/record-change'
import { States } from '../store/tables/connectors/states'
import { Refreshes } from '../store/tables/connectors/refreshes'
import { madeUpRows } from './made-up-rows'
import { remember } from '../issues/triage/remember'

// scripts/kills/snapshots.mjs kills this program. `write <file> <round> [ms]` refreshes without end, and ends the
// history's thread after so long; `check <file> <list>` looks for all completed refreshes in the rest.
const place = { workspaceId: '00000000-0000-4000-8000-00000000000a', region: 'default' } as const
const base = Date.parse('2026-01-01T00:00:00Z')
const [mode, file = '', argument = '', endThreadMs = ''] = process.argv.slice(2)

export interface Completed {
  refresh: number
  round: number
}

const rowsOf = (round: number) => madeUpRows(300 + (round % 4) * 40, base + round * 60_000, round)

if (mode === 'write') await write(Number(argument))
else check(JSON.parse(readFileSync(argument, 'utf8')) as Completed[])

async function write(first: number): Promise<void> {
  const threads: Worker[] = []
  process.on('worker', (worker) => threads.push(worker))
  const { store: history } = storeInThread<StoreMethods>(new URL('./store.js', import.meta.url), {
    file,
    now: Date.now()
  })
  const { keeping, message } = await history.keeping()
  if (keeping === 'no') throw new Error(message)
  writeSync(1, 'ready\n')
  if (endThreadMs) setTimeout(() => void threads.at(-1)?.terminate(), Number(endThreadMs))
  for (let round = first; ; round++) {
    // A call fails when its thread ends; the next call starts another thread.
    await refresh(round).catch((thrown: unknown) => {
      if (!endThreadMs) throw thrown
    })
  }

  async function refresh(round: number): Promise<void> {
    const at = base + round * 60_000
    const rows = rowsOf(round)
    const refresh = await history.beginRefresh({ place, startedAt: at, whole: true })
    for (let from = 0; from < rows.length; from += 50) {
      await history.appendPage({ refresh, page: pageOf(rows.slice(from, from + 50).map(lineOf)), at })
    }
    const parts = [{ category: 'HRIS' as const, state: 'done' as const, items: rows.length, repeated: 0 }]
    const snapshot = await history.endRefresh({ refresh, at, parts })
    if (snapshot?.ended === 'complete') writeSync(1, `completed ${JSON.stringify({ refresh, round })}\n`)
    await history.issueList({ place, now: at })
  }
}

/** Opens it as the app does. @throws Error naming what is lost */
function check(completed: Completed[]): void {
  const { database, keeping } = openDatabase({ file, now: Date.now() })
  if (keeping.keeping === 'no' || keeping.setAside) throw new Error(`It does not open: ${JSON.stringify(keeping)}`)
  const sql = new Statements(database)
  const [integrity] = sql.all<{ integrity_check: string }>('PRAGMA integrity_check')
  if (integrity?.integrity_check !== 'ok') throw new Error(`Integrity check: ${integrity?.integrity_check}`)
  if (sql.all('PRAGMA foreign_key_check').length > 0) throw new Error('Rows that belong to nothing.')

  const refreshes = new Refreshes(sql)
  const connectors = new Connectors(sql, remember)
  const states = new States(sql, connectors)
  for (const { refresh, round } of completed) {
    if (refreshes.get(place, refresh)?.ended !== 'complete') throw new Error(`Walk ${refresh} is lost.`)
    const found = new Map(
      [...connectors.present(place)].map(({ key, record }) => [key, JSON.stringify(sorted(record))])
    )
    const earlier = new Map<number, ConnectorRecord>()
    for (const [, id, , kind, before] of [...states.since(place, refresh)].flat()) {
      const [now] = connectors.known([id])
      if (!now) throw new Error('A change of no connector.')
      const record = earlier.get(id) ?? now.record
      const undone = before ? undo(record, before) : record
      earlier.set(id, undone)
      if (kind === 'new' || kind === 'back') found.delete(now.key)
      else found.set(now.key, JSON.stringify(sorted(undone)))
    }
    const rows = rowsOf(round)
    const whole =
      found.size === rows.length && rows.every(({ key, record }) => found.get(key) === JSON.stringify(sorted(record)))
    if (!whole) throw new Error(`Walk ${refresh} is not what was seen.`)
  }
  database.close()
}

/** The order of fields means nothing. */
function sorted(record: Record<string, unknown>): [string, unknown][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
}
