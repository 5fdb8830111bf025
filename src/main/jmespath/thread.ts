import { AppError } from '../../shared/errors'
import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import { cancelled } from '../base/clock'
import { Thread, type Remote } from '../base/thread'
import type { EngineMethods } from './methods'

/** What the thread reports: it has started, or still works. The time it has starts again. */
export type EngineBeat = 'beat'

export interface Patience {
  /** How long it may be silent, once it has started, ms. */
  silenceMs: number
  /** The message where it took longer. */
  late: string
}

/** How long a thread may take to start, ms: on a busy machine that takes longer than any answer. */
const startMs = 30_000

/** What was loaded is loaded again after this, ms: read as Python reads it, data takes many times its size. */
const restMs = 60_000

const limit = (message: string): { problem: JmespathProblem } => ({
  problem: { kind: 'limit', message, position: null }
})

/**
 * A thread with a heap limit that serves M, asked one question at a time; one that does not answer in time is ended.
 */
export class EngineThread<M extends EngineMethods = EngineMethods> {
  private readonly thread: Thread<M, EngineBeat>
  private readonly gone = new AppError('internal', 'The expression needs too much memory and was stopped.')
  /** It has started: its time limit counts from then on. */
  private up = false
  private onBeat: () => void = () => undefined

  /** @param bundle the built entry that serves M */
  constructor(bundle: URL, heapMb: number) {
    this.thread = new Thread<M, EngineBeat>(bundle, {
      heapMb,
      restMs,
      gone: () => this.gone,
      onEvent: () => {
        this.up = true
        this.onBeat()
      }
    })
  }

  get alive(): boolean {
    return this.thread.running
  }

  /** Grows with every thread that is started: what was loaded belongs to one of them. */
  get generation(): number {
    return this.thread.generation
  }

  /**
   * @param stop is set to 1 where the answer is not needed any more: the work then ends by itself, and what is loaded
   * stays. Without it the thread is ended
   * @returns a problem of the kind `limit` where it was stopped
   * @throws AppError cancelled; what the method throws
   */
  async ask<A extends object>(
    question: (engine: Remote<M>) => Promise<A>,
    { silenceMs, late }: Patience,
    signal: AbortSignal,
    stop?: Int32Array
  ): Promise<A | { problem: JmespathProblem }> {
    if (signal.aborted) throw cancelled()
    if (!this.alive) this.up = false
    this.thread.start()
    let give: (problem: { problem: JmespathProblem }) => void = () => undefined
    let refuse: (error: AppError) => void = () => undefined
    const interrupted = new Promise<{ problem: JmespathProblem }>((resolve, reject) => {
      give = resolve
      refuse = reject
    })
    const wait = () => setTimeout(() => give(limit(late)), this.up ? silenceMs : startMs)
    let timer = wait()
    this.onBeat = () => {
      clearTimeout(timer)
      timer = wait()
    }
    const onAbort = () => {
      if (stop) Atomics.store(stop, 0, 1)
      else refuse(cancelled())
    }
    signal.addEventListener('abort', onAbort, { once: true })
    let orderly = false
    try {
      const asked = question(this.thread.remote).catch((thrown: unknown) => {
        if (thrown === this.gone) return limit(this.gone.message)
        throw thrown
      })
      const answer = await Promise.race([asked, interrupted])
      orderly = !('problem' in answer && (answer.problem as JmespathProblem).kind === 'limit')
      if (signal.aborted) throw cancelled()
      return answer
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      this.onBeat = () => undefined
      // Its remaining work is not needed.
      if (!orderly) await this.end()
    }
  }

  async end(): Promise<void> {
    await this.thread.end('It was stopped.')
  }
}
