import { z } from 'zod'

/** The categories whose connectors can be listed (spec §1). Records may carry others; those are kept as text. */
export const category = z.enum(['HRIS', 'ATS', 'LMS'])
export type Category = z.infer<typeof category>

export const categories = category.options

/** The path segment of a category, as in `/api/hris/v1/connectors`. */
export function categorySegment(value: Category): string {
  return value.toLowerCase()
}
