import { setTimeout as pause } from 'node:timers/promises'
import type { RefreshProgress } from '../../shared/connectors/refresh'
import type { StoreMethods } from '../app/store'
import { storeInThread } from '../store/thread'
import { lineOf, pageOf } from '../store/tables/connectors/page-lines'
import { madeUpRows } from './made-up-rows'
import { refreshOf } from './refreshing-desk'
import { place, teamDesk, type DeskOptions, type TeamDesk } from './team-desk'

// A process with some of the desks of scripts/bench-team.mjs, which asks for one thing after the other.
type Asked =
  /** Makes a history of this many connectors, as a walk leaves it. */
  | { do: 'prepare'; folder: string; connectors: number; now: number }
  /** Opens a desk and waits until it has everything, and the team everything of it. */
  | { do: 'open'; desk: Opened }
  | { do: 'change'; operator: string; key: string; owner: string }
  /** Owners that came from others since the last question. */
  | { do: 'seen' }
  /** Presses Refresh on these desks at once. */
  | { do: 'refresh'; operators: string[] }
  | { do: 'close'; operator: string }

/** `alone`: it has joined no team. */
type Opened = Omit<DeskOptions, 'bundle' | 'received'> & { alone?: boolean }

/** How a desk refreshed. ms; `cpuMs` of all desks of the process together */
interface Refreshed {
  ms: number
  cpuMs: number
  /** Whether it was another desk that walked. */
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

/** @returns the keys of the connectors that are cases */
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

/** @returns how long it took */
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

/** @returns what was taken since: by the clock, and of the processors by this process, ms */
function timer(): () => { ms: number; cpuMs: number } {
  const [began, before] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(before)
    return { ms: performance.now() - began, cpuMs: (user + system) / 1_000 }
  }
}
