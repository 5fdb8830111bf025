import type { ConnectorRecord } from '../../../shared/connectors/connector'
import { readConnector } from '../../../shared/connectors/connector'
import type { Run, Runs } from '../../../shared/connectors/timeline'
import { cadenceOf, graceOf } from '../../issues/triage/cadence'
import { noMemory } from '../../store/tables/connectors/memory'

/** A connector's state from a time on; null while it was gone. Oldest first. */
export interface SeenState {
  at: number
  record: ConnectorRecord | null
}

const mostBars = 60
/** In one gap: a start centuries ago has too many syncs. */
const mostDue = 10_000

/**
 * A sync is missing only if a refresh after its time found the old start; between two refreshes it is `unseen`. None is
 * due with bad credentials, or while the connector is off or gone.
 * @param looks when refreshes saw the connector, ms since 1970, oldest first
 */
export function runsOf(states: readonly SeenState[], looks: readonly number[]): Runs {
  const seen = seenRuns(states)
  const last = states.findLast(({ record }) => record !== null)?.record
  if (!last) return { cadence: null, bars: [], counts: { seen: 0, failed: 0, missing: 0 } }
  const connector = readConnector(last)
  const { ms, from } = cadenceOf(connector, { ...noMemory, seenGap: shortestGap(seen.map(({ at }) => at)) })
  const grace = graceOf(connector)
  const wasExpected = expectations(states)
  const wasExpectedAtLook = expectations(states)
  const looksUntil = counter(looks)

  const bars: Run[] = []
  for (const [at, one] of seen.entries()) {
    bars.push(one)
    const next = seen[at + 1]
    if (from === 'assumed') continue
    const end = next?.at ?? looks.at(-1) ?? one.at
    const skipped = Math.max(0, Math.floor((end - one.at) / ms) - mostDue)
    for (let due = one.at + (skipped + 1) * ms; due < end; due += ms) {
      // The next sync at a slightly different time.
      if (next && next.at - due < ms / 2) break
      // The first refresh that would have noticed.
      const look = looks[looksUntil(due + grace)] ?? Infinity
      const missing = look < (next?.at ?? Infinity)
      if (!next && !missing) break
      // If it was broken, off or gone at that refresh, it may have been so before: nothing is known to be missing.
      if (!wasExpected(due) || (missing && !wasExpectedAtLook(look))) continue
      bars.push({ at: due, outcome: missing ? 'missing' : 'unseen' })
    }
  }
  const count = (outcome: Run['outcome']) => bars.filter((bar) => bar.outcome === outcome).length
  return {
    cadence: from === 'assumed' ? null : ms,
    bars: bars.slice(-mostBars),
    counts: {
      seen: seen.length,
      failed: seen.filter((run) => run.outcome === 'failed').length,
      missing: count('missing')
    }
  }
}

function expectsRuns(record: ConnectorRecord | null): boolean {
  if (!record) return false
  const { status, isActive } = readConnector(record)
  return status === 'COMPLETE' && isActive !== false
}

/** Whether syncs were due at a moment, by the state at that time or the first state. */
function expectations(states: readonly SeenState[]): (moment: number) => boolean {
  const statesUntil = counter(states.map(({ at }) => at))
  return (moment) => expectsRuns(states[Math.max(0, statesUntil(moment) - 1)]?.record ?? null)
}

/** Ascending; each call needs a later moment. */
function counter(times: readonly number[]): (moment: number) => number {
  let count = 0
  return (moment) => {
    while ((times[count] ?? Infinity) <= moment) count++
    return count
  }
}

export function seenRuns(states: readonly SeenState[]): Run[] {
  const runs: Run[] = []
  for (const { record } of states) {
    if (!record) continue
    const { lastSyncStart, syncStatus } = readConnector(record)
    if (lastSyncStart === null) continue
    const run: Run = { at: lastSyncStart, outcome: outcomes.get(syncStatus ?? '') ?? 'unknown' }
    if (runs.at(-1)?.at === lastSyncStart) runs.pop()
    runs.push(run)
  }
  // Ended, but no refresh saw how.
  for (const run of runs.slice(0, -1)) if (run.outcome === 'running') run.outcome = 'unknown'
  return runs.sort((a, b) => a.at - b.at)
}

const outcomes = new Map<string, Run['outcome']>([
  ['Done', 'done'],
  ['Failed', 'failed'],
  ['Syncing', 'running']
])

function shortestGap(starts: readonly number[]): number | null {
  let shortest: number | null = null
  for (const [at, start] of starts.entries()) {
    const gap = start - (starts[at - 1] ?? start)
    if (gap > 0 && (shortest === null || gap < shortest)) shortest = gap
  }
  return shortest
}
