import type { Channel, EventName, EventPayload, Request, Response } from '../../shared/ipc'
import type { Jobs, Owner } from './jobs'

/** The asking window, and a way to send it events. */
export interface Context {
  owner: Owner
  emit<E extends EventName>(event: E, payload: EventPayload<E>): void
}

/** @returns a function that runs a job of this kind, which its window can cancel, and tells that window its waits */
export const toldJobs =
  (jobs: Jobs, kind: string) =>
  <T>(requestId: string, { owner, emit }: Context, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    jobs.run(requestId, owner, kind, work, (progress) => emit('app:jobProgress', { requestId, progress }))

/** One function per channel; a missing function is a compile error. */
export type Handlers = {
  [C in Channel]: (request: Request<C>, context: Context) => Promise<Response<C>>
}

/** Some handlers, checked against the contract. */
export const serving = <C extends Channel>(handlers: Pick<Handlers, C>): Pick<Handlers, C> => handlers

/** Channels that begin with the area's name. */
export type Area<Name extends string> = Pick<Handlers, Extract<Channel, `${Name}:${string}`>>

/** A part of main: its answers to the window, and its steps at the app's start and end. */
export interface Room<Answers = Partial<Handlers>> {
  handlers: Answers
  /** Runs once at a start, beside the window. */
  begin?(): unknown
  /** Stores waiting data and ends running work. */
  stop?(): unknown
  /** Deletes a removed workspace's secrets first, because the keychain may refuse. */
  forgetSecrets?(workspaceId: string): Promise<void>
  /** Deletes its other data of a removed workspace. */
  forgetWorkspace?(workspaceId: string): unknown
}

type All<H> = (H extends unknown ? (each: H) => void : never) extends (all: infer Every) => void ? Every : never

/** The answers of all rooms; an unanswered channel is a compile error. */
export const handlersOf = <R extends Record<string, Room<object>>>(rooms: R): All<R[keyof R]['handlers']> =>
  Object.assign({}, ...Object.values(rooms).map(({ handlers }) => handlers)) as All<R[keyof R]['handlers']>
