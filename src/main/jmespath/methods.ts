import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import { bufferOf, sharedBytes } from '../base/shared-bytes'
import { masked } from '../secrets/masked'
import { evaluate } from './evaluate'
import { readJson, UnreadableJson } from './json/read'
import { keysAt, type KeysAt } from './keys'
import { labelOf } from './labels'
import { runLab, type LabAnswer, type LabRun, type LoadedRecord } from './lab-run'
import type { Value } from './values'

export type Loaded = { loaded: true } | { refused: string }

/** What the thread of the engine does; data stays loaded from one question to the next. */
export interface EngineMethods {
  /** @param json a JSON text @param hidden texts in it that are `[token]` to an expression */
  load(json: Uint8Array, hidden: readonly string[]): Loaded
  evaluate(expression: string, withinMs: number): { json: Uint8Array } | { problem: JmespathProblem }
  /** Loads a set of samples, each a JSON text. */
  take(setId: string, records: readonly Uint8Array[]): Loaded
  /** @param stop 1 ends the run between two records */
  run(run: LabRun, stop: Int32Array): { lab: LabAnswer } | { problem: JmespathProblem } | { stopped: true }
  keys(setId: string, index: number, expression: string, position: number): KeysAt
}

const read = (json: Uint8Array, hidden: readonly string[] = []) =>
  readJson(masked(bufferOf(json).toString('utf8'), hidden))

/** @param beat reports that the work goes on */
export function engineMethods(beat: () => void): EngineMethods {
  let data: Value = null
  const sets = new Map<string, LoadedRecord[]>()

  return {
    load: (json, hidden) => loading(() => (data = read(json, hidden))),
    evaluate(expression, withinMs) {
      const answer = evaluate(data, expression, withinMs)
      return 'json' in answer ? { json: sharedBytes(answer.json) } : answer
    },
    take: (setId, records) => loading(() => sets.set(setId, records.map(loadedRecord))),
    run(run, stop) {
      const named = [...run.setIds, ...(run.front ? [run.front.setId] : [])]
      if (named.length > 0) for (const id of sets.keys()) if (!named.includes(id)) sets.delete(id)
      const lab = runLab(sets, run, { beat, stopped: () => Atomics.load(stop, 0) === 1 })
      return lab ? { lab } : { stopped: true }
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
  const value = read(json)
  return { value, label: labelOf(value, index) }
}
