import { z } from 'zod'

export const pageSize = { min: 1, max: 200, default: 50 } as const

/** `page_size` may be anything. A missing cursor is an error: only null is the end. */
export const page = z.looseObject({
  cursor: z.string().min(1).nullable(),
  items: z.array(z.unknown())
})
