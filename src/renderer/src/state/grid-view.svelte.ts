import type { Category } from '../../../shared/model/category'
import { byAttention, type ColumnId, type Sort } from './columns'
import type { Connectors } from './connectors.svelte'
import { type Entry, knownFacets } from './entry'

/** What the operator asked to see of the list in view: filters, order, the row in hand and the one opened. */
export class GridView {
  #connectors: Connectors
  #text = $state('')
  #facet = $state('all')
  #category = $state<Category | 'all'>('all')
  #cursorKey = $state<string | null>(null)
  #open = $state(false)
  /** Rows that fit into the window, for PageUp and PageDown. */
  pageRows = 20

  constructor(connectors: Connectors) {
    this.#connectors = connectors
  }

  #all: readonly Entry[] = $derived.by(() => this.#connectors.active?.rows ?? [])

  rows: readonly Entry[] = $derived.by(() => {
    const words = this.#text.trim().toLowerCase().split(/\s+/).filter(Boolean)
    const facet = this.#facet === 'all' ? null : this.#facet
    const category = this.#category === 'all' ? null : this.#category
    if (words.length === 0 && !facet && !category) return this.#all
    return this.#all.filter(
      ({ facets, haystack, row }) =>
        (!category || row.category === category) &&
        (!facet || facets.includes(facet)) &&
        words.every((word) => haystack.includes(word))
    )
  })

  /** The row in hand; the first while none was chosen or it is filtered away. -1 with no rows. */
  cursor: number = $derived.by(() => {
    const at = this.#cursorKey === null ? -1 : this.indexOf(this.#cursorKey)
    return at === -1 ? Math.min(0, this.rows.length - 1) : at
  })

  /** The connector shown in the drawer. It stays while filters hide it and goes when the list no longer has it. */
  opened: Entry | null = $derived.by(() => {
    if (!this.#open || this.#cursorKey === null) return null
    return this.#connectors.active?.get(this.#cursorKey) ?? null
  })

  /** Whether anything is asked for beyond the whole list. */
  filtered: boolean = $derived(this.#text.trim() !== '' || this.#facet !== 'all' || this.#category !== 'all')

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
  }

  /** `all`, a key of `knownFacets`, or an unknown value as `status X` or `sync_status X`. */
  get facet(): string {
    return this.#facet
  }

  set facet(facet: string) {
    this.#facet = facet
  }

  get category(): Category | 'all' {
    return this.#category
  }

  set category(category: Category | 'all') {
    this.#category = category
  }

  /** Choices of the "Status" box: the known states, then unknown values as they are seen. */
  facetChoices = $derived.by(() => {
    const known = Object.entries(knownFacets).map(([id, label]) => ({ id, label }))
    const seen = [...(this.#connectors.active?.tally.facets.keys() ?? [])]
    const unknown = seen.filter((id) => !Object.hasOwn(knownFacets, id)).sort()
    return [...known, ...unknown.map((id) => ({ id, label: id }))]
  })

  clearFilters(): void {
    this.#text = ''
    this.#facet = 'all'
    this.#category = 'all'
  }

  /** First press ascending, second descending, third back to who needs a person. */
  sortBy(by: ColumnId): void {
    const list = this.#connectors.active
    if (!list) return
    const { by: current, descending } = list.sort
    const next: Sort = current !== by ? { by, descending: false } : descending ? byAttention : { by, descending: true }
    void list.sortBy(next)
  }

  /** Where the row of this key stands among those shown; -1 if it is not. */
  indexOf(key: string): number {
    const list = this.#connectors.active
    const entry = list?.get(key)
    return list && entry ? list.indexIn(this.rows, entry) : -1
  }

  moveTo(index: number): void {
    const row = this.rows[Math.max(0, Math.min(index, this.rows.length - 1))]
    if (row) this.#cursorKey = row.key
  }

  move(by: number): void {
    this.moveTo(this.cursor + by)
  }

  choose(key: string): void {
    this.#cursorKey = key
  }

  openAt(index: number): void {
    this.moveTo(index)
    this.#open = this.rows.length > 0
  }

  close(): void {
    this.#open = false
  }
}
