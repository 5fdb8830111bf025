import type { ErrorCode } from '../../shared/errors'
import { isRead } from '../../shared/model/passthrough'
import type { Outcome } from '../../shared/model/passthrough-result'
import { isSuccess } from './client'

/** How the last try ended: by a whole answer, or without one. `sent`: the request may have left this computer. */
export type Ending =
  | { kind: 'answer'; status: number }
  | { kind: 'broken'; code: ErrorCode; sent: boolean; /** where the head still came */ status?: number | undefined }

/**
 * What is known after the last try (spec §2; field notes: no idempotency key). A write counts as not done only where
 * the service refused it or it never left. A 5xx or 408 is no refusal: a gateway says so too when it gave up on a
 * third party that was reached.
 */
export function outcomeOf(method: string, ending: Ending): Outcome {
  const unclear = isRead(method) ? 'failed' : 'unknown'
  if (ending.kind === 'answer') {
    if (isSuccess(ending.status)) return 'answered'
    return ending.status >= 500 || ending.status === 408 ? unclear : 'refused'
  }
  if (!ending.sent) return ending.code === 'cancelled' ? 'cancelled' : 'failed'
  // It was this app that stopped reading: the answer is there, only not whole.
  if (ending.code === 'too-large' && isSuccess(ending.status ?? 0)) return 'answered'
  return isRead(method) && ending.code === 'cancelled' ? 'cancelled' : unclear
}
