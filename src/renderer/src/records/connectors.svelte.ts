import { createContext } from 'svelte'
import { toAppError } from '../../../shared/errors'
import type { LastRows } from '../../../shared/connectors/snapshot'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { RefreshProgress } from '../../../shared/connectors/refresh'
import type { Response } from '../../../shared/ipc'
import type { Client } from '../client.svelte'
import { ConnectorList } from './connector-list.svelte'
import { Job } from '../kit/job.svelte'
import { learnNames, showNames } from './learned-names.svelte'
import { nextFrame } from '../kit/next-frame'

type DiagnosisChunk = Response<'connectors:diagnoses'>

/** Between two draws of a long list, ms: drawing costs the window and the graphics process more than the rows. */
const pauseOfLong = 250

/** Rows shown in one task at most: more would block the page. */
const mostAtOnce = 8000

/** The connector lists of all workspaces and regions seen in this session, and the one refresh that may run. */
export class Connectors {
  #client: Client
  #frame: typeof nextFrame
  #now: () => number
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it; the list in view is
  #lists = new Map<string, ConnectorList>()
  #active = $state.raw<ConnectorList | null>(null)
  #remembered = new WeakSet<ConnectorList>()
  #judging = new WeakMap<ConnectorList, number>()
  #ready = false
  #progress: RefreshProgress | undefined
  #scheduled = false
  /** A list whose refresh main has kept: it is judged once its rows are in. */
  #unjudged: ConnectorList | null = null

