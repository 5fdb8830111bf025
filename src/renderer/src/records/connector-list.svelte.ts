/* eslint-disable svelte/prefer-svelte-reactivity -- `#read` tells of what the maps hold */
import { categories, type Category } from '../../../shared/connectors/category'
import type { ListQuery } from '../../../shared/connectors/list/held-list'
import type { IntegrationTotal, KeptList, ListTally, ListWithin } from '../../../shared/connectors/list/listed'
import { byAttention, longestText, mostShown, type Filters, type Sort } from '../../../shared/connectors/list/query'
import type { Region } from '../../../shared/workspaces/region'
import type { Request } from '../../../shared/ipc'
import type { Client } from '../client.svelte'
import { Entry } from './entry'
import { namesVersion, shownNames } from './learned-names.svelte'
import { RefreshRun } from './refresh-run.svelte'

/** Rows asked for by key in one call. */
const atOnce = 400

/** A list that rows change faster than main sorts is asked for again after so long, ms. */
const askAgainAfter = 250

/**
 * Main looks at every row to count them: while a refresh brings rows, it rests this long for each of them, ms. Otherwise
 * ten times the rows would be counted ten times as often.
 */
const restPerRow = 0.002

const noTally: ListTally = { total: 0, facets: {}, perCategory: {}, undiagnosed: 0, older: [] }

export interface Tally extends Omit<ListTally, 'facets' | 'perCategory'> {
  facets: ReadonlyMap<string, number>
  perCategory: ReadonlyMap<Category, number>
}

/** What main holds of one workspace's region, or of an answer of its service: the window asks for what it shows. */
export class ConnectorList {
  readonly workspaceId: string
  readonly region: Region
  /** The id of the answer; null for what refreshes brought. */
  readonly answer: string | null
  #client: Client
  #refresh = $state.raw<RefreshRun | null>(null)
  #sort = $state.raw<Sort>(byAttention)
  #tally = $state.raw(noTally)
  #version = $state(0)
  #isRead = $state(false)
  #kept = $state.raw<ConnectorList['kept']>(null)
  #totals = $state.raw<readonly IntegrationTotal[]>([])
  #totalsWanted = false
  #known = new Map<string, Entry | null>()
  /** Read since the last change: what nothing reads any more is forgotten with the next. */
  #used = new Set<string>()
  #wanted = new Set<string>()
  /** In the call that runs. */
  #asked: ReadonlySet<string> = new Set()
  /** Main did not answer: asked for again with the next change. */
  #unanswered = new Set<string>()
  #asking = false
  /** Of `#known`. */
  #read = $state(0)
  #reading: Promise<void> = Promise.resolve()
  /** What follows it; null until something changes. */
  #next: Promise<void> | null = null
  #readAt = -Infinity
  #soon: ReturnType<typeof setTimeout> | undefined
  #orders = $state(0)
  #ordering = false
  #namesTold = 0
  /** When this session's first refresh began, ms since 1970. */
  #firstStart = Infinity
  /** When the refresh before the latest began, ms since 1970. */
  #lastStart: number | null = null

  constructor(client: Client, workspaceId: string, region: Region, answer: string | null = null) {
    this.#client = client
    this.workspaceId = workspaceId
    this.region = region
    this.answer = answer
  }

  get refreshRun(): RefreshRun | null {
    return this.#refresh
  }

  /** Of Connectors. */
  get sort(): Sort {
    return this.#sort
  }

  set sort(sort: Sort) {
    this.#sort = sort
  }

  /** Changes with what main holds: what was asked for is to be asked again. */
  get version(): number {
    return this.#version
  }

  /** Changes where a range that was told before its rows were in order is to be asked for again. */
  get orders(): number {
    return this.#orders
  }

  /** What an earlier session showed last, until main has read all; else null. */
  get kept(): (Omit<KeptList, 'rows' | 'tally'> & { entries: readonly Entry[] }) | null {
    return this.#isRead ? null : this.#kept
  }

