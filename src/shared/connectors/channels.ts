import { z } from 'zod'
import { rowDiagnosis } from '../issues/diagnosis'
import { placeShape } from '../workspaces/place'
import { category } from './category'
import { comparison } from './comparison'
import { connectorRow, heldDigests } from './connector'
import { connectorHealth } from './health'
import { linkDraft, linkedAlready } from './link'
import { refreshProgress } from './refresh'
import { savedContent, savedFilters } from './saved-filter'
import { lastRows, snapshot } from './snapshot'
import { mostSyncs, syncRun } from './sync-run'

const requestId = z.uuid()
const workspaceId = z.uuid()
/** `<category>:<id>`. A connector with a malformed id is shown, too. */
const key = z.string().min(2).max(20_000)

/** `unknown`: it may have happened; never repeat it. */
export const changeOutcome = z.object({
  outcome: z.enum(['done', 'refused', 'unknown']),
  /** The service's words, or the reason for `unknown`. */
  message: z.string(),
  /** Whether a later list has the connector; null if none was read. */
  stillListed: z.boolean().nullable(),
  /** Of `unknown`: the id under which the activity has it. */
  send: z.uuid().optional()
})
export type ChangeOutcome = z.infer<typeof changeOutcome>

export const operations = z.object({ resync: z.boolean(), linkToken: z.boolean() })
export type Operations = z.infer<typeof operations>

/** The typed token goes only into this request. */
export const serviceFilters = z.object({
  connectorToken: z.string().max(2_560).optional(),
  isActive: z.boolean().optional(),
  originId: z.string().max(1_000).optional()
})
export type ServiceFilters = z.infer<typeof serviceFilters>

/** `refused`: categories that this token may not read. */
export const serviceAnswer = z.object({ rows: z.array(connectorRow), refused: z.array(category).optional() })
export type ServiceAnswer = z.infer<typeof serviceAnswer>

export const comparedList = z.enum(['new', 'gone', 'recovered', 'broken', 'changed'])
export type ComparedList = z.infer<typeof comparedList>

/** `rows` in the answer counts connectors; CSV has a line per changed field. */
export const comparisonExport = z.object({
  list: z.enum(['all', ...comparedList.options]),
  format: z.enum(['csv', 'json'])
})
export type ComparisonExport = z.infer<typeof comparisonExport>

