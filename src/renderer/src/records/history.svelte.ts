import { createContext } from 'svelte'
import type { Keeping } from '../../../shared/connectors/snapshot'
import type { Client } from '../client.svelte'

/** Whether main keeps what it sees over restarts. */
export class History {
  #client: Client
  #keeping = $state.raw<Keeping | null>(null)

  constructor(client: Client) {
    this.#client = client
    client.on('app:keepingChanged', (keeping) => (this.#keeping = keeping))
  }

  /** null until main has said. */
  get keeping(): Keeping | null {
    return this.#keeping
  }

  async load(): Promise<void> {
    // Not known is not lost: the next change is reported.
    this.#keeping = await this.#client.call('app:keeping').catch(() => this.#keeping)
  }
}

export const [useHistory, provideHistory] = createContext<History>()
