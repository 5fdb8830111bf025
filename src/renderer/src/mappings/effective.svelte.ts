import type { EffectiveField } from '../../../shared/mappings/mapping'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { Task } from '../kit/task.svelte'

/** A connector's own mapping wins over the integration's. */
export class Effective extends Task {
  #client: Client
  #place: Place
  #of = $state.raw<{ key: string; model: string } | null>(null)
  #fields = $state.raw<readonly EffectiveField[] | null>(null)
  #complete = $state(false)

  constructor(client: Client, place: Place) {
    super()
    this.#client = client
    this.#place = place
  }

  /** null before the first load */
  get fields(): readonly EffectiveField[] | null {
    return this.#fields
  }

  /** False if derived from this computer's data. */
  get complete(): boolean {
    return this.#complete
  }

  get key(): string | null {
    return this.#of?.key ?? null
  }

  /** @param again true after a write */
  async show(key: string, model: string, again = false): Promise<void> {
    if (!again && this.#of?.key === key && this.#of.model === model) return
    const of = { key, model }
    if (this.#of?.key !== key || this.#of.model !== model) this.#fields = null
    this.#of = of
    const answer = await this.attempt(() =>
      new Job(this.#client).ask('mappings:effective', { ...this.#place, key, model })
    )
    if (this.#of !== of || !answer) return
    this.#fields = answer.fields
    this.#complete = answer.complete
  }

  async refresh(): Promise<void> {
    if (this.#of) await this.show(this.#of.key, this.#of.model, true)
  }
}
