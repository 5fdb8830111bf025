import { z } from 'zod'
import { placeShape } from '../workspaces/place'

/** ms: repeat of the shown issue, and how long others trust it. */
export const presenceTimes = { again: 20_000, believed: 45_000 } as const

export const looking = z.strictObject({ ...placeShape, key: z.string().min(2).max(2_000) }).nullable()
export type Looking = z.infer<typeof looking>

export const lookers = z.object({ ...placeShape, key: z.string(), names: z.array(z.string()).max(100) })
export type Lookers = z.infer<typeof lookers>
