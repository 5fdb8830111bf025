import type { RowDiagnosis } from '../../issues/diagnosis'
import { searchable } from '../../searchable'
import type { Category } from '../category'
import type { Reading } from '../connector'
import { IntegrationTexts, ListedRow, type Numbered } from './listed-row'
import { attentionOf, countsFromNow, matcher, sortValueOf, wordsOf, type Filters, type Sort } from './query'
import { SearchTexts } from './search-texts'

export interface ListQuery {
  filters: Filters
  sort: Sort
}

export interface Tally {
  total: number
  /** Rows per state: see `ListedRow.facets`. */
  facets: Record<string, number>
  perCategory: Partial<Record<Category, number>>
  /** Rows that are not diagnosed yet: until then no number of a cause is right. Without test connectors. */
  undiagnosed: number
}

export interface Answered {
  count: number
  /** @returns rows from one place of the order to another, or to its end */
  rows(from?: number, to?: number): ListedRow[]
  /** -1 for a row that is not in it */
  positionOf(key: string): number
  /** false while rows change faster than they can be put in order: ask again soon. */
  settled: boolean
}

/** A change waits until this many times the last sorting took: sorting must leave the thread to others. */
const sortsLeave = 8
const mostFound = 100
const mostOrders = 4

/**
 * The connectors of a place, as its lists ask for them. In memory, as SQLite sorts and searches many times slower; each
 * row has a place, and orders and masks are columns by place.
 */
export class HeldList {
  private readonly byKey = new Map<string, ListedRow>()
  private readonly byPlace: (ListedRow | null)[] = []
  private readonly free: number[] = []
  private readonly search = new SearchTexts()
  private readonly integrations = new Map<string, IntegrationTexts>()
  private names: Readonly<Record<string, string>> = {}
  private version = 0
  /** An earlier order is wrong, not only old: rows went, or names changed. */
  private wrongBefore = 0
  /** Places by name, the last comparison of every order. */
  private byName = new Uint32Array(0)
  /** Not in `byName` yet, and there at another's place or of a row that went. */
  private unnamed: number[] = []
  private readonly moved = new Set<number>()
  private readonly orders = new Map<string, Order>()

  /**
   * @param elapsed ms of a clock that never goes back
   * @param small up to so many rows are put in order at every change
   */
  constructor(
    private readonly elapsed: () => number = () => performance.now(),
    private readonly small = 5_000
  ) {}

  get size(): number {
    return this.byKey.size
  }

  get(key: string): ListedRow | undefined {
    return this.byKey.get(key)
  }

  all(): Iterable<ListedRow> {
    return this.byKey.values()
  }

  /** @param of is held, so that its connector is not to change */
  put(of: Numbered): void {
    const { key, connector } = of
    this.version++
    const known = this.byKey.get(key)
    if (known && isSameText(known.connector, connector)) return known.take(of)
    const place = known?.place ?? this.free.pop() ?? this.byPlace.length
    if (known) {
      this.wrongBefore = this.version
      this.moved.add(place)
    }
    const row = new ListedRow(of, place, this.textsOf(connector.integrationSlug))
    this.byKey.set(key, row)
    this.byPlace[place] = row
    this.unnamed.push(place)
    this.search.put(row)
  }

  diagnose(diagnoses: Iterable<RowDiagnosis>): void {
    this.version++
    for (const one of diagnoses) this.byKey.get(one.key)?.diagnose(one)
  }

  drop(key: string): void {
    const row = this.byKey.get(key)
    if (!row) return
    this.wrongBefore = ++this.version
    this.byKey.delete(key)
    this.byPlace[row.place] = null
    this.moved.add(row.place)
    this.search.drop(row)
  }

  /** Display names of integrations by slug. */
  show(names: Readonly<Record<string, string>>): void {
    this.names = names
    let isOther = false
    for (const one of this.integrations.values()) {
      const name = Object.hasOwn(names, one.slug) ? names[one.slug] : undefined
      if (name === undefined || name === one.name) continue
      one.show(name)
      isOther = true
    }
    if (isOther) this.wrongBefore = ++this.version
  }

  /**
   * @param now ms since 1970, which ages count to
   * @param more.within what must hold beyond the query
   * @param more.settled puts the rows in order, however often they change: for an act on all of them
   */
  ask(
    { filters, sort }: ListQuery,
    now: number,
    { within, settled = false }: { within?: ((row: ListedRow) => boolean) | undefined; settled?: boolean } = {}
  ): Answered {
    const order = this.inOrder(sort, settled)
    // The minute is as fine as an age is shown.
    const wanted = JSON.stringify([filters, countsFromNow(filters) ? Math.floor(now / 60_000) : 0])
    if (order.narrowed?.by !== wanted)
      order.narrowed = { by: wanted, places: this.narrowed(order.places, filters, now) }
    const all = order.narrowed.places
    const places = within ? all.filter((place) => within(this.at(place))) : all
    return {
      count: places.length,
      rows: (from = 0, to = places.length) => Array.from(places.subarray(from, to), (place) => this.at(place)),
      positionOf: (key) => {
        const row = this.byKey.get(key)
        return row ? places.indexOf(row.place) : -1
      },
      settled: order.version === this.version
    }
  }

