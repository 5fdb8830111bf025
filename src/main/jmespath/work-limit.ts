/** The evaluation took too long. */
export class OutOfTime extends Error {}

/** Work between two looks at the clock: some tenths of a millisecond. */
const unitsPerLook = 4_096

/** An evaluation's time. Every step spends from it, so no step can block the thread. */
export class WorkLimit {
  private units = 0
  private readonly until: number

  /** @param ms from now on */
  constructor(ms: number) {
    this.until = performance.now() + ms
  }

  /** @throws OutOfTime */
  spend(units = 1): void {
    this.units += units
    if (this.units < unitsPerLook) return
    this.units = 0
    if (performance.now() > this.until) throw new OutOfTime()
  }
}
