import { z } from 'zod'
import { appErrorShape } from '../errors'

/** An integration enabled for the organization (spec §5). Its slug is the scope of an organization-wide mapping. */
export const integration = z.object({ slug: z.string(), name: z.string(), categories: z.array(z.string()) })
export type Integration = z.infer<typeof integration>

/** A unified model (spec §6); its slug is the `model` of a custom field. */
export const model = z.object({ slug: z.string(), name: z.string(), category: z.string() })
export type Model = z.infer<typeof model>

/** What the lookups said last, kept over restarts, with its age. */
export const lookups = z.object({
  integrations: z.array(integration),
  models: z.array(model),
  /** ms since 1970; null where they were never read. */
  readAt: z.number().nullable(),
  /** Why they could not be read just now; what is shown is then what was kept. */
  error: appErrorShape.nullable()
})
export type Lookups = z.infer<typeof lookups>
