import type { PracticeTime } from '../shared/workspaces/practice-time'
import type { PracticeClock } from './clock'
import type { PracticeConnector, Region } from './connector'
import type { CustomField, Mapping } from './data/custom-fields'
import type { Webhook } from './data/webhooks'
import type { Fault } from './faults'

/** All four headers, Retry-After as a date, X-RateLimit-* alone, or none. */
export type RetryAfterMode = 'seconds' | 'http-date' | 'reset-only' | 'none'

export const OPERATIONS = [
  ...(['resync', 'linkToken', 'listFields', 'createField', 'readField', 'changeField'] as const),
  ...(['listMappings', 'changeMapping', 'configuration', 'rawData', 'preview'] as const),
  ...(['webhooks', 'webhookLogs', 'webhookLog'] as const)
]
export type Operation = (typeof OPERATIONS)[number]

export interface PracticeKnobs {
  /** ms per request. */
  latencyMs: number
  /** Every n-th authorized request; 0 = never. */
  limitEveryN: number
  retryAfter: RetryAfterMode
  /** s, for `limitEveryN`. `limitPerMinute` asks for the rest of its window. */
  retryAfterSeconds: number
  /** Per connector token if sent, else per bearer; 0 = no limit. */
  limitPerMinute: number
  /** As the real service; the contract promises them only on 429. */
  rateHeadersOn2xx: boolean
  /** A change restarts all counts. */
  faults: readonly Fault[]
  /** A change revokes the old one. */
  bearerToken: string
  /** false: 404, or 405 if the path has another method. */
  operations: Partial<Record<Operation, boolean>>
  /** s per new sync; 0 = the connector's own time (seconds to 28 min). */
  syncSeconds: number
  /** True: 204, as the real service; else 200 with a message. */
  emptyDeletes: boolean
  /** The real service answers 201. */
  mappingStatus: 200 | 201 | 204
  /**
   * People, candidates or users; 0 = the connector's own number (30 to 400, or its `total_employees`). None are stored.
   */
  collectionSize: number
  /**
   * During a fetch the second of every four pages repeats an earlier record, and the record it replaces appears
   * nowhere.
   */
  moving: boolean
}

export interface PracticeOptions extends Partial<PracticeKnobs> {
  /** 0 = random. */
  port?: number
  /** In all categories together. */
  connectors?: number
  /** The same seed gives the same data, ids and tokens. */
  seed?: number
  region?: Region
  /** The computer's clock, ms. */
  now?: () => number
  /** Shared by services that are one practice world; else the service's own. */
  clock?: PracticeClock
  play?: ScenarioName
  /** See `play` of PracticeService. */
  speed?: number
}

/**
 * What a provider does overnight to its employees' payloads: moves branches, renames `cost_centre` to `cost_center`,
 * fills it for 4 % only, sends its code as a number, sends other codes, or longer ones.
 */
export type Shape = 'moved' | 'renamed' | 'emptied' | 'numbers' | 'other-values' | 'longer'

export type ScenarioName = 'morning' | 'year'

export const SCENARIOS: readonly ScenarioName[] = ['morning', 'year']

export interface PlayedStep {
  readonly name: string
  /** For people. */
  readonly words: string
  /** By the computer's clock, ms. */
  readonly at: number
  readonly practiceAt: number
  /** Its connectors, removed ones too. */
  readonly ids: readonly string[]
}

export interface PracticeScenario {
  readonly name: ScenarioName
  /** In order. */
  readonly steps: readonly string[]
  readonly played: readonly PlayedStep[]
  /** undefined after the last. */
  next(): PlayedStep | undefined
}

/** In the tracker that is beside the service. */
export interface PracticeTicket {
  readonly id: string
  readonly key: string
  readonly summary: string
  readonly labels: readonly string[]
  /** The description, as it came. */
  readonly text: string
  readonly created: string
  state: 'open' | 'closed'
  readonly files: { name: string; text: string }[]
}

/** Values are cut at 2,000 characters; `status` is null without an answer. */
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
  /** Tests may change these. Then a connector no longer moves by itself. */
  readonly connectors: readonly PracticeConnector[]
  /** Live objects, which tests may change. */
  readonly webhooks: readonly Webhook[]
  /** Live objects. */
  readonly fields: readonly CustomField[]
  readonly mappings: readonly Mapping[]
  /** Live; tests may add and close some. */
  readonly tickets: PracticeTicket[]
  /** By the name in `/counter/{name}`, else by path. */
  readonly writes: ReadonlyMap<string, number>
  /** Signs deliveries. */
  readonly signatureKey: string
  /** The last 10,000. */
  readonly requests: readonly PracticeRequest[]
  set(knobs: Partial<PracticeKnobs>): void
  /** Payloads of an integration's employees have another shape from now on; null: the first one. */
  reshape(slug: string, shape: Shape | null): void
  /**
   * `morning` takes two minutes of practice time, `year` a year. Practice time runs at `speed` (1); at 0 as the
   * computer's, and steps happen by hand. Replaces a running one.
   */
  play(name: ScenarioName, options?: { speed?: number }): PracticeScenario
  /**
   * Practice time jumps to the next step, or goes through all up to the named one.
   * @throws Error without a story, or for a step that is not ahead
   */
  advance(step?: string): PlayedStep[]
  /** How fast practice time runs. */
  run(speed: number): void
  time(): PracticeTime
  /** Of what is being played. */
  readonly played: readonly PlayedStep[]
  close(): Promise<void>
}
