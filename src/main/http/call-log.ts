import type { Asker } from '../../shared/activity/call'
import type { Region } from '../../shared/workspaces/region'
import type { Headers } from './retry-after'

/**
 * One request as it ended: what evidence and activity show of it. No headers, no body, and of a query only the names.
 * Nothing is masked here.
 */
export interface LoggedCall {
  /** ms since 1970, when it was asked for. */
  at: number
  workspaceId: string
  region: Region
  asker: Asker
  /** What it was about, in the operator's words; empty where the path says all. */
  subject: string
  /** `<category>:<id>` of the one connector it was about; empty where it was about none, or several. */
  connectorKey: string
  /** The id of the fetch, refresh or send it was part of; empty where it was a call of its own. */
  partOf: string
  method: string
  path: string
  /** Names of the parameters sent, comma-separated. */
  query: string
  /** What the service was asked to forward, as "DELETE /employees/17"; empty where nothing was. */
  forwarded: string
  /** It may have changed something at the service or behind it. */
  mutation: boolean
  /** It only asked whether something is offered: a refusal is not a failure. */
  probe: boolean
  /** null where no answer came; `error` says why. */
  status: number | null
  error: string | null
  tries: number
  /** Answers of 429 among the tries. */
  limited: number
  /** ms, waits included. */
  durationMs: number
  /** ms spent waiting because the service asked for it, or between tries. */
  waitedMs: number
  bytes: number
  requestId: string | null
}

/** The headers of a call's last try, as `withoutSecrets` leaves them. */
export interface CallHeaders {
  /** Those this app sets. */
  sent: Headers
  /** null where no answer came. */
  received: Headers | null
}

export type KeptCall = LoggedCall & { headers: CallHeaders }

/** Headers that are harmless from any sender: about the connection, its timing, and the rate limit. */
const harmless = new Set([
  ...['accept', 'accept-encoding', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding'],
  ...['connection', 'keep-alive', 'user-agent', 'date', 'age', 'etag', 'expires', 'last-modified', 'cache-control'],
  ...['vary', 'allow', 'retry-after', 'server', 'server-timing', 'via', 'x-cache', 'cf-ray', 'cf-cache-status'],
  ...['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'x-amz-cf-id', 'traceparent']
])
const limitHeader = /^(x-)?rate-?limit(-(limit|remaining|reset|used|policy|resource))?$/

/** The placeholder for a header's value that is not kept. */
export const leftOutValue = '[left out]'
/** The longest value of a header that is kept, in characters. */
const longestValue = 300

/**
 * Headers that may be kept for this session and shown: of each its name, and its value where the name is known to be
 * harmless, as no list of the names of secrets is complete. Known secrets in those values are masked.
 */
export function withoutSecrets(headers: Headers, redact: (text: string) => string): Headers {
  const clean = ([name, value]: [string, string]) => [name, isHarmless(name) ? cut(redact(value)) : leftOutValue]
  return Object.fromEntries(Object.entries(headers).map(clean)) as Headers
}

function isHarmless(name: string): boolean {
  const plain = name.toLowerCase()
  return harmless.has(plain) || limitHeader.test(plain)
}

const cut = (value: string) => value.slice(0, longestValue)

const mostKept = 5_000

/** The latest calls of this session, oldest first; older ones are dropped. */
export class CallLog {
  private calls: KeptCall[] = []

  add(call: KeptCall): void {
    this.calls.push(call)
    // In steps, so that a long walk does not move 5,000 entries with each page.
    if (this.calls.length > mostKept * 1.2) this.calls = this.calls.slice(-mostKept)
  }

  /**
   * The latest calls by what they are about, oldest first, in one pass.
   * @param about what a call is about; false or null for one that is not wanted
   * @param most of each
   */
  find(about: (call: KeptCall) => string | false | null, most: number): ReadonlyMap<string, readonly KeptCall[]> {
    const found = new Map<string, KeptCall[]>()
    for (const call of this.calls) {
      const name = about(call)
      if (name === false || name === null) continue
      const before = found.get(name)
      if (before) before.push(call)
      else found.set(name, [call])
    }
    for (const [name, calls] of found) if (calls.length > most) found.set(name, calls.slice(-most))
    return found
  }
}
