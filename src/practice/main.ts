import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { greeting, HELP, parseCli } from './cli'
import { DEMO, startRegions, type Regions, type RegionsOptions } from './regions'
import type { ScenarioName } from './types'

/** What the worker posts once both regions run. */
export type PracticeReady = Record<'default' | 'eu', { url: string; bearerToken: string }>

// One bundle, two uses: the app starts it as a worker thread, a person as a program.
if (isMainThread) await runProgram(process.argv.slice(2))
else await runWorker((workerData ?? {}) as RegionsOptions)

/** What the worker can be told while it runs. */
export type PracticeOrder = 'close' | { play: ScenarioName; speed?: number }

/** In a worker: `workerData` is RegionsOptions over the demo's own; then it takes orders. */
async function runWorker(options: RegionsOptions): Promise<void> {
  const regions = await startRegions({ ...DEMO, ...options })
  const told = ({ url, bearerToken }: Regions['eu']) => ({ url, bearerToken })
  const ready: PracticeReady = { default: told(regions.default), eu: told(regions.eu) }
  parentPort?.on('message', (order: PracticeOrder) => {
    // Only with its port closed too does the thread end by itself.
    if (order === 'close') return void regions.close().then(() => parentPort?.close())
    for (const region of [regions.default, regions.eu]) region.play(order.play, order)
  })
  parentPort?.postMessage(ready)
}

async function runProgram(args: string[]): Promise<void> {
  try {
    const options = parseCli(args)
    if (!options) return void process.stdout.write(HELP)
    const regions = await startRegions(options)
    process.stdout.write(greeting(regions))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void regions.close())
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nTry --help.\n`)
    process.exitCode = 2
  }
}
