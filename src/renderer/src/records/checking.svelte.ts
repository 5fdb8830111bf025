import type { AppError } from '../../../shared/errors'
import type { Client } from '../client.svelte'
import { unlessDeclined } from '../kit/declined'
import { ActJob } from '../kit/act-job.svelte'

/** A test of an address or a token that a form asks for: what it waits for, the way to stop it, and why it failed. */
export class Checking {
  #client: Client
  #job = $state.raw<ActJob | null>(null)
  #error = $state.raw<AppError | null>(null)

  constructor(client: Client) {
    this.#client = client
  }

  /** The test under way. */
  get job(): ActJob | null {
    return this.#job
  }

  /** Why the last one failed; null where the operator stopped it, or did not agree to it. */
  get error(): AppError | null {
    return this.#error
  }

  forgetError(): void {
    this.#error = null
  }

  /** @returns whether it succeeded; false also while another one is under way */
  async run(work: (requestId: string) => Promise<void>): Promise<boolean> {
    if (this.#job) return false
    const job = (this.#job = new ActJob(this.#client))
    this.#error = null
    try {
      await work(job.requestId)
      return true
    } catch (thrown) {
      this.#error = unlessDeclined(thrown)
      return false
    } finally {
      job.end()
      this.#job = null
    }
  }
}
