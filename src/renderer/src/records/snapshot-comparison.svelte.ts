import type { Compared, Comparison } from '../../../shared/connectors/comparison'
import type { Snapshot } from '../../../shared/connectors/snapshot'
import type { Client } from '../client.svelte'
import type { ComparedList } from '../../../shared/connectors/channels'
import { Task } from '../kit/task.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { connectorListWords } from './words/connectors'
import type { KnownIssues } from './known-issues.svelte'

/** In reading order: connectors that got worse come first. */
export const comparedLists: Record<ComparedList, string> = connectorListWords.compared

/** Against the complete refresh before, which began at `since`, ms since 1970. */
export interface LastChanges {
  since: number
  counts: Comparison['counts']
}

export class SnapshotComparison extends Task {
  #client: Client
  #issues: KnownIssues
  #place = $state.raw<Place | null>(null)
  #refreshes = $state.raw<readonly Snapshot[] | null>(null)
  #before = $state<number | null>(null)
  #after = $state<number | null>(null)
  #comparison = $state.raw<Comparison | null>(null)
  #list = $state<ComparedList>('broken')

  #lastChanges = $state.raw<(LastChanges & { place: Place }) | null>(null)

  constructor(client: Client, issues: KnownIssues) {
    super()
    this.#client = client
    this.#issues = issues
    client.on('connectors:snapshotChanged', ({ snapshot: { ended }, workspaceId, region }) => {
      const { place } = issues
      if (ended !== 'complete' || place?.workspaceId !== workspaceId || place.region !== region) return
      // The list of issues and the diagnoses come first: a comparison keeps the store busy.
      requestIdleCallback(() => void this.#count(place))
    })
  }

  /** What the last complete refresh of this session changed, against the one before it; null while unknown. */
  get lastChanges(): LastChanges | null {
    const of = this.#lastChanges
    return of !== null && of.place === this.#issues.place ? of : null
  }

  async #count(place: Place): Promise<void> {
    try {
      const whole = (await this.#client.call('connectors:snapshots', place)).filter(({ ended }) => ended === 'complete')
      const [after, before] = whole
      if (!after || !before) return
      const asked = { before: before.id, after: after.id, countsOnly: true }
      const { counts } = await this.#client.call('connectors:compare', { ...place, ...asked })
      this.#lastChanges = { place, since: before.startedAt, counts }
    } catch {
      // The line stays away: the comparison itself says why.
      this.#lastChanges = null
    }
  }

  /** Whether it replaces the grid; only in its own workspace and region. */
  get open(): boolean {
    return this.#place !== null && this.#place === this.#issues.place
  }

  get refreshes(): readonly Snapshot[] | null {
    return this.#refreshes
  }

  get before(): number | null {
    return this.#before
  }

  get after(): number | null {
    return this.#after
  }

  get comparison(): Comparison | null {
    return this.#comparison
  }

  get list(): ComparedList {
    return this.#list
  }

  set list(list: ComparedList) {
    this.#list = list
  }

  rows: readonly Compared[] = $derived.by(() => this.#comparison?.[this.#list] ?? [])

  /** Begins with the last two complete refreshes. */
  async show(): Promise<void> {
    const { place } = this.#issues
    if (!place) return
    this.#place = place
    this.#refreshes = this.#comparison = null
    this.cancel()
    let chosen: Promise<void> | undefined
    await this.latest(
      () => this.#client.call('connectors:snapshots', place),
      (snapshots) => {
        const refreshes = snapshots.filter(({ endedAt }) => endedAt !== null)
        this.#refreshes = refreshes
        const whole = refreshes.filter(({ ended: diagnosis }) => diagnosis === 'complete')
        const [later, earlier] = whole.length > 1 ? whole : refreshes
        if (later && earlier) chosen = this.choose(earlier.id, later.id)
      }
    )
    await chosen
  }

  async choose(before: number, after: number): Promise<void> {
    const place = this.#place
    if (!place) return
    this.#before = before
    this.#after = after
    this.#comparison = null
    this.cancel()
    if (before === after) return
    await this.latest(
      () => this.#client.call('connectors:compare', { ...place, before, after }),
      (comparison) => {
        this.#comparison = comparison
        const first = (Object.keys(comparedLists) as ComparedList[]).find((list) => comparison.counts[list] > 0)
        if (comparison.counts[this.#list] === 0 && first) this.#list = first
      }
    )
  }

  close(): void {
    this.#place = null
    this.cancel()
  }
}
