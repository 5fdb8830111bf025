import { AppError } from '../../shared/errors'
import { Thread } from '../base/thread'
import type { Viewer } from './viewer'

type Asked =
  | 'open'
  | 'begin'
  | 'summary'
  | 'whole'
  | 'has'
  | 'close'
  | 'lines'
  | 'children'
  | 'table'
  | 'find'
  | 'copy'
  | 'compare'

/** Asks the viewer, wherever it runs. */
export type AskViewer = <M extends Asked>(
  method: M,
  ...args: Parameters<Viewer[M]>
) => Promise<Awaited<ReturnType<Viewer[M]>>>

/** MB: two texts of a 100 MB body and its index lie outside or fit. */
const heapMb = 1_024
/** ms until open bodies are dropped: an open body takes three times its size. */
const restMs = 60_000
/** ms per question; more means a fault. */
const patienceMs = 60_000

/**
 * Runs the viewer in its own thread. If it runs out of memory or time, it ends: its questions fail as `too-large`, and
 * the next question starts another thread, which opens bodies again.
 */
export class ViewerThread {
  private readonly thread: Thread<Viewer>

  /** @param bundle the built `viewer/worker.ts` */
  constructor(bundle: URL) {
    this.thread = new Thread<Viewer>(bundle, {
      heapMb,
      restMs,
      // Quitting does not wait for it.
      background: true,
      gone: (why) => new AppError('too-large', `This response cannot be shown: ${why} You can still save it.`)
    })
  }

  ask: AskViewer = async (method, ...args) => {
    const timer = setTimeout(() => void this.thread.end('It took too long.'), patienceMs)
    try {
      const asked = this.thread.remote[method] as (...args: unknown[]) => Promise<never>
      return await asked(...args)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Closes a body, if it is open. */
  forget = (id: string): void => {
    if (this.thread.running) void this.thread.remote.close(id).catch(() => undefined)
  }

  async stop(): Promise<void> {
    await this.thread.end('The app is closing.')
  }
}
