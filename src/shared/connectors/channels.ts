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
/** `<category>:<id>`. Ids are UUIDs, but the app still shows a connector whose id is malformed. */
const key = z.string().min(2).max(20_000)

/** `unknown`: the change may have happened; the list shows it; never repeat it. */
export const changeOutcome = z.object({
  outcome: z.enum(['done', 'refused', 'unknown']),
  /** The service's words, or why the outcome is unknown. */
  message: z.string(),
  /** Whether a list read afterwards still has the connector; null if none was read. */
  stillListed: z.boolean().nullable()
})
export type ChangeOutcome = z.infer<typeof changeOutcome>

export const operations = z.object({ resync: z.boolean(), linkToken: z.boolean() })
export type Operations = z.infer<typeof operations>

/** Filters that the service applies. The typed token goes only into this request. */
export const serviceFilters = z.object({
  connectorToken: z.string().max(2_560).optional(),
  isActive: z.boolean().optional(),
  originId: z.string().max(1_000).optional()
})
export type ServiceFilters = z.infer<typeof serviceFilters>

/** `refused`: categories that this bearer token may not read. */
export const serviceAnswer = z.object({ rows: z.array(connectorRow), refused: z.array(category).optional() })
export type ServiceAnswer = z.infer<typeof serviceAnswer>

export const comparedList = z.enum(['new', 'gone', 'recovered', 'broken', 'changed'])
export type ComparedList = z.infer<typeof comparedList>

/** `rows` in the answer are connectors; CSV has a line for each changed field. */
export const comparisonExport = z.object({
  list: z.enum(['all', ...comparedList.options]),
  format: z.enum(['csv', 'json'])
})
export type ComparisonExport = z.infer<typeof comparisonExport>

export const connectorChannels = {
  /**
   * Reads all categories. Rows and progress come as events with the same requestId; the last has `finishedAt`. The
   * reply may overtake events, so it carries nothing. `held`: digests of the window's rows, concatenated; for unchanged
   * rows only the keys come.
   */
  'connectors:refresh': { request: z.object({ requestId, ...placeShape, held: heldDigests }), response: z.void() },
  /** Rows of earlier refreshes, in chunks; `after`: 0, then `next`. */
  'connectors:lastRows': { request: z.object({ ...placeShape, after: z.number().int().min(0) }), response: lastRows },
  /** Diagnosis and last good sync of every connector, in chunks; `from`: 0, then `next`. */
  'connectors:diagnoses': {
    request: z.object({ ...placeShape, from: z.number().int().min(0) }),
    response: z.object({ rows: z.array(rowDiagnosis), next: z.number().nullable() })
  },
  /** null for a connector that no refresh has seen. */
  'connectors:health': { request: z.object({ ...placeShape, key }), response: connectorHealth.nullable() },
  /** Newest first. */
  'connectors:snapshots': { request: z.object(placeShape), response: z.array(snapshot) },
  /** Errors: not-found for a refresh that is no longer kept. */
  'connectors:compare': {
    request: z.object({ ...placeShape, before: z.number().int(), after: z.number().int() }),
    response: comparison
  },
  /** Errors: as above. */
  'connectors:exportComparison': {
    request: z.object({ ...placeShape, before: z.number().int(), after: z.number().int(), ...comparisonExport.shape }),
    response: z.object({ file: z.string(), rows: z.number() }).nullable()
  },
  /** Opens the connector's dashboard page in the browser. Errors: not-found without an address. */
  'connectors:openPage': { request: z.object({ ...placeShape, key }), response: z.void() },
  /**
   * Exports the named connectors in that order: rows of the last refresh, or of the last `connectors:ask`, if `answer`
   * has its request id. Errors: not-found after a later ask.
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

  /** null: not tested yet. Tests once per workspace and region. */
  'connectors:operations': { request: z.object(placeShape), response: operations },
  /** Lists all categories with the service's filters; the answer is not kept. Cancelled as a job. */
  'connectors:ask': {
    request: z.object({ requestId, ...placeShape, filters: serviceFilters }),
    response: serviceAnswer
  },
  /** Reads one connector again. null: the service no longer lists it. */
  'connectors:readOne': { request: z.object({ requestId, ...placeShape, key }), response: connectorRow.nullable() },
  /**
   * Deletes a connector once the operator confirms. A timeout is `unknown` and is checked by listing. Errors: cancelled
   * if not confirmed; those before the request left.
   */
  'connectors:delete': { request: z.object({ requestId, ...placeShape, key }), response: changeOutcome },
  /** Starts a sync, once confirmed. Errors: cancelled, those of a call. */
  'connectors:resync': { request: z.object({ requestId, ...placeShape, key }), response: changeOutcome },
  /**
   * Makes a link token for a new connector, once confirmed; a link is not a relink. With `beside` false, nothing is
   * made if the origin ID has connectors already. Errors: cancelled, those of a call.
   */
  'connectors:newLink': {
    request: z.object({ requestId, ...placeShape, link: linkDraft, beside: z.boolean() }),
    response: z.union([z.object({ linkToken: z.string() }), z.object({ already: z.array(linkedAlready) })])
  },
  /** Stores or removes this connector's token in the keychain. Errors: keychain-locked, keychain-missing. */
  'connectors:pin': { request: z.object({ ...placeShape, key, pinned: z.boolean() }), response: z.array(z.string()) },
  /** Keys of connectors whose tokens are kept. */
  'connectors:pinned': { request: z.object(placeShape), response: z.array(z.string()) },

  // Saved filters, sorted by name. Each call answers with all of them. The window makes the ids.
  'connectors:savedFilters': { request: z.object({ workspaceId }), response: savedFilters },
  /**
   * Adds or changes a filter. Errors: invalid-input with `fields` (`name`): empty, or one too many; team-read-only for
   * a shared filter.
   */
  'connectors:saveFilter': {
    request: z.object({ workspaceId, id: z.uuid(), name: z.string().max(1_000), filters: connectorFilters }),
    response: savedFilters
  },
  /** Errors: team-read-only for a shared filter. */
  'connectors:removeFilter': { request: z.object({ workspaceId, id: z.uuid() }), response: savedFilters }
} as const

export const connectorEvents = {
  'connectors:rows': z.object({ requestId, rows: z.array(connectorRow) }),
  /** Keys of rows that came unchanged. */
  'connectors:same': z.object({ requestId, keys: z.array(z.string()) }),
  'connectors:progress': z.object({ requestId, progress: refreshProgress }),
  /** Display names by slug, before the first rows of a refresh. */
  'connectors:integrations': z.object({ requestId, names: z.record(z.string(), z.string()) }),
  /** A refresh was kept, or one connector was read again: issues and diagnoses may differ. */
  'connectors:snapshotChanged': z.object({ ...placeShape, snapshot })
} as const
