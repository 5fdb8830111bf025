/** Limits progress reports to a few per second. */
export class Teller {
  private timer: NodeJS.Timeout | undefined
  private reportedAt = -Infinity

  /** @param intervalMs five reports a second look continuous */
  constructor(
    private readonly tell: () => void,
    private readonly intervalMs = 200
  ) {}

  /** Reports a change that can wait. */
  soon(): void {
    if (this.timer) return
    const left = this.reportedAt + this.intervalMs - performance.now()
    if (left <= 0) return this.now()
    this.timer = setTimeout(() => this.now(), left)
    // The timer must not delay quitting.
    this.timer.unref()
  }

  /** Reports at once, without an older report afterwards. */
  now(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.reportedAt = performance.now()
    this.tell()
  }
}
