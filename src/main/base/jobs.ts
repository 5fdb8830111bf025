import { AppError } from '../../shared/errors'
import { unless } from './clock'
import type { JobProgress } from '../../shared/base/job'
import type { Quiet, Wait } from '../../shared/connectors/refresh'

/** The window that asked: its jobs end with it, except changes already sent. */
export type Owner = number

/** Calls with a job's signal report to that job. */
const reporters = new WeakMap<AbortSignal, JobReporter>()

export const reporterOf = (signal: AbortSignal): JobReporter | undefined => reporters.get(signal)

/** Fires with either signal; calls report to the first signal's job. */
export function eitherOf(first: AbortSignal, other: AbortSignal): AbortSignal {
  const either = AbortSignal.any([first, other])
  const reporter = reporterOf(first)
  if (reporter) reporters.set(either, reporter)
  return either
}

/** A signal that fires with `stop` only while nothing has left: what has left keeps its answer. It fires with `over`. */
export function untilLeft(stop: AbortSignal, over: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const reporter = new JobReporter()
  reporters.set(controller.signal, reporter)
  const end = () => {
    if (over.aborted || !reporter.hasLeft) controller.abort()
  }
  for (const signal of [stop, over]) {
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true, signal: controller.signal })
  }
  return controller.signal
}

/** Combines the waits of a job's parallel calls into one. */
export class JobReporter {
  private readonly waits = new Map<object, Wait>()
  private readonly silences = new Map<object, Quiet>()
  private sent = false

  constructor(private readonly tell: (progress: JobProgress) => void = () => undefined) {}

  /** True if a change may have left. */
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

  /** The first byte of a change may have left. */
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

/** Long work by request id. The owner can cancel it, and it ends with the owner. */
export class Jobs {
  private readonly running = new Map<string, Running>()

  /**
   * Runs `work` with a signal.
   * @param tell called when the job's wait changes; calls with the job's signal report to it
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

  /** @returns false if nothing was running */
  cancel(requestId: string, owner: Owner): boolean {
    const job = this.running.get(requestId)
    if (!job || job.owner !== owner) return false
    job.controller.abort()
    return true
  }

  /** Ends the jobs of a closed window. Jobs that may have changed something continue to their end, for the record. */
  leave(owner: Owner): void {
    for (const job of this.running.values()) {
      if (job.owner === owner && !job.reporter.hasLeft) job.controller.abort()
    }
  }

  /** Jobs that may have changed something and still run. */
  get changing(): number {
    return [...this.running.values()].filter(({ reporter }) => reporter.hasLeft).length
  }

  /** Resolves when no possible change is on its way. */
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
   * Stops all jobs, at quitting or locking. Waits for possible changes to their end, and for the rest a moment, so that
   * a finished refresh is still stored.
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
