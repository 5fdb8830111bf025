import { createContext } from 'svelte'
import { AppError } from '../../../shared/errors'
import { SvelteSet } from 'svelte/reactivity'
import type { Issue, IssueList, IssueNews } from '../../../shared/issues/issue'
import { readNews, type ReadIssues } from '../../../shared/issues/news'
import { categories, type Category } from '../../../shared/connectors/category'
import type { Place } from '../../../shared/workspaces/place'
import type { Request } from '../../../shared/ipc'
import type { LookDetails } from '../../../shared/mappings/guard'
import type { MappingFacts } from '../../../shared/mappings/mapping-issue'
import type { Snapshot } from '../../../shared/connectors/snapshot'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import { countOpen, issuesByKey, ownersOf, tagsOf } from './issues-by-key'

/** How long ages and snoozes in the list count as right, ms. */
const ripensAfter = 5 * 60_000

export class KnownIssues extends Task {
  #client: Client
  #place = $state.raw<Place | null>(null)
  /** What main tells next continues it. */
  #read = $state.raw<ReadIssues | null>(null)
  #refreshes = $state.raw<readonly Snapshot[] | null>(null)
  #isKept = $state(false)
  #loads = 0
  /** Keys of issues that opened since the operator last looked. */
  readonly fresh = new SvelteSet<string>()

  constructor(client: Client) {
    super()
    this.#client = client
    client.on('connectors:snapshotChanged', ({ snapshot, ...place }) => {
      if (!this.#isHere(place)) return
      if (this.#refreshes) this.#refreshes = [snapshot, ...this.#refreshes]
      void this.load()
    })
    for (const event of ['team:issuesChanged', 'issues:diagnosed', 'issues:watchedChanged'] as const)
      client.on(event, (place) => {
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

  get issueList(): IssueList | null {
    return this.#read?.list ?? null
  }

  /** Of the list. */
  get version(): string | null {
    return this.#read?.version ?? null
  }

  /** Last session's list: visible, but locked until main judges again. */
  get isKept(): boolean {
    return this.#isKept
  }

  /** The last refresh that read some category to its end, also of earlier sessions. */
  lastRefresh: Snapshot | null = $derived(
    this.#refreshes?.find((refreshRun) => categories.some((one) => hasRead(refreshRun, one))) ?? null
  )

  /** Age of the list, ms since 1970: the category read longest ago counts. null if none was read. */
  readAt: number | null = $derived.by(() => {
    const times = categories.flatMap(
      (one) => this.#refreshes?.find((refreshRun) => hasRead(refreshRun, one))?.endedAt ?? []
    )
    return times.length > 0 ? Math.min(...times) : null
  })

  byKey: ReadonlyMap<string, Issue> = $derived.by(() => issuesByKey(this.issueList))

  owners: string[] = $derived(ownersOf(this.byKey.values()))

  tags: string[] = $derived(tagsOf(this.byKey.values()))

  show(place: Place | null): void {
    if (this.#isHere(place)) return
    this.#place = place
    this.#read = null
    this.#refreshes = null
    this.cancel()
    this.#isKept = false
    this.fresh.clear()
    // What is kept comes first: main answers nothing else while it judges all connectors.
    if (place) void this.load(this.#remember(place))
  }

  /** Shows the last session's list while main judges all connectors, which takes seconds with 100,000. */
  async #remember(place: Place): Promise<void> {
    const news = await this.#client.call('issues:kept', place).catch(() => null)
    const kept = news && (await this.#follow(news, null).catch(() => null))
    // Only this session may say that nothing needs attention.
    if (!kept || countOpen(kept.list) === 0 || this.#place !== place || this.#read) return
    this.#read = kept
    this.#isKept = true
  }

  /** @param after what main is to answer before */
  async load(after?: Promise<void>): Promise<void> {
    const place = this.#place
    if (!place) return
    const mine = ++this.#loads
    await this.latest(
      async () => {
        if (after) await after
        // Main has the pages of the last list that it told: no older question comes after a newer one.
        if (mine !== this.#loads) throw new AppError('cancelled', '')
        return Promise.all([
          this.#ask(place),
          this.#refreshes ? null : this.#client.call('connectors:snapshots', place)
        ])
      },
      ([read, refreshes]) => {
        this.#read = read
        this.#isKept = false
        for (const key of this.fresh) if (!this.byKey.has(key)) this.fresh.delete(key)
        this.#refreshes ??= refreshes
      }
    )
  }

  async #ask(place: Place): Promise<ReadIssues> {
    const before = this.#read
    const since = before?.version ?? null
    return this.#follow(await this.#client.call('issues:list', { ...place, since }), before)
  }

  /** Each page is a task of its own, so that none of them holds up a frame. */
  async #follow(news: IssueNews, before: ReadIssues | null): Promise<ReadIssues> {
    const { version, since, page, more } = news
    const pages = Array.from({ length: more }, async (_, at) =>
      JSON.parse(await this.#client.call('issues:page', { version, page: at + 1 }))
    )
    const read = await Promise.all([JSON.parse(page), ...pages])
    return readNews(news, since === null || !before ? [] : before.issues, read as Issue[][])
  }

  /** Asks again once ages have moved on or a snooze has ended. */
  ripen(now: number): void {
    const { issueList } = this
    if (!issueList || this.#isKept || this.reading) return
    const awake = [...issueList.snoozed, ...issueList.webhooks, ...issueList.mappings].some(
      ({ snoozedUntil }) => snoozedUntil !== null && snoozedUntil <= now
    )
    if (awake || now - issueList.at >= ripensAfter) void this.load()
  }

  /** Values and names that a look at the mapping found: main decrypts them. @throws AppError */
  async detailsOf({ fieldId, scope }: Pick<MappingFacts, 'fieldId' | 'scope'>): Promise<LookDetails | null> {
    if (!this.#place) return null
    const asked = { ...this.#place, fieldId, scope, expression: '' }
    return (await new Job(this.#client).ask('mappings:guard', asked)).details
  }

  /** Of a webhook or a mapping. @throws AppError */
  async changeWatched(id: number, change: Request<'issues:changeWatched'>['change']): Promise<void> {
    if (this.#place) await this.#client.call('issues:changeWatched', { ...this.#place, id, change })
  }

  #isHere(place: Place | null): boolean {
    return this.#place?.workspaceId === place?.workspaceId && this.#place?.region === place?.region
  }
}

function hasRead({ endedAt, parts }: Snapshot, category: Category): boolean {
  return endedAt !== null && parts.some((part) => part.category === category && part.state === 'done')
}

export const [useKnownIssues, provideKnownIssues] = createContext<KnownIssues>()
