import type { JobProgress } from '../../../shared/base/job'
import type { Channel, Request, Response } from '../../../shared/ipc'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'

/** Channels whose request has an id: main reports its progress under the id and can cancel it. */
type JobChannel = { [C in Channel]: Request<C> extends { requestId: string } ? C : never }[Channel]
type Asked<C extends JobChannel> = Omit<Request<C>, 'requestId'>

/** Work of main that can be stopped. Only this file names requests and cancels them. */
export class Job {
  #client: Client
  #place: Place | null
  #progress = $state.raw<JobProgress>({ wait: null, quiet: null, sent: false })
  #stopping = $state(false)

  /**
   * @param place owner of the rate limit it may wait for; null if that does not matter
   * @param requestId for work that main has named
   */
  constructor(
    client: Client,
    place: Place | null = null,
    readonly requestId: string = crypto.randomUUID()
  ) {
    this.#client = client
    this.#place = place
  }

  get progress(): JobProgress {
    return this.#progress
  }

  /** It may take an hour: nothing else waits for it. */
  get waitsForColleague(): boolean {
    return this.#progress.wait?.reason === 'colleague'
  }

  get stopping(): boolean {
    return this.#stopping
  }

  ask<C extends JobChannel>(channel: C, request: Asked<C>): Promise<Response<C>> {
    const whole = { requestId: this.requestId, ...request } as Request<C>
    return (this.#client.call as (channel: C, request: Request<C>) => Promise<Response<C>>)(channel, whole)
  }

  /** Follows its progress. @returns a function that ends this */
  follow(): () => void {
    return this.#client.on('app:jobProgress', ({ requestId, progress }) => {
      if (requestId === this.requestId) this.#progress = progress
    })
  }

  /**
   * Requests that have not left never leave; main looks up the outcome of the others. Work that has ended meanwhile is
   * no failure.
   */
  cancel(): void {
    this.#stopping = true
    this.#client.call('app:cancelJob', { requestId: this.requestId }).catch(() => undefined)
  }

  /** Ends the pause that the API asked for, and asks again at once. */
  tryNow(): void {
    if (!this.#place) return
    const { workspaceId, region } = this.#place
    this.#client.call('app:liftRateLimits', { workspaceId, region }).catch(() => undefined)
  }
}
