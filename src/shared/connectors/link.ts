import { z } from 'zod'
import { category } from './category'

/** The API wants at least 2 characters in both names. */
export const linkDraft = z.object({
  endUser: z.string().trim().min(2).max(1_000),
  originId: z.string().trim().min(2).max(1_000),
  email: z.union([z.literal(''), z.email()]),
  category,
  integration: z.string().trim().min(1).max(1_000)
})
export type LinkDraft = z.infer<typeof linkDraft>

/** Another link makes a second connector. */
export const linkedAlready = z.object({
  key: z.string(),
  endUser: z.string(),
  integrationSlug: z.string(),
  status: z.string().nullable()
})
export type LinkedAlready = z.infer<typeof linkedAlready>
