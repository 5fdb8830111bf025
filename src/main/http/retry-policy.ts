export type Failure =
  /** `relayed`: a 429 that may be the provider's. */
  | { kind: 'status'; status: number; relayed?: boolean }
  /** `sent`: bytes of the request may have left this computer. */
  | { kind: 'network'; sent: boolean }

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Other statuses do not pass by waiting. */
const passing = new Set([500, 502, 503, 504])

/** Tries per request, with the first: a limit lifts by itself, a failure that comes four times stays. */
export const maxTries = { limited: 8, failed: 4 } as const

/**
 * A 429 and an unsent request did nothing, so both may repeat. After other failures only reads repeat: passthrough has
 * no idempotency key, so a second write would act twice.
 * @param tries made already, from 1
 */
export function mayRetry(failure: Failure, method: string, tries: number): boolean {
  if (failure.kind === 'status' && failure.status === 429) return !failure.relayed && tries < maxTries.limited
  if (tries >= maxTries.failed) return false
  if (failure.kind === 'status') return passing.has(failure.status) && safeMethods.has(method)
  return !failure.sent || safeMethods.has(method)
}
