import { z } from 'zod'
import { issuesVersion } from '../issues/issue'
import { placeShape } from '../workspaces/place'
import { category } from './category'
import { comparison } from './comparison'
import { connectorRow, type ConnectorRow } from './connector'
import { integrationTotal, keptList, listQuery, listTally, listWithin, shownRow } from './list/listed'
import { mostShown } from './list/query'
import { filters } from './list/query'
import { connectorHealth } from './health'
import { linkDraft, linkedAlready } from './link'
import { refreshProgress } from './refresh'
import { savedContent, savedFilters } from './saved-filter'
import { snapshot } from './snapshot'
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
export const serviceAnswer = z.object({ refused: z.array(category).optional() })
export type ServiceAnswer = z.infer<typeof serviceAnswer> & { rows: ConnectorRow[] }

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
   * Progress comes as events with the same requestId; the last has `finishedAt`. The reply may overtake events, so it is
   * empty. Rows are told by `connectors:listChanged`.
   */
  'connectors:refresh': { request: z.object({ requestId, ...placeShape }), response: z.void() },
  /**
   * A range of a list, its length, and the position of the row `at`: -1 where the list lacks it. `settled` is false
   * while rows change faster than they can be put in order: ask again soon. `answer`: of the last `connectors:ask`
   * with this request id; errors: not-found after a later ask.
   */
  'connectors:list': {
    request: z.object({
      ...placeShape,
      ...listQuery.shape,
      from: z.number().int().min(0),
      to: z.number().int().min(0),
      at: key.optional(),
      within: listWithin.optional(),
      answer: z.uuid().optional()
    }),
    response: z.object({
      count: z.number(),
      position: z.number(),
      rows: z.array(shownRow),
      settled: z.boolean()
    })
  },
  /** Of a list, in its order, at most `most`. */
  'connectors:listKeys': {
    request: z.object({
      ...placeShape,
      ...listQuery.shape,
      most: z.number().int().min(1).max(200_000),
      answer: z.uuid().optional()
    }),
    response: z.array(z.string())
  },
  /** How many connectors each of these finds. */
  'connectors:listCounts': {
    request: z.object({ ...placeShape, filters: z.array(filters).max(500), answer: z.uuid().optional() }),
    response: z.array(z.number())
  },
  /** Until main has read all connectors, which takes a second or two with 100,000; null after that. */
  'connectors:kept': { request: z.object(placeShape), response: keptList.nullable() },
  /** Display names of integrations by slug, as the window shows them: its lists are ordered and searched by them. */
  'connectors:names': {
    request: z.object({ ...placeShape, names: z.record(z.string(), z.string()) }),
    response: z.void()
  },
  'connectors:tally': { request: z.object({ ...placeShape, answer: z.uuid().optional() }), response: listTally },
  /** Unknown keys are left out. */
  'connectors:rowsOf': {
    request: z.object({ ...placeShape, keys: z.array(key).max(mostShown) }),
    response: z.array(shownRow)
  },
  /** At most 100, the best first. `whose`: by customer and integration; `keys`: among these alone. */
  'connectors:find': {
    request: z.object({
      ...placeShape,
      text: z.string().max(1_000),
      by: z.enum(['any', 'whose']),
      category: category.nullable(),
      keys: z.array(key).max(200_000).nullable()
    }),
    response: z.object({ rows: z.array(shownRow), total: z.number() })
  },
  /** How many open issues of this version of the list the running refresh has seen again, each as it was. */
  'connectors:confirmed': {
    request: z.object({ ...placeShape, version: issuesVersion }),
    response: z.number()
  },
  /**
   * The connectors of a customer: the Origin ID decides; without one the name does, and without both the key. One
   * connector each of other customers of the same name.
   */
  'connectors:customer': {
    request: z.object({
      ...placeShape,
      of: z.object({ originId: z.string().nullable(), name: z.string(), key })
    }),
    response: z.object({ own: z.array(shownRow), namesakes: z.array(shownRow) })
  },
  /**
   * Of each text, which connector it means; `several`: how many it may mean, 0 for none; `originId`: where all of these
   * have the same. `customer`: as searches read names; `name`: as it is written.
   */
  'connectors:match': {
    request: z.object({
      ...placeShape,
      by: z.enum(['originId', 'id', 'customer', 'name']),
      integration: z.string().nullable(),
      texts: z.array(z.string()).max(20_000)
    }),
    response: z.array(z.object({ key: z.string().nullable(), several: z.number(), originId: z.string().nullable() }))
  },
  /** Connectors of each category and integration. */
  'connectors:integrationTotals': { request: z.object(placeShape), response: z.array(integrationTotal) },
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
      /** These, or all of a list. */
      of: z.union([z.object({ keys: z.array(key).max(200_000) }), listQuery]),
      answer: z.uuid().optional(),
      format: z.enum(['csv', 'json'])
    }),
    response: z.object({ file: z.string(), rows: z.number() }).nullable()
  },

  /** null: not tested. Tests once per workspace and region. */
  'connectors:operations': { request: z.object(placeShape), response: operations },
  /** The service filters; its rows are a list, by this request id. Cancelled as a job. */
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
  /** Ask again for what is shown: rows came, changed or went, or their diagnoses or names did. */
  'connectors:listChanged': z.object(placeShape),
  'connectors:progress': z.object({ requestId, progress: refreshProgress }),
  /** By slug, before the first rows. */
  'connectors:integrations': z.object({ requestId, names: z.record(z.string(), z.string()) }),
  'connectors:syncRunChanged': z.object({ ...placeShape, run: syncRun }),
  /** Issues and diagnoses may differ. */
  'connectors:snapshotChanged': z.object({ ...placeShape, snapshot })
} as const
