/** Thrown by the step that notices that an expression has taken too long. */
export class OutOfTime extends Error {}

/** Units of work between two looks at the clock: some tenths of a millisecond. */
const unitsPerLook = 4_096

/** The time an evaluation has. Every step spends from it, so that none can hold up the thread. */
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
