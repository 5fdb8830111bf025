import type { Request, Response } from '../../../shared/ipc'
import { type AppError, toAppError } from '../../../shared/errors'
import type { Client } from '../client.svelte'

export class CallFile {
  #client: Client
  #asked = 0
  #saving = $state(false)
  #saved = $state.raw<Response<'activity:export'>>(null)
  #failure = $state.raw<AppError | null>(null)

  constructor(client: Client) {
    this.#client = client
  }

  get saving(): boolean {
    return this.#saving
  }

  get saved(): Response<'activity:export'> {
    return this.#saved
  }

  get failure(): AppError | null {
    return this.#failure
  }

  forget(): void {
    this.#asked += 1
    this.#saved = null
    this.#failure = null
  }

  show(): void {
    this.#client.call('activity:showExport').catch((thrown: unknown) => (this.#failure = toAppError(thrown)))
  }

  async save(calls: Request<'activity:export'>): Promise<void> {
    if (this.#saving) return
    this.forget()
    const asked = this.#asked
    this.#saving = true
    try {
      const saved = await this.#client.call('activity:export', calls)
      if (asked === this.#asked) this.#saved = saved
    } catch (thrown) {
      if (asked === this.#asked) this.#failure = toAppError(thrown)
    } finally {
      this.#saving = false
    }
  }
}