  /** Asks for it: before anything else, as main answers in order. */
  async remember(): Promise<void> {
    const kept = await this.#client.call('connectors:kept', this.#place).catch(() => null)
    if (!kept || this.#isRead) return
    const { rows, tally, ...list } = kept
    this.#kept = { ...list, entries: rows.map((row) => new Entry(row)) }
    this.#tally = tally
  }

  /** Whether main has told how many connectors there are. */
  get isRead(): boolean {
    return this.#isRead
  }

  get size(): number {
    return this.#tally.total
  }

  tally: Tally = $derived.by(() => ({
    ...this.#tally,
    facets: new Map(Object.entries(this.#tally.facets)),
    perCategory: new Map(
      categories.flatMap((one): [Category, number][] => {
        const rows = this.#tally.perCategory[one]
        return rows === undefined ? [] : [[one, rows]]
      })
    )
  }))

  /** By category and integration; asked for once something reads it. */
  get totals(): readonly IntegrationTotal[] {
    if (!this.#totalsWanted) {
      this.#totalsWanted = true
      queueMicrotask(() => void this.#readTotals())
    }
    return this.#totals
  }

  begin(now: number): RefreshRun {
    this.#firstStart = Math.min(this.#firstStart, now)
    if (this.#refresh) this.#lastStart = this.#refresh.progress.startedAt
    this.#refresh = new RefreshRun(now)
    return this.#refresh
  }

  /** The last refresh ended without it, or it is from an earlier session and not read again yet. */
  isOlder({ seenAt }: Entry): boolean {
    const run = this.#refresh
    if (this.answer !== null) return false
    // A refresh of the team began before this session may have.
    const since = run && !run.running ? run.progress.startedAt : (this.#lastStart ?? this.#firstStart)
    return seenAt < since
  }

  /** A refresh brings rows: main rests before it counts them again. */
  changeSoon(): void {
    if (this.#soon !== undefined || this.#next) return
    const rest = this.#readAt + restPerRow * this.size - performance.now()
    if (rest <= 0) void this.change()
    else this.#soon = setTimeout(() => void this.change(), rest)
  }

  /** Another list is shown: this one asks nothing more by itself. */
  leave(): void {
    clearTimeout(this.#soon)
    this.#soon = undefined
  }

  /** Main's rows changed. @returns once a tally is here that was asked for after it */
  change(): Promise<void> {
    this.leave()
    return (this.#next ??= this.#reading.then(() => {
      this.#next = null
      return (this.#reading = this.#readAll())
    }))
  }

  /** Reactive; null for a connector that is not listed, and until main has answered. */
  get(key: string): Entry | null {
    void this.#read
    this.#used.add(key)
    const known = this.#known.get(key)
    if (known === undefined) this.#want(key)
    return known ?? null
  }

  /** Reactive; false until main has answered. */
  lacks(key: string): boolean {
    void this.#read
    this.#used.add(key)
    return this.#known.get(key) === null
  }

  /** @returns null for a connector that is not listed */
  async fetch(key: string): Promise<Entry | null> {
    const [row] = await this.#client.call('connectors:rowsOf', { ...this.#place, keys: [key] })
    const entry = row ? new Entry(row) : null
    this.#known.set(key, entry)
    this.#used.add(key)
    this.#read++
    return entry
  }

  /** @param at a key, for its position; -1 where the list lacks it */
  async range(query: ListQuery, from: number, to: number, at: string | null = null, within?: ListWithin) {
    const more = { ...(at !== null && { at }), ...(within && { within }), ...this.#ofAnswer }
    const asked = { ...this.#place, ...query, from, to, ...more }
    const { rows, settled, ...list } = await this.#client.call('connectors:list', asked)
    if (!settled) this.#orderSoon()
    return { ...list, entries: rows.map((row) => new Entry(row)) }
  }

  #orderSoon(): void {
    if (this.#ordering) return
    this.#ordering = true
    setTimeout(() => {
      this.#ordering = false
      this.#orders++
    }, askAgainAfter)
  }

  async byKeys(keys: readonly string[]): Promise<ReadonlyMap<string, Entry>> {
    const found = new Map<string, Entry>()
    for (let at = 0; at < keys.length; at += mostShown) {
      const some = keys.slice(at, at + mostShown)
      for (const row of await this.#client.call('connectors:rowsOf', { ...this.#place, keys: some }))
        found.set(row.key, new Entry(row))
    }
    return found
  }

  match(by: Request<'connectors:match'>['by'], integration: string | null, texts: string[]) {
    return this.#client.call('connectors:match', { ...this.#place, by, integration, texts })
  }

  /** In the order of the list. */
  keys(query: ListQuery, most: number): Promise<string[]> {
    return this.#client.call('connectors:listKeys', { ...this.#place, ...query, most, ...this.#ofAnswer })
  }

  counts(filters: Filters[]): Promise<number[]> {
    return this.#client.call('connectors:listCounts', { ...this.#place, filters, ...this.#ofAnswer })
  }

  /** The best 100; see `HeldList.find`. */
  async find(
    text: string,
    {
      by = 'any',
      category = null,
      keys = null
    }: Partial<Pick<Request<'connectors:find'>, 'by' | 'category' | 'keys'>> = {}
  ): Promise<{ found: Entry[]; total: number }> {
    const asked = { ...this.#place, text: text.slice(0, longestText), by, category, keys }
    const { rows, total } = await this.#client.call('connectors:find', asked)
    return { found: rows.map((row) => new Entry(row)), total }
  }

  /** How many open issues of this version of the list the running refresh has seen again, as they were. */
  confirmed(version: string): Promise<number> {
    return this.#client.call('connectors:confirmed', { ...this.#place, version })
  }

  /** The connectors of a customer, and one each of other customers of the same name. */
  async customer(of: Request<'connectors:customer'>['of']): Promise<{ own: Entry[]; namesakes: Entry[] }> {
    const { own, namesakes } = await this.#client.call('connectors:customer', { ...this.#place, of })
    return { own: own.map((row) => new Entry(row)), namesakes: namesakes.map((row) => new Entry(row)) }
  }

  get #place() {
    return { workspaceId: this.workspaceId, region: this.region }
  }

  get #ofAnswer() {
    return this.answer === null ? {} : { answer: this.answer }
  }

  async #readAll(): Promise<void> {
    try {
      await this.#tellNames()
      this.#tally = await this.#client.call('connectors:tally', { ...this.#place, ...this.#ofAnswer })
      this.#isRead = true
    } catch {
      // The history itself reports that it stopped.
    }
    this.#version++
    const used = this.#used
    this.#used = new Set()
    for (const key of this.#known.keys())
      if (used.has(key) || this.#wanted.has(key) || this.#asked.has(key)) this.#want(key)
      else this.#known.delete(key)
    for (const key of this.#unanswered) this.#want(key)
    this.#unanswered.clear()
    if (this.#totalsWanted) await this.#readTotals()
    this.#readAt = performance.now()
  }

  async #tellNames(): Promise<void> {
    const names = namesVersion()
    if (names === this.#namesTold) return
    await this.#client.call('connectors:names', { ...this.#place, names: shownNames() })
    this.#namesTold = names
  }

  async #readTotals(): Promise<void> {
    const totals = await this.#client.call('connectors:integrationTotals', this.#place).catch(() => null)
    if (totals) this.#totals = totals
  }

  #want(key: string): void {
    this.#wanted.add(key)
    if (this.#asking) return
    this.#asking = true
    queueMicrotask(() => void this.#ask())
  }

  async #ask(): Promise<void> {
    while (this.#wanted.size > 0) {
      const keys = [...this.#wanted].slice(0, atOnce)
      for (const key of keys) this.#wanted.delete(key)
      this.#asked = new Set(keys)
      const rows = await this.#client.call('connectors:rowsOf', { ...this.#place, keys }).catch(() => null)
      if (!rows) {
        for (const key of keys) this.#unanswered.add(key)
        continue
      }
      const found = new Map(rows.map((row) => [row.key, new Entry(row)]))
      for (const key of keys) this.#known.set(key, found.get(key) ?? null)
      this.#read++
    }
    this.#asked = new Set()
    this.#asking = false
  }
}
