import type { AuditCheck } from '../../../shared/activity/audit'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'

export class Audit extends Task {
  #client: Client
  #diagnosis = $state.raw<AuditCheck | null>(null)

  constructor(client: Client) {
    super()
    this.#client = client
  }

  get result(): AuditCheck | null {
    return this.#diagnosis
  }

  async verify(): Promise<void> {
    if (this.running) return
    this.forget()
    this.#diagnosis = await this.attempt(() => this.#client.call('activity:verify'))
  }

  forget(): void {
    this.#diagnosis = null
    this.forgetFailure()
  }
}
