import type { Channel, Request, Response } from '../../../shared/ipc'
import type { Client } from '../client.svelte'

/** Channels whose request names itself: by that main tells of its progress, and it can be cancelled. */
type JobChannel = { [C in Channel]: Request<C> extends { requestId: string } ? C : never }[Channel]
type Asked<C extends JobChannel> = Omit<Request<C>, 'requestId'>

/** Work of main that can be stopped. Only this file names requests and cancels them. */
export class Job {
  #client: Client

  /** @param requestId of work that main named itself */
  constructor(
    client: Client,
    readonly requestId: string = crypto.randomUUID()
  ) {
    this.#client = client
  }

  /** @throws AppError, as each call; `cancelled` after `cancel` */
  ask<C extends JobChannel>(channel: C, request: Asked<C>): Promise<Response<C>> {
    const whole = { requestId: this.requestId, ...request } as Request<C>
    return (this.#client.call as (channel: C, request: Request<C>) => Promise<Response<C>>)(channel, whole)
  }

  /** What ended meanwhile is not a failure. */
  cancel(): void {
    this.#client.call('app:cancelJob', { requestId: this.requestId }).catch(() => undefined)
  }
}
