import type { Response } from '../../../shared/ipc'
import type { DeliveryFilters } from '../../../shared/webhooks/webhook'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'

/** Each read starts at the beginning of the log. */
const steps = [200, 500, 1_000, 2_500, 5_000]

/** Newest first. */
export class DeliveryLog {
  readonly asking = new Task()
  #client: Client
  #step = 0
  #answer = $state.raw<Response<'webhooks:deliveries'> | null>(null)
  #answered = $state.raw<DeliveryFilters | null>(null)
  #readings = $state(0)

  constructor(client: Client) {
    this.#client = client
  }

  /** null before the first read */
  get answer(): Response<'webhooks:deliveries'> | null {
    return this.#answer
  }

  /** The current filters may differ, or be refused. */
  get answered(): DeliveryFilters | null {
    return this.#answered
  }

  /** Rows of different reads are unrelated. */
  get readings(): number {
    return this.#readings
  }

  /** null if there is no more */
  get next(): number | null {
    return this.#answer?.more ? (steps[this.#step + 1] ?? null) : null
  }

  forget(): void {
    this.asking.cancel()
    this.#answer = null
  }

  read(place: Place, filters: DeliveryFilters): Promise<void> {
    return this.#ask(place, filters, 0)
  }

  async more(place: Place, filters: DeliveryFilters): Promise<void> {
    if (this.next !== null) await this.#ask(place, filters, this.#step + 1)
  }

  #ask(place: Place, filters: DeliveryFilters, step: number): Promise<void> {
    const most = steps[step] ?? 200
    const job = new Job(this.#client)
    return this.asking.ask(
      job,
      () => job.ask('webhooks:deliveries', { ...place, filters, most }),
      (answer) => {
        this.#answer = answer
        this.#answered = filters
        this.#step = step
        if (step === 0) this.#readings += 1
      }
    )
  }
}
