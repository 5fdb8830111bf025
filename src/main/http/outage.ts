import type { SteadyClock } from '../base/clock'
import type { Delay } from './retry-after'
import { maxTries } from './retry-policy'
import { TransportFailure } from './transport'
import { usualLimits } from './watch'

/** From the service's last answer to the end of the last try, ms. */
export const longestOutageMs = 120_000
/** The last try gets at least the time for a connection, ms. */
const lastTryMs = usualLimits.connectMs
/** A longer step, ms, means that the computer slept while the clock ran on. */
export const longestStepMs = 130_000

/** A cancelled try proves nothing else. */
export const isSilence = (thrown: unknown): boolean =>
  thrown instanceof TransportFailure &&
  thrown.part === undefined &&
  ['unreachable', 'timeout', 'cancelled'].includes(thrown.code)

/** Times how long a service is away or silent for one call, and how long the call still tries. */
export class Outage {
  /** Steady clock, ms: first away, and first silent. */
  private awaySince: number | null = null
  private silentSince: number | null = null
  private readySince = 0
  private notedAt: number

  /** @param patient true ignores the number of tries while time is left */
  constructor(
    private readonly clock: SteadyClock,
    private readonly patient: boolean
  ) {
    this.notedAt = clock.steady()
  }

  /**
   * Starts a try.
   * @param since the latest of: the service's last answer, the computer's wake-up, the call's start; steady clock, ms
   * @returns longest silence for this try, ms
   * @throws TransportFailure timeout if the time is over
   */
  begins(since: number): number {
    if (since - this.notedAt > longestStepMs) this.silentSince = null
    this.notedAt = this.clock.steady()
    this.readySince = this.silentSince ?? since
    const leftMs = longestOutageMs - this.passed(this.readySince)
    if (leftMs > 0) return leftMs
    throw new TransportFailure('timeout', `No answer within ${longestOutageMs / 1_000} s.`, false)
  }

  /** The service answered, though with a failure. */
  over(): void {
    this.awaySince = null
    this.silentSince = null
  }

  /**
   * A gateway reports the service away.
   * @returns the tries that count
   */
  isAway(tries: number): number {
    this.note()
    this.silentSince = null
    this.awaySince ??= this.readySince
    return this.counted(tries)
  }

  /**
   * A try failed without a whole answer.
   * @returns the tries that count
   */
  isLost({ code, part }: TransportFailure, tries: number): number {
    if (code !== 'unreachable' && code !== 'timeout') return tries
    this.note()
    this.silentSince ??= part ? this.clock.steady() : this.readySince
    this.awaySince ??= this.silentSince
    return this.untilLastTryMs(this.silentSince) > 0 ? this.counted(tries) : maxTries.failed
  }

  /** The app's own wait leaves time for a last try; a wait that the service asks for stays whole. */
  shortened({ ms, source }: Delay): number {
    const since = this.silentSince ?? this.awaySince
    const leftMs = since === null ? 0 : this.untilLastTryMs(since)
    return source === 'backoff' && leftMs > 0 ? Math.min(ms, leftMs) : ms
  }

  /** A computer's sleep is no silence of the service. */
  private note(): void {
    const now = this.clock.steady()
    if (now - this.notedAt > longestStepMs) {
      this.silentSince = null
      this.readySince = now
    }
    this.notedAt = now
  }

  private counted(tries: number): number {
    return this.patient && this.awaySince !== null && this.untilLastTryMs(this.awaySince) > 0 ? 1 : tries
  }

  private untilLastTryMs(since: number): number {
    return longestOutageMs - lastTryMs - this.passed(since)
  }

  private passed(since: number): number {
    return this.clock.steady() - since
  }
}
