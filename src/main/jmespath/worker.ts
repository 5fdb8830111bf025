import { parentPort } from 'node:worker_threads'
import { masked } from '../secrets/spellings'
import { expressionsFor } from '../mappings/lab/expressions'
import { readPayloads } from '../mappings/lab/payloads'
import { evaluate } from './evaluate'
import { readJson, UnreadableJson } from './json/read'
import { keysAt } from './keys'
import { labelOf } from './labels'
import { runLab, type LoadedRecord } from './lab-run'
import type { EngineAnswer, EngineBeat, EngineQuestion } from './thread'
import type { Value } from './values'

// A thread of its own with a bounded heap: some short expressions want a gigabyte, and it may be killed at any time.
const port = parentPort
if (!port) throw new Error('The JMESPath engine runs as a worker thread.')

const tell = (answer: EngineAnswer | EngineBeat) => port.postMessage(answer)
const read = (json: Uint8Array, hidden: readonly string[] = []) =>
  readJson(masked(Buffer.from(json).toString('utf8'), hidden))
let data: Value = null
/** Sample sets, kept from one run to the next. */
const sets = new Map<string, LoadedRecord[]>()

port.on('message', (question: EngineQuestion) => tell(answerTo(question)))
tell({ beat: true })

function answerTo(question: EngineQuestion): EngineAnswer {
  if ('expression' in question) return evaluate(data, question.expression, question.withinMs)
  if ('split' in question) return readPayloads(question.split)
  if ('clicked' in question) return expressionsFor(question.clicked)
  if ('run' in question) {
    const { run, stop } = question
    const named = [...run.setIds, ...(run.front ? [run.front.setId] : [])]
    if (named.length > 0) for (const id of sets.keys()) if (!named.includes(id)) sets.delete(id)
    const pace = { beat: () => tell({ beat: true }), stopped: () => Atomics.load(stop, 0) === 1 }
    const lab = runLab(sets, run, pace)
    return lab ? { lab } : { stopped: true }
  }
  if ('keys' in question) {
    const { setId, index, expression, position } = question.keys
    return { keys: keysAt(sets.get(setId)?.[index]?.value ?? null, expression, position) }
  }
  try {
    if ('load' in question) data = read(question.load, question.hidden)
    else sets.set(question.take.setId, question.take.records.map(loadedRecord))
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
