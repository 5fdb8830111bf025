import type { Client } from '../../client.svelte'

/** Whether main can filter bodies. It is asked once; where it cannot, no filter is offered. */
export class FilterOffer {
  #client: Client
  #offered = $state(false)
  #asked = false

  constructor(client: Client) {
    this.#client = client
  }

  get offered(): boolean {
    return this.#offered
  }

  /** Asks with an expression that needs nothing of the body. */
  async probe(id: string): Promise<void> {
    if (this.#asked) return
    this.#asked = true
    const question = { requestId: crypto.randomUUID(), id, expression: '`1`' }
    this.#offered = await this.#client.call('passthrough:filterResponse', question).then(
      () => true,
      () => false
    )
  }
}
