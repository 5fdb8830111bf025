import { isRead, usualTimeout, writeRetries, type PassthroughDraft } from '../../shared/passthrough/passthrough'
import { actsAs } from '../../shared/passthrough/checks'
import { readTimeout, type BuiltPreview } from '../../shared/passthrough/preview'
import { servicePathOf } from '../../shared/passthrough/request'
import type { Act, SentFile } from '../guard/confirmer'
import type { Call } from '../http/call'

export interface Outgoing {
  draft: PassthroughDraft
  /** The provider's path with variables filled; for a unified write, the API's. */
  path: string
  text: string
  /** The body for the history: files by name only. */
  kept: string
  /** In `text`. */
  files?: readonly SentFile[]
  /** The provider's limit, s; null if the API does not say how long it waits. */
  timeoutSeconds: number | null
  /** DELETE if the provider may find another method in the request. */
  countsAs: string
  call: Pick<
    Call,
    'path' | 'forwarded' | 'reads' | 'handedOn' | 'again' | 'mayBePage' | 'timeoutMs' | 'longestWaitMs'
  > & {
    headers?: Readonly<Record<string, string>>
  }
  /** The key of a unified write, if its operation takes one. `firstAt`: null for a new key. */
  idempotency: { key: string; firstAt: number | null } | null
  /** The confirmation's end, ms since 1970; Infinity for none. */
  notAfter: number
  /** null for a plain read: it needs no confirmation. */
  asks: ((endUser: string) => Pick<Act, 'title' | 'verb' | 'note' | 'warnings' | 'facts'>) | null
}

/** Extra time for the network and the API's own work, ms. */
const marginMs = 15_000
/** The longest timer, ms: 24 days. */
const longestTimerMs = 2 ** 31 - 1

export function passthroughOf(draft: PassthroughDraft, built: BuiltPreview, kept: string): Outgoing {
  const { method } = draft
  const { path, text, problems } = built
  const read = readTimeout(draft.timeout)
  const timeoutSeconds = 'seconds' in read ? read.seconds : usualTimeout
  const warnings = problems.filter(({ severity }) => severity === 'confirm').map(({ message }) => message)
  const countsAs = problems.some(({ code }) => code === actsAs) ? 'DELETE' : method
  const note = isRead(countsAs)
    ? 'It reads data in the customer’s system.'
    : `It can change data in the customer’s system. ${writeRetries} If its outcome is unknown, check there before you send it again.`
  const asks = (endUser: string) => ({
    ...{ title: `Send ${method} to ${endUser || 'this connector'}?`, verb: `Send ${method}`, note, warnings }
  })
  return {
    ...{ draft, path, text, kept, timeoutSeconds, idempotency: null, notAfter: Infinity, countsAs },
    call: {
      path: servicePathOf(draft),
      forwarded: `${method} ${path.split(/[?#]/)[0] ?? ''}`,
      reads: isRead(countsAs),
      timeoutMs: Math.min(timeoutSeconds * 1_000 + marginMs, longestTimerMs),
      // The default is JSON, too: an HTML page then comes from a portal.
      mayBePage: draft.responseFormat !== null && draft.responseFormat !== 'JSON'
    },
    asks: isRead(countsAs) && warnings.length === 0 ? null : asks
  }
}
