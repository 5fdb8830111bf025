import type { ConnectorRecord } from '../../../shared/model/connector'
import { readConnector } from '../../../shared/model/connector'
import type { Run, Runs } from '../../../shared/model/timeline'
import { cadenceOf, graceOf } from '../triage/cadence'
import { noMemory } from '../triage/memory'

/** What was known of a connector from a time on; null while it was gone. Oldest first. */
export interface SeenState {
  at: number
  record: ConnectorRecord | null
}

const mostBars = 60

/**
 * The runs of a connector as walks saw them, with the ones that were due and never began (issue 2, section 3). A run
 * counts as missing only where a walk looked after it was due and found the old start; one that fell between two
 * walks is `unseen`, as it may well have been.
 *
 * @param looks when walks saw the connector, ms since 1970
 */
export function runsOf(states: readonly SeenState[], looks: readonly number[]): Runs {
  const seen = seenRuns(states)
  const last = states.findLast(({ record }) => record !== null)?.record
  if (!last) return { cadence: null, bars: [], counts: { seen: 0, failed: 0, missing: 0 } }
  const connector = readConnector(last)
  const starts = seen.map(({ at }) => at)
  const { ms, from } = cadenceOf(connector, { ...noMemory, seenGap: shortestGap(starts) })
  const expected = expectsRuns(last) && from !== 'assumed'

  const bars: Run[] = []
  for (const [at, one] of seen.entries()) {
    bars.push(one)
    const next = seen[at + 1]
    if (!expected) continue
    const lastLook = looks.findLast((look) => look >= one.at && (!next || look < next.at)) ?? one.at
    const end = next?.at ?? lastLook
    // While its credentials were bad, it was off or gone, none was due.
    const idle = states.findLastIndex(
      (state) => state.at >= one.at && (!next || state.at < next.at) && !expectsRuns(state.record)
    )
    const since = idle === -1 ? one.at : (states[idle + 1]?.at ?? Infinity)
    // A gap of years holds more bars than anybody sees: its last ones are enough.
    const skipped = Math.max(0, Math.floor((end - one.at) / ms) - mostBars)
    for (let due = one.at + (skipped + 1) * ms; due < end; due += ms) {
      // Not a run of its own: a little earlier or later than usual.
      if (next && next.at - due < ms / 2) break
      if (due < since) continue
      const missing = lastLook - due > graceOf(connector)
      if (!next && !missing) break
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

/** Each run that any record told of, with what was last seen of it. */
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
  // A run that is over without a walk having seen its end.
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
