import type { Asker } from '../../shared/model/call'
import type { Region } from '../../shared/model/region'
import type { Headers } from './retry-after'

/**
 * One request as it ended: what evidence and activity tell of it. No headers, no body, and of a query only the names.
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
  method: string
  path: string
  /** Names of the parameters sent, comma-separated. */
  query: string
  /** What the service was asked to forward, as "DELETE /employees/17"; empty where nothing was. */
  forwarded: string
  /** It may have changed something at the service or behind it. */
  mutation: boolean
  /** It only asked whether something is offered: a refusal is no failure. */
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

const secretHeader = /authorization|token|cookie|secret|api-?key/i
/** The longest value of a header that is kept, in characters. */
const longestValue = 300

/**
 * Headers that may be kept for this session and shown: what a name promises to be a secret is masked whole, and known
 * secrets in the others.
 */
export function withoutSecrets(headers: Headers, redact: (text: string) => string): Headers {
  const clean = ([name, value]: [string, string]) =>
    [name, secretHeader.test(name) ? '[masked]' : redact(value).slice(0, longestValue)] as const
  return Object.fromEntries(Object.entries(headers).map(clean))
}

const mostKept = 5_000

/** The latest calls of this session, oldest first; older ones give way. */
export class CallLog {
  private calls: KeptCall[] = []

  add(call: KeptCall): void {
    this.calls.push(call)
    // In steps, so that a long walk does not move 5,000 entries with each page.
    if (this.calls.length > mostKept * 1.2) this.calls = this.calls.slice(-mostKept)
  }

  find(matches: (call: KeptCall) => boolean, most: number): KeptCall[] {
    return this.calls.filter(matches).slice(-most)
  }
}
