import { createContext } from 'svelte'
import type { Response } from '../../../shared/ipc'
import type { StatusPage } from '../../../shared/lookups/status-page'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'

/** Status pages of providers: main keeps and reads them. */
export class StatusPages {
  #client: Client
  #changes = $state(0)

  constructor(client: Client) {
    this.#client = client
  }

  /** How often an address was changed in this window. Reactive: who shows them reads them again. */
  get changes(): number {
    return this.#changes
  }

  list(place: Place): Promise<Response<'lookups:statusPages'>> {
    return this.#client.call('lookups:statusPages', place)
  }

  /** @param ask at the provider, if it is time */
  page(place: Place, integration: string, ask: boolean): Promise<Response<'lookups:statusPage'>> {
    return this.#client.call('lookups:statusPage', { ...place, integration, ask })
  }

  /** Main asks the person. @param address empty removes it */
  async set(place: Place, integration: string, address: string): Promise<StatusPage | null> {
    const page = await this.#client.call('lookups:setStatusPage', { ...place, integration, address })
    this.#changes++
    return page
  }

  /** In the browser. @param link of an incident; null: the page itself */
  open(place: Place, integration: string, link: string | null): Promise<void> {
    return this.#client.call('lookups:openStatusPage', { ...place, integration, link })
  }
}

export const [useStatusPages, provideStatusPages] = createContext<StatusPages>()
