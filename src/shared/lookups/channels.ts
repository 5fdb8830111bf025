import { z } from 'zod'
import { category } from '../connectors/category'
import { placeShape } from '../workspaces/place'
import { lookups } from './lookup'

const requestId = z.uuid()

export const lookupChannels = {
  /** From the store at once, or read again. Does not fail if the service does not answer: see `error`. */
  'lookups:read': { request: z.object({ requestId, ...placeShape, refresh: z.boolean() }), response: lookups },
  /** The service's current answer for a category (null: all), not kept. */
  'lookups:ask': {
    request: z.object({ requestId, ...placeShape, category: category.nullable() }),
    response: lookups.omit({ error: true, readAt: true })
  }
} as const
