import { z } from 'zod'
import { category } from '../connectors/category'
import { placeShape } from '../workspaces/place'
import { lookups } from './lookup'

const requestId = z.uuid()

export const lookupChannels = {
  /** Kept ones at once, or read again. Never fails for a service that does not answer: `error` says so. */
  'lookups:read': { request: z.object({ requestId, ...placeShape, refresh: z.boolean() }), response: lookups },
  /** What the service says now, narrowed to a category by the service itself (null: all); kept nowhere. */
  'lookups:ask': {
    request: z.object({ requestId, ...placeShape, category: category.nullable() }),
    response: lookups.omit({ error: true, readAt: true })
  }
} as const
