import { AppError } from '../../../shared/errors'
import type { JmespathProblem } from '../../../shared/model/jmespath'
import { cancelled } from '../../base/clock'
import { tooLate } from '../../jmespath/evaluate'
import type { KeysAt } from '../../jmespath/keys'
import type { LabAnswer, LabRun } from '../../jmespath/lab-run'
import { EngineThread, type EngineAnswer, type EngineQuestion } from '../../jmespath/thread'
import type { Clicked, WayTo } from './expressions'
import type { PayloadQuestion, Payloads } from './payloads'
import type { HeldSet } from './sets'

export interface LabLimits {
  /** For one record, ms; a thread that goes on is ended a little later. */
  recordMs: number
  /** Until a thread that is silent is ended, ms. */
  killMs: number
  /** For all records of a run, ms. */
  runMs: number
  /** For reading data, ms. */
  loadMs: number
  heapMb: number
}

export const usualLabLimits: LabLimits = { recordMs: 900, killMs: 1_000, runMs: 10_000, loadMs: 20_000, heapMb: 1_024 }

const loadTooLate = 'The samples could not be read in time. Take fewer records.'

/**
 * Evaluates over sample sets in a thread of its own: sets stay loaded there from one run to the next, a record that
 * takes too long costs the thread and nothing else, and a run nobody waits for ends between two records.
 */
export class LabEngine {
  private readonly thread: EngineThread
  private loaded = new Set<string>()
  private generation = 0
  private last: Promise<unknown> = Promise.resolve()

  /** @param bundle the built `jmespath/worker.ts` */
  constructor(
    bundle: URL,
    private readonly limits: LabLimits = usualLabLimits
  ) {
    this.thread = new EngineThread(bundle, limits.heapMb)
  }

  /**
   * @param sets all that the run names
   * @throws AppError cancelled
   */
  run(sets: readonly HeldSet[], run: Omit<LabRun, 'recordMs' | 'withinMs'>, signal: AbortSignal): Promise<LabAnswer> {
    return this.turn(signal, async () => {
      const { recordMs, killMs, runMs } = this.limits
      const problem = await this.load(sets, signal)
      if (problem) return stoppedBy(problem)
      // The thread forgets the others as it begins, however the run ends; a mere look at an expression forgets none.
      if (sets.length > 0) this.loaded = new Set(sets.map(({ set }) => set.id))
      const stop = new Int32Array(new SharedArrayBuffer(4))
      const question = { run: { ...run, recordMs, withinMs: runMs }, stop }
      const answer = await this.thread.ask(question, killMs, tooLate(killMs), signal)
      if ('problem' in answer) return stoppedBy(answer.problem)
      if (!('lab' in answer)) throw otherAnswer()
      return answer.lab
    })
  }

  /** @throws AppError cancelled */
  keysAt(held: HeldSet, index: number, expression: string, position: number, signal: AbortSignal): Promise<KeysAt> {
    return this.turn(signal, async () => {
      const none = { from: position, keys: [] }
      if (await this.load([held], signal)) return none
      const { killMs } = this.limits
      const keys = { setId: held.set.id, index, expression, position }
      const answer = await this.thread.ask({ keys }, killMs, tooLate(killMs), signal)
      return 'keys' in answer ? answer.keys : none
    })
  }

  /** @throws AppError bad-response for what is no JSON, too-large */
  split(split: PayloadQuestion, signal: AbortSignal): Promise<Payloads> {
    return this.turn(signal, async () => {
      const answer = await this.read({ split }, signal)
      if ('payloads' in answer) return answer.payloads
      throw otherAnswer()
    })
  }

  /** @throws AppError bad-response for what is no JSON, too-large */
  expressionsFor(clicked: Clicked, signal: AbortSignal): Promise<WayTo[]> {
    return this.turn(signal, async () => {
      const answer = await this.read({ clicked }, signal)
      if ('ways' in answer) return answer.ways
      throw otherAnswer()
    })
  }

  async stop(): Promise<void> {
    await this.thread.end()
  }

  private async read(question: EngineQuestion, signal: AbortSignal): Promise<EngineAnswer> {
    const answer = await this.thread.ask(question, this.limits.loadMs, loadTooLate, signal)
    if ('refused' in answer) throw new AppError('bad-response', answer.refused)
    if ('problem' in answer) throw new AppError('too-large', 'This is more than can be read here. Take a part of it.')
    return answer
  }

  private async load(sets: readonly HeldSet[], signal: AbortSignal): Promise<JmespathProblem | null> {
    for (const { set, records } of sets) {
      const { thread } = this
      if (!thread.alive || this.generation !== thread.generation) this.loaded.clear()
      if (this.loaded.has(set.id)) continue
      const answer = await thread.ask({ take: { setId: set.id, records } }, this.limits.loadMs, loadTooLate, signal)
      this.generation = thread.generation
      if ('problem' in answer) {
        const message = 'The samples want more memory than there is for them. Take fewer records, or drop a set.'
        return { ...answer.problem, message }
      }
      if ('refused' in answer)
        throw new AppError('bad-response', `A record of the samples cannot be read: ${answer.refused}`)
      this.loaded.add(set.id)
    }
    return null
  }

  /** One question at a time. */
  private turn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(() => {
      if (signal.aborted) throw cancelled()
      return work()
    })
    this.last = turn.catch(() => undefined)
    return turn
  }
}

const stoppedBy = (problem: JmespathProblem): LabAnswer => ({ problem, lints: [], sets: [], front: null })
const otherAnswer = () => new AppError('internal', 'The engine answered another question.')
