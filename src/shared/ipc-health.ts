import { z } from 'zod'
import { placeShape } from './model/place'
import { issueChange, issueRecord, issueList, issue } from './model/issue'
import { comparison } from './model/comparison'
import { connectorHealth } from './model/health'
import { relinkLetter } from './model/relink'
import { keeping, lastRows, snapshot } from './model/snapshot'
import { rowDiagnosis } from './model/diagnosis'

/** `<category>:<id>`. Ids are UUIDs, but a malformed one must not keep its connector from being looked at. */
const key = z.string().min(2).max(20_000)
/** Of cases worked at once: an incident, or a selection. */
const keys = z.array(key).min(1).max(5_000)

export const comparedList = z.enum(['new', 'gone', 'recovered', 'broken', 'changed'])
export type ComparedList = z.infer<typeof comparedList>

/** `rows` in the answer are connectors; CSV has a line for each field that changed. */
export const comparisonExport = z.object({
  list: z.enum(['all', ...comparedList.options]),
  format: z.enum(['csv', 'json'])
})
export type ComparisonExport = z.infer<typeof comparisonExport>

/** `integrations` are names by slug; `zone` is an IANA time zone. */
const lettersAsked = {
  ...placeShape,
  keys,
  integrations: z.record(z.string(), z.string()),
  zone: z.string().max(100)
}

/** The channels of connector health (issue 2): to be spread into the contract. */
export const healthContract = {
  /** Whether what is seen is kept over restarts. */
  'health:keeping': { request: z.void(), response: keeping },
  /** The rows of earlier walks, in chunks; `after` is 0, then the `next` of the chunk before. */
  'health:lastRows': { request: z.object({ ...placeShape, after: z.number().int().min(0) }), response: lastRows },
  'health:issues': { request: z.object(placeShape), response: issueList },
  /** The queue as the app last ended with it, at once: `at` says when. null: none was kept, or there is a newer one. */
  'health:keptIssues': { request: z.object(placeShape), response: issueList.nullable() },
  /** Verdict and good-as-of of every connector, in chunks; `from` is 0, then `next`. */
  'health:diagnoses': {
    request: z.object({ ...placeShape, from: z.number().int().min(0) }),
    response: z.object({ rows: z.array(rowDiagnosis), next: z.number().nullable() })
  },
  /** null for a connector that no walk has seen. */
  'health:connector': { request: z.object({ ...placeShape, key }), response: connectorHealth.nullable() },
  'health:changeIssues': {
    request: z.object({ ...placeShape, keys, change: issueChange }),
    response: z.array(issueRecord)
  },
  /** Newest first. */
  'health:snapshots': { request: z.object(placeShape), response: z.array(snapshot) },
  /** Errors: not-found for a walk that is not kept any more. */
  'health:compare': {
    request: z.object({ ...placeShape, before: z.number().int(), after: z.number().int() }),
    response: comparison
  },
  /** Every row of a comparison, or of one of its lists, to a file the operator chooses. Errors: not-found, as above. */
  'health:exportComparison': {
    request: z.object({ ...placeShape, before: z.number().int(), after: z.number().int(), ...comparisonExport.shape }),
    response: z.object({ file: z.string(), rows: z.number() }).nullable()
  },
  /**
   * What to send to the customers of these connectors: a letter for each, from the workspace's template. Nothing is
   * noted yet. Errors: not-found, invalid-input for an unknown zone.
   */
  'health:relinkLetters': { request: z.object(lettersAsked), response: z.array(relinkLetter) },
  /** The same to a file the operator chooses, noted in the history of the cases; CSV has a row for each customer. */
  'health:saveRelinkLetters': {
    request: z.object({ ...lettersAsked, format: z.enum(['csv', 'text']) }),
    response: z.object({ file: z.string(), letters: z.number() }).nullable()
  },
  /** Opens a letter in the mail program, and notes it. Errors: too-large where the way there is too narrow for it. */
  'health:mailRelinkLetter': {
    request: z.object({ ...placeShape, keys, subject: z.string().max(2_000), body: z.string().max(20_000) }),
    response: z.void()
  },
  /** Opens the page of a connector at the dashboard, in the browser. Errors: not-found without an address for it. */
  'health:openPage': { request: z.object({ ...placeShape, key }), response: z.void() },
  /** Errors: not-found; leak-refused when a known token would be in it. `null`: the operator chose no place for it. */
  'health:saveEvidence': {
    request: z.object({ ...placeShape, keys }),
    response: z.object({ file: z.string(), masked: z.number() }).nullable()
  },
  /**
   * The connectors named, in that order, as CSV or JSON, to a file the operator chooses: as the last walk left them, or
   * the service gave them in `answer` to a question, the last one: the request id of its `connectors:ask`. Errors:
   * not-found where another was asked since.
   */
  'health:exportRows': {
    request: z.object({
      ...placeShape,
      keys: z.array(key).max(200_000),
      answer: z.uuid().optional(),
      format: z.enum(['csv', 'json'])
    }),
    response: z.object({ file: z.string(), rows: z.number() }).nullable()
  }
} as const

export const healthEvents = {
  'health:keepingChanged': keeping,
  /** A walk was kept, or one connector read again since: the queue and the verdicts may differ now. */
  'health:changed': z.object({ ...placeShape, snapshot }),
  /** Cases that opened since the last time; for a notification. */
  'health:newIssues': z.object({ ...placeShape, issues: z.array(issue) })
} as const

export type HealthChannel = keyof typeof healthContract
export type HealthRequest<C extends HealthChannel> = z.infer<(typeof healthContract)[C]['request']>
export type HealthResponse<C extends HealthChannel> = z.infer<(typeof healthContract)[C]['response']>