  constructor(client: Client, frame = nextFrame, now = Date.now) {
    this.#client = client
    this.#frame = frame
    this.#now = now
    // Subscribed once, before any refresh begins; events of other refreshes are dropped.
    client.on('connectors:rows', ({ requestId, rows }) => {
      if (!this.#concerns(requestId)) return
      this.#active?.take(rows)
      this.#schedule()
    })
    client.on('connectors:same', ({ requestId, keys }) => {
      if (!this.#concerns(requestId)) return
      this.#active?.takeSame(keys)
      this.#schedule()
    })
    client.on('connectors:integrations', ({ requestId, names }) => {
      if (this.#active && this.#concerns(requestId)) learnNames(this.#active, names)
    })
    client.on('connectors:snapshotChanged', ({ workspaceId, region }) => {
      const list = this.#active
      if (list?.workspaceId !== workspaceId || list.region !== region) return
      // Received rows are shown first: diagnoses cover all of them.
      this.#unjudged = list
      if (!this.#scheduled) this.#judgeTaken()
    })
    client.on('issues:diagnosed', ({ workspaceId, region }) => {
      if (this.#active?.workspaceId === workspaceId && this.#active.region === region) this.judgeAgain()
    })
    client.on('connectors:progress', ({ requestId, progress }) => {
      if (!this.#concerns(requestId)) return
      this.#progress = progress
      this.#schedule()
    })
  }

  get active(): ConnectorList | null {
    return this.#active
  }

  /**
   * Cancels a refresh of another list and drops the rest of its events. Refreshes an empty list at once, if calls are
   * possible.
   */
  show(workspace: Workspace | null, ready: boolean): void {
    const list = workspace ? this.#listOf(workspace) : null
    const arrived = list !== this.#active || (ready && !this.#ready)
    this.#ready = ready
    if (list !== this.#active) {
      this.#leave()
      this.#active = list
      showNames(list)
      if (list && list.waiting > 0) this.#schedule()
      if (list && this.#remembered.has(list)) this.#judge(list).catch(() => undefined)
    }
    if (list && !this.#remembered.has(list)) void this.#remember(list)
    if (list && ready && arrived && !list.refreshRun) void this.refresh()
  }

  /** Gets the rows and diagnoses of earlier sessions. Without them the first refresh brings all rows. */
  async #remember(list: ConnectorList): Promise<void> {
    this.#remembered.add(list)
    const { workspaceId, region } = list
    try {
      for (let after: number | null = 0; after !== null;) {
        const chunk: LastRows = await this.#client.call('connectors:lastRows', { workspaceId, region, after })
        list.remember(chunk.rows)
        this.#schedule()
        after = chunk.next
      }
      await this.#judge(list)
    } catch {
      // The history itself reports that nothing is kept.
    }
  }

  /** Only main computes diagnoses. A later request stops an earlier one. */
  async #judge(list: ConnectorList): Promise<void> {
    const { workspaceId, region } = list
    const asked = (this.#judging.get(list) ?? 0) + 1
    this.#judging.set(list, asked)
    for (let from: number | null = 0; from !== null;) {
      const chunk: DiagnosisChunk = await this.#client.call('connectors:diagnoses', { workspaceId, region, from })
      if (this.#judging.get(list) !== asked) return
      list.judge(chunk.rows)
      this.#schedule()
      from = chunk.next
    }
  }

  /** A row stays until the refresh replaces it or ends its category without it. */
  async refresh(): Promise<void> {
    const list = this.#active
    if (!list || !this.#ready || list.refreshRun?.running) return
    const held = list.held()
    const refreshRun = list.begin(this.#now())
    const { requestId } = refreshRun
    try {
      const { workspaceId, region } = list
      // The last event says how the refresh ended: the reply may overtake rows.
      await this.#client.call('connectors:refresh', { requestId, workspaceId, region, held })
    } catch (thrown) {
      if (!this.#concerns(requestId)) return
      this.#flushProgress()
      refreshRun.abandon(this.#now())
      const error = toAppError(thrown)
      if (error.code !== 'cancelled') refreshRun.fail(error)
    }
  }

  cancel(): void {
    const refreshRun = this.#active?.refreshRun
    if (!refreshRun?.running) return
    refreshRun.cancel()
    new Job(this.#client, null, refreshRun.requestId).cancel()
  }

  /** Ends the pause that the API asked for, and asks for the page again at once. */
  tryNow(): void {
    if (!this.#active) return
    const { workspaceId, region } = this.#active
    this.#client.call('app:liftRateLimits', { workspaceId, region }).catch(() => undefined)
  }

  retain(workspaces: readonly Workspace[]): void {
    for (const [key, { workspaceId }] of this.#lists) {
      if (!workspaces.some(({ id }) => id === workspaceId)) this.#lists.delete(key)
    }
  }

  #leave(): void {
    this.#flushProgress()
    const refreshRun = this.#active?.refreshRun
    if (!refreshRun?.running) return
    refreshRun.abandon(this.#now())
    new Job(this.#client, null, refreshRun.requestId).cancel()
  }

  #listOf({ id, region, kind, baseUrl, euBaseUrl }: Workspace): ConnectorList {
    // Rows from one address say nothing about another. The practice workspace moves with each start.
    const address = kind === 'practice' ? '' : region === 'eu' ? euBaseUrl : baseUrl
    const key = `${id}:${region}:${address}`
    const list = this.#lists.get(key) ?? new ConnectorList(id, region)
    this.#lists.set(key, list)
    return list
  }

  /** False for events of another refresh, and for events after the end. */
  #concerns(requestId: string): boolean {
    const refreshRun = this.#active?.refreshRun
    return refreshRun?.requestId === requestId && refreshRun.running
  }

  /** Pages can arrive faster than frames: the list changes once per frame, a long list four times a second. */
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    const long = (this.#active?.rows.length ?? 0) > 5000
    this.#frame(() => this.#showSome(), long ? pauseOfLong : 0)
  }

  /** Bounded, so that no task is long; progress waits until all rows show. */
  #showSome(): void {
    const list = this.#active
    if (!list || list.waiting <= mostAtOnce) {
      this.#scheduled = false
      return this.#flush()
    }
    list.showSome(mostAtOnce)
    this.#frame(() => this.#showSome())
  }

  /** Runs before a refresh ends here: its last progress must not come later. */
  #flushProgress(): void {
    if (this.#progress || (this.#active?.waiting ?? 0) <= mostAtOnce) this.#flush()
  }

  #flush(): void {
    const list = this.#active
    const progress = this.#progress
    this.#progress = undefined
    if (list && (list.waiting > 0 || progress)) list.show(progress, this.#now())
    this.#judgeTaken()
  }

  /** Main's limits changed. */
  judgeAgain(): void {
    this.#unjudged = this.#active
    this.#judgeTaken()
  }

  #judgeTaken(): void {
    const list = this.#unjudged
    this.#unjudged = null
    if (list) this.#judge(list).catch(() => undefined)
  }
}

export const [useConnectors, provideConnectors] = createContext<Connectors>()
