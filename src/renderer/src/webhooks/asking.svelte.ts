import { type AppError, toAppError } from '../../../shared/errors'
import type { Client } from '../client.svelte'

/** One request to main at a time: a new one cancels the one before, and only the last answer counts. */
export class Asking {
  #client: Client
  #requestId = $state<string | null>(null)
  #error = $state.raw<AppError | null>(null)

  constructor(client: Client) {
    this.#client = client
  }

  get busy(): boolean {
    return this.#requestId !== null
  }

  get error(): AppError | null {
    return this.#error
  }

  async ask<T>(question: (requestId: string) => Promise<T>, take: (answer: T) => void): Promise<void> {
    this.cancel()
    const requestId = (this.#requestId = crypto.randomUUID())
    try {
      const answer = await question(requestId)
      if (this.#requestId === requestId) take(answer)
    } catch (thrown) {
      const error = toAppError(thrown)
      if (this.#requestId === requestId && error.code !== 'cancelled') this.#error = error
    } finally {
      if (this.#requestId === requestId) this.#requestId = null
    }
  }

  cancel(): void {
    const requestId = this.#requestId
    this.#requestId = null
    this.#error = null
    // What ended meanwhile is not a failure.
    if (requestId) this.#client.call('jobs:cancel', { requestId }).catch(() => undefined)
  }
}
