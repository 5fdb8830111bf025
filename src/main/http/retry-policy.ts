/** What went wrong with one try. */
export type Failure =
  | { kind: 'status'; status: number }
  /** `sent`: bytes of the request may have left this computer. */
  | { kind: 'network'; sent: boolean }

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const passing = new Set([502, 503, 504])

/** Tries of one request, the first included. */
export const maxTries = 8

/**
 * Whether a request may be made again by itself. A 429 was refused before anything was done, and what never left did
 * nothing either: both may. Whatever else went wrong, only a request that changes nothing is repeated: passthrough
 * takes no idempotency key, so a second write would be a second write.
 */
export function mayRetry(failure: Failure, method: string): boolean {
  if (failure.kind === 'status')
    return failure.status === 429 || (passing.has(failure.status) && safeMethods.has(method))
  return !failure.sent || safeMethods.has(method)
}
