import { z } from 'zod'

/** Records may have other categories, kept as text. */
export const category = z.enum(['HRIS', 'ATS', 'LMS'])
export type Category = z.infer<typeof category>

export const categories = category.options

export function categorySegment(value: Category): string {
  return value.toLowerCase()
}
