import type { Category } from '../../../shared/model/category'
import type { ConnectorRow } from '../../../shared/model/connector'
import type { Region } from '../../../shared/model/region'
import type { WalkProgress } from '../../../shared/model/walk'
import { byAttention, type Sort } from './columns'
import { toEntry, type Entry } from './entry'
import { OrderedRows } from './ordered-rows'
import { Counter, type Tally } from './tally'
import { Walk } from './walk.svelte'

/** The connectors of one workspace's region, as far as walks have brought them. */
export class ConnectorList {
  readonly workspaceId: string
  readonly region: Region
  #ordered = new OrderedRows(byAttention)
  #counter = new Counter()
  #rows = $state.raw<readonly Entry[]>([])
  #tally = $state.raw<Tally>(this.#counter.tally(0, []))
  #walk = $state.raw<Walk | null>(null)
  #sort = $state.raw<Sort>(byAttention)
  #began: number[] = []
  #settled: Category[] = []

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
  get walk(): Walk | null {
    return this.#walk
  }

  get sort(): Sort {
    return this.#sort
  }

  /** The row of a key as it is now; asked anew after each change of `rows`. */
  get(key: string): Entry | null {
    return (this.#rows.length > 0 && this.#ordered.get(key)) || null
  }

  /** Where a row stands among these, which are all rows or a filtered part; -1 if it is not there. */
  indexIn(rows: readonly Entry[], entry: Entry): number {
    return this.#ordered.indexIn(rows, entry)
  }

  /** A long list takes a moment to be in the new order; until then it is shown in the old one. */
  async sortBy(sort: Sort): Promise<void> {
    this.#sort = sort
    if (await this.#ordered.sort(sort)) this.#publish()
  }

  begin(now: number): Walk {
    this.#began.push(now)
    this.#settled = []
    this.#walk = new Walk(this.#began.length - 1, now)
    this.#publish()
    return this.#walk
  }

  /** Takes in what arrived since the last frame: rows first, then what the walk says of itself. */
  take(rows: readonly ConnectorRow[], progress: WalkProgress | undefined, now: number): void {
    const walk = this.#walk
    if (!walk) return
    if (rows.length > 0) {
      const { added, replaced } = this.#ordered.put(rows.map((row) => toEntry(row, walk.number)))
      this.#counter.add(added)
      this.#counter.remove(replaced)
    }
    if (progress) {
      for (const { category, state, repeated } of progress.categories) {
        if (state === 'done') this.#settle(walk, category, repeated)
      }
      walk.report(progress, now)
    }
    this.#publish()
  }

  /** At the end of a category, what the walk did not see is gone. */
  #settle(walk: Walk, category: Category, repeated: number): void {
    if (this.#settled.includes(category)) return
    this.#settled.push(category)
    // Ids that came twice mean that data moved under the walk: it cannot tell what is gone.
    if (repeated > 0) return
    const dropped = this.#ordered.drop((entry) => entry.row.category === category && entry.walk !== walk.number)
    this.#counter.remove(dropped)
  }

  #publish(): void {
    this.#rows = this.#ordered.rows
    this.#tally = this.#counter.tally(this.#walk?.number ?? 0, this.#began)
  }
}
