import { z } from 'zod'

/** Kinds of text that are not free text. `json`: holds JSON of this shape. */
export type TextKind = { is: 'name' } | { is: 'json'; of: z.core.$ZodType }

const kinds = new WeakMap<z.core.$ZodType, TextKind>()

/**
 * Marks a text that names something: an id, a key, an address, a certificate. Masking skips it, because a masked name
 * finds nothing. Every other `z.string()` of a shape is free text and is masked. Field names, enums and texts with a
 * format (`z.uuid()`) need no mark. The mark goes around all checks: `ownName(z.string().max(9))`.
 */
export function ownName<T extends z.core.$ZodType>(schema: T): T {
  kinds.set(schema, { is: 'name' })
  return schema
}

/** Of any length. */
export const nameText = ownName(z.string())

/** A text of JSON: masking changes only the free text in it. */
export function jsonText(of: z.core.$ZodType): z.ZodString {
  const schema = z.string()
  kinds.set(schema, { is: 'json', of })
  return schema
}

/** null for free text. */
export const kindOfText = (schema: z.core.$ZodType): TextKind | null => kinds.get(schema) ?? null
