import { z } from 'zod'
import { category } from '../connectors/category'
import { placeShape } from '../workspaces/place'
import { lookups } from './lookup'
import { ownName } from '../own-name'
import { statusPage } from './status-page'

const requestId = z.uuid()
const slug = ownName(z.string().min(1).max(200))

export const lookupChannels = {
  /** From the store, or read again. A failure is in `error`. */
  'lookups:read': { request: z.object({ requestId, ...placeShape, refresh: z.boolean() }), response: lookups },
  /** Not kept. null: all categories. */
  'lookups:ask': {
    request: z.object({ requestId, ...placeShape, category: category.nullable() }),
    response: lookups.omit({ error: true, readAt: true })
  },
  /** `allowed`: by the organization. */
  'lookups:statusPages': {
    request: z.object({ ...placeShape }),
    response: z.object({ allowed: z.boolean(), pages: z.array(statusPage) })
  },
  /** `ask`: at the provider, if it is time; otherwise as kept. */
  'lookups:statusPage': {
    request: z.object({ ...placeShape, integration: slug, ask: z.boolean() }),
    response: z.object({ allowed: z.boolean(), page: statusPage.nullable() })
  },
  /** Main asks the person. Empty: removes it. */
  'lookups:setStatusPage': {
    request: z.object({ ...placeShape, integration: slug, address: ownName(z.string().max(2_000)) }),
    response: statusPage.nullable()
  },
  /** In the browser. `link`: of an incident; null: the page itself */
  'lookups:openStatusPage': {
    request: z.object({ ...placeShape, integration: slug, link: z.string().max(2_000).nullable() }),
    response: z.void()
  }
} as const
