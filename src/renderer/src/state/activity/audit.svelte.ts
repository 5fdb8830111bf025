import { type AppError, toAppError } from '../../../../shared/errors'
import type { AuditVerdict } from '../../../../shared/model/audit'
import type { Client } from '../../client.svelte'

/** The audit record, as it was last looked through. */
export class Audit {
  #client: Client
  #verifying = $state(false)
  #verdict = $state.raw<AuditVerdict | null>(null)
  #failure = $state.raw<AppError | null>(null)

  constructor(client: Client) {
    this.#client = client
  }

  get verifying(): boolean {
    return this.#verifying
  }

  get verdict(): AuditVerdict | null {
    return this.#verdict
  }

  get failure(): AppError | null {
    return this.#failure
  }

  async verify(): Promise<void> {
    if (this.#verifying) return
    this.forget()
    this.#verifying = true
    try {
      this.#verdict = await this.#client.call('activity:verify')
    } catch (thrown) {
      this.#failure = toAppError(thrown)
    }
    this.#verifying = false
  }

  forget(): void {
    this.#verdict = null
    this.#failure = null
  }
}
