import { createContext } from 'svelte'
import type { AppError } from '../../../shared/errors'
import type { Updates as Known } from '../../../shared/updates/update'
import type { Client } from '../client.svelte'
import { unlessDeclined } from '../kit/declined'
import { sharedWords } from '../kit/words/shared'

export class Updates {
  #client: Client
  #known = $state.raw<Known | null>(null)

  constructor(client: Client) {
    this.#client = client
    client.on('updates:changed', (known) => (this.#known = known))
  }

  get known(): Known | null {
    return this.#known
  }

  /** The version that waits for the operator, or a hint that updates are old; null if there is nothing to do. */
  hint = $derived.by(() => {
    const state = this.#known?.state
    if (state?.kind === 'available') return sharedWords.update.available(state.offer.version)
    if (state?.kind === 'ready') return sharedWords.update.ready(state.offer.version)
    return this.#known?.oldSince ? sharedWords.update.old : null
  })

  load(): void {
    if (!this.#known) this.#quietly(this.#client.call('updates:get'))
  }

  check = () => this.#quietly(this.#client.call('updates:check'))
  download = () => this.#quietly(this.#client.call('updates:download'))
  cancel = () => this.#quietly(this.#client.call('updates:cancel'))
  showFile = () => this.#quietly(this.#client.call('updates:showFile'))

  /** @returns the fault of the address; null if it was saved or the operator declined */
  async setAddress(address: string): Promise<AppError | null> {
    try {
      this.#known = await this.#client.call('updates:setAddress', { address })
      return null
    } catch (thrown) {
      return unlessDeclined(thrown)
    }
  }

  /** The state itself holds failures; a page that may not ask at all is locked, and is loaded again. */
  #quietly(answer: Promise<Known>): void {
    answer.then(
      (known) => (this.#known = known),
      () => undefined
    )
  }
}

export const [useUpdates, provideUpdates] = createContext<Updates>()
