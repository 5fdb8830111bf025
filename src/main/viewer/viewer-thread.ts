import { Worker } from 'node:worker_threads'
import { AppError, type AppErrorShape } from '../../shared/errors'
import type { Viewer } from './viewer'

type Asked = 'open' | 'has' | 'close' | 'lines' | 'children' | 'table' | 'find' | 'copy' | 'compare'

export interface ViewerQuestion {
  call: number
  method: Asked
  args: unknown[]
}
export type ViewerAnswer =
  { call: number; ok: true; value: unknown } | { call: number; ok: false; error: AppErrorShape }

/** Asks the viewer, wherever it runs. */
export type AskViewer = <M extends Asked>(method: M, ...args: Parameters<Viewer[M]>) => Promise<ReturnType<Viewer[M]>>

/** Heap of the thread, MB: 100 MB of body as text, twice, and its index lie outside of it or fit well. */
const heapMb = 1_024
/** No question takes this long unless something is wrong, ms. */
const patienceMs = 60_000

/**
 * Runs the viewer in a thread of its own, started with the first question. One that runs out of memory or time is
 * ended: its questions fail as `too-large`, the next one starts another, and bodies are opened in it again.
 */
export class ViewerThread {
  private worker: Worker | undefined
  private calls = 0
  private readonly waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: AppError) => void; timer: NodeJS.Timeout }
  >()

  constructor(private readonly bundle: URL) {}

  ask: AskViewer = (method, ...args) =>
    new Promise((resolve, reject) => {
      const worker = this.started()
      const call = ++this.calls
      const timer = setTimeout(() => this.end('it took too long'), patienceMs)
      this.waiting.set(call, { resolve: resolve as (value: unknown) => void, reject, timer })
      worker.postMessage({ call, method, args } satisfies ViewerQuestion)
    })

  async stop(): Promise<void> {
    const { worker } = this
    this.end('the app is closing')
    await worker?.terminate()
  }

  private started(): Worker {
    if (this.worker) return this.worker
    const worker = new Worker(this.bundle, { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
    // It keeps nothing alive: an app that quits does not wait for a drawing.
    worker.unref()
    worker.on('message', (answer: ViewerAnswer) => this.settle(answer))
    worker.on('error', () => this.worker === worker && this.end('it needs too much memory'))
    worker.on('exit', () => this.worker === worker && this.end('its thread ended'))
    this.worker = worker
    return worker
  }

  private settle(answer: ViewerAnswer): void {
    const asked = this.waiting.get(answer.call)
    if (!asked) return
    this.waiting.delete(answer.call)
    clearTimeout(asked.timer)
    if (answer.ok) asked.resolve(answer.value)
    else asked.reject(AppError.from(answer.error))
  }

  private end(why: string): void {
    void this.worker?.terminate()
    this.worker = undefined
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer)
      reject(new AppError('too-large', `This response cannot be drawn: ${why}. It can still be saved.`))
    }
    this.waiting.clear()
  }
}
