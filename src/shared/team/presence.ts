import { z } from 'zod'
import { placeShape } from '../workspaces/place'

/** How often a desk says again which case it shows, and how long others believe it, ms. */
export const presenceTimes = { again: 20_000, believed: 45_000 } as const

/** The case that this desk shows; null for none. */
export const looking = z.strictObject({ ...placeShape, key: z.string().min(2).max(2_000) }).nullable()
export type Looking = z.infer<typeof looking>

/** Who else looks at the case that this desk shows: names, one for each desk. */
export const lookers = z.object({ ...placeShape, key: z.string(), names: z.array(z.string()).max(100) })
export type Lookers = z.infer<typeof lookers>
