import { AppError } from '../../shared/errors'
import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import { cancelled } from '../base/clock'
import { tooLate } from './evaluate'
import type { Piece } from '../secrets/masked'
import type { SharedDigests } from '../secrets/token-digests'
import { judgeLimits, type Judged, type ValueCheck } from './judge'
import { EngineThread } from './thread'

/** `json`: the result as a JSON text. */
export type Evaluation = { json: Uint8Array } | { problem: JmespathProblem }

export interface EngineLimits {
  /** ms per evaluation; a thread that goes on is ended a little later. */
  evaluateMs: number
  /** ms until the thread is ended. */
  killMs: number
  /** ms for reading the data. */
  loadMs: number
  heapMb: number
}

export const usualLimits: EngineLimits = { evaluateMs: 900, killMs: 1_000, loadMs: 20_000, heapMb: 512 }

/**
 * JMESPath in a thread with a heap limit and a kill timer: an exploding expression ends its thread, never the app. Data
 * stays loaded, so that a filter typed letter by letter reads 50 MB once. Answers one question at a time.
 */
export class JmespathEngine {
  private readonly thread: EngineThread
  /** Weak: data that no view shows must not stay in memory for this. */
  private loaded: { data: WeakRef<Uint8Array>; generation: number } | undefined
  private last: Promise<unknown> = Promise.resolve()

  /** @param bundle the built `jmespath/worker.ts` */
  constructor(
    bundle: URL,
    private readonly limits: EngineLimits = usualLimits
  ) {
    this.thread = new EngineThread(bundle, limits.heapMb)
  }

  /**
   * @param data a JSON text; the same array is not read again
   * @param hidden what the expression sees as `[token]`, because it could take a secret apart
   * @throws AppError bad-response for data that the server could not read; cancelled
   */
  evaluate(
    data: Uint8Array,
    expression: string,
    signal: AbortSignal,
    hidden: readonly Piece[] = []
  ): Promise<Evaluation> {
    const turn = this.last.then(async () => {
      if (signal.aborted) throw cancelled()
      const { evaluateMs, killMs } = this.limits
      const refused = await this.load(data, hidden, signal)
      if (refused) return refused
      const patience = { silenceMs: killMs, late: tooLate(killMs) }
      return this.thread.ask((engine) => engine.evaluate(expression, evaluateMs), patience, signal)
    })
    this.last = turn.catch(() => undefined)
    return turn
  }

  /**
   * Judges values of an answer, which is not kept loaded.
   * @param secrets what the expressions see as `[token]`
   * @returns a problem of kind `limit` if all of it took too long
   */
  judge(
    answer: { body: Uint8Array; contentType: string },
    secrets: SharedDigests,
    checks: readonly ValueCheck[],
    signal: AbortSignal
  ): Promise<{ judged: Judged[] } | { problem: JmespathProblem }> {
    const turn = this.last.then(() => {
      const ms = this.limits.loadMs + judgeLimits.allMs
      const patience = { silenceMs: ms, late: tooLate(ms) }
      return this.thread.ask(
        (engine) => engine.judge(answer.body, answer.contentType, secrets, checks),
        patience,
        signal
      )
    })
    this.last = turn.catch(() => undefined)
    return turn
  }

  async stop(): Promise<void> {
    await this.thread.end()
  }

  private async load(data: Uint8Array, hidden: readonly Piece[], signal: AbortSignal): Promise<Evaluation | null> {
    const { thread, loaded, limits } = this
    if (thread.alive && loaded?.data.deref() === data && loaded.generation === thread.generation) return null
    this.loaded = undefined
    const patience = { silenceMs: limits.loadMs, late: tooLate(limits.loadMs) }
    const answer = await thread.ask((engine) => engine.load(data, hidden), patience, signal)
    if ('problem' in answer) return answer
    if ('refused' in answer) throw new AppError('bad-response', `${answer.refused} No expression fits it.`)
    this.loaded = { data: new WeakRef(data), generation: thread.generation }
    return null
  }
}
