import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import type { LabResult, SetResult } from '../../shared/mappings/lab'
import { expressionLength } from '../../shared/mappings/mapping'
import { WorkLimit } from './work-limit'
import { problemOf, valueOf } from './evaluate'
import { jsonText } from './json/write'
import { lintsOf } from './lints'
import type { Parsed } from './node'
import { parse } from './parse'
import { cut, Tally, type Outcome } from './tally'
import { syntax } from './tokens'
import { traceOf } from './trace/trace'
import { typeOf, type Value } from './values'

/** A loaded record with its label. */
export interface LoadedRecord {
  value: Value
  label: string
}

export interface LabRun {
  expression: string
  saved: string | null
  setIds: string[]
  front: { setId: string; index: number } | null
  /** ms per record. */
  recordMs: number
  /** ms for the run. */
  withinMs: number
}

export type LabAnswer = Omit<LabResult, 'took'>

export interface Pace {
  /** Called between records. */
  beat: () => void
  /** True if nobody needs the result. */
  stopped: () => boolean
}

const frontCut = 10_000
/** ms */
const beatMs = 50

/**
 * Evaluates the expression over the front record, with trace, then over all sets.
 * @returns null if stopped
 */
export function runLab(sets: ReadonlyMap<string, LoadedRecord[]>, run: LabRun, pace: Pace): LabAnswer | null {
  const { expression, setIds, recordMs } = run
  const nothing = { lints: [], sets: [], front: null }
  let parsed: Parsed
  try {
    parsed = readMapping(expression)
  } catch (thrown) {
    return { ...nothing, problem: problemOf(thrown, recordMs) }
  }
  const lints = lintsOf(expression, parsed)
  const evaluate = outcomeOf(parsed, recordMs)
  const saved = run.saved === null ? null : savedOf(run.saved, recordMs)
  const front = frontOf(sets, run, parsed, evaluate, pace)
  const stopped = (problem: JmespathProblem): LabAnswer => ({ ...nothing, lints, problem })
  if (front?.problem?.kind === 'limit') return stopped(front.problem)
  pace.beat()

  const until = performance.now() + run.withinMs
  let beaten = performance.now()
  const results: SetResult[] = []
  for (const setId of setIds) {
    const tally = new Tally(setId, saved !== null)
    const records = sets.get(setId) ?? []
    for (const [index, { value, label }] of records.entries()) {
      const outcome = evaluate(value)
      if ('problem' in outcome && outcome.problem.kind === 'limit') return stopped(outcome.problem)
      tally.add(outcome, label, saved && saved(value))
      const now = performance.now()
      if (now - beaten < beatMs) continue
      beaten = now
      if (pace.stopped()) return null
      pace.beat()
      if (now > until) {
        const message = `The expression got through ${index + 1} of ${records.length} records in ${run.withinMs / 1_000} s, and was stopped.`
        return stopped({ kind: 'limit', message, position: null })
      }
    }
    results.push(tally.result())
  }
  return { problem: null, lints, sets: results, front }
}

/** Applies the service's limits for a mapping: length, and no invisible characters. */
function readMapping(expression: string): Parsed {
  const { max } = expressionLength
  if (expression.length > max) {
    const length = expression.length.toLocaleString('en')
    throw syntax(`The expression has ${length} characters; the limit is ${max.toLocaleString('en')}.`, max)
  }
  // eslint-disable-next-line no-control-regex
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.exec(expression)
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    throw syntax(`A control character (U+${code}) is not allowed here.`, control.index)
  }
  return parse(expression)
}

const outcomeOf =
  ({ root }: Parsed, ms: number) =>
  (value: Value): Outcome => {
    try {
      return { value: valueOf(root, value, new WorkLimit(ms)) }
    } catch (thrown) {
      return { problem: problemOf(thrown, ms) }
    }
  }

/** For an unreadable saved expression the service answers with a marker, so it has no results. */
function savedOf(expression: string, ms: number): (value: Value) => Outcome {
  try {
    return outcomeOf(parse(expression), ms)
  } catch (thrown) {
    const problem = problemOf(thrown, ms)
    return () => ({ problem })
  }
}

function frontOf(
  sets: ReadonlyMap<string, LoadedRecord[]>,
  { expression, front }: LabRun,
  { root }: Parsed,
  evaluate: (value: Value) => Outcome,
  pace: Pace
): LabAnswer['front'] {
  const record = front && sets.get(front.setId)?.[front.index]
  if (!front || !record) return null
  const outcome = evaluate(record.value)
  const problem = 'problem' in outcome ? outcome.problem : null
  const value = 'value' in outcome ? outcome.value : null
  if (problem?.kind === 'limit') return { ...front, ...shown(value), problem, trace: [], lost: null, lostAt: null }
  // The trace has its own time limit.
  pace.beat()
  const { steps, lost, lostAt } = traceOf(expression, root, record.value)
  return { ...front, ...shown(value), problem, trace: steps, lost, lostAt }
}

function shown(value: Value) {
  const text = jsonText(value)
  return { text: cut(text, frontCut), cut: Math.max(0, text.length - frontCut), type: typeOf(value) }
}
