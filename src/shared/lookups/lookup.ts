import { z } from 'zod'
import { appErrorShape } from '../errors'

/** Its slug is the scope of an organization-wide mapping. */
export const integration = z.object({ slug: z.string(), name: z.string(), categories: z.array(z.string()) })
export type Integration = z.infer<typeof integration>

/** Its slug is the `model` of a custom field. */
export const model = z.object({ slug: z.string(), name: z.string(), category: z.string() })
export type Model = z.infer<typeof model>

export const lookups = z.object({
  integrations: z.array(integration),
  models: z.array(model),
  /** ms since 1970; null if never read. */
  readAt: z.number().nullable(),
  /** Why the last read failed. */
  error: appErrorShape.nullable()
})
export type Lookups = z.infer<typeof lookups>
