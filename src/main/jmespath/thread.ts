import { AppError } from '../../shared/errors'
import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import { cancelled } from '../base/clock'
import { Thread, type Remote } from '../base/thread'
import type { EngineMethods } from './methods'

/** The thread has started or still works; its time limit restarts. */
export type EngineBeat = 'beat'

export interface Patience {
  /** Longest silence after the start, ms. */
  silenceMs: number
  late: string
}

/** ms: on a busy machine a start takes longer than any answer. */
const startMs = 30_000

/** The thread drops data after this rest, ms: in Python's form, data takes many times its size. */
const restMs = 60_000

const limit = (message: string): { problem: JmespathProblem } => ({
  problem: { kind: 'limit', message, position: null }
})

/** A thread with a heap limit that answers one question at a time; it is ended if it is late. */
export class EngineThread<M extends EngineMethods = EngineMethods> {
  private readonly thread: Thread<M, EngineBeat>
  private readonly gone = new AppError('internal', 'The expression needs too much memory and was stopped.')
  /** The time limit counts from the start on. */
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

  /** Grows with every new thread: loaded data belongs to one thread. */
  get generation(): number {
    return this.thread.generation
  }

  /**
   * @param stop set to 1 when nobody needs the answer: the work ends by itself and data stays loaded. Without it the
   * thread is ended
   * @returns a problem of kind `limit` if stopped
   * @throws AppError cancelled; the method's errors
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
      if (!orderly) await this.end()
    }
  }

  async end(): Promise<void> {
    await this.thread.end('It was stopped.')
  }
}
