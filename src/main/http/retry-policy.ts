/** What went wrong with one try. */
export type Failure =
  /** `relayed`: a 429 that may be a third party's, handed through; the service's own leaves no calls. */
  | { kind: 'status'; status: number; relayed?: boolean }
  /** `sent`: bytes of the request may have left this computer. */
  | { kind: 'network'; sent: boolean }

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** No other status gets better by asking again. */
const passing = new Set([500, 502, 503, 504])

/** Tries of one request, the first included: a limit lifts by itself, a failure that comes four times stays. */
export const maxTries = { limited: 8, failed: 4 } as const

/**
 * Whether a request may be made again by itself. A 429 was refused before anything was done, and what never left did
 * nothing either: both may. Whatever else went wrong, only a request that changes nothing is repeated: passthrough
 * takes no idempotency key, so a second write would be a second write.
 *
 * @param tries made already, from 1
 */
export function mayRetry(failure: Failure, method: string, tries: number): boolean {
  if (failure.kind === 'status' && failure.status === 429) return !failure.relayed && tries < maxTries.limited
  if (tries >= maxTries.failed) return false
  if (failure.kind === 'status') return passing.has(failure.status) && safeMethods.has(method)
  return !failure.sent || safeMethods.has(method)
}
