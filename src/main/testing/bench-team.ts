import { setTimeout as pause } from 'node:timers/promises'
import type { RefreshProgress } from '../../shared/connectors/refresh'
import type { StoreMethods } from '../app/store'
import { storeInThread } from '../store/thread'
import { lineOf, pageOf } from '../store/tables/connectors/page-lines'
import { madeUpRows } from './made-up-rows'
import { refreshOf } from './refreshing-desk'
import { place, teamDesk, type DeskOptions, type TeamDesk } from './team-desk'

// Some of the desks of scripts/bench-team.mjs in one process.
type Asked =
  | { do: 'prepare'; folder: string; connectors: number; now: number }
  /** Opens a desk and waits until desk and team have everything of each other. */
  | { do: 'open'; desk: Opened }
  | { do: 'change'; operator: string; key: string; owner: string }
  /** Owners from others since the last question. */
  | { do: 'seen' }
  | { do: 'refresh'; operators: string[] }
  | { do: 'close'; operator: string }

/** `alone`: in no team. */
type Opened = Omit<DeskOptions, 'bundle' | 'received'> & { alone?: boolean }

/** ms; `cpuMs` for all desks of the process */
interface Refreshed {
  ms: number
  cpuMs: number
  /** Whether another desk refreshed. */
  isTaken: boolean
  items: number
}

export interface Came {
  owner: string
  /** ms since 1970 */
  at: number
}

const bundle = new URL('./store.js', import.meta.url)
const desks = new Map<string, TeamDesk & { refreshNow: () => Promise<RefreshProgress> }>()
const came: Came[] = []

process.once('disconnect', () => process.exit())
process.on('message', (asked: Asked) => {
  answer(asked).then(
    (value) => process.send?.({ value }),
    (error: Error) => process.send?.({ error: error.stack })
  )
})

async function answer(asked: Asked): Promise<unknown> {
  if (asked.do === 'prepare') return prepare(asked)
  if (asked.do === 'open') return open(asked.desk)
  if (asked.do === 'seen') return came.splice(0)
  if (asked.do === 'refresh') return Promise.all(asked.operators.map(refresh))
  const desk = deskOf(asked.operator)
  if (asked.do === 'close') return desk.stop()
  const at = Date.now()
  await desk.store.changeIssues({ place, keys: [asked.key], change: { owner: asked.owner }, now: at })
  desk.team.told()
  return at
}

/** @returns keys of the connectors with issues */
async function prepare({ folder, connectors, now }: Extract<Asked, { do: 'prepare' }>): Promise<string[]> {
  const thread = storeInThread<StoreMethods>(bundle, { file: `${folder}/history.db`, now })
  const { store } = thread
  const rows = madeUpRows(connectors, now)
  const refresh = await store.beginRefresh({ place, startedAt: now, whole: true })
  for (let from = 0; from < rows.length; from += 1_000)
    await store.appendPage({ refresh, page: pageOf(rows.slice(from, from + 1_000).map(lineOf)), at: now })
  await store.endRefresh({
    refresh,
    at: now,
    parts: [{ category: 'HRIS', state: 'done', items: rows.length, repeated: 0 }]
  })
  await store.issueList({ place, now })
  await thread.stop()
  return rows.filter(({ record }) => record['status'] === 'RELINK_NEEDED').map(({ key }) => key)
}

function deskOf(operator: string) {
  const desk = desks.get(operator)
  if (!desk) throw new Error(`${operator} has no desk here.`)
  return desk
}

async function refresh(operator: string): Promise<Refreshed> {
  const timed = timer()
  const { team, categories } = await deskOf(operator).refreshNow()
  const items = categories.reduce((sum, { items }) => sum + items, 0)
  return { ...timed(), isTaken: team?.kind === 'taken', items }
}

async function open({ alone = false, ...options }: Opened): Promise<{ ms: number; cpuMs: number }> {
  const desk = await teamDesk({
    ...options,
    bundle,
    received: (changes) => {
      const at = Date.now()
      for (const change of changes)
        if (change.field === 'owner' && change.operator !== options.operator) came.push({ owner: change.value, at })
    }
  })
  desks.set(options.operator, { ...desk, refreshNow: refreshOf(desk, options.service ?? '') })
  const timed = timer()
  if (!alone) desk.team.begin()
  while (!alone && !desk.isUpToDate()) await pause(5)
  return timed()
}

/** @returns wall time and this process's CPU time since, ms */
function timer(): () => { ms: number; cpuMs: number } {
  const [began, before] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(before)
    return { ms: performance.now() - began, cpuMs: (user + system) / 1_000 }
  }
}
