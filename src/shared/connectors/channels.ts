import { z } from 'zod'
import { rowDiagnosis } from '../issues/diagnosis'
import { placeShape } from '../workspaces/place'
import { category } from './category'
import { comparison } from './comparison'
import { connectorRow, heldDigests } from './connector'
import { connectorHealth } from './health'
import { linkDraft, linkedAlready } from './link'
import { refreshProgress } from './refresh'
import { connectorFilters, savedFilters } from './saved-filter'
import { lastRows, snapshot } from './snapshot'

const requestId = z.uuid()
const workspaceId = z.uuid()
/** `<category>:<id>`. Ids are UUIDs, but a malformed one must not keep its connector from being looked at. */
const key = z.string().min(2).max(20_000)

/** How a change at the service ended. `unknown`: it may have happened; the list shows which; never repeat it. */
export const changeOutcome = z.object({
  outcome: z.enum(['done', 'refused', 'unknown']),
  /** What the service said, or why nothing is known. */
  message: z.string(),
  /** After a check by listing: whether the connector is still there. null where the list was not read. */
  stillListed: z.boolean().nullable()
})
export type ChangeOutcome = z.infer<typeof changeOutcome>

/** Optional operations: offered only where the service answers them. */
export const operations = z.object({ resync: z.boolean(), linkToken: z.boolean() })
export type Operations = z.infer<typeof operations>

/** Filters the service itself applies (spec §1). The token is typed in and goes nowhere but into this request. */
export const serviceFilters = z.object({
  connectorToken: z.string().max(2_560).optional(),
  isActive: z.boolean().optional(),
  originId: z.string().max(1_000).optional()
})
export type ServiceFilters = z.infer<typeof serviceFilters>

/** `refused`: categories this bearer token may not read, so that nothing is known about them. */
export const serviceAnswer = z.object({ rows: z.array(connectorRow), refused: z.array(category).optional() })
export type ServiceAnswer = z.infer<typeof serviceAnswer>

export const comparedList = z.enum(['new', 'gone', 'recovered', 'broken', 'changed'])
export type ComparedList = z.infer<typeof comparedList>

/** `rows` in the answer are connectors; CSV has a line for each field that changed. */
export const comparisonExport = z.object({
  list: z.enum(['all', ...comparedList.options]),
  format: z.enum(['csv', 'json'])
})
export type ComparisonExport = z.infer<typeof comparisonExport>

