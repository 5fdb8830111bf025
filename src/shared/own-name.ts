import { z } from 'zod'

/** What a text of ours is, where it is no free text. `json`: a text that holds JSON of this shape. */
export type TextKind = { is: 'name' } | { is: 'json'; of: z.core.$ZodType }

const kinds = new WeakMap<z.core.$ZodType, TextKind>()

/**
 * Marks a text that names something: an id, a key, an address, a certificate. It is never masked, whatever tokens are
 * called, or what it names is not found again. Every other `z.string()` of a shape is free text and is masked. Names of
 * fields, words of an enum and texts with a format (`z.uuid()`) need no mark. It goes around all checks:
 * `ownName(z.string().max(9))`.
 */
export function ownName<T extends z.core.$ZodType>(schema: T): T {
  kinds.set(schema, { is: 'name' })
  return schema
}

/** An id, a key or an address of any length. */
export const nameText = ownName(z.string())

/** A text that holds JSON of this shape: what is free text in it is masked, and it stays JSON. */
export function jsonText(of: z.core.$ZodType): z.ZodString {
  const schema = z.string()
  kinds.set(schema, { is: 'json', of })
  return schema
}

/** null for free text. */
export const kindOfText = (schema: z.core.$ZodType): TextKind | null => kinds.get(schema) ?? null
