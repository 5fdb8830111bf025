import { createHash } from 'node:crypto'
import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import type { ChangeExample, JsonType, RecordResult, SetResult } from '../../shared/mappings/lab'
import { jsonText } from './json/write'
import { typeOf, type Value } from './values'

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
export type Outcome = { value: Value } | { problem: JmespathProblem }

export const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** Counts results over a set, and differences from the saved expression. */
export class Tally {
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
