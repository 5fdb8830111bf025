import type { Asker } from '../../shared/activity/call'
import type { Region } from '../../shared/workspaces/region'
import type { Wait } from '../../shared/connectors/refresh'
import type { Grant } from '../guard/grant'
import type { Headers } from './retry-after'
import type { TransportRequest } from './transport'
import type { Query } from './url'

/** One region of one workspace. */
export interface Target {
  workspaceId: string
  region: Region
  baseUrl: string
  bearerToken: string
  /** A token that is being tested: sent as it is, whatever took its place before. */
  isTyped?: true
  /** In place of the bearer token, for another service than the workspace's; null: none. */
  authorization?: string | null
}

export interface Call {
  /** The part of the app that asks. */
  asker: Asker
  /** For the activity, in the operator's words, if the path does not say it. */
  subject?: string
  /** `<category>:<id>` */
  connectorKey?: string
  /** Id of the fetch, refresh or send: the activity shows its calls as one row. */
  partOf?: string
  method: string
  /** As `/api/hris/v1/connectors`; never a full URL. */
  path: string
  query?: Query
  signal: AbortSignal
  /** An operator waits: reports a failure at once, waits only for a 429. */
  failFast?: boolean
  /** ms; a longer wait ends the call at once as `rate-limited`. */
  longestWaitMs?: number
  /** For refreshes and fetches: retries an unreachable service until `longestOutageMs` have passed. */
  patient?: boolean
  /** A page of a refresh or fetch: pages take turns when the rate limit is nearly used up. */
  paged?: boolean
  /** null ends the wait. */
  onWait?: (wait: Wait | null) => void
  /** Counted from 1. */
  onTry?: (number: number) => void
  mark?: TransportRequest['mark']
  quiet?: TransportRequest['quiet']
  /** JSON text, sent as it is. */
  body?: string
  headers?: Readonly<Record<string, string>>
  /** Owner of the rate limit: `bearer` by default, or the handle of a connector's token. */
  scope?: string
  /**
   * Request to the provider, as "DELETE /employees/17" without query. A 429 may then be the provider's, and this method
   * decides if the call is a mutation.
   */
  forwarded?: string
  /** True if the service calls a provider: a 429 may be the provider's. */
  handedOn?: boolean
  /** True if the service was sent its idempotency key before: a 409 then says that the earlier request still runs. */
  again?: boolean
  /** The operator's permission; without it, no change leaves. */
  grant?: Grant
  /**
   * True for a call that only reads despite its method, such as a preview; false for a GET that acts as another method.
   */
  reads?: boolean
  /** True if it only asks whether something exists: changes nothing, and a refusal is a valid answer. */
  probe?: boolean
  /** True if the answer may be a provider's web page. */
  mayBePage?: boolean
  /** `exact`: integers beyond 2^53 become bigints. `items`: items of a page become PageItems. Or a reader of its own. */
  json?: 'exact' | 'items' | ((body: Buffer) => unknown)
  /** Per try, ms. */
  timeoutMs?: number
  /** Decoded bytes. */
  maxBytes?: number
}

export interface Answer {
  status: number
  headers: Headers
  /** undefined for an empty body: any 2xx is a success. */
  json: unknown
  /** Decoded. */
  body: Buffer
  bytes: number
}
