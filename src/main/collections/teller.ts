/** Between two events, ms: five a second are enough for an eye. */
const intervalMs = 200

/** Tells of progress a few times a second; what is told is as of then. */
export class Teller {
  private timer: NodeJS.Timeout | undefined
  private toldAt = -Infinity

  constructor(private readonly tell: () => void) {}

  /** Something changed, which can wait a moment. */
  soon(): void {
    if (this.timer) return
    const left = this.toldAt + intervalMs - performance.now()
    if (left <= 0) return this.now()
    this.timer = setTimeout(() => this.now(), left)
    // An app that quits does not wait for it.
    this.timer.unref()
  }

  /** Something changed that is to be seen at once; nothing older is told after it. */
  now(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.toldAt = performance.now()
    this.tell()
  }
}
