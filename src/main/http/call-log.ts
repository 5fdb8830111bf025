import type { Asker } from '../../shared/model/call'
import type { Region } from '../../shared/model/region'

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

const mostKept = 5_000

/** The latest calls of this session, oldest first; older ones give way. */
export class CallLog {
  private calls: LoggedCall[] = []

  add(call: LoggedCall): void {
    this.calls.push(call)
    // In steps, so that a long walk does not move 5,000 entries with each page.
    if (this.calls.length > mostKept * 1.2) this.calls = this.calls.slice(-mostKept)
  }

  find(matches: (call: LoggedCall) => boolean, most: number): LoggedCall[] {
    return this.calls.filter(matches).slice(-most)
  }
}
