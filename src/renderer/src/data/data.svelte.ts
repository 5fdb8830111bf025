import { createContext } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import { catalogue } from '../../../shared/data/catalogue'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Client } from '../client.svelte'
import { DataPlace } from './place.svelte'

/** The collections view: the walks in each workspace and region of this session. */
export class DataView {
  /** Width of the request pane in px. */
  paneWidth = $state(336)
  #places = new SvelteMap<string, DataPlace>()
  #place = $state.raw<DataPlace | null>(null)
  #client: Client

  constructor(client: Client) {
    this.#client = client
    // Subscribed once: a walk goes on while another view or place is looked at.
    client.on('data:progress', (progress) => {
      this.#places.get(`${progress.workspaceId}:${progress.region}`)?.report(progress)
    })
    client.on('data:manyProgress', ({ requestId, parts }) => {
      for (const { many } of this.#places.values()) if (many?.job.requestId === requestId) many.report(parts)
    })
    client.on('data:syncWait', (look) => {
      for (const { wait } of this.#places.values()) if (wait?.job.requestId === look.requestId) wait.report(look)
    })
  }

  /** Other regions of the open workspace in which something goes on. */
  elsewhere: readonly DataPlace[] = $derived.by(() => {
    const here = this.#place
    return [...this.#places.values()].filter(
      (place) => place.workspaceId === here?.workspaceId && place !== here && place.busy
    )
  })

  /** That of the open workspace and region. */
  get place(): DataPlace | null {
    return this.#place
  }

  /** Follows the open workspace and region. */
  show(workspace: Workspace | null): void {
    if (!workspace) {
      this.#place = null
      return
    }
    const key = `${workspace.id}:${workspace.region}`
    const place = this.#places.get(key) ?? new DataPlace(this.#client, workspace.id, workspace.region)
    this.#places.set(key, place)
    this.#place = place
  }

  /**
   * Enters a new walk of a connector or a collection, or both, as another view asks for it; nothing is sent.
   *
   * @param connectorKey `<category>:<id>`
   * @param collectionId as `hris/employees`; where it is not given, the first of the connector's category
   */
  choose({ connectorKey, collectionId }: { connectorKey?: string; collectionId?: string }): void {
    const place = this.#place
    if (!place) return
    const category = connectorKey?.split(':', 1)[0]
    const { collection, category: entered } = place.blank
    const wanted =
      catalogue.find(({ id }) => id === collectionId) ??
      (category && (!collection?.needsConnector || entered !== category)
        ? catalogue.find((one) => one.category === category && one.needsConnector)
        : undefined)
    if (wanted) place.blank.path = wanted.path
    if (connectorKey) place.blank.choose(connectorKey)
    place.show('new')
  }
}

export const [useDataView, provideDataView] = createContext<DataView>()