export const connectorChannels = {
  /**
   * Rows and progress come as events with the same requestId; the last has `finishedAt`. The reply may overtake events,
   * so it is empty. `held`: digests of the window's rows; of unchanged rows only the keys come.
   */
  'connectors:refresh': { request: z.object({ requestId, ...placeShape, held: heldDigests }), response: z.void() },
  /** In chunks; `after`: 0, then `next`. */
  'connectors:lastRows': { request: z.object({ ...placeShape, after: z.number().int().min(0) }), response: lastRows },
  /** In chunks; `from`: 0, then `next`. */
  'connectors:diagnoses': {
    request: z.object({ ...placeShape, from: z.number().int().min(0) }),
    response: z.object({ rows: z.array(rowDiagnosis), next: z.number().nullable() })
  },
  /** null for a connector that no refresh has seen. */
  'connectors:health': { request: z.object({ ...placeShape, key }), response: connectorHealth.nullable() },
  /** Newest first. */
  'connectors:snapshots': { request: z.object(placeShape), response: z.array(snapshot) },
  /** `countsOnly`: the lists are empty. Errors: not-found for a refresh no longer kept. */
  'connectors:compare': {
    request: z.object({
      ...placeShape,
      before: z.number().int(),
      after: z.number().int(),
      countsOnly: z.boolean().optional()
    }),
    response: comparison
  },
  /** Errors: as above. */
  'connectors:exportComparison': {
    request: z.object({ ...placeShape, before: z.number().int(), after: z.number().int(), ...comparisonExport.shape }),
    response: z.object({ file: z.string(), rows: z.number() }).nullable()
  },
  /** Opens the dashboard. Errors: not-found without an address. */
  'connectors:openPage': { request: z.object({ ...placeShape, key }), response: z.void() },
  /**
   * Rows of the last refresh, or of the last `connectors:ask`, if `answer` has its request id. Errors: not-found after
   * a later ask.
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

  /** null: not tested. Tests once per workspace and region. */
  'connectors:operations': { request: z.object(placeShape), response: operations },
  /** The service filters; nothing is kept. Cancelled as a job. */
  'connectors:ask': {
    request: z.object({ requestId, ...placeShape, filters: serviceFilters }),
    response: serviceAnswer
  },
  /** null: no longer listed. */
  'connectors:readOne': { request: z.object({ requestId, ...placeShape, key }), response: connectorRow.nullable() },
  /** Confirmed. A timeout is `unknown`, then a list tells. Errors: cancelled; those before the request left. */
  'connectors:delete': { request: z.object({ requestId, ...placeShape, key }), response: changeOutcome },
  /** Confirmed. Errors: cancelled, those of a call. */
  'connectors:resync': { request: z.object({ requestId, ...placeShape, key }), response: changeOutcome },
  /**
   * Confirmed once for all: starts a sync of each, then watches them without the window. Errors: busy during another
   * run, cancelled, team-read-only, those of a call.
   */
  'connectors:startSyncs': {
    request: z.object({ requestId, ...placeShape, keys: z.array(key).min(1).max(mostSyncs) }),
    response: syncRun
  },
  /** The last run. */
  'connectors:syncRun': { request: z.object(placeShape), response: syncRun.nullable() },
  /** `starting`: those started go on, and are watched. `watching`: once none is to start. */
  'connectors:stopSyncs': {
    request: z.object({ ...placeShape, what: z.enum(['starting', 'watching']) }),
    response: z.void()
  },
  /** CSV. Errors: not-found without a run. null: no file chosen. */
  'connectors:exportSyncs': { request: z.object(placeShape), response: z.object({ file: z.string() }).nullable() },
  /**
   * Confirmed; a link is not a relink. With `beside` false, makes nothing if the origin ID has connectors. Errors:
   * cancelled, those of a call.
   */
  'connectors:newLink': {
    request: z.object({ requestId, ...placeShape, link: linkDraft, beside: z.boolean() }),
    response: z.union([z.object({ linkToken: z.string() }), z.object({ already: z.array(linkedAlready) })])
  },
  /** Errors: keychain-locked, keychain-missing. */
  'connectors:pin': { request: z.object({ ...placeShape, key, pinned: z.boolean() }), response: z.array(z.string()) },
  'connectors:pinned': { request: z.object(placeShape), response: z.array(z.string()) },

  // Each call answers with all, sorted by name. The window makes the ids.
  /** Of Connectors and Issues. */
  'connectors:savedFilters': { request: z.object({ workspaceId }), response: savedFilters },
  /** Errors: invalid-input with `fields` (`name`): empty, or one too many; team-read-only for a shared filter. */
  'connectors:saveFilter': {
    request: z.object({ workspaceId, id: z.uuid(), name: z.string().max(1_000), filters: savedContent }),
    response: savedFilters
  },
  /** Errors: team-read-only for a shared filter. */
  'connectors:removeFilter': { request: z.object({ workspaceId, id: z.uuid() }), response: savedFilters }
} as const

export const connectorEvents = {
  'connectors:rows': z.object({ requestId, rows: z.array(connectorRow) }),
  'connectors:same': z.object({ requestId, keys: z.array(z.string()) }),
  'connectors:progress': z.object({ requestId, progress: refreshProgress }),
  /** By slug, before the first rows. */
  'connectors:integrations': z.object({ requestId, names: z.record(z.string(), z.string()) }),
  'connectors:syncRunChanged': z.object({ ...placeShape, run: syncRun }),
  /** Issues and diagnoses may differ. */
  'connectors:snapshotChanged': z.object({ ...placeShape, snapshot })
} as const
