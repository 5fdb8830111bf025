import type { Category } from '../../../shared/connectors/category'
import type { Connector, ConnectorRow } from '../../../shared/connectors/connector'
import type { Region } from '../../../shared/workspaces/region'
import type { LastRows } from '../../../shared/connectors/snapshot'
import type { RowDiagnosis } from '../../../shared/issues/diagnosis'
import type { RefreshProgress } from '../../../shared/connectors/refresh'
import { byAttention, type Sort } from './columns'
import { earlierRefreshes, Entry, isSameState } from './entry'
import { namesVersion } from './learned-names.svelte'
import { OrderedRows } from './ordered-rows'
import { Counter, type Tally } from './tally'
import { RefreshRun } from './refresh-run.svelte'

/** The connectors of one workspace's region, as far as refreshes have brought them. */
export class ConnectorList {
  readonly workspaceId: string
  readonly region: Region
  #ordered = new OrderedRows(byAttention)
  /** Rows received but not shown yet: `show` shows them, so drawing does not follow each page. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #taken = new Map<string, Entry>()
  /** Connectors read alone during a refresh, with their entries from its beginning. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #replaced = new Map<string, Entry>()
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #brought = new Set<string>()
  #counter = new Counter()
  #rows = $state.raw<readonly Entry[]>([])
  #tally = $state.raw<Tally>(this.#counter.tally(0, []))
  #refresh = $state.raw<RefreshRun | null>(null)
  #sort = $state.raw<Sort>(byAttention)
  /** Of the names that the rows are sorted by. */
  #namesVersion = namesVersion()
  /** When each refresh began, by number; at 0 the time of the oldest row from earlier sessions. */
  #began: number[] = [Infinity]
  #settled: Category[] = []
  /** Categories that were read to their end, so that rows gone from them are removed. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #swept = new Set<Category>()

  constructor(workspaceId: string, region: Region) {
    this.workspaceId = workspaceId
    this.region = region
  }

  /** In the chosen order, unfiltered. A new array after each change. */
  get rows(): readonly Entry[] {
    return this.#rows
  }

  get tally(): Tally {
    return this.#tally
  }

  get refreshRun(): RefreshRun | null {
    return this.#refresh
  }

  get sort(): Sort {
    return this.#sort
  }

