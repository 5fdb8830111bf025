import { z } from 'zod'

/** Each has its own base address. */
export const region = z.enum(['default', 'eu'])
export type Region = z.infer<typeof region>

export const regions = region.options
export const regionNames: Record<Region, string> = { default: 'Default', eu: 'EU' }
