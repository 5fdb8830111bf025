import { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/errors'
import type { JmespathProblem } from '../../../shared/model/jmespath'
import { cancelled } from '../../clock'

export type EngineQuestion = { load: Uint8Array } | { expression: string }
export type EngineAnswer = { loaded: boolean } | { json: string } | { problem: JmespathProblem }

export type Evaluation = { json: string } | { problem: JmespathProblem }

export interface EngineLimits {
  /** For one evaluation, ms. */
  evaluateMs: number
  /** For reading the data, ms. */
  loadMs: number
  heapMb: number
}

export const usualLimits: EngineLimits = { evaluateMs: 1_000, loadMs: 20_000, heapMb: 512 }

/**
 * JMESPath in a thread with a heap limit and a kill timer: an expression that explodes costs its thread, never the
 * app. Data stays loaded between evaluations, so that a filter typed letter by letter reads 50 MB once. One question
 * at a time; a new one waits for the one before it.
 */
export class JmespathEngine {
  private worker: Worker | undefined
  private loaded: Uint8Array | undefined
  private last: Promise<unknown> = Promise.resolve()

  /** @param bundle the built `services/jmespath/worker.ts` */
  constructor(
    private readonly bundle: URL,
    private readonly limits: EngineLimits = usualLimits
  ) {}

  /**
   * @param data a JSON text; the same array again is not read again
   * @throws AppError bad-response where the data is no JSON; cancelled
   */
  evaluate(data: Uint8Array, expression: string, signal: AbortSignal): Promise<Evaluation> {
    const turn = this.last.then(async () => {
      if (signal.aborted) throw cancelled()
      const refused = await this.load(data, signal)
      if (refused) return refused
      const answer = await this.ask({ expression }, this.limits.evaluateMs, signal)
      if ('loaded' in answer) throw new AppError('internal', 'The engine answered another question.')
      return answer
    })
    this.last = turn.catch(() => undefined)
    return turn
  }

  async stop(): Promise<void> {
    await this.end()
  }

  private async load(data: Uint8Array, signal: AbortSignal): Promise<Evaluation | null> {
    if (this.worker && this.loaded === data) return null
    const answer = await this.ask({ load: data }, this.limits.loadMs, signal)
    if ('problem' in answer) return answer
    if ('json' in answer || !answer.loaded)
      throw new AppError('bad-response', 'This is not JSON, so no expression fits it.')
    this.loaded = data
    return null
  }

  private async ask(question: EngineQuestion, withinMs: number, signal: AbortSignal): Promise<EngineAnswer> {
    const worker = this.running()
    let settle: (answer: EngineAnswer) => void = () => undefined
    let refuse: (error: AppError) => void = () => undefined
    const answered = new Promise<EngineAnswer>((resolve, reject) => {
      settle = resolve
      refuse = reject
    })
    const give = (message: string) => settle({ problem: { kind: 'limit', message, position: null } })
    const onGone = () => give('The expression wanted more memory than it may have, and was stopped.')
    const onAbort = () => refuse(cancelled())
    const timer = setTimeout(
      () => give(`The expression did not come to an end within ${withinMs / 1_000} s, and was stopped.`),
      withinMs
    )
    worker.once('message', settle)
    worker.once('error', onGone)
    worker.once('exit', onGone)
    signal.addEventListener('abort', onAbort, { once: true })
    let orderly = false
    try {
      worker.postMessage(question)
      const answer = await answered
      orderly = !('problem' in answer && answer.problem.kind === 'limit')
      return answer
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      worker.off('message', settle).off('error', onGone).off('exit', onGone)
      // Whatever it is still doing, nobody waits for it.
      if (!orderly) await this.end()
    }
  }

  private running(): Worker {
    this.worker ??= new Worker(this.bundle, { resourceLimits: { maxOldGenerationSizeMb: this.limits.heapMb } })
    return this.worker
  }

  private async end(): Promise<void> {
    const { worker } = this
    this.worker = undefined
    this.loaded = undefined
    // A thread that ran out of memory tells so while it ends; nobody is to fall over that.
    worker?.on('error', () => undefined)
    await worker?.terminate()
  }
}
