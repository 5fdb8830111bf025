import { z } from 'zod'

/** Characters, and tags per issue. */
export const tagLimits = { length: 40, ofIssue: 10 } as const

/** One line, no invisible or reordering characters. */
export const plainTag = (typed: string): string =>
  typed
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

export const tag = z
  .string()
  .min(1)
  .max(tagLimits.length)
  .refine((text) => text === plainTag(text))
