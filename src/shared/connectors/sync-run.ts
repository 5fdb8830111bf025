import { z } from 'zod'
import { nameText } from '../own-name'

/** Most connectors of one run. */
export const mostSyncs = 200

/**
 * `leaving`: written down before its request leaves. `unknown`: its request may have arrived, and never leaves again.
 * `late`: still at work when the run stopped watching. `left`: not started, `why` says it.
 */
export const syncState = z.enum(['waiting', 'leaving', 'running', 'unknown', 'good', 'failed', 'late', 'left'])
export type SyncState = z.infer<typeof syncState>

export const syncOf = z.object({
  /** `<category>:<id>` */
  key: nameText,
  endUser: z.string(),
  integrationSlug: z.string(),
  state: syncState,
  /** In the diagnosis' or the service's words. */
  why: z.string(),
  /** Status and start of the last sync, as read before the start. */
  before: z.string(),
  /** A later read showed the new sync. */
  begun: z.boolean(),
  /** Until when it is watched, ms since 1970. */
  until: z.number(),
  /** When its state changed last, ms since 1970. */
  at: z.number()
})
export type SyncOf = z.infer<typeof syncOf>

export const syncRun = z.object({ id: z.uuid(), startedAt: z.number(), syncs: z.array(syncOf) })
export type SyncRun = z.infer<typeof syncRun>

const open: readonly SyncState[] = ['waiting', 'leaving', 'running']

/** An unknown start is watched, too, until its time is over. */
export const isWatched = ({ state, until }: SyncOf, now: number): boolean =>
  state === 'running' || (state === 'unknown' && now < until)

/** Whether a run still starts or watches something. */
export const isAtWork = ({ syncs }: SyncRun, now: number): boolean =>
  syncs.some((one) => open.includes(one.state) || isWatched(one, now))
