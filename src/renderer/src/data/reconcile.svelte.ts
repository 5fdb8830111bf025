import type { IdComparison, Reconciliation } from '../../../shared/data/collection'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'

export class Reconcile extends Task {
  /** As typed. */
  expected = $state('')
  pasted = $state('')
  pasting = $state(false)
  #client: Client
  #fetchId: string
  #by = $state<string | null>(null)
  #counts = $state.raw<Reconciliation | null>(null)
  #ids = $state.raw<IdComparison | null>(null)
  #busy = $state<'count' | 'ids' | null>(null)
  #saved = $state('')

  constructor(client: Client, fetchId: string) {
    super()
    this.#client = client
    this.#fetchId = fetchId
  }

  get by(): string | null {
    return this.#by
  }

  get counts(): Reconciliation | null {
    return this.#counts
  }

  get ids(): IdComparison | null {
    return this.#ids
  }

  get busy(): 'count' | 'ids' | null {
    return this.#busy
  }

  get saved(): string {
    return this.#saved
  }

  async count(by = this.#by): Promise<void> {
    this.#by = by
    this.#busy = 'count'
    const counts = await this.attempt(() => this.#client.call('data:reconcile', { fetchId: this.#fetchId, by }))
    if (this.#by !== by) return
    this.#busy = null
    if (counts) this.#counts = counts
  }

  /** @param pasted null: main asks for a file */
  async compare(pasted: string | null): Promise<void> {
    this.#busy = 'ids'
    this.#saved = ''
    const ids = await this.attempt(() => this.#client.call('data:compareIds', { fetchId: this.#fetchId, pasted }))
    this.#busy = null
    if (!ids) return
    this.#ids = ids
    this.pasting = false
  }

  async save(): Promise<void> {
    const answer = await this.attempt(() => this.#client.call('data:exportIds', { fetchId: this.#fetchId }))
    if (answer) this.#saved = answer.file
  }

  async showSaved(): Promise<void> {
    await this.attempt(() => this.#client.call('data:showIds', { fetchId: this.#fetchId }))
  }
}
