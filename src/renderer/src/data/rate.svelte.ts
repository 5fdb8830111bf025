/** ms: steady, yet shows a wait */
const span = 5000

export class Rate {
  #samples: { at: number; items: number }[] = []
  #value = $state<number | null>(null)

  /** null while unknown */
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
