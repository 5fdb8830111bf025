import { z } from 'zod'
import { placeShape } from './model/place'
import { category } from './model/category'
import { connectorRow } from './model/connector'
import { linkDraft, linkedAlready } from './model/link'

const requestId = z.uuid()
/** `<category>:<id>`. */
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

/** Optional operations (field notes): offered only where the service answers them. */
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

/** What can be done with one connector. All of it by name: workspace, region and key, never a handle alone. */
export const actionChannels = {
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
  'connectors:pinned': { request: z.object(placeShape), response: z.array(z.string()) }
} as const
