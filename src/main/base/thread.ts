import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/errors'
import type { Reply, Request } from './serve'

/** The names of the methods of M. */
type MethodOf<M> = { [K in keyof M]: M[K] extends (...args: never[]) => unknown ? K : never }[keyof M]

/**
 * For what a thread with a limit has just made, MB, twice what is usual: data that is read stays, and to copy it within a
 * small space again and again takes as long as to read it.
 */
const youngMb = 96

/** The methods of M as another thread sees them: the same arguments, the result as a promise. */
export type Remote<M> = {
  [K in MethodOf<M>]: M[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never
}

export interface ThreadOptions<E> {
  /** What the thread reads as its `workerData`. */
  data?: unknown
  /** The limit of its heap, MB. */
  heapMb?: number
  /** A thread that no call waits for is ended after so long, ms: its memory is given back whole. */
  restMs?: number
  /** A thread in the background does not keep the process alive. */
  background?: boolean
  /** Gets what the thread reports without being called. */
  onEvent?(event: E): void
  /** Runs after a thread ended without being asked to. */
  onGone?(why: string): void
  /** What a call fails with when its thread ends before it answers. */
  gone(why: string): AppError
}

/**
 * A worker thread that serves the methods of M (`serve.ts`). It starts with the first call, or by `start`. When it
 * ends, for whatever reason, the calls that wait fail, and the next call starts another.
 */
export class Thread<M, E = never> {
  private worker: Worker | undefined
  private resting: NodeJS.Timeout | undefined
  private calls = 0
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: AppError): void }>()
  /** How many threads were started. */
  generation = 0

  /** @param bundle the built entry of the thread */
  constructor(
    private readonly bundle: URL,
    private readonly options: ThreadOptions<E>
  ) {}

  get running(): boolean {
    return this.worker !== undefined
  }

  /** Each method of M as a call to the thread. */
  readonly remote: Remote<M> = new Proxy({} as Remote<M>, {
    // `await` looks for a method `then`; this is not a promise.
    get: (_, method) => (method === 'then' ? undefined : (...args: unknown[]) => this.call(String(method), args))
  })

  start(): void {
    if (this.worker) return
    const { data, heapMb, background, onEvent } = this.options
    const worker = new Worker(this.bundle, {
      workerData: data,
      ...(heapMb !== undefined && {
        resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb }
      })
    })
    this.worker = worker
    this.generation++
    if (background) worker.unref()
    worker.on('message', (reply: Reply) => {
      if (this.worker !== worker) return
      if ('event' in reply) onEvent?.(reply.event as E)
      else this.settle(reply)
    })
    const ended = (why: string) => {
      if (this.worker !== worker) return
      void this.end(why)
      this.options.onGone?.(why)
    }
    // A thread that runs out of memory reports it while it ends: the listener stays, so that nothing is uncaught.
    worker.on('error', (error) => ended(error.message))
    worker.on('exit', (code) => ended(`It ended with code ${code}.`))
  }

  /** Ends the thread whatever it is doing; the calls that wait fail. Resolves when it is gone. */
  async end(why: string): Promise<void> {
    const { worker } = this
    this.worker = undefined
    clearTimeout(this.resting)
    for (const { reject } of this.waiting.values()) reject(this.options.gone(why))
    this.waiting.clear()
    await worker?.terminate()
  }

  private call(method: string, args: unknown[]): Promise<unknown> {
    this.start()
    clearTimeout(this.resting)
    return new Promise((resolve, reject) => {
      const call = ++this.calls
      this.waiting.set(call, { resolve, reject })
      this.worker?.postMessage({ call, method, args } satisfies Request)
    })
  }

  private settle(reply: Exclude<Reply, { event: unknown }>): void {
    const call = this.waiting.get(reply.call)
    this.waiting.delete(reply.call)
    if (reply.ok) call?.resolve(reply.value)
    else call?.reject(AppError.from(reply.error))
    const { restMs } = this.options
    if (restMs === undefined || this.waiting.size > 0) return
    this.resting = setTimeout(() => void this.end('It had nothing to do.'), restMs).unref()
  }
}
