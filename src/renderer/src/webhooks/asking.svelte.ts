import { type AppError, toAppError } from '../../../shared/errors'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job'

/** One request to main at a time: a new one cancels the one before, and only the last answer counts. */
export class Asking {
  #client: Client
  #job = $state.raw<Job | null>(null)
  #error = $state.raw<AppError | null>(null)

  constructor(client: Client) {
    this.#client = client
  }

  get busy(): boolean {
    return this.#job !== null
  }

  get error(): AppError | null {
    return this.#error
  }

  async ask<T>(question: (job: Job) => Promise<T>, take: (answer: T) => void): Promise<void> {
    this.cancel()
    const job = (this.#job = new Job(this.#client))
    try {
      const answer = await question(job)
      if (this.#job === job) take(answer)
    } catch (thrown) {
      const error = toAppError(thrown)
      if (this.#job === job && error.code !== 'cancelled') this.#error = error
    } finally {
      if (this.#job === job) this.#job = null
    }
  }

  cancel(): void {
    const job = this.#job
    this.#job = null
    this.#error = null
    job?.cancel()
  }
}
