import { createContext } from 'svelte'
import { SvelteSet } from 'svelte/reactivity'
import type { IssueList, Issue } from '../../../shared/issues/issue'
import { categories, type Category } from '../../../shared/connectors/category'
import type { Place } from '../../../shared/workspaces/place'
import type { Snapshot } from '../../../shared/connectors/snapshot'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'
import { issuesByKey, ownersOf, tagsOf } from './issues-by-key'

/** How long the ages and snoozes of a queue count as right, in ms. */
const ripensAfter = 5 * 60_000

/** The cases of the workspace and region in view, as main last judged them. */
export class KnownIssues extends Task {
  #client: Client
  #place = $state.raw<Place | null>(null)
  #issueList = $state.raw<IssueList | null>(null)
  /** Newest first; null until main has answered. */
  #refreshes = $state.raw<readonly Snapshot[] | null>(null)
  #isKept = $state(false)
  /** Keys of cases that opened since the operator looked last. */
  readonly fresh = new SvelteSet<string>()

  constructor(client: Client) {
    super()
    this.#client = client
    client.on('connectors:snapshotChanged', ({ snapshot, ...place }) => {
      if (!this.#isHere(place)) return
      if (this.#refreshes) this.#refreshes = [snapshot, ...this.#refreshes]
      void this.load()
    })
    client.on('team:issuesChanged', (place) => {
      if (this.#isHere(place)) void this.load()
    })
    client.on('team:assigned', ({ keys, ...place }) => {
      if (this.#isHere(place)) for (const key of keys) this.fresh.add(key)
    })
    client.on('issues:opened', ({ issues, ...place }) => {
      if (this.#isHere(place)) for (const { key } of issues) this.fresh.add(key)
    })
  }

  get place(): Place | null {
    return this.#place
  }

  /** null until main has answered for this place. */
  get issueList(): IssueList | null {
    return this.#issueList
  }

  /** Whether the queue is of the last session: shown, and not to be worked on until it is judged again. */
  get isKept(): boolean {
    return this.#isKept
  }

  /** The last walk that read some category to its end, in this session or an earlier one. */
  lastRefresh: Snapshot | null = $derived(
    this.#refreshes?.find((refreshRun) => categories.some((one) => hasRead(refreshRun, one))) ?? null
  )

  /** How old what is shown is, ms since 1970: the category that was read longest ago counts. null: none was read. */
  readAt: number | null = $derived.by(() => {
    const times = categories.flatMap(
      (one) => this.#refreshes?.find((refreshRun) => hasRead(refreshRun, one))?.endedAt ?? []
    )
    return times.length > 0 ? Math.min(...times) : null
  })

  /** Every case by its key, also those apart. */
  byKey: ReadonlyMap<string, Issue> = $derived.by(() => issuesByKey(this.#issueList))

  /** Names that were given as owners before. */
  owners: string[] = $derived(ownersOf(this.byKey.values()))

  /** Tags in use. */
  tags: string[] = $derived(tagsOf(this.byKey.values()))

  show(place: Place | null): void {
    if (this.#isHere(place)) return
    this.#place = place
    this.#issueList = null
    this.#refreshes = null
    this.cancel()
    this.#isKept = false
    this.fresh.clear()
    if (!place) return
    void this.#remember(place)
    void this.load()
  }

  /** Shows the queue of the last session until all connectors are judged again, which takes seconds with 100,000. */
  async #remember(place: Place): Promise<void> {
    const kept = await this.#client.call('issues:kept', place).catch(() => null)
    // That nothing needs attention is said of this session only.
    if (!kept || kept.counts.issues === 0 || this.#place !== place || this.#issueList) return
    this.#issueList = kept
    this.#isKept = true
  }

  async load(): Promise<void> {
    const place = this.#place
    if (!place) return
    await this.latest(
      () =>
        Promise.all([
          this.#client.call('issues:list', place),
          this.#refreshes ? null : this.#client.call('connectors:snapshots', place)
        ]),
      ([issueList, refreshes]) => {
        this.#issueList = issueList
        this.#isKept = false
        for (const key of this.fresh) if (!this.byKey.has(key)) this.fresh.delete(key)
        this.#refreshes ??= refreshes
      }
    )
  }

  /** Asks again when ages have moved on or a snooze has ended. */
  ripen(now: number): void {
    const issueList = this.#issueList
    if (!issueList || this.#isKept || this.running) return
    const awake = issueList.snoozed.some(({ snoozedUntil }) => snoozedUntil !== null && snoozedUntil <= now)
    if (awake || now - issueList.at >= ripensAfter) void this.load()
  }

  #isHere(place: Place | null): boolean {
    return this.#place?.workspaceId === place?.workspaceId && this.#place?.region === place?.region
  }
}

function hasRead({ endedAt, parts }: Snapshot, category: Category): boolean {
  return endedAt !== null && parts.some((part) => part.category === category && part.state === 'done')
}

export const [useKnownIssues, provideKnownIssues] = createContext<KnownIssues>()
