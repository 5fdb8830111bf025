import type { Response } from '../../../shared/ipc'
import type { Place } from '../../../shared/workspaces/place'
import type { Delivery } from '../../../shared/webhooks/webhook'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'

type Diagnosis = Response<'webhooks:checkSignature'>

/** Closing forgets the input. */
export class SignatureForm {
  readonly asking = new Task()
  body = $state('')
  signature = $state('')
  key = $state('')
  keep = $state(false)
  #client: Client
  #place: Place
  #kept = $state(false)
  #diagnosis = $state.raw<Diagnosis | null>(null)

  /** @param delivery null for a pasted one */
  constructor(
    client: Client,
    place: Place,
    readonly delivery: Delivery | null
  ) {
    this.#client = client
    this.#place = place
    client.call('webhooks:signatureKey', place).then(
      ({ kept }) => (this.#kept = kept),
      () => undefined
    )
  }

  /** An empty field uses the saved key. */
  get kept(): boolean {
    return this.#kept
  }

  get result(): Diagnosis | null {
    return this.#diagnosis
  }

  ready = $derived.by(() => {
    const hasKey = this.key !== '' || this.#kept
    return hasKey && (this.delivery !== null || (this.body !== '' && this.signature.trim() !== ''))
  })

  check(): void {
    if (!this.ready || this.asking.running) return
    const { delivery, body, signature, keep } = this
    const of = delivery ? { deliveryId: delivery.id } : { body, signature }
    const key = this.key === '' ? null : this.key
    this.#diagnosis = null
    const job = new Job(this.#client)
    void this.asking.ask(
      job,
      () =>
        job.ask('webhooks:checkSignature', {
          ...this.#place,
          of,
          key,
          keep: keep && key !== null
        }),
      (result) => {
        this.#diagnosis = result
        this.#kept = result.kept
        // The keychain has it now.
        if (keep) this.key = ''
      }
    )
  }

  async forgetKey(): Promise<void> {
    this.#kept = (await this.#client.call('webhooks:forgetSignatureKey', this.#place)).kept
  }
}
