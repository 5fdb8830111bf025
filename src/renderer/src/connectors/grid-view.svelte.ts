import { z } from 'zod'
import type { Category } from '../../../shared/connectors/category'
import {
  byAttention,
  type ColumnId,
  countsFromNow,
  keptFilters,
  mostShown,
  type Filters,
  noFilters,
  sort,
  type Sort
} from '../../../shared/connectors/list/query'
import type { ListQuery } from '../../../shared/connectors/list/held-list'
import type { AskService } from './ask-service.svelte'
import type { Clock } from '../kit/clock.svelte'
import { type AnyColumn, ColumnLayout } from './column-layout.svelte'
import type { ConnectorList } from '../records/connector-list.svelte'
import type { Connectors } from '../records/connectors.svelte'
import type { Entry } from '../records/entry'
import type { Keepable } from '../kit/window-state.svelte'
import { filteredColumns, isAnySet } from './filters'
import type { ConnectorFilters } from './saved-filters.svelte'

const kept = z.object({
  sort: sort.catch(byAttention),
  filters: keptFilters.catch(noFilters),
  cursor: z.string().nullable().catch(null),
  open: z.boolean().catch(false)
})

/** Asked for beyond each edge of what is drawn, rows. */
const beyond = 60

/** What main is to be asked for. */
interface Wanted {
  list: ConnectorList
  query: ListQuery
  /** All that the answer depends on. */
  about: object
  /** Rows in sight. */
  from: number
  to: number
  /** Only other rows of what was answered. */
  isSame: boolean
}

/** Rows of a list as they stand: of another order or filter until main has answered. */
interface Held {
  list: ConnectorList
  filters: Filters
  sort: Sort
  count: number
  /** Places: `to` itself was not asked for. */
  from: number
  to: number
  entries: readonly Entry[]
}

export class GridView implements Keepable {
  readonly columns = new ColumnLayout()
  readonly saved: ConnectorFilters
  #connectors: Connectors
  #ask: AskService
  #clock: Clock
  #filters = $state.raw<Filters>(noFilters)
  #held = $state.raw<Held | null>(null)
  #cursorKey = $state<string | null>(null)
  /** The row that was chosen, if it was in sight. */
  #last = $state.raw<Entry | null>(null)
  #cursor = $state(-1)
  /** Whose place `#cursor` is. */
  #placed = $state<string | null>(null)
  #open = $state(false)
  #drawn = $state.raw({ from: 0, to: 0 })
  #anchors: () => readonly string[] = () => []
  #answered = $state.raw<object | null>(null)
  #reading = false
  /** Where the operator went, while its row is on its way. */
  #going = $state<number | null>(null)
  /** The connector that is being opened from elsewhere, until the operator does something else. */
  #showing: object = {}

  constructor(connectors: Connectors, ask: AskService, clock: Clock, saved: ConnectorFilters) {
    this.#connectors = connectors
    this.#ask = ask
    this.#clock = clock
    this.saved = saved
  }

