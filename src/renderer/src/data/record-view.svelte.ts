import type { Client } from '../client.svelte'
import { BodyView, type BodyForm } from '../records/viewer/body-view.svelte'
import { Task } from '../kit/task.svelte'

export class RecordView extends Task {
  #client: Client
  #fetchId: string
  #index = $state<number | null>(null)
  #body = $state.raw<BodyView | null>(null)
  #form: BodyForm = 'tree'

  constructor(client: Client, fetchId: string) {
    super()
    this.#client = client
    this.#fetchId = fetchId
  }

  /** From 0; null while closed. */
  get index(): number | null {
    return this.#index
  }

  /** null while loading */
  get body(): BodyView | null {
    return this.#body
  }

  async open(index: number): Promise<void> {
    if (this.#index === index) return
    this.#index = index
    this.#body = null
    const answer = await this.attempt(() => this.#client.call('data:openRecord', { fetchId: this.#fetchId, index }))
    // A later open makes this one obsolete.
    if (!answer || this.#index !== index) return
    const body = new BodyView(this.#client, answer.responseId, answer.summary)
    body.show(this.#form)
    this.#body = body
  }

  show(form: BodyForm): void {
    this.#form = form
    this.#body?.show(form)
  }

  close(): void {
    this.#index = null
    this.#body = null
  }
}
