import { z } from 'zod'

/** The longest tag, in characters, and how many an operator gives one case. */
export const tagLimits = { length: 40, ofIssue: 10 } as const

/** A tag as it is kept: on one line, single spaces, nothing that hides in it or reorders it. */
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
