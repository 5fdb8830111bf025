import type { ListWindow } from '../kit/list-window'
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
  readonly #rows: (from: number, to: number) => { entry: Entry; index: number }[]
  readonly #shown: () => ListWindow
  /** Slots made so far: a few per frame, so that the first rows do not hold up the page. */
  #made = $state(0)
  #making = false
  #before = $state.raw<readonly Drawn[]>([])
  #leaps = 0

  constructor(rows: (from: number, to: number) => { entry: Entry; index: number }[], shown: () => ListWindow) {
    this.#rows = rows
    this.#shown = shown
  }

  drawn: readonly Drawn[] = $derived.by(() => {
    const { from, to, first, last, offset, slots } = this.#shown()
    const isSeen = (index: number) => index >= first && index <= last
    const before = (of: number) => this.#before.find(({ slot }) => slot === of)
    return this.#rows(from, Math.min(to, from + this.#made)).map(({ entry, index }) => {
      const slot = index % slots
      const left = isSeen(index) ? undefined : before(slot)
      return left ?? { entry, index, top: offset + (index - from) * rowHeight, slot }
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
