import { z } from 'zod'

/** page_size bounds of collection endpoints (spec: Limits). */
export const pageSize = { min: 1, max: 200, default: 50 } as const

/**
 * The paginated response envelope (spec: Paginated response envelope). `page_size` is the count of this page's items
 * and is relied on for nothing, so it may be anything. A missing cursor is an error, not an end: only null ends a walk.
 */
export const page = z.looseObject({
  cursor: z.string().min(1).nullable(),
  items: z.array(z.unknown())
})
