import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../shared/errors'
import type { OpenOptions } from './open'
import { openHistory } from '../health/desk'
import type { Ask, Told } from './methods'

// The thread of the history: SQLite answers synchronously, and must never hold up main.
const port = parentPort
if (!port) throw new Error('The history runs as a worker thread.')
const tell = (told: Told) => port.postMessage(told)

const history = openHistory(workerData as OpenOptions, (keeping) => tell({ keeping }))
tell({ keeping: history.keeping() })

port.on('message', ({ id, method, argument }: Ask) => {
  try {
    const run = history[method] as (argument: unknown) => unknown
    tell({ id, ok: true, value: run(argument) })
  } catch (thrown) {
    const code = thrown instanceof AppError && thrown.code === 'not-found' ? 'not-found' : 'internal'
    tell({ id, ok: false, code, message: thrown instanceof Error ? thrown.message : String(thrown) })
  }
  // Only with its port closed does the thread end by itself.
  if (method === 'close') port.close()
})
