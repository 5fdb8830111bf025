import { z } from 'zod'
import { region } from './region'

/** The fields of a place in a message: spread them into its schema. */
export const placeShape = { workspaceId: z.uuid(), region }

/** Where connectors live: the same id in another workspace, region or category is another connector. */
export type Place = z.infer<z.ZodObject<typeof placeShape>>

/** A place alone: what is asked with it gets no bearer token along. */
export const placeOf = ({ workspaceId, region }: Place): Place => ({ workspaceId, region })
