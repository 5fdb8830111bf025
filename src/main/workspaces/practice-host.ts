import { AppError } from '../../shared/errors'
import type { PracticeChange, PracticeTime } from '../../shared/workspaces/practice-time'
import type { Region } from '../../shared/workspaces/region'
import { Thread } from '../base/thread'

export type PracticeAddresses = Record<Region, { url: string; bearerToken: string }>

/** Implemented in `app/threads/practice.ts`. */
export interface PracticeMethods {
  /** Starts both regions; if they run, returns their addresses. */
  start(): Promise<PracticeAddresses>
  time(region: Region, change: PracticeChange | null): Promise<PracticeTime>
}

export const practiceName = 'Practice workspace'

/** Runs the practice service inside the app, with one address and token per region. */
export interface PracticeHost {
  /** Starts on the first call only. @throws AppError internal if the start fails */
  start(): Promise<PracticeAddresses>
  /** Starts it, too. @param change made first: another speed, or a jump to the region's next event */
  time(region: Region, change: PracticeChange | null): Promise<PracticeTime>
  stop(): Promise<void>
}

/** A thread of its own: making a page of records would hold up the main process. */
export function practiceInThread(bundle: URL): PracticeHost {
  const thread = new Thread<PracticeMethods>(bundle, {
    gone: (why) => new AppError('internal', `The practice workspace did not start: ${why}`)
  })
  return {
    start: () => thread.remote.start(),
    time: (region, change) => thread.remote.time(region, change),
    stop: () => thread.end('The app is closing.')
  }
}
