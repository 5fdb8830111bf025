import type { JobProgress } from '../../../shared/model/job'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/model/place'

/** One act under way at the service: what it waits for, and the way to stop it. */
export class ActJob {
  readonly requestId = crypto.randomUUID()
  #client: Client
  #place: Place | null
  #progress = $state.raw<JobProgress>({ wait: null, quiet: null, sent: false })
  #stopping = $state(false)
  #unsubscribe: () => void

  /** @param place whose rate limit it waits for; null where it belongs to no workspace yet */
  constructor(client: Client, place: Place | null = null) {
    this.#client = client
    this.#place = place
    this.#unsubscribe = client.on('jobs:progress', ({ requestId, progress }) => {
      if (requestId === this.requestId) this.#progress = progress
    })
  }

  get progress(): JobProgress {
    return this.#progress
  }

  get stopping(): boolean {
    return this.#stopping
  }

  /** What did not leave never does; main looks up the outcome of what left. */
  cancel(): void {
    this.#stopping = true
    this.#client.call('jobs:cancel', { requestId: this.requestId }).catch(() => undefined)
  }

  /** Ends the pause the service asked for: it is asked again at once. */
  tryNow(): void {
    if (!this.#place) return
    const { workspaceId, region } = this.#place
    this.#client.call('rateLimit:tryNow', { workspaceId, region }).catch(() => undefined)
  }

  end(): void {
    this.#unsubscribe()
  }
}
