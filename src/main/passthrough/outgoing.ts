import { isRead, usualTimeout, type PassthroughDraft } from '../../shared/passthrough/passthrough'
import { actsAs } from '../../shared/passthrough/checks'
import { readTimeout, type BuiltPreview } from '../../shared/passthrough/preview'
import { servicePathOf } from '../../shared/passthrough/request'
import type { Act, SentFile } from '../guard/confirmer'
import type { Call } from '../http/call'

/** One way for a draft to leave: what of it is a call, and what the person is asked before. */
export interface Outgoing {
  draft: PassthroughDraft
  /** Variables filled; of the third party, or of the service for a unified write. */
  path: string
  /** Exactly what leaves as the body. */
  text: string
  /** The same for the history: files by name only. */
  kept: string
  /** What `text` carries of files. */
  files?: readonly SentFile[]
  /** Given to the third party, s; null where the service does not say how long it waits. */
  timeoutSeconds: number | null
  /** The method it counts as: DELETE where the provider may find another method in it. */
  countsAs: string
  call: Pick<Call, 'path' | 'forwarded' | 'reads' | 'handedOn' | 'mayBePage' | 'timeoutMs' | 'longestWaitMs'> & {
    headers?: Readonly<Record<string, string>>
  }
  /** The key of a unified write, where its operation takes one. `firstAt`: null for a new one. */
  idempotency: { key: string; firstAt: number | null } | null
  /** What was confirmed holds until then, ms since 1970; Infinity where time changes nothing. */
  notAfter: number
  /** null for a read that goes where it seems to: it needs no confirmation. */
  asks: ((endUser: string) => Pick<Act, 'title' | 'verb' | 'note' | 'warnings' | 'facts'>) | null
}

/** What the service may need beyond the third party's time, ms: the network, and its own work. */
const marginMs = 15_000
/** Timers take no more, ms: 24 days. */
const longestTimerMs = 2 ** 31 - 1

/** A passthrough request (spec §2). */
export function passthroughOf(draft: PassthroughDraft, built: BuiltPreview, kept: string): Outgoing {
  const { method } = draft
  const { path, text, problems } = built
  const read = readTimeout(draft.timeout)
  const timeoutSeconds = 'seconds' in read ? read.seconds : usualTimeout
  const warnings = problems.filter(({ severity }) => severity === 'confirm').map(({ message }) => message)
  const countsAs = problems.some(({ code }) => code === actsAs) ? 'DELETE' : method
  const note = isRead(countsAs)
    ? 'It reads data in the customer’s system.'
    : 'It can change data in the customer’s system. It is sent once and never retried. If no response arrives, check there before sending again.'
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
      // The default is JSON, too: a page is a portal's then, and no provider's answer.
      mayBePage: draft.responseFormat !== null && draft.responseFormat !== 'JSON'
    },
    asks: isRead(countsAs) && warnings.length === 0 ? null : asks
  }
}
