import type { JobProgress } from '../../../shared/base/job'
import type { Client } from '../client.svelte'
import { Job } from './job'
import type { Place } from '../../../shared/workspaces/place'

/** One act under way at the service: what it waits for, and the way to stop it. */
export class ActJob extends Job {
  #client: Client
  #place: Place | null
  #progress = $state.raw<JobProgress>({ wait: null, quiet: null, sent: false })
  #stopping = $state(false)
  #unsubscribe: () => void

  /** @param place whose rate limit it waits for; null where it belongs to no workspace yet */
  constructor(client: Client, place: Place | null = null) {
    super(client)
    this.#client = client
    this.#place = place
    this.#unsubscribe = client.on('app:jobProgress', ({ requestId, progress }) => {
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
  override cancel(): void {
    this.#stopping = true
    super.cancel()
  }

  /** Ends the pause the service asked for: it is asked again at once. */
  tryNow(): void {
    if (!this.#place) return
    const { workspaceId, region } = this.#place
    this.#client.call('app:liftRateLimits', { workspaceId, region }).catch(() => undefined)
  }

  end(): void {
    this.#unsubscribe()
  }
}
