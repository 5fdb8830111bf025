import type { AppError } from '../../../shared/errors'
import type { Delivery, NamedRecords } from '../../../shared/webhooks/webhook'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { BodyView } from '../records/viewer/body-view.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'

/** One delivery in the drawer, with its request and response where the service has them. */
export class OpenedDelivery {
  readonly delivery: Delivery
  #asking = new Task()
  /** undefined until the service answered, null where it does not have it. */
  #body = $state.raw<BodyView | null | undefined>(undefined)
  #records = $state.raw<readonly NamedRecords[]>([])

  constructor(client: Client, place: Place, delivery: Delivery) {
    this.delivery = delivery
    // Without an id there is nothing to ask for.
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

  /** What it says has changed, by model. */
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
