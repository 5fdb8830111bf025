/** So long, ms, nobody is woken for others after a look: they may ring as often as they like. */
const restMs = 250

/** Wakes whoever waits. One that rings while no one waits is heard by the next who does. */
export class Bell {
  private rung = false
  private wake: () => void = () => undefined
  /** Others rang, and the rest is not over. */
  private asked = false
  private rested = false

  ring(): void {
    this.rung = true
    this.wake()
  }

  /** Rings for others: once for all that comes until the rest after the last look is over. */
  ringForOthers(): void {
    if (this.rested) this.ring()
    else this.asked = true
  }

  /** Waits for it, at most `ms`, or until the signal ends. */
  async heard(ms: number, signal: AbortSignal): Promise<void> {
    const rest = setTimeout(() => {
      this.rested = true
      if (this.asked) this.ring()
    }, restMs)
    if (!this.rung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
        signal.addEventListener('abort', this.wake, { once: true })
      })
      signal.removeEventListener('abort', this.wake)
    }
    clearTimeout(rest)
    this.rested = this.asked = this.rung = false
  }
}