  /** Reactive through `rows`. */
  get(key: string): Entry | null {
    return (this.#rows.length > 0 && this.#ordered.get(key)) || null
  }

  /** For loops over thousands of keys: reading a signal would cost more than the row. */
  peek(key: string): Entry | null {
    return this.#ordered.get(key) ?? null
  }

  /** When a row was read, ms since 1970: for a row from a refresh, the time that refresh began. */
  readAt(entry: Entry): number | null {
    const at = entry.seenAt ?? this.#began[entry.refreshRun] ?? Infinity
    return at === Infinity ? null : at
  }

  indexIn(rows: readonly Entry[], entry: Entry): number {
    return this.#ordered.indexIn(rows, entry)
  }

  /** Sorting a long list takes a moment; the old order shows until then. */
  async sortBy(sort: Sort): Promise<void> {
    this.#sort = sort
    this.#namesVersion = namesVersion()
    if (await this.#ordered.sort(sort)) this.#publish()
  }

  /** After names of integrations were learned, the old order shows until the new one is there. */
  sortByNames(): void {
    if (this.#sort.by === 'integration' && this.#namesVersion !== namesVersion()) void this.sortBy(this.#sort)
  }

  begin(now: number): RefreshRun {
    this.#began.push(now)
    this.#settled = []
    this.#swept.clear()
    this.#brought.clear()
    this.#replaced.clear()
    this.#refresh = new RefreshRun(this.#began.length - 1, now)
    this.#publish()
    return this.#refresh
  }

  take(rows: readonly ConnectorRow[]): void {
    const refreshRun = this.#refresh
    if (!refreshRun) return
    const entries = Entry.of(rows, refreshRun.number, ({ key }, connector) => {
      const twice = this.#bring(key)
      return { twice, diagnosis: this.#diagnosisFor(key, connector) }
    })
    for (const entry of entries) this.#taken.set(entry.key, entry)
  }

  /** Takes rows that the refresh brought unchanged since it began. */
  takeSame(keys: readonly string[]): void {
    const refreshRun = this.#refresh
    if (!refreshRun) return
    for (const key of keys) {
      const entry = this.#replaced.get(key) ?? this.#latest(key)
      if (entry) this.#taken.set(key, entry.again(refreshRun.number, this.#bring(key)))
    }
  }

  /** Digests of the rows: main need not send rows that match them. */
  held(): string {
    const entries = this.#ordered.rows.map((entry) => this.#taken.get(entry.key) ?? entry)
    return entries.map(({ digest }) => digest ?? '').join('')
  }

  /** Marks a row that one refresh brings twice: data moved, or two records share its id. */
  #bring(key: string): boolean {
    const twice = this.#brought.has(key)
    this.#brought.add(key)
    return twice
  }

  /** Takes rows of earlier sessions; rows already here are newer and stay. */
  remember(rows: LastRows['rows']): void {
    const wanted = rows.filter(({ key, category }) => !this.#latest(key) && !this.#swept.has(category))
    for (const entry of Entry.of(wanted, earlierRefreshes, ({ seenAt }) => ({ seenAt }))) {
      const seenAt = entry.seenAt ?? Infinity
      this.#began[earlierRefreshes] = Math.min(this.#began[earlierRefreshes] ?? seenAt, seenAt)
      this.#taken.set(entry.key, entry)
    }
  }

  /** Takes main's diagnoses; draws again only the rows that differ. */
  judge(diagnoses: readonly RowDiagnosis[]): void {
    for (const diagnosis of diagnoses) {
      const entry = this.#latest(diagnosis.key)
      if (entry && !isSameDiagnosis(entry.diagnosis, diagnosis)) this.#taken.set(entry.key, entry.judged(diagnosis))
    }
  }

  get waiting(): number {
    return this.#taken.size
  }

  showSome(most: number): void {
    const some: Entry[] = []
    for (const entry of this.#taken.values()) {
      if (some.length === most) break
      some.push(entry)
    }
    for (const { key } of some) this.#taken.delete(key)
    this.#put(some)
    this.#publish()
  }

  /** Shows all received rows, then the progress. */
  show(progress?: RefreshProgress, now = 0): void {
    this.#put([...this.#taken.values()])
    this.#taken.clear()
    const refreshRun = this.#refresh
    if (refreshRun && progress) {
      for (const { category, state, repeated } of progress.categories) {
        if (state === 'done') this.#settle(refreshRun, category, repeated)
      }
      // Rows from another desk of the team are as old as that desk's refresh.
      if (progress.team?.kind === 'taken') this.#began[refreshRun.number] = progress.startedAt
      refreshRun.report(progress, now)
      if (!refreshRun.running) this.#brought.clear()
    }
    this.#publish()
  }

  /** @param row null if the API no longer lists it */
  refresh(key: string, row: ConnectorRow | null, now = Date.now()): void {
    const refreshRun = Math.max(this.#began.length - 1, 1)
    const before = this.#latest(key)
    if (before && this.#refresh?.running && !this.#replaced.has(key)) this.#replaced.set(key, before)
    this.#taken.delete(key)
    if (row) {
      const known = (_: ConnectorRow, connector: Connector) => ({
        diagnosis: this.#diagnosisFor(key, connector),
        seenAt: now
      })
      this.#put(Entry.of([row], refreshRun, known))
    } else this.#counter.remove(this.#ordered.drop((entry) => entry.key === key))
    this.#publish()
  }

  #latest(key: string): Entry | undefined {
    return this.#taken.get(key) ?? this.#ordered.get(key)
  }

  #put(entries: readonly Entry[]): void {
    const { added, replaced } = this.#ordered.put(entries)
    this.#counter.add(added)
    this.#counter.remove(replaced)
  }

  /** Until main judges the refresh, a diagnosis holds if no field it may depend on has changed. */
  #diagnosisFor(key: string, connector: Connector): RowDiagnosis | null {
    const known = this.#latest(key)
    return known?.diagnosis && isSameState(known, connector) ? known.diagnosis : null
  }

  /** At the end of a category, removes rows that the refresh did not bring. */
  #settle(refreshRun: RefreshRun, category: Category, repeated: number): void {
    if (this.#settled.includes(category)) return
    this.#settled.push(category)
    // Repeated ids mean that data moved during the refresh, so a missing row may still exist.
    if (repeated > 0) return
    this.#swept.add(category)
    const dropped = this.#ordered.drop((entry) => entry.category === category && entry.refreshRun !== refreshRun.number)
    this.#counter.remove(dropped)
  }

  #publish(): void {
    this.#rows = this.#ordered.rows
    this.#tally = this.#counter.tally(this.#refresh?.number ?? earlierRefreshes + 1, this.#began)
  }
}

function isSameDiagnosis(a: RowDiagnosis | null, b: RowDiagnosis): boolean {
  return (
    a?.kind === b.kind &&
    a.since === b.since &&
    a.lastGoodSync.time === b.lastGoodSync.time &&
    a.lastGoodSync.kind === b.lastGoodSync.kind
  )
}
