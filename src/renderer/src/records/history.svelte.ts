import { createContext } from 'svelte'
import type { Keeping } from '../../../shared/connectors/snapshot'
import type { Client } from '../client.svelte'

export class History {
  #client: Client
  #keeping = $state.raw<Keeping | null>(null)

  constructor(client: Client) {
    this.#client = client
    client.on('app:keepingChanged', (keeping) => (this.#keeping = keeping))
  }

  get keeping(): Keeping | null {
    return this.#keeping
  }

  async load(): Promise<void> {
    // Unknown is not lost: main reports the next change.
    this.#keeping = await this.#client.call('app:keeping').catch(() => this.#keeping)
  }
}

export const [useHistory, provideHistory] = createContext<History>()
