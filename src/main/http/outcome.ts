import type { ErrorCode } from '../../shared/errors'
import { isRead } from '../../shared/passthrough/passthrough'
import type { Outcome } from '../../shared/passthrough/result'

export const isSuccess = (status: number) => status >= 200 && status < 300

/** The end of the last try. `sent`: the request may have left this computer. */
export type Ending =
  /** `relayed`: it may be the provider's; `again`: its key was sent before, and a 409 says that this still runs */
  | { kind: 'answer'; status: number; relayed?: boolean; again?: boolean }
  | { kind: 'broken'; code: ErrorCode; sent: boolean; /** if the head came */ status?: number | undefined }

/**
 * A write counts as not done only if it was refused or never left. A 5xx or 408 is no refusal: a gateway sends it when
 * it gives up on a provider it reached. A 429 may be the provider's, and some providers answer it after the work.
 */
export function outcomeOf(method: string, ending: Ending): Outcome {
  const unclear = isRead(method) ? 'failed' : 'unknown'
  if (ending.kind === 'answer') {
    if (isSuccess(ending.status)) return 'answered'
    const doubtful = ending.status === 429 && ending.relayed === true
    const runs = ending.status === 409 && ending.again === true
    return ending.status >= 500 || ending.status === 408 || doubtful || runs ? unclear : 'refused'
  }
  if (!ending.sent) return ending.code === 'cancelled' ? 'cancelled' : 'failed'
  // This app stopped reading; the service did answer.
  if (ending.code === 'too-large' && isSuccess(ending.status ?? 0)) return 'answered'
  return isRead(method) && ending.code === 'cancelled' ? 'cancelled' : unclear
}
