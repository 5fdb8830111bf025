import type { Asker } from '../../shared/activity/call'
import type { Region } from '../../shared/workspaces/region'
import type { Wait } from '../../shared/connectors/refresh'
import type { Grant } from '../guard/grant'
import type { Headers } from './retry-after'
import type { TransportRequest } from './transport'
import type { Query } from './url'

/** Where a request goes and as whom: one region of one workspace. */
export interface Target {
  workspaceId: string
  region: Region
  baseUrl: string
  bearerToken: string
}

export interface Call {
  /** What part of the app asks: for the activity. */
  asker: Asker
  /** What it is about, in the operator's words, where the path does not say it: for the activity. */
  subject?: string
  /** `<category>:<id>` of the one connector it is about. */
  connectorKey?: string
  /** The id of the fetch, refresh or send it is part of: the activity lists calls of one id as one row. */
  partOf?: string
  method: string
  /** As `/api/hris/v1/connectors`; checked, never a full URL. */
  path: string
  query?: Query
  signal: AbortSignal
  /** An operator waits for the answer: a failure is reported at once, and only a 429 is waited out. */
  failFast?: boolean
  /** The longest wait that is waited out, ms; a longer one ends the call at once, as `rate-limited`. */
  longestWaitMs?: number
  /**
   * For a walk, where no person waits for the answer itself: while the service cannot be reached, the call is tried
   * again until `longestOutageMs` have passed, however many tries that takes.
   */
  patient?: boolean
  /** It is a page of a walk: where little of the token is left, walks take turns. */
  paged?: boolean
  /** Called when a wait begins, and with null when it ends. */
  onWait?: (wait: Wait | null) => void
  /** Called when a try begins, counted from 1. */
  onTry?: (number: number) => void
  mark?: TransportRequest['mark']
  quiet?: TransportRequest['quiet']
  /** JSON text, sent as it is. */
  body?: string
  /** Beyond those every request has. */
  headers?: Readonly<Record<string, string>>
  /** Whose quota this uses: `bearer` where it is left out, else the handle of a connector's token. */
  scope?: string
  /**
   * What the service hands on to a third party (spec §2), as "DELETE /employees/17" without a query: not every 429 is
   * the service's own then, and whether it is a mutation goes by this method.
   */
  forwarded?: string
  /** The service calls a third party for it: a 429 may be that party's. */
  handedOn?: boolean
  /** The operator's permission. Without it nothing leaves that may change something. */
  grant?: Grant
  /**
   * Whether it only reads, where its method says otherwise: a preview does, and a GET that may act as another method
   * does not. One that reads is no mutation for the activity.
   */
  reads?: boolean
  /** It only asks whether something is offered: it changes nothing, and a refusal is a valid answer. */
  probe?: boolean
  /** The answer may rightly be a web page: a third party's, handed through as it is. */
  mayBePage?: boolean
  /**
   * How the answer's JSON is read, where that is not as usual. `exact`: integers beyond 2^53 are bigints, not rounded.
   * `items`: the items of a page are PageItems.
   */
  json?: 'exact' | 'items'
  /** Whole time of one try, ms. */
  timeoutMs?: number
  /** Of the decoded answer. */
  maxBytes?: number
}

export interface Answer {
  status: number
  headers: Headers
  /** undefined where the body is empty: any 2xx is a success, also one that says nothing. */
  json: unknown
  /** Decoded, as it came. */
  body: Buffer
  /** Its size. */
  bytes: number
}