  count(filters: Filters, now: number): number {
    this.nameAll()
    return this.narrowed(this.byName, filters, now).length
  }

  /**
   * Connectors that hold all words: first exact names, then names that begin so, then the rest; usable connectors lead
   * each part.
   * @param by `whose`: by customer and integration: an ID counts whole, or by a part with a digit
   * @param of null for all categories
   * @param keys null for all rows
   * @returns at most 100, and how many there are
   */
  find(
    typed: string,
    by: 'any' | 'whose',
    of: Category | null = null,
    keys: readonly string[] | null = null
  ): { found: ListedRow[]; total: number } {
    const text = searchable(typed.trim())
    const words = wordsOf(text)
    const tests = words.map((word) => {
      const holds = by === 'any' || /\d/.test(word) ? this.holding(word) : (row: ListedRow) => row.isNamed(word)
      return (row: ListedRow) => holds(row) || row.category.toLowerCase() === word
    })
    const is = (id: string | null) => id?.length === text.length && id.toLowerCase() === text
    const parts: ListedRow[][][] = [
      [[], [], []],
      [[], [], []],
      [[], [], []]
    ]
    let total = 0
    const take = (row: ListedRow) => {
      if (of !== null && row.category !== of) return
      const isExact = text !== '' && (is(row.id) || is(row.connector.originId))
      if (!isExact && !tests.every((test) => test(row))) return
      total++
      const part = parts[isExact ? 0 : row.name.startsWith(text) ? 1 : 2]?.[obstacle(row)]
      // In the order of names: later ones of a part are never shown.
      if (part && part.length < mostFound) part.push(row)
    }
    if (keys) for (const row of keys.flatMap((key) => this.byKey.get(key) ?? []).sort(byNameAndKey)) take(row)
    else {
      this.nameAll()
      for (const place of this.byName) take(this.at(place))
    }
    return { found: parts.flat(2).slice(0, mostFound), total }
  }

  tally(): Tally {
    // Rows with the same facets share the list of them.
    const lists = new Map<readonly string[], number>()
    const perCategory: Partial<Record<Category, number>> = {}
    let undiagnosed = 0
    for (const { category, kind, connector, facets: own } of this.byKey.values()) {
      perCategory[category] = (perCategory[category] ?? 0) + 1
      if (kind === null && !connector.isTest) undiagnosed++
      lists.set(own, (lists.get(own) ?? 0) + 1)
    }
    const facets = new Map<string, number>()
    for (const [list, count] of lists) for (const facet of list) facets.set(facet, (facets.get(facet) ?? 0) + count)
    return { total: this.size, facets: Object.fromEntries(facets), perCategory, undiagnosed }
  }

  private at(place: number): ListedRow {
    return this.byPlace[place] as ListedRow
  }

  /** Whether a search finds a row by a word: the integration's name counts as well. */
  private holding(word: string): (row: ListedRow) => boolean {
    const named = new Set<IntegrationTexts>()
    for (const one of this.integrations.values()) if (one.search.includes(word)) named.add(one)
    const mask = this.search.find(word)
    return ({ place, texts }) => mask[place] === 1 || named.has(texts)
  }

  private narrowed(places: Uint32Array, filters: Filters, now: number): Uint32Array {
    const tests = wordsOf(filters.text).map((word) => this.holding(word))
    const test = matcher(filters, now)
    if (test) tests.push(test)
    return tests.length === 0
      ? places
      : places.filter((place) => {
          const row = this.at(place)
          return tests.every((holds) => holds(row))
        })
  }

  private inOrder(sort: Sort, settled: boolean): Order {
    const by = `${sort.by} ${sort.descending}`
    const known = this.orders.get(by)
    if (known && known.version === this.version) return known
    const began = this.elapsed()
    const mayRest = !settled && this.size > this.small && known && known.version >= this.wrongBefore
    if (mayRest && began < known.restUntil) return known
    const places = this.sorted(sort)
    const ended = this.elapsed()
    const order = { places, version: this.version, restUntil: ended + sortsLeave * (ended - began), narrowed: null }
    this.orders.delete(by)
    this.orders.set(by, order)
    for (const oldest of [...this.orders.keys()].slice(0, -mostOrders)) this.orders.delete(oldest)
    return order
  }

  /** No two rows are equal, so that the order never depends on arrival. */
  private sorted({ by, descending }: Sort): Uint32Array {
    this.nameAll()
    const values = this.valuesOf(sortValueOf(by))
    const sign = descending && by !== 'attention' ? -1 : 1
    // What has no value comes last in both directions.
    return byNumber(this.byName, (place) => (values[place] === Infinity ? Infinity : sign * (values[place] as number)))
  }

