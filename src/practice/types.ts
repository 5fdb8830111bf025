import type { Fault } from './faults'

/** The two base addresses of the service (spec: base_url, eu_base_url); each has its own data and its own tokens. */
export type Region = 'default' | 'eu'
export type Category = 'HRIS' | 'ATS' | 'LMS'

export const CATEGORIES: readonly Category[] = ['HRIS', 'ATS', 'LMS']

/** A connector record (spec: Connector). Enums are open so that a test may put anything in. Times are ISO 8601, UTC. */
export interface PracticeConnector {
  id: string
  is_active: boolean
  status: string
  integration_slug: string
  end_user: string
  origin_id: string | null
  sync_status: string | null
  last_sync_start_time: string | null
  next_sync_start_time: string | null
  connector_token: string
  category: string
  relink_needed_at: string | null
  is_test_connector: boolean
  completed_at: string | null
  created_at: string
  sync_progress?: number | null
  total_employees?: number | null
  active_employees?: number | null
  avg_sync_duration?: string | null
}

/** Which headers a 429 carries: all four, the date form of Retry-After, X-RateLimit-* alone, or nothing at all. */
export type RetryAfterMode = 'seconds' | 'http-date' | 'reset-only' | 'none'

/** What can be changed while the service runs. */
export interface PracticeKnobs {
  /** Added to every request, ms. */
  latencyMs: number
  /** 429 on every n-th authorized API request; 0 = never. */
  limitEveryN: number
  retryAfter: RetryAfterMode
  /** What a 429 of `limitEveryN` asks for, s. A 429 of `limitPerMinute` asks for the rest of its window. */
  retryAfterSeconds: number
  /** Requests per minute and token (the connector token if one is sent, else the bearer); 0 = no limit. */
  limitPerMinute: number
  /** X-RateLimit-* on 2xx too, as seen in the field; the contract promises them on 429 only. */
  rateHeadersOn2xx: boolean
  /** Setting it re-arms every fault: counts start again. */
  faults: readonly Fault[]
  /** Setting it revokes the old one at once. */
  bearerToken: string
}

export interface PracticeOptions extends Partial<PracticeKnobs> {
  /** 0 = random. */
  port?: number
  /** Over the three categories together. */
  connectors?: number
  /** The same seed, region, count and clock give the same data, ids and tokens. */
  seed?: number
  region?: Region
  /** The clock of the data, the windows and the Date header, ms. */
  now?: () => number
}

/** One request as it arrived, query values beyond 2,000 characters cut; `status` is null while it has no answer, and stays so if it never gets one. */
export interface PracticeRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly at: number
  readonly authorization: boolean
  readonly connectorToken: boolean
  status: number | null
}

export interface PracticeService {
  readonly url: string
  readonly region: Region
  readonly bearerToken: string
  /** Live objects: a test may change them, and the next answer shows it. */
  readonly connectors: readonly PracticeConnector[]
  /** The last 10,000. */
  readonly requests: readonly PracticeRequest[]
  set(knobs: Partial<PracticeKnobs>): void
  close(): Promise<void>
}
