import type { Response } from '../../../../shared/ipc'
import type { Client } from '../../client.svelte'
import { Task } from '../../kit/task.svelte'

export class BuiltFromList extends Task {
  #client: Client
  #about = $state.raw<Response<'support:about'> | null>(null)

  constructor(client: Client) {
    super()
    this.#client = client
  }

  get about(): Response<'support:about'> | null {
    return this.#about
  }

  async read(): Promise<void> {
    if (!this.#about) this.#about = await this.attempt(() => this.#client.call('support:about'))
  }
}
