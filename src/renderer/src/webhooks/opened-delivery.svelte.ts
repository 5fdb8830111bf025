import type { AppError } from '../../../shared/errors'
import type { Delivery, NamedRecords } from '../../../shared/webhooks/webhook'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { BodyView } from '../records/viewer/body-view.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'

export class OpenedDelivery {
  readonly delivery: Delivery
  #asking = new Task()
  /** undefined before the answer, null if the service has none. */
  #body = $state.raw<BodyView | null | undefined>(undefined)
  #records = $state.raw<readonly NamedRecords[]>([])

  constructor(client: Client, place: Place, delivery: Delivery) {
    this.delivery = delivery
    if (delivery.id === '') {
      this.#body = null
      return
    }
    const job = new Job(client)
    void this.#asking.ask(
      job,
      () => job.ask('webhooks:openDelivery', { ...place, id: delivery.id }),
      (answer) => {
        this.#body = answer && new BodyView(client, answer.responseId, answer.summary)
        this.#records = answer?.records ?? []
      }
    )
  }

  get body(): BodyView | null | undefined {
    return this.#body
  }

  /** By model. */
  get records(): readonly NamedRecords[] {
    return this.#records
  }

  get error(): AppError | null {
    return this.#asking.failure
  }

  leave(): void {
    this.#asking.cancel()
  }
}
