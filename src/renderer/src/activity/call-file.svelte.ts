import type { Request, Response } from '../../../shared/ipc'
import { type AppError, toAppError } from '../../../shared/errors'
import type { Client } from '../client.svelte'

/** Calls saved to a file that the operator chooses, and how that ended. */
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

  /** The file that was written last. */
  get saved(): Response<'activity:export'> {
    return this.#saved
  }

  /** Why nothing was written. */
  get failure(): AppError | null {
    return this.#failure
  }

  /** Forgets how it ended. */
  forget(): void {
    this.#asked += 1
    this.#saved = null
    this.#failure = null
  }

  /** Shows the file that was written last in the system's file manager. */
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
