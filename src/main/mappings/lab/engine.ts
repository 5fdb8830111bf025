import { AppError } from '../../../shared/errors'
import type { JmespathProblem } from '../../../shared/jmespath/jmespath'
import { cancelled } from '../../base/clock'
import type { Remote } from '../../base/thread'
import type { ExampleAnswer } from '../../../shared/mappings/example'
import type { ExampleQuestion } from '../../jmespath/example/search'
import { tooLate } from '../../jmespath/evaluate'
import type { KeysAt } from '../../jmespath/keys'
import type { LabAnswer, LabRun } from '../../jmespath/lab-run'
import { EngineThread } from '../../jmespath/thread'
import type { Clicked, WayTo } from './expressions'
import type { GuardQuestion, ProfileQuestion } from './guard-run'
import type { PayloadQuestion, Payloads } from './payloads'
import type { HeldSet } from './sets'
import type { LabMethods } from './worker'

export interface LabLimits {
  /** Limit for one record, ms. */
  recordMs: number
  /** The app ends a thread that is silent for this time, ms. */
  killMs: number
  runMs: number
  /** For a search by examples. */
  searchMs: number
  loadMs: number
  heapMb: number
}

export const usualLabLimits: LabLimits = {
  recordMs: 900,
  killMs: 1_000,
  runMs: 10_000,
  searchMs: 2_000,
  loadMs: 20_000,
  heapMb: 1_024
}

const loadTooLate = 'The samples could not be read in time. Take fewer records.'

/**
 * Runs in its own thread, which keeps sets loaded. A record that takes too long ends only the thread, and a cancelled
 * run ends between two records.
 */
export class LabEngine {
  private readonly thread: EngineThread<LabMethods>
  private loaded = new Set<string>()
  private generation = 0
  private last: Promise<unknown> = Promise.resolve()

  /** @param bundle the built `mappings/lab/worker.ts` */
  constructor(
    bundle: URL,
    private readonly limits: LabLimits = usualLabLimits
  ) {
    this.thread = new EngineThread(bundle, limits.heapMb)
  }

  /**
   * @param sets all sets that the run names
   * @throws AppError cancelled
   */
  run(sets: readonly HeldSet[], run: Omit<LabRun, 'recordMs' | 'withinMs'>, signal: AbortSignal): Promise<LabAnswer> {
    return this.turn(signal, async () => {
      const { recordMs, killMs, runMs } = this.limits
      const problem = await this.load(sets, signal)
      if (problem) return stoppedBy(problem)
      // A run makes the thread forget other sets at once. A check of an expression forgets none.
      if (sets.length > 0) this.loaded = new Set(sets.map(({ set }) => set.id))
      const stop = new Int32Array(new SharedArrayBuffer(4))
      const whole = { ...run, recordMs, withinMs: runMs }
      const answer = await this.thread.ask((engine) => engine.run(whole, stop), patience(killMs), signal, stop)
      if ('problem' in answer) return stoppedBy(answer.problem)
      if ('stopped' in answer) throw cancelled()
      return answer.lab
    })
  }

  /**
   * Searches expressions that give the wanted results; a later search waits until this one has ended.
   * @throws AppError cancelled; too-large
   */
  byExample(held: HeldSet, question: Omit<ExampleQuestion, 'withinMs'>, signal: AbortSignal): Promise<ExampleAnswer> {
    return this.turn(signal, async () => {
      const { killMs, searchMs } = this.limits
      const problem = await this.load([held], signal)
      const stop = new Int32Array(new SharedArrayBuffer(4))
      const whole = { ...question, withinMs: searchMs }
      const ask = () =>
        this.thread.ask((engine) => engine.byExample(held.set.id, whole, stop), patience(killMs), signal, stop)
      const answer = problem ? { problem } : await ask()
      if ('problem' in answer) throw new AppError('too-large', answer.problem.message)
      if ('stopped' in answer) throw cancelled()
      return answer.found
    })
  }

  /** @throws AppError cancelled */
  keysAt(held: HeldSet, index: number, expression: string, position: number, signal: AbortSignal): Promise<KeysAt> {
    return this.turn(signal, async () => {
      const none = { from: position, keys: [] }
      if (await this.load([held], signal)) return none
      const { killMs } = this.limits
      const { id } = held.set
      const asked = this.thread.ask((engine) => engine.keys(id, index, expression, position), patience(killMs), signal)
      const answer = await asked
      return 'problem' in answer ? none : answer
    })
  }

  /** @throws AppError bad-response for anything but JSON, too-large */
  split(split: PayloadQuestion, signal: AbortSignal): Promise<Payloads> {
    return this.turn(signal, async () => {
      const { payloads } = await this.read((engine) => engine.split(split), signal)
      return payloads
    })
  }

  /** @throws AppError bad-response for anything but JSON, too-large */
  expressionsFor(clicked: Clicked, signal: AbortSignal): Promise<WayTo[]> {
    return this.turn(signal, async () => {
      const { ways } = await this.read((engine) => engine.expressionsFor(clicked), signal)
      return ways
    })
  }

  /** What an expression gives on each record. @throws AppError bad-response for what cannot be read; cancelled */
  results(of: Omit<GuardQuestion, 'recordMs'>, signal: AbortSignal) {
    const { recordMs } = this.limits
    return this.turn(signal, async () => {
      const { results } = await this.read((engine) => engine.results({ ...of, recordMs }), signal)
      return results
    })
  }

  /** Counts of what it gives; no value. @throws as `results` */
  profile(of: Omit<ProfileQuestion, 'recordMs'>, signal: AbortSignal) {
    const { recordMs } = this.limits
    return this.turn(signal, async () => {
      const { profile } = await this.read((engine) => engine.profile({ ...of, recordMs }), signal)
      return profile
    })
  }

  /** The record with other values. @throws as `results` */
  anonymized(record: Uint8Array, expression: string, signal: AbortSignal): Promise<Uint8Array> {
    return this.turn(signal, async () => {
      const answer = await this.read((engine) => engine.anonymized(record, expression), signal)
      return answer.record
    })
  }

  async stop(): Promise<void> {
    await this.thread.end()
  }

  private async read<A extends object>(
    question: (engine: Remote<LabMethods>) => Promise<A | { refused: string }>,
    signal: AbortSignal
  ): Promise<A> {
    const answer = await this.thread.ask(question, { silenceMs: this.limits.loadMs, late: loadTooLate }, signal)
    if ('refused' in answer) throw new AppError('bad-response', answer.refused)
    if ('problem' in answer) throw new AppError('too-large', 'This is too large to read here. Use a part of it.')
    return answer as A
  }

  private async load(sets: readonly HeldSet[], signal: AbortSignal): Promise<JmespathProblem | null> {
    for (const { set, records } of sets) {
      const { thread } = this
      if (!thread.alive || this.generation !== thread.generation) this.loaded.clear()
      if (this.loaded.has(set.id)) continue
      const reading = { silenceMs: this.limits.loadMs, late: loadTooLate }
      const answer = await thread.ask((engine) => engine.take(set.id, records), reading, signal)
      this.generation = thread.generation
      if ('problem' in answer) {
        const message = 'The samples want more memory than there is for them. Take fewer records, or drop a set.'
        return { ...answer.problem, message }
      }
      if ('refused' in answer)
        throw new AppError('bad-response', `A record of the sample data cannot be read: ${answer.refused}`)
      this.loaded.add(set.id)
    }
    return null
  }

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
const patience = (silenceMs: number) => ({ silenceMs, late: tooLate(silenceMs) })