  /** The API's answer while it shows, else what refreshes brought. */
  list: ConnectorList | null = $derived.by(() => this.#ask.answer?.list ?? this.#connectors.active)

  /** Rows of another list are not of this one's customers: they go at once. */
  #shown: Held | null = $derived(this.#held?.list === this.list ? this.#held : null)

  /** Whether main has answered what the list holds: until then no count is right. */
  get isRead(): boolean {
    return this.#shown !== null
  }

  /** Whether the rows are of the filters and order that are set; their number may still grow. */
  get isCurrent(): boolean {
    return this.#shown !== null && this.#shown.filters === this.#filters && this.#shown.sort === this.list?.sort
  }

  get count(): number {
    return this.#shown?.count ?? 0
  }

  /** Those of the range that are known. */
  rows(from: number, to: number): { entry: Entry; index: number }[] {
    const held = this.#shown
    if (!held) return []
    const start = Math.max(from, held.from)
    return held.entries
      .slice(start - held.from, Math.max(0, to - held.from))
      .map((entry, at) => ({ entry, index: start + at }))
  }

  /** The slug that all rows share, as far as it can be told without asking; else ''. */
  get integration(): string {
    const held = this.#shown
    if (this.#filters.integration || !held || held.entries.length < held.count) return this.#filters.integration
    const slug = held.entries[0]?.integrationSlug ?? ''
    return held.entries.every(({ integrationSlug }) => integrationSlug === slug) ? slug : ''
  }

  at(index: number): Entry | null {
    return this.rows(index, index + 1)[0]?.entry ?? null
  }

  /** What is in sight. @param anchors keys of rows that are to stay there as rows come and go: most of them do */
  draw(from: number, to: number, anchors: () => readonly string[]): void {
    this.#anchors = anchors
    if (this.#drawn.from !== from || this.#drawn.to !== to) this.#drawn = { from, to }
  }

  /**
   * The view's effect calls it after each change of its inputs.
   * @param moved the anchors have another place: the view scrolls as far
   */
  async read(moved: (rows: number) => void): Promise<void> {
    const { list } = this
    if (!list?.isRead) return void (this.#held = keptOf(list, this.query))
    // In any case: an effect depends on what it reads at once.
    let wanted = this.#wanted
    // One question at a time: two answers would each move the rows, and of a list that changes all the time, none
    // would be in time.
    if (this.#reading) return
    this.#reading = true
    try {
      for (; wanted; wanted = this.#wanted) await this.#readOnce(wanted, moved)
    } catch {
      // The history itself reports that it stopped; an answer that went leaves its list.
    } finally {
      this.#reading = false
    }
  }

  /** null for nothing. */
  get #wanted(): Wanted | null {
    const { list, query } = this
    if (!list?.isRead) return null
    const minute = countsFromNow(query.filters) ? this.#clock.minute : 0
    const about = { list, ...query, version: list.version, orders: list.orders, minute }
    const [{ from, to }, held] = [this.#drawn, this.#held]
    const isSame = this.#answered !== null && sameValues(this.#answered, about)
    const covers = held?.list === list && held.from <= from && held.to >= Math.min(to, held.count)
    return isSame && covers ? null : { list, query, about, from, to, isSame }
  }

  async #readOnce({ list, query, about, from, to, isSame }: Wanted, moved: (rows: number) => void): Promise<void> {
    const anchors = isSame || this.#held?.list !== list ? [] : this.#anchors()
    const shift = await this.#shiftOf(anchors, list, query)
    const start = Math.max(0, from + shift - beyond)
    const end = Math.max(start + 1, Math.min(start + mostShown, to + shift + beyond))
    const chosen = this.#cursorKey
    const answer = await list.range(query, start, end, chosen)
    if (!this.#asks(list, query)) return
    // A row that was chosen meanwhile has its place in the order of before.
    this.#answered = this.#cursorKey === chosen ? about : null
    this.#held = { list, ...query, count: answer.count, from: start, to: end, entries: answer.entries }
    // Another may be chosen meanwhile.
    if (this.#cursorKey === chosen) [this.#cursor, this.#placed] = [answer.position, chosen]
    if (shift === 0) return
    // As the view will: otherwise the rows of before would be asked for again.
    this.#drawn = { from: Math.max(0, from + shift), to: Math.max(0, to + shift) }
    moved(shift)
  }

  /** The median, in rows: one of them may itself have gone elsewhere. */
  async #shiftOf(anchors: readonly string[], list: ConnectorList, query: ListQuery): Promise<number> {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
    const before = new Map(this.#held?.entries.map(({ key }, at) => [key, (this.#held?.from ?? 0) + at]))
    const answers = await Promise.all(anchors.map((key) => list.range(query, 0, 0, key)))
    const shifts = answers.flatMap(({ position }, at) => {
      const place = before.get(anchors[at] ?? '')
      return position < 0 || place === undefined ? [] : [position - place]
    })
    return shifts.sort((a, b) => a - b)[shifts.length >> 1] ?? 0
  }

  get chosen(): string | null {
    return this.#cursorKey
  }

  /** The current row; the first if none was chosen or a filter hides it. -1 without rows. */
  cursor: number = $derived.by(() => {
    if (this.count === 0) return -1
    if (this.#going !== null) return Math.min(this.#going, this.count - 1)
    return this.#cursorKey === null || this.#cursor < 0 ? 0 : Math.min(this.#cursor, this.count - 1)
  })

  /** The connector in the drawer. It stays while filters hide it, and goes once the list lacks it. */
  opened: Entry | null = $derived.by(() => {
    if (!this.#open || this.#cursorKey === null) return null
    const { list } = this
    const shown = this.known(this.#cursorKey)
    // Main knows a connector of an answer only if a refresh saw it.
    if (!list || list.answer !== null) return shown
    const entry = list.get(this.#cursorKey)
    return entry ?? (list.lacks(this.#cursorKey) ? null : shown)
  })

  /** Of the rows that are here; null for others. */
  known(key: string): Entry | null {
    const shown = this.#shown?.entries.find((entry) => entry.key === key)
    return shown ?? (this.#last?.key === key ? this.#last : null)
  }

  /** Whether the place of the current row is known: a connector that was opened elsewhere waits for it. */
  get isPlaced(): boolean {
    return this.#going === null && this.#cursor >= 0 && this.#placed === this.#cursorKey
  }

  /** Whether the drawer waits for its row: it is not known to be gone. */
  get waits(): boolean {
    const [key, { list }] = [this.#cursorKey, this]
    if (!this.#open || key === null || !list) return false
    return list.answer === null ? !list.lacks(key) : this.#placed !== key || this.#cursor >= 0
  }

  filtered: boolean = $derived(isAnySet(this.#filters))
  filteredColumns: AnyColumn[] = $derived(filteredColumns(this.#filters))

  /** All that the filters leave, in order; null if that is more than `most` by now, or main does not answer. */
  async keys(most: number): Promise<string[] | null> {
    const { list, query } = this
    const keys = (await list?.keys(query, most + 1).catch(() => null)) ?? null
    return keys && keys.length <= most && this.#asks(list, query) ? keys : null
  }

  /** Whether this is still what is shown: an answer to another question is nobody's. */
  #asks(list: ConnectorList | null, { filters, sort }: ListQuery): boolean {
    return list === this.list && filters === this.#filters && sort === this.query.sort
  }

  get query() {
    return { filters: this.#filters, sort: this.list?.sort ?? byAttention }
  }

  get filters(): Filters {
    return this.#filters
  }

  set filters(filters: Filters) {
    this.#showing = {}
    this.#filters = filters
  }

  narrow(change: Partial<Filters>): void {
    this.filters = { ...this.#filters, ...change }
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
    list.sort = next
  }

  moveTo(index: number): void {
    this.#go(index, false)
  }

  #go(index: number, opens: boolean): void {
    const place = Math.max(0, Math.min(index, this.count - 1))
    if (this.count === 0) return
    const row = this.at(place)
    if (row) this.#stand(place, row, opens)
    else void this.#chooseAt(place, opens)
  }

  #stand(place: number, row: Entry, opens: boolean): void {
    this.#showing = {}
    this.#going = null
    this.#cursor = place
    this.#last = row
    this.#cursorKey = this.#placed = row.key
    if (opens) this.#open = true
  }

  /** A row that is not here yet, as after End. */
  async #chooseAt(place: number, opens: boolean): Promise<void> {
    const { list, query } = this
    this.#going = place
    const answer = await list?.range(query, place, place + 1).catch(() => null)
    if (this.#going !== place) return
    this.#going = null
    const entry = answer?.entries[0]
    if (entry && this.#asks(list, query)) this.#stand(place, entry, opens)
  }

  move(by: number): void {
    this.moveTo(this.cursor + by)
  }

  /** Opens a connector, whatever the filters hide. One that is not listed opens once a refresh brings it. */
  async show(key: string): Promise<void> {
    const { list } = this
    const asked = (this.#showing = {})
    // Before it is chosen: the drawer goes from one connector to the other.
    const [entry, answer] = await Promise.all([
      list?.fetch(key).catch(() => null),
      list?.range(this.query, 0, 0, key).catch(() => null)
    ])
    if (asked !== this.#showing || list !== this.list) return
    this.choose(key)
    this.#open = true
    if (!entry) return
    this.#last = entry
    if (answer?.position === -1) this.clearFilters()
    else if (answer) [this.#cursor, this.#placed] = [answer.position, key]
  }

  choose(key: string): void {
    this.#showing = {}
    this.#going = null
    this.#cursorKey = key
    this.#answered = null
  }

  openAt(index: number): void {
    this.#go(index, true)
  }

  close(): void {
    this.#showing = {}
    this.#open = false
  }

  get kept(): z.infer<typeof kept> {
    return { sort: this.list?.sort ?? byAttention, filters: this.#filters, cursor: this.#cursorKey, open: this.#open }
  }

  /** The refresh brings the row, which opens the drawer. */
  restore(from: unknown): void {
    const { sort, filters, cursor, open } = kept.parse(from)
    if (this.list) this.list.sort = sort
    this.#filters = filters
    this.#cursorKey = cursor
    this.#open = open
  }

  /** For another workspace or region: drops the chosen rows and keeps the filters, which describe the search. */
  reset(): void {
    this.close()
    this.#cursorKey = null
    this.#last = null
  }
}

/** What the last session showed, if it is what is asked for now. */
function keptOf(list: ConnectorList | null, query: ListQuery): Held | null {
  const kept = list?.kept
  if (!list || !kept || JSON.stringify(kept.query) !== JSON.stringify(query)) return null
  return { list, ...query, count: kept.count, from: 0, to: kept.entries.length, entries: kept.entries }
}

const sameValues = (a: object, b: object) =>
  Object.entries(a).every(([name, value]) => (b as Record<string, unknown>)[name] === value)
