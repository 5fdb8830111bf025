import type { Category } from '../../../shared/connectors/category'
import type { Connector, ConnectorRow } from '../../../shared/connectors/connector'
import type { Region } from '../../../shared/workspaces/region'
import type { LastRows } from '../../../shared/connectors/snapshot'
import type { RowDiagnosis } from '../../../shared/issues/diagnosis'
import type { RefreshProgress } from '../../../shared/connectors/refresh'
import { byAttention, type Sort } from './columns'
import { earlierRefreshes, Entry, isSameState } from './entry'
import { OrderedRows } from './ordered-rows'
import { Counter, type Tally } from './tally'
import { RefreshRun } from './refresh-run.svelte'

/** The connectors of one workspace's region, as far as walks have brought them. */
export class ConnectorList {
  readonly workspaceId: string
  readonly region: Region
  #ordered = new OrderedRows(byAttention)
  /** Rows received and not shown yet: `show` shows them, so that drawing need not follow each page. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #taken = new Map<string, Entry>()
  /** What was read again by itself during a walk: what the list held of it when the walk began. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #replaced = new Map<string, Entry>()
  /** Keys that the latest walk has brought. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #brought = new Set<string>()
  #counter = new Counter()
  #rows = $state.raw<readonly Entry[]>([])
  #tally = $state.raw<Tally>(this.#counter.tally(0, []))
  #refresh = $state.raw<RefreshRun | null>(null)
  #sort = $state.raw<Sort>(byAttention)
  /** When each walk began, by its number; before this session's, the oldest of the rows kept from then. */
  #began: number[] = [Infinity]
  #settled: Category[] = []
  /** Categories whose end showed what is gone. */
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

  /** The running walk, or the last one. */
  get refreshRun(): RefreshRun | null {
    return this.#refresh
  }

  get sort(): Sort {
    return this.#sort
  }

  /** The row of a key as it is now; asked again after each change of `rows`. */
  get(key: string): Entry | null {
    return (this.#rows.length > 0 && this.#ordered.get(key)) || null
  }

  /** The same for thousands of keys beside one look at `rows`: it is no signal, whose reading costs more than the row. */
  peek(key: string): Entry | null {
    return this.#ordered.get(key) ?? null
  }

  /** When a row was read, ms since 1970: of one that a walk brought, when that began. */
  readAt(entry: Entry): number | null {
    const at = entry.seenAt ?? this.#began[entry.refreshRun] ?? Infinity
    return at === Infinity ? null : at
  }

  /** Where a row is among these, which are all rows or a filtered part; -1 if it is not there. */
  indexIn(rows: readonly Entry[], entry: Entry): number {
    return this.#ordered.indexIn(rows, entry)
  }

  /** A long list takes a moment to be in the new order; until then it is shown in the old one. */
  async sortBy(sort: Sort): Promise<void> {
    this.#sort = sort
    if (await this.#ordered.sort(sort)) this.#publish()
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

  /** Takes in rows of the running walk. */
  take(rows: readonly ConnectorRow[]): void {
    const refreshRun = this.#refresh
    if (!refreshRun) return
    const entries = Entry.of(rows, refreshRun.number, ({ key }, connector) => {
      const twice = this.#bring(key)
      return { twice, diagnosis: this.#diagnosisFor(key, connector) }
    })
    for (const entry of entries) this.#taken.set(entry.key, entry)
  }

  /** Takes in rows that the running walk brought as this list held them when it began. */
  takeSame(keys: readonly string[]): void {
    const refreshRun = this.#refresh
    if (!refreshRun) return
    for (const key of keys) {
      const entry = this.#replaced.get(key) ?? this.#latest(key)
      if (entry) this.#taken.set(key, entry.again(refreshRun.number, this.#bring(key)))
    }
  }

  /** The digests of its rows: what a walk brings as it is here need not be sent. */
  held(): string {
    const entries = this.#ordered.rows.map((entry) => this.#taken.get(entry.key) ?? entry)
    return entries.map(({ digest }) => digest ?? '').join('')
  }

  /** @returns whether the walk brought it before, which is marked: data moved, or two records share its id */
  #bring(key: string): boolean {
    const twice = this.#brought.has(key)
    this.#brought.add(key)
    return twice
  }

  /** Takes in rows of earlier walks, for before the first of this session. What is here already is newer. */
  remember(rows: LastRows['rows']): void {
    const wanted = rows.filter(({ key, category }) => !this.#latest(key) && !this.#swept.has(category))
    for (const entry of Entry.of(wanted, earlierRefreshes, ({ seenAt }) => ({ seenAt }))) {
      const seenAt = entry.seenAt ?? Infinity
      this.#began[earlierRefreshes] = Math.min(this.#began[earlierRefreshes] ?? seenAt, seenAt)
      this.#taken.set(entry.key, entry)
    }
  }

  /** Takes in what main judged. Only what differs is drawn again. */
  judge(diagnoses: readonly RowDiagnosis[]): void {
    for (const diagnosis of diagnoses) {
      const entry = this.#latest(diagnosis.key)
      if (entry && !isSameDiagnosis(entry.diagnosis, diagnosis)) this.#taken.set(entry.key, entry.judged(diagnosis))
    }
  }

  /** Rows taken in and not in view yet. */
  get waiting(): number {
    return this.#taken.size
  }

  /** Shows some of the received rows, the oldest first. */
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

  /** Shows all received rows, then the progress of the walk. */
  show(progress?: RefreshProgress, now = 0): void {
    this.#put([...this.#taken.values()])
    this.#taken.clear()
    const refreshRun = this.#refresh
    if (refreshRun && progress) {
      for (const { category, state, repeated } of progress.categories) {
        if (state === 'done') this.#settle(refreshRun, category, repeated)
      }
      // What another desk of the team read is as old as its walk.
      if (progress.team?.kind === 'taken') this.#began[refreshRun.number] = progress.startedAt
      refreshRun.report(progress, now)
      if (!refreshRun.running) this.#brought.clear()
    }
    this.#publish()
  }

  /** One connector that was read again by itself; null: the service no longer lists it. */
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

  /** The latest row received, shown or not yet. */
  #latest(key: string): Entry | undefined {
    return this.#taken.get(key) ?? this.#ordered.get(key)
  }

  #put(entries: readonly Entry[]): void {
    const { added, replaced } = this.#ordered.put(entries)
    this.#counter.add(added)
    this.#counter.remove(replaced)
  }

  /** Until main has judged the walk, a verdict holds for as long as nothing it may depend on has changed. */
  #diagnosisFor(key: string, connector: Connector): RowDiagnosis | null {
    const known = this.#latest(key)
    return known?.diagnosis && isSameState(known, connector) ? known.diagnosis : null
  }

  /** At the end of a category, what the walk did not see is gone. */
  #settle(refreshRun: RefreshRun, category: Category, repeated: number): void {
    if (this.#settled.includes(category)) return
    this.#settled.push(category)
    // Ids that came twice mean that data moved during the walk: it cannot know what is gone.
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
