import { createContext } from 'svelte'
import { toAppError } from '../../../shared/errors'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'
import { ConnectorList } from './connector-list.svelte'
import { Job } from '../kit/job.svelte'
import { learnNames, showNames } from './learned-names.svelte'

/** The connector lists of all workspaces and regions seen in this session, and the one refresh that may run. */
export class Connectors {
  #client: Client
  #now: () => number
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it; the list in view is
  #lists = new Map<string, ConnectorList>()
  #active = $state.raw<ConnectorList | null>(null)
  #ready = false
  /** The refresh whose last event is here. */
  #ended = ''

  constructor(client: Client, now = Date.now) {
    this.#client = client
    this.#now = now
    const activeAt = ({ workspaceId, region }: Place) => {
      const list = this.#active
      return list?.workspaceId === workspaceId && list.region === region ? list : null
    }
    // Subscribed once, before any refresh begins; events of other refreshes are dropped.
    client.on('connectors:listChanged', (place) => activeAt(place)?.changeSoon())
    client.on('connectors:snapshotChanged', (place) => void activeAt(place)?.change())
    client.on('issues:diagnosed', (place) => void activeAt(place)?.change())
    // A history that stopped begins again with the next question, and knows nothing of the last.
    client.on('app:keepingChanged', () => void this.#active?.change())
    // They may come after the last row.
    client.on('connectors:integrations', ({ requestId, names }) => {
      if (this.#active?.refreshRun?.requestId !== requestId) return
      learnNames(this.#active, names)
      void this.#active.change()
    })
    client.on('connectors:progress', ({ requestId, progress }) => {
      const list = this.#active
      const run = list?.refreshRun
      if (!list || !run || !this.#concerns(requestId)) return
      const report = () => run.running && run.report(progress, this.#now())
      // A refresh ends once what it brought is told.
      if (progress.finishedAt === null) return report()
      this.#ended = run.requestId
      void list.change().then(report)
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
      this.#active?.leave()
      this.#leave()
      this.#active = list
      showNames(list)
      if (list && !list.isRead) void list.remember()
      void list?.change()
    }
    if (list && ready && arrived && !list.refreshRun) void this.refresh()
  }

  /** A row stays until the refresh replaces it or ends its category without it. */
  async refresh(): Promise<void> {
    const list = this.#active
    if (!list || !this.#ready || list.refreshRun?.running) return
    const refreshRun = list.begin(this.#now())
    const { requestId } = refreshRun
    try {
      const { workspaceId, region } = list
      // The last event says how the refresh ended: the reply may overtake rows.
      await this.#client.call('connectors:refresh', { requestId, workspaceId, region })
    } catch (thrown) {
      if (!this.#concerns(requestId) || this.#ended === requestId) return
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
    const refreshRun = this.#active?.refreshRun
    if (!refreshRun?.running) return
    refreshRun.abandon(this.#now())
    new Job(this.#client, null, refreshRun.requestId).cancel()
  }

  #listOf({ id, region, kind, baseUrl, euBaseUrl }: Workspace): ConnectorList {
    // Rows from one address say nothing about another. The practice workspace moves with each start.
    const address = kind === 'practice' ? '' : region === 'eu' ? euBaseUrl : baseUrl
    const key = `${id}:${region}:${address}`
    const list = this.#lists.get(key) ?? new ConnectorList(this.#client, id, region)
    this.#lists.set(key, list)
    return list
  }

  /** False for events of another refresh, and for events after the end. */
  #concerns(requestId: string): boolean {
    const refreshRun = this.#active?.refreshRun
    return refreshRun?.requestId === requestId && refreshRun.running
  }

  /** Main's limits changed. */
  judgeAgain(): void {
    void this.#active?.change()
  }
}

export const [useConnectors, provideConnectors] = createContext<Connectors>()
