import { z } from 'zod'
import { region } from './region'

/** Spread these into a message's schema. */
export const placeShape = { workspaceId: z.uuid(), region }

/** The same connector id elsewhere is another connector. */
export type Place = z.infer<z.ZodObject<typeof placeShape>>

/** Drops other fields, such as a bearer token. */
export const placeOf = ({ workspaceId, region }: Place): Place => ({ workspaceId, region })
