import type { Channel, EventName, EventPayload, Request, Response } from '../../shared/ipc'
import type { JobProgress } from '../../shared/base/job'
import type { Owner } from './jobs'

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

/** What a room of main gives the app: what it answers the window, and what it does as the app begins and ends. */
export interface Room<Answers = Partial<Handlers>> {
  handlers: Answers
  /** What is done once at a start, beside the window. */
  begin?(): unknown
  /** Keeps what still waits, and ends what runs. */
  stop?(): unknown
  /** Deletes its secrets of a workspace that is removed: before all else, as the keychain may refuse. */
  forgetSecrets?(workspaceId: string): Promise<void>
  /** Deletes what else it has of a workspace that is removed. */
  forgetWorkspace?(workspaceId: string): unknown
}

/** All of several kinds of handlers as one. */
type All<H> = (H extends unknown ? (each: H) => void : never) extends (all: infer Every) => void ? Every : never

/** What rooms answer, put together: the compiler finds a channel that none of them answers. */
export const handlersOf = <R extends Record<string, Room<object>>>(rooms: R): All<R[keyof R]['handlers']> =>
  Object.assign({}, ...Object.values(rooms).map(({ handlers }) => handlers)) as All<R[keyof R]['handlers']>
