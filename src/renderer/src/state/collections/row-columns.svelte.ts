/** Columns shown before any is chosen: what fits a glance. */
const usual = 12
/** Always among them: it identifies a record elsewhere. */
const key = 'id'
export const usualWidth = 168
const bounds = { least: 60, most: 800 }

/** Which values of the records are drawn as columns and how wide: shared by the walks of one path in this run. */
export class RowColumns {
  #chosen = $state.raw<readonly string[] | null>(null)
  #widths = $state.raw<Readonly<Record<string, number>>>({})

  get touched(): boolean {
    return this.#chosen !== null || Object.keys(this.#widths).length > 0
  }

  /** Of the columns a walk found, those shown, in their order. */
  shown(all: readonly string[]): readonly string[] {
    const chosen = this.#chosen
    if (chosen) return all.filter((name) => chosen.includes(name))
    const glance = all.slice(0, usual)
    return all.includes(key) && !glance.includes(key) ? [...glance.slice(0, -1), key] : glance
  }

  choose(names: readonly string[]): void {
    this.#chosen = names
  }

  toggle(name: string, all: readonly string[]): void {
    const shown = this.shown(all)
    this.#chosen = shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name]
  }

  widthOf(name: string): number {
    return this.#widths[name] ?? usualWidth
  }

  resize(name: string, width: number): void {
    this.#widths = { ...this.#widths, [name]: Math.round(Math.max(bounds.least, Math.min(bounds.most, width))) }
  }

  reset(): void {
    this.#chosen = null
    this.#widths = {}
  }
}
