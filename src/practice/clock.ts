/** From `real` on, practice time runs from `own`, `speed` times as fast. */
interface Stretch {
  real: number
  own: number
  speed: number
}

/**
 * Practice time: the computer's, until it is made to run faster or to jump to an event. Records tell by the computer's
 * clock when things happened: so nothing that happened lies ahead, and what was told once stays. An app judges ages and
 * keeps histories by that clock, and a past that moves would contradict them. All times are in ms since 1970.
 */
export class PracticeClock {
  /** Oldest first. */
  private readonly stretches: [Stretch, ...Stretch[]] = [{ real: 0, own: 0, speed: 1 }]

  /** @param real the computer's clock */
  constructor(private readonly real: () => number) {}

  get speed(): number {
    return this.newest.speed
  }

  /** Each moves what is planned. */
  get changes(): number {
    return this.stretches.length - 1
  }

  now(): number {
    return this.own(this.real())
  }

  /** The computer's time at a practice time: in a jump its moment, ahead by the present speed. */
  shown(own: number): number {
    const at = Math.max(
      0,
      this.stretches.findLastIndex((one) => one.own <= own)
    )
    const { real, own: from, speed } = this.stretches[at] ?? this.newest
    return Math.min(real + (own - from) / speed, this.stretches[at + 1]?.real ?? Infinity)
  }

  /** The practice time at a time of the computer. */
  own(real: number): number {
    const { real: from, own, speed } = this.stretches.findLast((one) => one.real <= real) ?? this.newest
    return own + (real - from) * speed
  }

  run(speed: number): void {
    if (speed !== this.speed) this.stretches.push({ real: this.real(), own: this.now(), speed })
  }

  /** Forward only. */
  jump(own: number): void {
    if (own > this.now()) this.stretches.push({ real: this.real(), own, speed: this.speed })
  }

  private get newest(): Stretch {
    return this.stretches.at(-1) ?? this.stretches[0]
  }
}
