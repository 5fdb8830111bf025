import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/errors'
import type { ThreadReply, ThreadRequest } from './serve'

type MethodOf<M> = { [K in keyof M]: M[K] extends (...args: never[]) => unknown ? K : never }[keyof M]

/**
 * MB for new objects in a limited thread, twice the usual: copying kept data within a small space takes as long as
 * reading it.
 */
const youngMb = 96

/** Another thread's methods: same arguments, promised results. */
export type Remote<M> = {
  [K in MethodOf<M>]: M[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<ResultOf<R>> : never
}
type ResultOf<R> = R extends Generator<void, infer T> ? T : Awaited<R>

export interface ThreadOptions<E> {
  /** Arrives as `workerData`. */
  data?: unknown
  /** Heap limit, MB. */
  heapMb?: number
  /** ms without calls until the thread ends and frees its memory. */
  restMs?: number
  /** True: does not keep the process alive. */
  background?: boolean
  /** Gets the thread's own reports. */
  onEvent?(event: E): void
  /** Runs after an unexpected end. */
  onGone?(why: string): void
  /** The error for calls that an ending thread leaves unanswered. */
  gone(why: string): AppError
}

/**
 * A worker thread that serves M (`serve.ts`), started by `start` or the first call. When it ends, waiting calls fail
 * and the next call starts another.
 */
export class Thread<M, E = never> {
  private worker: Worker | undefined
  private resting: NodeJS.Timeout | undefined
  private calls = 0
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: AppError): void }>()
  /** Number of started threads. */
  generation = 0

  /** @param bundle the built entry of the thread */
  constructor(
    private readonly bundle: URL,
    private readonly options: ThreadOptions<E>
  ) {}

  get running(): boolean {
    return this.worker !== undefined
  }

  readonly remote: Remote<M> = new Proxy({} as Remote<M>, {
    // `await` looks for `then`; this is no promise.
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
    worker.on('message', (reply: ThreadReply) => {
      if (this.worker !== worker) return
      if ('event' in reply) onEvent?.(reply.event as E)
      else this.settle(reply)
    })
    const ended = (why: string) => {
      if (this.worker !== worker) return
      void this.end(why)
      this.options.onGone?.(why)
    }
    // A thread without memory reports it while it ends: the listener stays to catch that.
    worker.on('error', (error) => ended(error.message))
    worker.on('exit', (code) => ended(`It ended with code ${code}.`))
  }

  /** Ends the thread at once; waiting calls fail. Resolves when it is gone. */
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
      this.worker?.postMessage({ call, method, args } satisfies ThreadRequest)
    })
  }

  private settle(reply: Exclude<ThreadReply, { event: unknown }>): void {
    const call = this.waiting.get(reply.call)
    this.waiting.delete(reply.call)
    if (reply.ok) call?.resolve(reply.value)
    else call?.reject(AppError.from(reply.error))
    const { restMs } = this.options
    if (restMs === undefined || this.waiting.size > 0) return
    this.resting = setTimeout(() => void this.end('It had nothing to do.'), restMs).unref()
  }
}
