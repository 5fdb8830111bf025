import { cancelled, elapsed, type Clock } from '../base/clock'

/** Wakes all who wait, to check again. */
export class Bell {
  private wake: () => void = () => undefined
  private waiting = this.wound()

  next(): Promise<void> {
    return this.waiting
  }

  ring(): void {
    const { wake } = this
    this.waiting = this.wound()
    wake()
  }

  private wound(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve))
  }
}

export class Gate {
  paused = false
  private readonly changed = new Bell()
  private heldMs = 0
  private since: number | null = null

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Total ms, with the present hold. */
  get pausedMs(): number {
    return this.heldMs + (this.since === null ? 0 : elapsed(this.since, this.clock))
  }

  set(paused: boolean): void {
    this.paused = paused
    this.changed.ring()
  }

  /** @throws AppError cancelled */
  async pass(signal: AbortSignal): Promise<void> {
    const wake = () => this.changed.ring()
    signal.addEventListener('abort', wake)
    this.since = this.clock.now()
    try {
      while (this.paused && !signal.aborted) await this.changed.next()
      if (signal.aborted) throw cancelled()
    } finally {
      signal.removeEventListener('abort', wake)
      this.heldMs = this.pausedMs
      this.since = null
    }
  }
}
