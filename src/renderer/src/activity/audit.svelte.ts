import { type AppError, toAppError } from '../../../shared/errors'
import type { AuditCheck } from '../../../shared/activity/audit'
import type { Client } from '../client.svelte'

/** The audit record, as it was last looked through. */
export class Audit {
  #client: Client
  #verifying = $state(false)
  #diagnosis = $state.raw<AuditCheck | null>(null)
  #failure = $state.raw<AppError | null>(null)

  constructor(client: Client) {
    this.#client = client
  }

  get verifying(): boolean {
    return this.#verifying
  }

  get result(): AuditCheck | null {
    return this.#diagnosis
  }

  get failure(): AppError | null {
    return this.#failure
  }

  async verify(): Promise<void> {
    if (this.#verifying) return
    this.forget()
    this.#verifying = true
    try {
      this.#diagnosis = await this.#client.call('activity:verify')
    } catch (thrown) {
      this.#failure = toAppError(thrown)
    }
    this.#verifying = false
  }

  forget(): void {
    this.#diagnosis = null
    this.#failure = null
  }
}