  /** As numbers by place, texts by their rank; without a value Infinity. */
  private valuesOf(read: (row: ListedRow) => string | number | null): Float64Array {
    const values = new Float64Array(this.byPlace.length).fill(Infinity)
    const texts = new Map<string, number[]>()
    for (const row of this.byKey.values()) {
      const value = read(row)
      if (typeof value === 'number') values[row.place] = value
      else if (value !== null) {
        const same = texts.get(value)
        if (same) same.push(row.place)
        else texts.set(value, [row.place])
      }
    }
    for (const [rank, text] of [...texts.keys()].sort().entries())
      for (const place of texts.get(text) ?? []) values[place] = rank
    return values
  }

  private nameAll(): void {
    if (this.unnamed.length + this.moved.size === 0) return
    const compare = (a: number, b: number) => byNameAndKey(this.at(a), this.at(b))
    const known = this.moved.size > 0 ? this.byName.filter((place) => !this.moved.has(place)) : this.byName
    const fresh = [...new Set(this.unnamed)].filter((place) => this.byPlace[place]).sort(compare)
    // No order has these places any more.
    for (const place of this.moved) if (!this.byPlace[place]) this.free.push(place)
    this.moved.clear()
    this.unnamed = []
    const merged = new Uint32Array(known.length + fresh.length)
    for (let to = 0, left = 0, right = 0; to < merged.length; to++) {
      const [a, b] = [known[left], fresh[right]]
      if (a !== undefined && (b === undefined || compare(a, b) < 0)) [merged[to], left] = [a, left + 1]
      else [merged[to], right] = [b as number, right + 1]
    }
    this.byName = merged
  }

  private textsOf(slug: string): IntegrationTexts {
    const known = this.integrations.get(slug)
    if (known) return known
    const texts = new IntegrationTexts(slug)
    const name = Object.hasOwn(this.names, slug) ? this.names[slug] : undefined
    if (name !== undefined) texts.show(name)
    this.integrations.set(slug, texts)
    return texts
  }
}

interface Order {
  places: Uint32Array
  version: number
  restUntil: number
  narrowed: { by: string; places: Uint32Array } | null
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** As the order of Connectors has them. */
export const byNeed = (a: ListedRow, b: ListedRow) => attentionOf(a) - attentionOf(b) || byNameAndKey(a, b)

const byNameAndKey = (a: ListedRow, b: ListedRow) => order(a.name, b.name) || order(a.key, b.key)

/** What a row is found and ordered by whatever its state. */
const isSameText = (a: Reading, b: Reading) =>
  a.endUser === b.endUser && a.originId === b.originId && a.integrationSlug === b.integrationSlug

/** 0: requests get through; 1: the provider will refuse its credentials; 2: the API forwards nothing. */
function obstacle({ connector: { isActive, status } }: ListedRow): 0 | 1 | 2 {
  if (isActive === false || status === 'INCOMPLETE') return 2
  return status === 'RELINK_NEEDED' ? 1 : 0
}

/**
 * Places in the order of their numbers, those with the same number in the order given. By their bytes: a comparison of
 * a million would take ten times as long.
 * @param numberOf not NaN
 */
export function byNumber(places: Uint32Array, numberOf: (place: number) => number): Uint32Array {
  const { length } = places
  const numbers = new Float64Array(length)
  // Adding 0 makes -0 the same as 0.
  for (let at = 0; at < length; at++) numbers[at] = numberOf(places[at] as number) + 0
  const words = new Uint32Array(numbers.buffer)
  // So that they compare as unsigned integers do; of each number the low word is first.
  for (let high = 1; high < words.length; high += 2) {
    const word = words[high] as number
    if (word >>> 31) words[high - 1] = ~(words[high - 1] as number)
    words[high] = word >>> 31 ? ~word : word ^ 0x80000000
  }
  let order = Uint32Array.from(numbers.keys())
  let next = new Uint32Array(length)
  for (let digit = 0; digit < 8; digit++) {
    const [word, shift] = [digit >> 2, (digit & 3) * 8]
    const byteOf = (at: number) => ((words[at * 2 + word] as number) >>> shift) & 255
    const counts = new Uint32Array(256)
    for (let at = 0; at < length; at++) counts[byteOf(at)] = (counts[byteOf(at)] as number) + 1
    if (counts.includes(length)) continue
    const ends = new Uint32Array(256)
    for (let byte = 1; byte < 256; byte++) ends[byte] = (ends[byte - 1] as number) + (counts[byte - 1] as number)
    for (const at of order) {
      const byte = byteOf(at)
      next[ends[byte] as number] = at
      ends[byte] = (ends[byte] as number) + 1
    }
    ;[order, next] = [next, order]
  }
  return order.map((at) => places[at] as number)
}
