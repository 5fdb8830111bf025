import { createContext } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import { catalogue } from '../../../shared/data/catalogue'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Client } from '../client.svelte'
import { DataPlace } from './place.svelte'

export class DataPlaces {
  /** px */
  paneWidth = $state(336)
  #places = new SvelteMap<string, DataPlace>()
  #place = $state.raw<DataPlace | null>(null)
  #client: Client

  constructor(client: Client) {
    this.#client = client
    // A fetch continues behind another view or place.
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

  elsewhere: readonly DataPlace[] = $derived.by(() => {
    const here = this.#place
    return [...this.#places.values()].filter(
      (place) => place.workspaceId === here?.workspaceId && place !== here && place.busy
    )
  })

  get place(): DataPlace | null {
    return this.#place
  }

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
   * Sends nothing.
   *
   * @param connectorKey `<category>:<id>`
   * @param collectionId such as `hris/employees`; by default the first of the connector's category
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

export const [useDataPlaces, provideDataPlaces] = createContext<DataPlaces>()
