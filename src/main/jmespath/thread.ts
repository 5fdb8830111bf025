import { Worker } from 'node:worker_threads'
import type { AppError } from '../../shared/errors'
import type { JmespathProblem } from '../../shared/model/jmespath'
import { cancelled } from '../base/clock'
import type { Clicked, WayTo } from '../mappings/lab/expressions'
import type { PayloadQuestion, Payloads } from '../mappings/lab/payloads'
import type { KeysAt } from './keys'
import type { LabAnswer, LabRun } from './lab-run'

/** `stop`: set to 1 where nobody waits any more; the run then ends by itself, and what is loaded stays. */
export type EngineQuestion =
  /** A JSON text, and texts in it that are `[token]` to an expression. */
  | { load: Uint8Array; hidden: readonly string[] }
  | { expression: string; withinMs: number }
  | { split: PayloadQuestion }
  | { take: { setId: string; records: readonly Uint8Array[] } }
  | { run: LabRun; stop: Int32Array }
  | { keys: { setId: string; index: number; expression: string; position: number } }
  | { clicked: Clicked }

export type EngineAnswer =
  | { loaded: true }
  | { json: string }
  | { problem: JmespathProblem }
  | { payloads: Payloads }
  | { refused: string }
  | { lab: LabAnswer }
  | { stopped: true }
  | { keys: KeysAt }
  | { ways: WayTo[] }

/** The thread has started, or goes on: time is counted anew. */
export type EngineBeat = { beat: true }

/** How long a thread may take to start, ms: on a busy machine that takes longer than any answer. */
const startMs = 30_000

/** A thread with a heap limit, asked one question at a time; one that does not answer in time is ended. */
export class EngineThread {
  private worker: Worker | undefined
  /** It has started: only from then on is it kept to the time it has. */
  private up = false
  /** Grows with every thread that is started: what was loaded belongs to one of them. */
  generation = 0

  /** @param bundle the built `jmespath/worker.ts` */
  constructor(
    private readonly bundle: URL,
    private readonly heapMb: number
  ) {}

  get alive(): boolean {
    return this.worker !== undefined
  }

  /**
   * @param silenceMs how long it may say nothing, once it has started
   * @param late what is said where it took longer
   * @returns a problem of the kind `limit` where it was stopped
   * @throws AppError cancelled
   */
  async ask(question: EngineQuestion, silenceMs: number, late: string, signal: AbortSignal): Promise<EngineAnswer> {
    if (signal.aborted) throw cancelled()
    const worker = this.running()
    let settle: (answer: EngineAnswer) => void = () => undefined
    let refuse: (error: AppError) => void = () => undefined
    const answered = new Promise<EngineAnswer>((resolve, reject) => {
      settle = resolve
      refuse = reject
    })
    let orderly = false
    const give = (message: string) => settle({ problem: { kind: 'limit', message, position: null } })
    const onGone = () => give('The expression wanted more memory than it may have, and was stopped.')
    const onAbort = () => {
      if ('stop' in question) Atomics.store(question.stop, 0, 1)
      else refuse(cancelled())
    }
    const wait = () => setTimeout(() => give(late), this.up ? silenceMs : startMs)
    let timer = wait()
    const onMessage = (message: EngineAnswer | EngineBeat) => {
      if (!('beat' in message)) {
        orderly = true
        return settle(message)
      }
      this.up = true
      clearTimeout(timer)
      timer = wait()
    }
    worker.on('message', onMessage)
    worker.once('error', onGone)
    worker.once('exit', onGone)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      worker.postMessage(question)
      const answer = await answered
      if (signal.aborted) throw cancelled()
      return answer
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      worker.off('message', onMessage).off('error', onGone).off('exit', onGone)
      // Whatever it is still doing, nobody waits for it.
      if (!orderly) await this.end()
    }
  }

  async end(): Promise<void> {
    const { worker } = this
    this.worker = undefined
    // A thread that ran out of memory tells so while it ends; nobody is to fall over that.
    worker?.on('error', () => undefined)
    await worker?.terminate()
  }

  private running(): Worker {
    if (!this.worker) {
      this.worker = new Worker(this.bundle, { resourceLimits: { maxOldGenerationSizeMb: this.heapMb } })
      this.up = false
      this.generation++
    }
    return this.worker
  }
}