/** All of it by name: workspace, region and key, never a handle alone. */
export const connectorChannels = {
  /**
   * Walks the connectors of all categories. Rows and progress arrive as events with the same requestId; the last
   * event has `finishedAt` set and ends the walk: the reply may overtake events, so it carries nothing. `held` are the
   * digests of the rows that the window has, one after the other: of those that are still so only the keys come.
   */
  'connectors:refresh': { request: z.object({ requestId, ...placeShape, held: heldDigests }), response: z.void() },
  /** The rows of earlier walks, in chunks; `after` is 0, then the `next` of the chunk before. */
  'connectors:lastRows': { request: z.object({ ...placeShape, after: z.number().int().min(0) }), response: lastRows },
  /** Verdict and good-as-of of every connector, in chunks; `from` is 0, then `next`. */
  'connectors:diagnoses': {
    request: z.object({ ...placeShape, from: z.number().int().min(0) }),
    response: z.object({ rows: z.array(rowDiagnosis), next: z.number().nullable() })
  },
  /** null for a connector that no walk has seen. */
  'connectors:health': { request: z.object({ ...placeShape, key }), response: connectorHealth.nullable() },
  /** Newest first. */
  'connectors:snapshots': { request: z.object(placeShape), response: z.array(snapshot) },
  /** Errors: not-found for a walk that is not kept any more. */
  'connectors:compare': {
    request: z.object({ ...placeShape, before: z.number().int(), after: z.number().int() }),
    response: comparison
  },
  /** Every row of a comparison, or of one of its lists, to a file the operator chooses. Errors: not-found, as above. */
  'connectors:exportComparison': {
    request: z.object({ ...placeShape, before: z.number().int(), after: z.number().int(), ...comparisonExport.shape }),
    response: z.object({ file: z.string(), rows: z.number() }).nullable()
  },
  /** Opens the page of a connector at the dashboard, in the browser. Errors: not-found without an address for it. */
  'connectors:openPage': { request: z.object({ ...placeShape, key }), response: z.void() },
  /**
   * The connectors named, in that order, as CSV or JSON, to a file the operator chooses: as the last walk left them, or
   * the service gave them in `answer` to a question, the last one: the request id of its `connectors:ask`. Errors:
   * not-found where another was asked since.
   */
  'connectors:exportRows': {
    request: z.object({
      ...placeShape,
      keys: z.array(key).max(200_000),
      answer: z.uuid().optional(),
      format: z.enum(['csv', 'json'])
    }),
    response: z.object({ file: z.string(), rows: z.number() }).nullable()
  },

  /** What the service said so far; `null` before it was asked. Asks once per workspace and region. */
  'connectors:operations': { request: z.object(placeShape), response: operations },
  /** Lists with filters of the service, all three categories; nothing is kept as a walk. Cancelled as a job. */
  'connectors:ask': {
    request: z.object({ requestId, ...placeShape, filters: serviceFilters }),
    response: serviceAnswer
  },
  /** Reads this one connector again. null: the service no longer lists it. */
  'connectors:readOne': { request: z.object({ requestId, ...placeShape, key }), response: connectorRow.nullable() },
  /**
   * Deletes a connector (spec §4) after main asked the operator to confirm. A timeout is an `unknown` outcome and is
   * checked by listing. Errors: cancelled where it was not confirmed; those before it left.
   */
  'connectors:delete': { request: z.object({ requestId, ...placeShape, key }), response: changeOutcome },
  /** Starts a sync now, once confirmed. Errors: cancelled, those of a call. */
  'connectors:resync': { request: z.object({ requestId, ...placeShape, key }), response: changeOutcome },
  /**
   * Makes a link token for a new connector, once confirmed; a link is not a relink. With `beside` false the connectors
   * of that origin id are looked for first, and nothing is made where there are some. Errors: cancelled, those of a call.
   */
  'connectors:newLink': {
    request: z.object({ requestId, ...placeShape, link: linkDraft, beside: z.boolean() }),
    response: z.union([z.object({ linkToken: z.string() }), z.object({ already: z.array(linkedAlready) })])
  },
  /** Keeps this connector's token in the keychain, or takes it out. Errors: keychain-locked, keychain-missing. */
  'connectors:pin': { request: z.object({ ...placeShape, key, pinned: z.boolean() }), response: z.array(z.string()) },
  /** Keys of the connectors whose tokens are kept. */
  'connectors:pinned': { request: z.object(placeShape), response: z.array(z.string()) },

  // The filters of a workspace that have a name, by their names. Each answers with all of them. Ids are made by the window.
  'connectors:savedFilters': { request: z.object({ workspaceId }), response: savedFilters },
  /**
   * A new one, or another name or other filters for a known one. Errors: invalid-input with `fields` (`name`): empty, or
   * one too many; team-read-only for one of the team.
   */
  'connectors:saveFilter': {
    request: z.object({ workspaceId, id: z.uuid(), name: z.string().max(1_000), filters: connectorFilters }),
    response: savedFilters
  },
  /** Errors: team-read-only for one of the team. */
  'connectors:removeFilter': { request: z.object({ workspaceId, id: z.uuid() }), response: savedFilters }
} as const

export const connectorEvents = {
  'connectors:rows': z.object({ requestId, rows: z.array(connectorRow) }),
  /** Rows that the window holds as they came again now, by their keys. */
  'connectors:same': z.object({ requestId, keys: z.array(z.string()) }),
  'connectors:progress': z.object({ requestId, progress: refreshProgress }),
  /** Display names by slug, before the first rows of a walk. */
  'connectors:integrations': z.object({ requestId, names: z.record(z.string(), z.string()) }),
  /** A walk was kept, or one connector read again since: the queue and the verdicts may differ now. */
  'connectors:snapshotChanged': z.object({ ...placeShape, snapshot })
} as const
