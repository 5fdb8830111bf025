import type { Channel, EventName, EventPayload, Request, Response } from '../../shared/ipc'
import type { JobProgress } from '../../shared/base/job'
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
    emit('app:jobProgress', { requestId, progress })

/** One function per channel of the contract; a missing one is a compile error. */
export type Handlers = {
  [C in Channel]: (request: Request<C>, context: Context) => Promise<Response<C>>
}

/** Some of them, as an object that the compiler holds to the contract. */
export const serving = <C extends Channel>(handlers: Pick<Handlers, C>): Pick<Handlers, C> => handlers

/** The handlers of one area: all channels that begin with its name. */
export type Area<Name extends string> = Pick<Handlers, Extract<Channel, `${Name}:${string}`>>
