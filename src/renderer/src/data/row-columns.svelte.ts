const usualWidth = 168
/** A key is recognized by its beginning. */
const keyWidth = 112
const bounds = { least: 60, most: 800 }

/** Which values of the records are drawn as columns and how wide: shared by the fetches of one path in this run. */
export class RowColumns {
  #chosen = $state.raw<readonly string[] | null>(null)
  #widths = $state.raw<Readonly<Record<string, number>>>({})

  get touched(): boolean {
    return this.#chosen !== null || Object.keys(this.#widths).length > 0
  }

  /** Of the columns a fetch found, those shown, in their order: all, before any is chosen. */
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

  /** The width before it was changed. */
  restoreWidth(name: string): void {
    const { [name]: _, ...others } = this.#widths
    this.#widths = others
  }

  reset(): void {
    this.#chosen = null
    this.#widths = {}
  }
}
