import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { greeting, HELP, parseCli } from './cli'
import { DEMO, startRegions, type Regions, type RegionsOptions } from './regions'

/** What the worker posts once both regions run. */
export type PracticeReady = Record<'default' | 'eu', { url: string; bearerToken: string }>

// One bundle, two uses: the app starts it as a worker thread, a person as a program.
if (isMainThread) await runProgram(process.argv.slice(2))
else await runWorker((workerData ?? {}) as RegionsOptions)

/** In a worker: `workerData` is RegionsOptions over the demo's own, the message 'close' ends it. */
async function runWorker(options: RegionsOptions): Promise<void> {
  const regions = await startRegions({ ...DEMO, ...options })
  const told = ({ url, bearerToken }: Regions['eu']) => ({ url, bearerToken })
  const ready: PracticeReady = { default: told(regions.default), eu: told(regions.eu) }
  parentPort?.on('message', (message: unknown) => {
    // Only with its port closed too does the thread end by itself.
    if (message === 'close') void regions.close().then(() => parentPort?.close())
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
