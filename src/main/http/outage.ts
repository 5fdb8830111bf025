import type { SteadyClock } from '../base/clock'
import type { Delay } from './retry-after'
import { maxTries } from './retry-policy'
import { TransportFailure } from './transport'
import { usualLimits } from './watch'

/** From the last word of a service to the end of the last try of a call, ms. */
export const longestOutageMs = 120_000
/** The last try gets at least as long as a connection may take, ms. */
const lastTryMs = usualLimits.connectMs
/** No try and no wait of our own takes longer: the computer slept, by a clock that runs on meanwhile. */
export const longestStepMs = 130_000

/** Whether nothing came from the service; a try that was cancelled tells nothing else. */
export const isSilence = (thrown: unknown): boolean =>
  thrown instanceof TransportFailure &&
  thrown.part === undefined &&
  ['unreachable', 'timeout', 'cancelled'].includes(thrown.code)

/** How long one call has met a service that is away or says nothing, and how long it still tries. */
export class Outage {
  /** When the service was first away, and since when it says nothing at all, by the steady clock, ms. */
  private awaySince: number | null = null
  private silentSince: number | null = null
  private readySince = 0
  private notedAt: number

  /** @param patient whether tries do not count while there is time for another */
  constructor(
    private readonly clock: SteadyClock,
    private readonly patient: boolean
  ) {
    this.notedAt = clock.steady()
  }

  /**
   * A try begins.
   * @param since when the service was last heard, the computer woke, or the call was ready to be made, whichever was
   * last, by the steady clock, ms; a wait for others since then is no sleep
   * @returns for how long the service may say nothing to it, ms
   * @throws TransportFailure timeout where that time is over
   */
  begins(since: number): number {
    if (since - this.notedAt > longestStepMs) this.silentSince = null
    this.notedAt = this.clock.steady()
    this.readySince = this.silentSince ?? since
    const leftMs = longestOutageMs - this.passed(this.readySince)
    if (leftMs > 0) return leftMs
    throw new TransportFailure('timeout', `No answer within ${longestOutageMs / 1_000} s.`, false)
  }

  /** The service answered, though not as it should. */
  over(): void {
    this.awaySince = null
    this.silentSince = null
  }

  /** A gateway says that the service is away. @returns the tries, as they count against the most there are */
  isAway(tries: number): number {
    this.note()
    this.silentSince = null
    this.awaySince ??= this.readySince
    return this.counted(tries)
  }

  /** A try failed without an answer, or with a part of it. @returns the tries, as they count */
  isLost({ code, part }: TransportFailure, tries: number): number {
    if (code !== 'unreachable' && code !== 'timeout') return tries
    this.note()
    this.silentSince ??= part ? this.clock.steady() : this.readySince
    this.awaySince ??= this.silentSince
    return this.untilLastTryMs(this.silentSince) > 0 ? this.counted(tries) : maxTries.failed
  }

  /** A wait of our own leaves time for a last try; what the service asks for is waited. */
  shortened({ ms, source }: Delay): number {
    const since = this.silentSince ?? this.awaySince
    const leftMs = since === null ? 0 : this.untilLastTryMs(since)
    return source === 'backoff' && leftMs > 0 ? Math.min(ms, leftMs) : ms
  }

  /** What was slept is no silence of the service. */
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
