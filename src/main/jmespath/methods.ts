import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import { bufferOf, sharedBytes } from '../base/shared-bytes'
import { masked, type Piece } from '../secrets/masked'
import type { ExampleAnswer } from '../../shared/mappings/example'
import { evaluate } from './evaluate'
import { searchByExample, type ExampleQuestion } from './example/search'
import { readJson, UnreadableJson } from './json/read'
import type { OwnTexts } from './json/write'
import type { SharedDigests } from '../secrets/token-digests'
import { judge, type Judged, type ValueCheck } from './judge'
import { keysAt, type KeysAt } from './keys'
import { runLab, type LabAnswer, type LabRun, type LoadedRecord } from './lab-run'
import { type Value, isNumber, isObject } from './values'

/** Names that identify a record, the most certain first. */
const telling = /^(_?id|.{0,199}[^a-z]id|.{0,199}[a-z]I[dD]|uuid|guid|key|code|number|email|(display|full)?_?name)$/i
const sure = ['id', 'ID', 'Id', '_id', 'uuid', 'employee_id', 'employeeId', 'remote_id', 'key', 'number', 'code']
const longest = 40
/** In characters: a longer name does not help a person. */
const longestName = 200

/** An id or name in the record or in the one object it wraps, else its number. */
export function labelOf(record: Value, index: number): string {
  return labelIn(record) ?? labelInside(record) ?? `#${index + 1}`
}

function labelInside(record: Value): string | null {
  if (!isObject(record)) return null
  const inner = [...record.values()].filter((value) => isObject(value) || Array.isArray(value))
  for (const value of inner.slice(0, 5)) {
    const label = labelIn(value)
    if (label !== null) return label
  }
  return null
}

function labelIn(value: Value): string | null {
  if (!isObject(value)) return null
  const names = [
    ...sure,
    ...[...value.keys()].slice(0, 200).filter((name) => name.length <= longestName && telling.test(name))
  ]
  for (const name of names) {
    const found = value.get(name)
    if (isNumber(found) || (typeof found === 'string' && found !== '')) return String(found).slice(0, longest)
  }
  return null
}

export type Loaded = { loaded: true } | { refused: string }

/** The methods of the engine's thread; data stays loaded between questions. */
export interface EngineMethods {
  /**
   * @param json a JSON text
   * @param hidden what an expression sees as `[token]`
   */
  load(json: Uint8Array, hidden: readonly Piece[]): Loaded
  evaluate(expression: string, withinMs: number): { json: Uint8Array } | { problem: JmespathProblem }
  /** Judges values of an answer, in the order of the checks; see `judge`. */
  judge(
    body: Uint8Array,
    contentType: string,
    secrets: SharedDigests,
    checks: readonly ValueCheck[]
  ): { judged: Judged[] }
  /** Loads a set of samples, each a JSON text. */
  take(setId: string, records: readonly Uint8Array[]): Loaded
  /** @param stop 1 ends the run between two records */
  run(run: LabRun, stop: Int32Array): { lab: LabAnswer } | { problem: JmespathProblem } | { stopped: true }
  keys(setId: string, index: number, expression: string, position: number): KeysAt
  /** @param stop 1 ends the search */
  byExample(setId: string, question: ExampleQuestion, stop: Int32Array): { found: ExampleAnswer } | { stopped: true }
}

const textOf = (json: Uint8Array) => bufferOf(json).toString('utf8')

/** @param beat reports that the work goes on */
export function engineMethods(beat: () => void): EngineMethods {
  let data: Value = null
  let own: OwnTexts | undefined
  const sets = new Map<string, LoadedRecord[]>()

  return {
    load: (json, hidden) =>
      loading(() => {
        // A hidden piece may leave half a character.
        own = hidden.length === 0 ? new WeakMap() : undefined
        data = readJson(masked(textOf(json), hidden), own)
      }),
    evaluate(expression, withinMs) {
      const answer = evaluate(data, expression, withinMs, own)
      return 'json' in answer ? { json: sharedBytes(answer.json) } : answer
    },
    judge: (...of) => ({ judged: judge(...of) }),
    take: (setId, records) => loading(() => sets.set(setId, records.map(loadedRecord))),
    run(run, stop) {
      const named = [...run.setIds, ...(run.front ? [run.front.setId] : [])]
      if (named.length > 0) for (const id of sets.keys()) if (!named.includes(id)) sets.delete(id)
      const lab = runLab(sets, run, { beat, stopped: () => Atomics.load(stop, 0) === 1 })
      return lab ? { lab } : { stopped: true }
    },
    byExample(setId, question, stop) {
      const found = searchByExample(sets.get(setId) ?? [], question, {
        beat,
        stopped: () => Atomics.load(stop, 0) === 1
      })
      return found ? { found } : { stopped: true }
    },
    keys: (setId, index, expression, position) => keysAt(sets.get(setId)?.[index]?.value ?? null, expression, position)
  }
}

function loading(load: () => unknown): Loaded {
  try {
    load()
    return { loaded: true }
  } catch (thrown) {
    if (thrown instanceof UnreadableJson) return { refused: thrown.message }
    throw thrown
  }
}

function loadedRecord(json: Uint8Array, index: number): LoadedRecord {
  const value = readJson(textOf(json))
  return { value, label: labelOf(value, index) }
}
