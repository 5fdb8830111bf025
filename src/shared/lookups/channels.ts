import { z } from 'zod'
import { category } from '../connectors/category'
import { placeShape } from '../workspaces/place'
import { lookups } from './lookup'

const requestId = z.uuid()

export const lookupChannels = {
  /** From the store, or read again. A failure is in `error`. */
  'lookups:read': { request: z.object({ requestId, ...placeShape, refresh: z.boolean() }), response: lookups },
  /** Not kept. null: all categories. */
  'lookups:ask': {
    request: z.object({ requestId, ...placeShape, category: category.nullable() }),
    response: lookups.omit({ error: true, readAt: true })
  }
} as const
