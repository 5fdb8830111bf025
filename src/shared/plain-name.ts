import { z } from 'zod'

/** One line, without characters that reorder it. @param longest in characters */
export const plainName = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u)
