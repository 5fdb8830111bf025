import { z } from 'zod'
import { placeShape } from '../workspaces/place'

/** ms: how often a desk repeats the issue it shows, and how long others trust that. */
export const presenceTimes = { again: 20_000, believed: 45_000 } as const

/** null: this desk shows no issue. */
export const looking = z.strictObject({ ...placeShape, key: z.string().min(2).max(2_000) }).nullable()
export type Looking = z.infer<typeof looking>

/** Names of other desks that show the same issue. */
export const lookers = z.object({ ...placeShape, key: z.string(), names: z.array(z.string()).max(100) })
export type Lookers = z.infer<typeof lookers>
