import { z } from 'zod'
import { keep, readKept, type Shelf } from '../kit/kept'
import type { ColumnId } from '../../../shared/connectors/list/query'
import { type ListColumn, columns } from '../records/columns'

const name = 'connectors.columns'
const kept = z.object({
  hidden: z.array(z.string()).catch(columns.filter((column) => 'more' in column).map(({ id }) => id)),
  widths: z.record(z.string(), z.number().min(40).max(800)).catch({})
})

export const rowPadding = 24
const bounds = { least: 40, most: 800 }

export type AnyColumn = ListColumn & { id: ColumnId }
const all: readonly AnyColumn[] = columns

/** Which columns show, and their widths; kept as `kit/kept` says. */
export class ColumnLayout {
  #shelf: Shelf | undefined
  #hidden = $state.raw<readonly string[]>([])
  #widths = $state.raw<Readonly<Record<string, number>>>({})
  /** The available width, px; Infinity while unknown. */
  room = $state(Infinity)

  constructor(shelf?: Shelf) {
    this.#shelf = shelf
    const { hidden, widths } = kept.parse(readKept(name, shelf) ?? {})
    this.#hidden = hidden
    this.#widths = widths
  }

  chosen: AnyColumn[] = $derived.by(() => all.filter(({ id }) => !this.#hidden.includes(id)))

  /** A narrow window drops the Origin ID first; the rest scrolls under the customer. */
  drawn: AnyColumn[] = $derived.by(() => {
    const wide = this.#sum(this.chosen) > this.room
    return wide ? this.chosen.filter(({ id }) => id !== 'origin-id') : this.chosen
  })

  least = $derived.by(() => this.#sum(this.drawn))

  /** A width that the operator set stays; then no column fills the rest. */
  template = $derived.by(() =>
    this.drawn
      .map(({ id, width, grows }) => {
        const set = this.#widths[id]
        if (set !== undefined) return `${set}px`
        return grows ? `minmax(${width}px, ${grows}fr)` : `${width}px`
      })
      .join(' ')
  )

  isShown(id: ColumnId): boolean {
    return !this.#hidden.includes(id)
  }

  /** The customer identifies a row, so the column stays. */
  toggle(id: ColumnId): void {
    if (id === 'end-user') return
    this.#hidden = this.isShown(id) ? [...this.#hidden, id] : this.#hidden.filter((other) => other !== id)
    this.#keep()
  }

  widthOf(id: ColumnId): number | undefined {
    return this.#widths[id]
  }

  resize(id: ColumnId, width: number): void {
    const set = Math.round(Math.max(bounds.least, Math.min(bounds.most, width)))
    this.#widths = { ...this.#widths, [id]: set }
    this.#keep()
  }

  fit(id: ColumnId): void {
    const { [id]: _, ...widths } = this.#widths
    this.#widths = widths
    this.#keep()
  }

  reset(): void {
    const { hidden, widths } = kept.parse({})
    this.#hidden = hidden
    this.#widths = widths
    this.#keep()
  }

  get changed(): boolean {
    return Object.keys(this.#widths).length > 0 || all.some((column) => this.isShown(column.id) === !!column.more)
  }

  #sum(list: readonly AnyColumn[]): number {
    return rowPadding + list.reduce((sum, { id, width }) => sum + (this.#widths[id] ?? width), 0)
  }

  #keep(): void {
    keep(name, { hidden: this.#hidden, widths: this.#widths }, this.#shelf)
  }
}
