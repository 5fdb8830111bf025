import type { ManyColumn } from '../../../shared/passthrough/many'
import { tooLate } from '../../jmespath/evaluate'
import { EngineThread } from '../../jmespath/thread'
import type { AnswerBody, AnswerReading } from './reading'
import type { AnswerMethods } from './worker'

const heapMb = 1_024
/** ms for one column of one answer. */
const columnMs = 900
/** ms for reading an answer, beside its columns. */
const loadMs = 10_000

/** Reads answers one after the other in a thread of its own. An answer that is too much ends only that thread. */
export class AnswerReader {
  private readonly thread: EngineThread<AnswerMethods>
  private readonly stopped = new AbortController()
  private last: Promise<unknown> = Promise.resolve()

  /** @param bundle the built `passthrough/many/worker.ts` */
  constructor(bundle: URL) {
    this.thread = new EngineThread(bundle, heapMb)
  }

  /** @throws AppError cancelled, also by the end of the app: a thread that ends is no problem of an expression */
  read(answer: AnswerBody, columns: readonly ManyColumn[], signal: AbortSignal): Promise<AnswerReading> {
    return this.turn(async () => {
      const silenceMs = loadMs + columns.length * columnMs
      const question = { ...answer, columns, withinMs: columnMs }
      const patience = { silenceMs, late: tooLate(silenceMs) }
      const either = AbortSignal.any([signal, this.stopped.signal])
      const reading = await this.thread.ask((thread) => thread.readAnswer(question), patience, either)
      if (!('problem' in reading)) return reading
      const problem = { text: reading.problem.message, number: null, problem: true }
      return { content: 'json' as const, shape: null, values: columns.map(() => problem) }
    })
  }

  /** The text without secrets; null for binary, or too much to look through. @throws AppError cancelled */
  text(answer: AnswerBody, signal: AbortSignal): Promise<string | null> {
    return this.turn(async () => {
      const patience = { silenceMs: loadMs, late: tooLate(loadMs) }
      const masked = await this.thread.ask((thread) => thread.maskedText(answer), patience, signal)
      return 'problem' in masked ? null : masked.text
    })
  }

  private turn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work)
    this.last = turn.catch(() => undefined)
    return turn
  }

  async stop(): Promise<void> {
    this.stopped.abort()
    await this.thread.end()
  }
}
