import type { PracticeConnector, Region } from './connector'
import type { CustomField, Mapping } from './data/custom-fields'
import type { Fault } from './faults'

/** Which headers a 429 carries: all four, the date form of Retry-After, X-RateLimit-* alone, or nothing at all. */
export type RetryAfterMode = 'seconds' | 'http-date' | 'reset-only' | 'none'

/** Further operations of the field notes: a service of this contract need not have them. */
export const OPERATIONS = [
  ...(['resync', 'linkToken', 'listFields', 'createField', 'readField', 'changeField'] as const),
  ...(['listMappings', 'changeMapping', 'configuration', 'rawData', 'preview'] as const),
  ...(['webhooks', 'webhookLogs', 'webhookLog'] as const)
]
export type Operation = (typeof OPERATIONS)[number]

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
  /** Those set to false are not there: 404, or 405 where the path knows another method. */
  operations: Partial<Record<Operation, boolean>>
  /** How long a run takes that begins from now on, s; 0 = as long as that connector's runs take (seconds to 28 min). */
  syncSeconds: number
  /** A delete of a field or mapping answers 204 with no body, as live; else 200 with a message. */
  emptyDeletes: boolean
  /** What a created mapping answers: 201, as live, 200, or 204 without a body. */
  mappingStatus: 200 | 201 | 204
  /**
   * Records in the model collections of each connector: so many people, candidates or users, and of the rest in
   * proportion; 0 = as many as the connector itself has (30 to 400, or its `total_employees`). Nothing is kept of them.
   */
  collectionSize: number
  /**
   * Data moves during a walk of a model collection: the second of every four pages begins with the last record of the
   * page before once more, and the record it replaces is in no page.
   */
  moving: boolean
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
  /** A story to play from the start on. */
  play?: ScenarioName
  /** How fast, see `play` of PracticeService. */
  speed?: number
}

/** Stories that can be played. */
export type ScenarioName = 'morning'

export const SCENARIOS: readonly ScenarioName[] = ['morning']

export interface PlayedStep {
  readonly name: string
  /** When it happened, ms. */
  readonly at: number
  /** The connectors it happened to; also that of one which is gone. */
  readonly ids: readonly string[]
}

export interface PracticeScenario {
  readonly name: ScenarioName
  /** Names of all steps, in order. */
  readonly steps: readonly string[]
  readonly played: readonly PlayedStep[]
  /** Lets the next step happen now, whenever it was due; undefined after the last. */
  next(): PlayedStep | undefined
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
  /**
   * Live objects: a test may change them, and the next answer shows it. One whose status, activity or sync fields were
   * changed no longer moves by itself.
   */
  readonly connectors: readonly PracticeConnector[]
  /** Live objects, as the writes left them. */
  readonly fields: readonly CustomField[]
  readonly mappings: readonly Mapping[]
  /** How often each write came through passthrough: by the name in `/counter/{name}`, else by its path. */
  readonly writes: ReadonlyMap<string, number>
  /** What the deliveries of webhooks are signed with. */
  readonly signatureKey: string
  /** The last 10,000. */
  readonly requests: readonly PracticeRequest[]
  set(knobs: Partial<PracticeKnobs>): void
  /**
   * Lets a story happen with the clock: at speed 1 (the default) within two minutes, at 2 within one, at 0 only by
   * hand. It replaces one still being played.
   */
  play(name: ScenarioName, options?: { speed?: number }): PracticeScenario
  /**
   * Lets the story go on by hand: the next step, or everything up to and including the one named.
   * @throws Error without a story, and for a step that is not ahead
   */
  advance(step?: string): PlayedStep[]
  close(): Promise<void>
}
