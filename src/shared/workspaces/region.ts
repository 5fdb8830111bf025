import { z } from 'zod'

/** The two base addresses a workspace can have (spec: first paragraph). */
export const region = z.enum(['default', 'eu'])
export type Region = z.infer<typeof region>

export const regions = region.options
export const regionNames: Record<Region, string> = { default: 'Default', eu: 'EU' }
