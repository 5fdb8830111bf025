/** Reports progress a few times a second, as of that moment. */
export class Teller {
  private timer: NodeJS.Timeout | undefined
  private reportedAt = -Infinity

  /** @param intervalMs between two reports: five a second look continuous */
  constructor(
    private readonly tell: () => void,
    private readonly intervalMs = 200
  ) {}

  /** Something changed, which can wait a moment. */
  soon(): void {
    if (this.timer) return
    const left = this.reportedAt + this.intervalMs - performance.now()
    if (left <= 0) return this.now()
    this.timer = setTimeout(() => this.now(), left)
    // An app that quits does not wait for it.
    this.timer.unref()
  }

  /** Something changed that must show at once; nothing older is reported after it. */
  now(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.reportedAt = performance.now()
    this.tell()
  }
}
