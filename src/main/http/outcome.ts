import type { ErrorCode } from '../../shared/errors'
import { isRead } from '../../shared/passthrough/passthrough'
import type { Outcome } from '../../shared/passthrough/result'
import { isSuccess } from './client'

/** How the last try ended: by a whole answer, or without one. `sent`: the request may have left this computer. */
export type Ending =
  /** `relayed`: it may be a third party's, handed through */
  | { kind: 'answer'; status: number; relayed?: boolean }
  | { kind: 'broken'; code: ErrorCode; sent: boolean; /** where the head still came */ status?: number | undefined }

/**
 * What is known after the last try (spec §2; field notes: no idempotency key). A write counts as not done only where
 * it was refused or never left. A 5xx or 408 is not a refusal: a gateway says so too when it gave up on a third party that
 * was reached. Nor is a 429 that may be the third party's own: some answer it after the work was done.
 */
export function outcomeOf(method: string, ending: Ending): Outcome {
  const unclear = isRead(method) ? 'failed' : 'unknown'
  if (ending.kind === 'answer') {
    if (isSuccess(ending.status)) return 'answered'
    const doubtful = ending.status === 429 && ending.relayed === true
    return ending.status >= 500 || ending.status === 408 || doubtful ? unclear : 'refused'
  }
  if (!ending.sent) return ending.code === 'cancelled' ? 'cancelled' : 'failed'
  // It was this app that stopped reading: the answer is there, only not whole.
  if (ending.code === 'too-large' && isSuccess(ending.status ?? 0)) return 'answered'
  return isRead(method) && ending.code === 'cancelled' ? 'cancelled' : unclear
}
