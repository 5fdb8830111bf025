import type { Quiet } from '../../shared/connectors/refresh'

/** How long each part of a try may take without progress, ms. */
export interface Limits {
  /** Until a request can leave: name, proxy, TCP and TLS together. */
  connectMs: number
  /** From then until the answer's head is whole, for a read. A write is waited for as long as the try may take. */
  headMs: number
  /** In the body: `leastBytes` have to come within this time, so that one that drips forever ends as well. */
  stallMs: number
  leastBytes: number
  /** After this time without a byte the wait is shown where the operator waits for the answer. */
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
 * Watches one try: says when nothing comes, says when something comes again, and ends it at the limit of its part. Only
 * a steady clock is used, which setting the system clock does not change.
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
    /** Whether a head that does not come ends the try: not for a write, which may be done meanwhile. */
    private readonly endsWithoutHead: boolean,
    private readonly tell: (quiet: Quiet | null) => void,
    private readonly end: (part: Part, message: string) => void,
    /** The most that connecting and waiting for the head may take together, ms. */
    private readonly silenceMs = Infinity
  ) {
    this.timer = setInterval(() => this.look(), Math.min(limits.quietMs / 8, limits.connectMs / 4))
  }

  /** The next part began. */
  enter(part: Part): void {
    this.part = part
    this.gotOn()
  }

  /** @param bytes of the body that came */
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
