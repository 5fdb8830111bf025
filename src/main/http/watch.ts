import type { Quiet } from '../../shared/connectors/refresh'

/** Longest time without progress per part of a try, ms. */
export interface Limits {
  /** Name, proxy, TCP and TLS together. */
  connectMs: number
  /** Until a read's head is complete. A write may take the whole time of the try. */
  headMs: number
  /** `leastBytes` must come within this time, which ends a body that drips forever. */
  stallMs: number
  leastBytes: number
  /** Silence until the operator sees the wait. */
  quietMs: number
}

export const usualLimits: Limits = {
  connectMs: 10_000,
  headMs: 30_000,
  stallMs: 20_000,
  leastBytes: 1_000,
  quietMs: 8_000
}

type Part = Exclude<Quiet['what'], 'turn'>

const ends: Record<Part, (seconds: number) => string> = {
  connection: (seconds) => `No connection within ${seconds} s.`,
  answer: (seconds) => `No answer within ${seconds} s.`,
  rest: (seconds) => `The answer stopped: hardly anything more of it came for ${seconds} s.`
}

/**
 * Watches one try: reports silence and its end, and ends the try at a part's limit. Uses a steady clock only, safe from
 * changes of the system clock.
 */
export class Watch {
  private part: Part = 'connection'
  private readonly began = performance.now()
  private since = this.began
  private bytes = 0
  private reported = false
  private readonly timer: NodeJS.Timeout

  constructor(
    private readonly limits: Limits,
    /** False for a write, which may succeed meanwhile. */
    private readonly endsWithoutHead: boolean,
    private readonly tell: (quiet: Quiet | null) => void,
    private readonly end: (part: Part, message: string) => void,
    /** Connecting and waiting for the head together, ms. */
    private readonly silenceMs = Infinity
  ) {
    this.timer = setInterval(() => this.look(), Math.min(limits.quietMs / 8, limits.connectMs / 4))
  }

  enter(part: Part): void {
    this.part = part
    this.gotOn()
  }

  /** @param bytes of the body */
  came(bytes: number): void {
    this.bytes += bytes
    if (this.bytes >= this.limits.leastBytes) this.gotOn()
  }

  stop(): void {
    clearInterval(this.timer)
    if (this.reported) this.tell(null)
  }

  private gotOn(): void {
    this.since = performance.now()
    this.bytes = 0
    if (this.reported) this.tell(null)
    this.reported = false
  }

  private look(): void {
    const { part, limits } = this
    const quietMs = performance.now() - this.since
    const most = {
      connection: Math.min(limits.connectMs, this.silenceMs),
      answer: Math.min(limits.headMs, this.began + this.silenceMs - this.since),
      rest: limits.stallMs
    }[part]
    if (quietMs >= most && (part !== 'answer' || this.endsWithoutHead)) {
      return this.end(part, ends[part](Math.round(most / 1_000)))
    }
    if (this.reported || quietMs < limits.quietMs) return
    this.reported = true
    this.tell({ what: part, since: Date.now() - quietMs })
  }
}
