import type { Asker } from '../../shared/activity/call'
import type { Region } from '../../shared/workspaces/region'
import type { Headers } from './retry-after'

/** A finished request for evidence and activity: no headers, no body, of the query only names. Not masked. */
export interface LoggedCall {
  /** ms since 1970, at the call's start. */
  at: number
  workspaceId: string
  region: Region
  asker: Asker
  /** In the operator's words; empty if the path says all. */
  subject: string
  /** `<category>:<id>`; empty for no connector, or several. */
  connectorKey: string
  /** Id of the fetch, refresh or send; empty for a single call. */
  partOf: string
  method: string
  path: string
  /** Parameter names, comma-separated. */
  query: string
  /** Request to the provider, as "DELETE /employees/17"; empty for none. */
  forwarded: string
  /** True if it may have changed something. */
  mutation: boolean
  /** A change that may have left, and whose answer does not say whether it was carried out. */
  unknown: boolean
  /** True if it only asked whether something exists: a refusal is no failure. */
  probe: boolean
  /** null for no answer; `error` says why. */
  status: number | null
  error: string | null
  tries: number
  /** Number of 429s. */
  limited: number
  /** ms, waits included. */
  durationMs: number
  /** ms of waits that the service asked for, and between tries. */
  waitedMs: number
  bytes: number
  requestId: string | null
}

/** Headers of the last try, after `withoutSecrets`. */
export interface CallHeaders {
  sent: Headers
  /** null for no answer. */
  received: Headers | null
}

export type KeptCall = LoggedCall & { headers: CallHeaders }

const harmless = new Set([
  ...['accept', 'accept-encoding', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding'],
  ...['connection', 'keep-alive', 'user-agent', 'date', 'age', 'etag', 'expires', 'last-modified', 'cache-control'],
  ...['vary', 'allow', 'retry-after', 'server', 'server-timing', 'via', 'x-cache', 'cf-ray', 'cf-cache-status'],
  ...['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'x-amz-cf-id', 'traceparent']
])
const limitHeader = /^(x-)?rate-?limit(-(limit|remaining|reset|used|policy|resource))?$/

export const leftOutValue = '[left out]'
/** In characters. */
const longestValue = 300

/**
 * Headers safe to keep for this session: no list of secret names is complete, so only harmless names keep their value,
 * with known secrets masked.
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

/** The latest calls of this session, oldest first. */
export class CallLog {
  private calls: KeptCall[] = []

  add(call: KeptCall): void {
    this.calls.push(call)
    // Drops in steps: a long refresh must not move 5,000 entries per page.
    if (this.calls.length > mostKept * 1.2) this.calls = this.calls.slice(-mostKept)
  }

  /**
   * The latest calls per subject, oldest first, in one pass.
   * @param about the subject; false or null to skip a call
   * @param most per subject
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
