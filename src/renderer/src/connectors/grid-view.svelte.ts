import type { Category } from '../../../shared/connectors/category'
import type { AskService } from './ask-service.svelte'
import type { Clock } from '../kit/clock.svelte'
import { type AnyColumn, ColumnLayout } from './column-layout.svelte'
import { byAttention, type ColumnId, columns, comparing, type Sort } from '../records/columns'
import type { ConnectorList } from '../records/connector-list.svelte'
import type { Connectors } from '../records/connectors.svelte'
import type { Entry } from '../records/entry'
import { z } from 'zod'
import type { Keepable } from '../kit/window-state.svelte'
import {
  countsFromNow,
  filterInSlices,
  filteredColumns,
  filters,
  type Filters,
  isAnySet,
  matcher,
  noFilters
} from './filters'
import type { ConnectorFilters } from './saved-filters.svelte'

/** Up to here filtering takes less than a frame. */
const small = 5000

const sort = z.object({
  by: z.enum(['attention', ...columns.map(({ id }) => id)]),
  descending: z.boolean()
})
const kept = z.object({
  sort: sort.catch(byAttention),
  filters: filters.catch(noFilters),
  cursor: z.string().nullable().catch(null),
  open: z.boolean().catch(false)
})

export class GridView implements Keepable {
  readonly columns = new ColumnLayout()
  readonly saved: ConnectorFilters
  #connectors: Connectors
  #ask: AskService
  #clock: Clock
  #filters = $state.raw<Filters>(noFilters)
  #found = $state.raw<readonly Entry[]>([])
  #sifted: ConnectorList | null = null
  #sifting = false
  #cursorKey = $state<string | null>(null)
  #open = $state(false)

  constructor(connectors: Connectors, ask: AskService, clock: Clock, saved: ConnectorFilters) {
    this.#connectors = connectors
    this.#ask = ask
    this.#clock = clock
    this.saved = saved
  }

  /** The API's answer while it shows, else the rows of refreshes. */
  list: ConnectorList | null = $derived.by(() => this.#ask.answer?.list ?? this.#connectors.active)

  #all: readonly Entry[] = $derived.by(() => this.list?.rows ?? [])
  /** Filters by age hold for a minute; others do not depend on time. */
  #now = $derived.by(() => (countsFromNow(this.#filters) ? this.#clock.minute : 0))
  #test = $derived.by(() => matcher(this.#filters, this.#now))

  /** `sift` filters a long list in slices; until it ends, the previous rows show. */
  rows: readonly Entry[] = $derived.by(() => {
    if (!this.#test) return this.#all
    return this.#all.length <= small ? this.#all.filter(this.#test) : this.#found
  })

  /** The view's effect calls it after each change of its inputs. */
  sift(): void {
    const [all, test] = [this.#all, this.#test]
    if (!test || all.length <= small) return
    if (this.#sifted !== this.list) this.#found = []
    this.#sifted = this.list
    if (!this.#sifting) void this.#siftOn()
  }

  async #siftOn(): Promise<void> {
    this.#sifting = true
    for (;;) {
      const [list, all, test] = [this.list, this.#all, this.#test]
      if (!test || all.length <= small) break
      // Another filter stops this one; new rows do not, or it would never end during a long refresh.
      const found = await filterInSlices(all, test, () => test !== this.#test || list !== this.list)
      if (found) this.#found = found
      if (found && all === this.#all && test === this.#test) break
    }
    this.#sifting = false
  }

  get chosen(): string | null {
    return this.#cursorKey
  }

  /** The current row; the first if none was chosen or a filter hides it. -1 without rows. */
  cursor: number = $derived.by(() => {
    const at = this.#cursorKey === null ? -1 : this.indexOf(this.#cursorKey)
    return at === -1 ? Math.min(0, this.rows.length - 1) : at
  })

  /** The connector in the drawer. It stays while filters hide it, and goes once the list lacks it. */
  opened: Entry | null = $derived.by(() => {
    if (!this.#open || this.#cursorKey === null) return null
    return this.list?.get(this.#cursorKey) ?? null
  })

  filtered: boolean = $derived(isAnySet(this.#filters))
  filteredColumns: AnyColumn[] = $derived(filteredColumns(this.#filters))

  get filters(): Filters {
    return this.#filters
  }

  set filters(filters: Filters) {
    this.#filters = filters
  }

  narrow(change: Partial<Filters>): void {
    this.#filters = { ...this.#filters, ...change }
  }

  get text(): string {
    return this.#filters.text
  }

  set text(text: string) {
    this.narrow({ text })
  }

  toggleCategory(category: Category): void {
    const { categories } = this.#filters
    const next = categories.includes(category)
      ? categories.filter((other) => other !== category)
      : noFilters.categories.filter((other) => other === category || categories.includes(other))
    // Without any category the list would have no rows.
    if (next.length > 0) this.narrow({ categories: next })
  }

  /** Unknown values of a field, and integrations, as far as rows hold them. */
  seen(prefix: 'integration' | 'status' | 'sync_status'): string[] {
    const facets = [...(this.list?.tally.facets.keys() ?? [])]
    return facets
      .filter((facet) => facet.startsWith(`${prefix} `))
      .map((facet) => facet.slice(prefix.length + 1))
      .filter((value) => value !== '')
      .sort()
  }

  clearFilters(): void {
    this.#filters = noFilters
  }

  /** Ascending, then descending, then the default order. */
  sortBy(by: ColumnId): void {
    const list = this.list
    if (!list) return
    const { by: current, descending } = list.sort
    const next: Sort = current !== by ? { by, descending: false } : descending ? byAttention : { by, descending: true }
    void list.sortBy(next)
  }

  /** -1 if the row is not shown. */
  indexOf(key: string): number {
    const list = this.list
    const entry = list?.get(key)
    return list && entry ? list.indexIn(this.rows, entry) : -1
  }

  /** The present place of an earlier row; -1 if it is gone, filtered away or of another rank. */
  placeOf(before: Entry): number {
    const list = this.list
    const now = list?.get(before.key)
    return list && now && comparing(list.sort)(before, now) === 0 ? list.indexIn(this.rows, now) : -1
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

  get kept(): z.infer<typeof kept> {
    return { sort: this.list?.sort ?? byAttention, filters: this.#filters, cursor: this.#cursorKey, open: this.#open }
  }

  /** The refresh brings the row, which opens the drawer. */
  restore(from: unknown): void {
    const { sort, filters, cursor, open } = kept.parse(from)
    void this.list?.sortBy(sort)
    this.#filters = filters
    this.#cursorKey = cursor
    this.#open = open
  }

  /** For another workspace or region: drops the chosen rows and keeps the filters, which describe the search. */
  reset(): void {
    this.close()
    this.#cursorKey = null
  }
}
