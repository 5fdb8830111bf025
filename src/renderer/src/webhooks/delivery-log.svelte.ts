import type { Response } from '../../../shared/ipc'
import type { DeliveryFilters } from '../../../shared/webhooks/webhook'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'

/** How many are read: first so many, then more as asked for. The log is walked from its beginning each time. */
const steps = [200, 500, 1_000, 2_500, 5_000]

/** Deliveries, newest first, as far as they were read. */
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

  /** null until the log was read for the first time. */
  get answer(): Response<'webhooks:deliveries'> | null {
    return this.#answer
  }

  /** The filters that were answered: others may be set since, and be refused. */
  get answered(): DeliveryFilters | null {
    return this.#answered
  }

  /** How often it was read again: the rows of one reading are not those of the next. */
  get readings(): number {
    return this.#readings
  }

  /** How many the next request asks for; null where no more can be read. */
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
