/** Wakes whoever waits. One that rings while no one waits is heard by the next who does. */
export class Bell {
  private rung = false
  private wake: () => void = () => undefined

  ring(): void {
    this.rung = true
    this.wake()
  }

  /** Waits for it, at most `ms`, or until the signal ends. */
  async heard(ms: number, signal: AbortSignal): Promise<void> {
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
    this.rung = false
  }
}
