import { parentPort, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import { parsers } from './parsers'

// A thread of `npm run fuzz`; its starter ends it if one input takes too long.
interface Batch {
  parser: string
  seed: number
  inputs: number
  /** The present input's number. */
  now: SharedArrayBuffer
  /** The number of an input to show instead of parse. */
  show?: number
}

const of = workerData as Batch
const now = new Int32Array(of.now)
const parser = parsers.find(({ name }) => name === of.parser)

async function run(): Promise<unknown> {
  if (!parser) return parsers.map(({ name }) => name)
  const sample = fc.sample(parser.inputs, { seed: of.seed, numRuns: of.inputs })
  if (of.show !== undefined) return fc.stringify(sample[of.show])
  for (const [at, input] of sample.entries()) {
    Atomics.store(now, 0, at + 1)
    try {
      await parser.holds(input)
    } catch (thrown) {
      const error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
      return { at, input: fc.stringify(input), error }
    }
  }
  return null
}

parentPort?.postMessage(await run())
