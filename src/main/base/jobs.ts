import { AppError } from '../../shared/errors'
import { unless } from './unless'
import type { JobProgress } from '../../shared/base/job'
import type { Quiet, Wait } from '../../shared/connectors/refresh'

/** Who asked for a job: work of a window that is gone is cancelled, but for what has already left to change something. */
export type Owner = number

/** By the signal a job's calls are made with: whoever has the signal works for the job. */
const reporters = new WeakMap<AbortSignal, JobReporter>()

export const reporterOf = (signal: AbortSignal): JobReporter | undefined => reporters.get(signal)

/** Fires with either. Whoever has it works for the job of the first. */
export function eitherOf(first: AbortSignal, other: AbortSignal): AbortSignal {
  const either = AbortSignal.any([first, other])
  const reporter = reporterOf(first)
  if (reporter) reporters.set(either, reporter)
  return either
}

/** What the calls of one job wait for, reported as one: several may run in parallel. */
export class JobReporter {
  private readonly waits = new Map<object, Wait>()
  private readonly silences = new Map<object, Quiet>()
  private sent = false

  constructor(private readonly tell: (progress: JobProgress) => void = () => undefined) {}

  /** Whether a call that changes something may have left. */
  get hasLeft(): boolean {
    return this.sent
  }

  /** @param call any object that identifies the call */
  wait(call: object, wait: Wait | null): void {
    put(this.waits, call, wait)
    this.report()
  }

  quiet(call: object, quiet: Quiet | null): void {
    put(this.silences, call, quiet)
    this.report()
  }

  /** The first byte of a call that changes something may have left. */
  left(): void {
    this.sent = true
    this.report()
  }

  private report(): void {
    const [wait = null] = this.waits.values()
    const [quiet = null] = this.silences.values()
    this.tell({ wait, quiet, sent: this.sent })
  }
}

function put<T>(all: Map<object, T>, call: object, value: T | null): void {
  if (value) all.set(call, value)
  else all.delete(call)
}

interface Running {
  owner: Owner
  kind: string
  controller: AbortController
  reporter: JobReporter
  done: Promise<unknown>
}

/** Long work by request id: each can be cancelled by its owner, and ends when the owner does. */
export class Jobs {
  private readonly running = new Map<string, Running>()

  /**
   * Runs `work` with a signal and forgets it when it ends, however it ends.
   * @param tell called whenever what the job waits for changes; calls made with the job's signal report to it
   */
  async run<T>(
    requestId: string,
    owner: Owner,
    kind: string,
    work: (signal: AbortSignal) => Promise<T>,
    tell?: (progress: JobProgress) => void
  ): Promise<T> {
    if (this.running.has(requestId)) throw new AppError('invalid-input', 'This request id is in use.')
    const controller = new AbortController()
    const reporter = new JobReporter(tell)
    reporters.set(controller.signal, reporter)
    const done = work(controller.signal).finally(() => this.running.delete(requestId))
    this.running.set(requestId, { owner, kind, controller, reporter, done })
    return done
  }

  /** @returns whether there was something to cancel */
  cancel(requestId: string, owner: Owner): boolean {
    const job = this.running.get(requestId)
    if (!job || job.owner !== owner) return false
    job.controller.abort()
    return true
  }

  /**
   * The window of these jobs is gone: no one waits for them, so they end, but for those that may already have changed
   * something. These are followed to their end, and recorded.
   */
  leave(owner: Owner): void {
    for (const job of this.running.values()) {
      if (job.owner === owner && !job.reporter.hasLeft) job.controller.abort()
    }
  }

  /** How many may have changed something and are not at their end. */
  get changing(): number {
    return [...this.running.values()].filter(({ reporter }) => reporter.hasLeft).length
  }

  /** When nothing is left on its way that may have changed something. */
  async settled(): Promise<void> {
    for (;;) {
      const left = [...this.running.values()].filter(({ reporter }) => reporter.hasLeft)
      if (left.length === 0) return
      await Promise.allSettled(left.map(({ done }) => done))
    }
  }

  get count(): number {
    return this.running.size
  }

  /**
   * Ends what can be ended, at quitting or locking, and waits for it: for what may have changed something to its end, for the rest
   * a moment, so that a walk that is over is still written down.
   */
  async stop(momentMs = 3_000): Promise<void> {
    const all = [...this.running.values()]
    const left = all.filter(({ reporter }) => reporter.hasLeft)
    for (const job of all) if (!job.reporter.hasLeft) job.controller.abort()
    const moment = AbortSignal.timeout(momentMs)
    const over = Promise.allSettled(all.map(({ done }) => done))
    await Promise.all([Promise.allSettled(left.map(({ done }) => done)), unless(moment, over).catch(() => undefined)])
  }

  cancelWhere(matches: (job: { owner: Owner; kind: string }) => boolean): void {
    for (const job of this.running.values()) if (matches(job)) job.controller.abort()
  }
}
