import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import type { LabResult, SetResult, ChangeExample, JsonType, RecordResult } from '../../shared/mappings/lab'
import { expressionLength } from '../../shared/mappings/mapping'
import { WorkLimit } from './work-limit'
import { problemOf, valueOf } from './evaluate'
import { jsonText } from './json/write'
import { lintsOf } from './lints'
import type { Parsed } from './node'
import { parse } from './parse'
import { syntax } from './tokens'
import { traceOf } from './trace/trace'
import { typeOf, type Value } from './values'
import { createHash } from 'node:crypto'

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

const shownRecords = 200
const shownValues = 20
/** Per kind of change. */
const shownExamples = 3
/** In characters. */
const recordCut = 200
const distinctCut = 80
/** Longer values compare by digest. */
const longestKept = 200

/** The result on one record. */
type Outcome = { value: Value } | { problem: JmespathProblem }

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** Counts results over a set, and differences from the saved expression. */
class Tally {
  private readonly values: RecordResult[] = []
  private readonly types = new Map<JsonType, { count: number; first: number }>()
  private readonly distinct = new Map<string, { text: string; count: number }>()
  private readonly change: NonNullable<SetResult['change']> = {
    ...{ stay: 0, become: 0, change: 0, lose: 0, stillNull: 0 },
    examples: []
  }
  private records = 0
  private problems = 0
  private filled = 0
  private savedFilled = 0

  constructor(
    private readonly setId: string,
    private readonly compared: boolean
  ) {}

  /** @param saved the saved expression's result, if any */
  add(outcome: Outcome, label: string, saved: Outcome | null): void {
    const index = this.records++
    const problem = 'problem' in outcome ? outcome.problem : null
    const value = 'value' in outcome ? outcome.value : null
    const type = typeOf(value)
    const text = jsonText(value)
    if (index < shownRecords) this.values.push({ index, label, text: cut(text, recordCut), type, problem })
    if (problem) this.problems++
    else {
      const known = this.types.get(type)
      if (known) known.count++
      else this.types.set(type, { count: 1, first: index })
    }
    if (type !== 'null') {
      this.filled++
      this.note(jsonText(value, { sorted: true }), text)
    }
    if (saved) this.compare(value, 'value' in saved ? saved.value : null, label)
  }

  result(): SetResult {
    const often = [...this.distinct.values()].sort((a, b) => b.count - a.count).slice(0, shownValues)
    return {
      setId: this.setId,
      records: this.records,
      filled: this.filled,
      types: [...this.types].map(([type, seen]) => ({ type, ...seen })).sort((a, b) => b.count - a.count),
      problems: this.problems,
      distinct: often,
      distinctTotal: this.distinct.size,
      values: this.values,
      change: this.compared ? this.change : null,
      savedFilled: this.compared ? this.savedFilled : null
    }
  }

  private note(sorted: string, text: string): void {
    const key = sorted.length > longestKept ? createHash('sha256').update(sorted).digest('base64') : sorted
    const known = this.distinct.get(key)
    if (known) known.count++
    else this.distinct.set(key, { text: cut(text, distinctCut), count: 1 })
  }

  private compare(now: Value, saved: Value, label: string): void {
    const isNull = typeOf(now) === 'null'
    const wasNull = typeOf(saved) === 'null'
    if (!wasNull) this.savedFilled++
    if (isNull && wasNull) this.change.stillNull++
    else if (!isNull && !wasNull && jsonText(now, { sorted: true }) === jsonText(saved, { sorted: true }))
      this.change.stay++
    else this.count(isNull ? 'lose' : wasNull ? 'become' : 'change', { label, before: saved, now })
  }

  private count(kind: ChangeExample['kind'], { label, before, now }: { label: string; before: Value; now: Value }) {
    if (this.change[kind]++ >= shownExamples) return
    const shown = (value: Value) => cut(jsonText(value), distinctCut)
    this.change.examples.push({ kind, label, before: shown(before), now: shown(now) })
  }
}

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
  return { text: text.slice(0, frontCut), cut: Math.max(0, text.length - frontCut), type: typeOf(value) }
}
