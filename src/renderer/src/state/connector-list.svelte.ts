import type { Category } from '../../../shared/model/category'
import type { ConnectorRow } from '../../../shared/model/connector'
import type { Region } from '../../../shared/model/region'
import type { WalkProgress } from '../../../shared/model/walk'
import { byAttention, comparing, type Sort } from './columns'
import { toEntry, type Entry } from './entry'
import { OrderedRows } from './ordered-rows'
import { type Tally, tallyOf } from './tally'
import { Walk } from './walk.svelte'

/** The connectors of one workspace's region, as far as walks have brought them. */
export class ConnectorList {
  readonly workspaceId: string
  readonly region: Region
  #rows = $state.raw<readonly Entry[]>([])
  #walk = $state.raw<Walk | null>(null)
  #sort = $state.raw<Sort>(byAttention)
  #ordered = new OrderedRows(comparing(byAttention))
  #began: number[] = []
  #settled: Category[] = []

  constructor(workspaceId: string, region: Region) {
    this.workspaceId = workspaceId
    this.region = region
  }

  tally: Tally = $derived.by(() => tallyOf(this.#rows, this.#walk?.number ?? 0, this.#began))

  /** In the chosen order, unfiltered. A new array after each change. */
  get rows(): readonly Entry[] {
    return this.#rows
  }

  /** The running walk, or the last one. */
  get walk(): Walk | null {
    return this.#walk
  }

  get sort(): Sort {
    return this.#sort
  }

  sortBy(sort: Sort): void {
    this.#sort = sort
    this.#ordered.sort(comparing(sort))
    this.#rows = this.#ordered.rows
  }

  begin(now: number): Walk {
    this.#began.push(now)
    this.#settled = []
    this.#walk = new Walk(this.#began.length - 1, now)
    return this.#walk
  }

  /** Takes in what arrived since the last frame: rows first, then what the walk says of itself. */
  take(rows: readonly ConnectorRow[], progress: WalkProgress | undefined, now: number): void {
    const walk = this.#walk
    if (!walk) return
    if (rows.length > 0) this.#ordered.put(rows.map((row) => toEntry(row, walk.number)))
    if (progress) {
      for (const { category, state, repeated } of progress.categories) {
        if (state !== 'done' || this.#settled.includes(category)) continue
        this.#settled.push(category)
        // A walk in which ids came twice had data moving under it: it cannot tell what is gone.
        if (repeated === 0) this.#ordered.drop((entry) => entry.row.category === category && entry.walk !== walk.number)
      }
      walk.report(progress, now)
    }
    this.#rows = this.#ordered.rows
  }
}
