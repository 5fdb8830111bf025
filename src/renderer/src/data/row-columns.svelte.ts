const usualWidth = 168
/** px; a beginning identifies a key */
const keyWidth = 112
const bounds = { least: 60, most: 800 }

/** Shared by all fetches of a path in this session. */
export class RowColumns {
  #chosen = $state.raw<readonly string[] | null>(null)
  #widths = $state.raw<Readonly<Record<string, number>>>({})

  get touched(): boolean {
    return this.#chosen !== null || Object.keys(this.#widths).length > 0
  }

  /** All before a choice. */
  shown(all: readonly string[]): readonly string[] {
    const chosen = this.#chosen
    return chosen ? all.filter((name) => chosen.includes(name)) : all
  }

  choose(names: readonly string[]): void {
    this.#chosen = names
  }

  toggle(name: string, all: readonly string[]): void {
    const shown = this.shown(all)
    this.#chosen = shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name]
  }

  widthOf(name: string): number {
    return this.#widths[name] ?? (name === 'id' ? keyWidth : usualWidth)
  }

  resize(name: string, width: number): void {
    this.#widths = { ...this.#widths, [name]: Math.round(Math.max(bounds.least, Math.min(bounds.most, width))) }
  }

  restoreWidth(name: string): void {
    const { [name]: _, ...others } = this.#widths
    this.#widths = others
  }

  reset(): void {
    this.#chosen = null
    this.#widths = {}
  }
}
