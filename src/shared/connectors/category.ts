import { z } from 'zod'

/** Categories whose connectors can be listed. Records may have others, kept as text. */
export const category = z.enum(['HRIS', 'ATS', 'LMS'])
export type Category = z.infer<typeof category>

export const categories = category.options

/** As in `/api/hris/v1/connectors`. */
export function categorySegment(value: Category): string {
  return value.toLowerCase()
}
