/** Ids and names identify a record. */
const order: readonly RegExp[] = [
  /^id$/,
  /^(\w*name|end_user)$/i,
  /^\w*(title|subject|label)$/i,
  /^\w*e?mail$/i,
  /^(\w*(status|state|stage)|is_active)$/i
]
/** Other keys and timestamps say little, and raw data repeats everything. */
const last: readonly RegExp[] = [
  /(^|[._])ids?$/i,
  /^(remote_)?id$/i,
  /^(\w*_)?(created|modified|updated)_at$/i,
  /^raw/i
]

/** Equal ranks keep their order. */
export function inOrder(names: readonly string[]): readonly string[] {
  return names
    .map((name) => ({ name, rank: rankOf(name) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name)
}

function rankOf(name: string): number {
  const late = name === 'id' ? -1 : last.findLastIndex((pattern) => pattern.test(name))
  if (late >= 0) return order.length + 1 + late
  const early = order.findIndex((pattern) => pattern.test(name))
  return early >= 0 ? early : order.length
}

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

/** px; a quick drag shows no gap */
const ahead = 400

/**
 * @param before px to the left of the first column
 * @param view scroll position and width, px
 */
export function columnsInView(
  names: readonly string[],
  widthOf: (name: string) => number,
  before: number,
  view: { left: number; width: number }
): readonly { name: string; at: number }[] {
  let left = before
  return names
    .map((name, at) => {
      const begin = left
      left += widthOf(name)
      return { name, at, begin, end: left }
    })
    .filter(({ begin, end }) => end > view.left - ahead && begin < view.left + view.width + ahead)
    .map(({ name, at }) => ({ name, at }))
}
