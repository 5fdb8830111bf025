import type { PassthroughProgress, PassthroughResult } from '../../shared/passthrough/result'
import type { Quiet } from '../../shared/connectors/refresh'
import { momentOf, setBackSince, type Moment, type SteadyClock } from '../base/clock'

/** The progress of one send, and its record. */
export class OneSend {
  private readonly waits: PassthroughResult['waits'] = []
  private tries = 0
  private last: PassthroughProgress
  private readonly timing
  private readonly begun: Moment

  constructor(
    private readonly clock: SteadyClock,
    private readonly tell: (progress: PassthroughProgress) => void
  ) {
    this.begun = momentOf(clock)
    this.last = { stage: 'token', since: this.begun.wall, tries: 0 }
    this.timing = { askedAt: this.begun.wall, startedAt: null, sentAt: null, headAt: null } as Omit<
      PassthroughResult['timing'],
      'doneAt'
    >
  }

  enter(stage: PassthroughProgress['stage'], ahead?: number): void {
    this.report({ stage, since: this.clock.now(), tries: this.tries, ...(ahead !== undefined && { ahead }) })
  }

  start(): void {
    this.timing.startedAt = this.now()
  }

  try(tries: number): void {
    this.tries = tries
    this.timing.sentAt = this.timing.headAt = null
    this.enter('connecting')
  }

  mark(moment: 'sent' | 'head'): void {
    this.timing[`${moment}At`] = this.now()
    this.enter(moment === 'head' ? 'reading' : 'sending')
  }

  quiet(quiet: Quiet | null): void {
    const { quiet: _, ...last } = this.last
    this.report(quiet ? { ...last, quiet } : last)
  }

  wait(wait: PassthroughResult['waits'][number] | null): void {
    if (!wait) return
    this.waits.push(wait)
    this.report({ stage: 'waiting', since: this.clock.now(), tries: this.tries, wait })
  }

  figures(): Pick<PassthroughResult, 'timing' | 'tries' | 'waits'> {
    return { timing: { ...this.timing, doneAt: this.now() }, tries: this.tries, waits: this.waits }
  }

  private report(progress: PassthroughProgress): void {
    this.last = progress
    this.tell(progress)
  }

  /** The wall clock as set at the beginning, so that the difference of two times is a duration. */
  private now(): number {
    return this.clock.now() + setBackSince(this.begun, this.clock)
  }
}
