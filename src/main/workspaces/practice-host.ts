import { AppError } from '../../shared/errors'
import type { Region } from '../../shared/workspaces/region'
import { Thread } from '../base/thread'

export type PracticeAddresses = Record<Region, { url: string; bearerToken: string }>

/** What the thread of the practice service does (`app/threads/practice.ts`). */
export interface PracticeMethods {
  /** Starts both regions, or gives the addresses of those that run. */
  start(): Promise<PracticeAddresses>
}

/** What its workspace is called. */
export const practiceName = 'Practice workspace'

/** The practice service inside the app: started when first asked for, one address and token per region. */
export interface PracticeHost {
  /** @throws AppError internal where it does not start */
  start(): Promise<PracticeAddresses>
  stop(): Promise<void>
}

/** Runs it in a thread of its own, so that making a page of records never holds up the main process. */
export function practiceInThread(bundle: URL): PracticeHost {
  const thread = new Thread<PracticeMethods>(bundle, {
    gone: (why) => new AppError('internal', `The practice workspace did not start: ${why}`)
  })
  return { start: () => thread.remote.start(), stop: () => thread.end('The app is closing.') }
}
