/** The rate is of the last 5 s: long enough to be steady, short enough to show a wait. */
const span = 5000

/** Items per second of something that reports now and then. */
export class Rate {
  #samples: { at: number; items: number }[] = []
  #value = $state<number | null>(null)

  /** null while it cannot be known. */
  get value(): number | null {
    return this.#value
  }

  sample(items: number, at: number): void {
    const samples = this.#samples
    samples.push({ at, items })
    while (samples.length > 2 && at - (samples[1]?.at ?? at) >= span) samples.shift()
    const [first, last] = [samples[0], samples.at(-1)]
    if (first && last && last.at - first.at >= 1000) {
      this.#value = Math.round(((last.items - first.items) * 1000) / (last.at - first.at))
    }
  }
}
