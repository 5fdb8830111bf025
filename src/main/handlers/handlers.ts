import type { Channel, EventName, EventPayload, Request, Response } from '../../shared/ipc'
import type { JobProgress } from '../../shared/model/job'
import type { Owner } from '../base/jobs'

/** Who asks, and a way to send that window events meanwhile. */
export interface Context {
  owner: Owner
  emit<E extends EventName>(event: E, payload: EventPayload<E>): void
}

/** Tells the window of a job what it waits for. */
export const toldTo =
  ({ emit }: Context, requestId: string) =>
  (progress: JobProgress): void =>
    emit('jobs:progress', { requestId, progress })

/** One function per channel of the contract; a missing one is a compile error. */
export type Handlers = {
  [C in Channel]: (request: Request<C>, context: Context) => Promise<Response<C>>
}

/** The handlers of one area: all channels that begin with its name. */
export type Area<Name extends string> = Pick<Handlers, Extract<Channel, `${Name}:${string}`>>
