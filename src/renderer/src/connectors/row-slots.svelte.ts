import { type List, listWindow, type ListWindow } from '../kit/list-window'
import type { Entry } from '../records/entry'
import { nextFrame } from '../kit/next-frame'

/** Height of a data row with its line, px (tokens: Rows). */
export const rowHeight = 30
const madeAtOnce = 4

interface Drawn {
  entry: Entry
  index: number
  /** In px from the top. */
  top: number
  slot: number
}

/** Scrolling reuses the slots of rows: changing a row costs far less than making one. */
export class RowSlots {
  readonly #rows: () => readonly Entry[]
  readonly #shown: () => ListWindow
  /** Slots made so far: a few per frame, so that the first rows do not hold up the page. */
  #made = $state(0)
  #making = false
  #before = $state.raw<readonly Drawn[]>([])
  #leaps = 0

  constructor(rows: () => readonly Entry[], shown: () => ListWindow) {
    this.#rows = rows
    this.#shown = shown
  }

  drawn: readonly Drawn[] = $derived.by(() => {
    const { from, to, first, last, offset, slots } = this.#shown()
    const isSeen = (index: number) => index >= first && index <= last
    const before = (of: number) => this.#before.find(({ slot }) => slot === of)
    return this.#rows()
      .slice(from, Math.min(to, from + this.#made))
      .map((entry, at) => {
        const index = from + at
        const slot = index % slots
        const left = isSeen(index) ? undefined : before(slot)
        return left ?? { entry, index, top: offset + at * rowHeight, slot }
      })
  })

  /** Makes the missing slots. An effect calls it after each change of its inputs. */
  make(): void {
    // Read both each time: an effect that stops before it reads them never runs again.
    if (this.#made >= this.#shown().slots || this.#making) return
    this.#making = true
    nextFrame(() => {
      this.#making = false
      this.#made += madeAtOnce
    })
  }

  /**
   * The list is about to scroll far: visible rows change in this frame. Rows beyond the edge, a third of all, wait for
   * a frame without a leap, as a turn of the wheel leaps in several.
   */
  leap(): void {
    this.#before = this.drawn
    const latest = ++this.#leaps
    nextFrame(() =>
      nextFrame(() => {
        if (latest === this.#leaps) this.#before = []
      })
    )
  }
}

interface Now {
  chosen: string | null
  /** The present place of an earlier row; -1 if it is gone or has another rank. */
  placeOf: (before: Entry) => number
}

/**
 * The scroll position that keeps rows in place: the current row if visible, else the first visible row. A row of
 * another rank leaves this to its neighbour, or the view would follow it; without rows nothing scrolls.
 *
 * @param before the rows as this list showed them
 */
export function steadyTop(before: readonly Entry[], list: List, now: Now): number {
  const { scrollTop } = list
  const { first, last, step } = listWindow({ ...list, rows: before.length })
  const seen = before.slice(Math.max(0, first), last + 1).map((entry, at) => ({ entry, index: first + at }))
  const from = seen.find(({ entry }) => entry.key === now.chosen)?.index ?? first
  for (const { entry, index } of seen.sort((a, b) => Math.abs(a.index - from) - Math.abs(b.index - from))) {
    const at = now.placeOf(entry)
    if (at !== -1) return scrollTop + (at - index) * step
  }
  return scrollTop
}
