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

/** Heap of the thread, MB: 100 MB of body as text, twice, and its index lie outside of it or fit well. */
const heapMb = 1_024
/** What it has open is read again after this, ms: an answer that was looked at takes three times its size. */
const restMs = 60_000
/** The time limit of a question, ms: longer means that something is wrong. */
const patienceMs = 60_000

/**
 * Runs the viewer in a thread of its own, started with the first question. One that runs out of memory or time is
 * ended: its questions fail as `too-large`, the next one starts another, and bodies are opened in it again.
 */
export class ViewerThread {
  private readonly thread: Thread<Viewer>

  /** @param bundle the built `viewer/worker.ts` */
  constructor(bundle: URL) {
    this.thread = new Thread<Viewer>(bundle, {
      heapMb,
      restMs,
      // An app that quits does not wait for a drawing.
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
