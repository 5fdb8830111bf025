import { z } from 'zod'

/** `json`: holds JSON of this shape. */
export type TextKind = { is: 'name' } | { is: 'json'; of: z.core.$ZodType }

const kinds = new WeakMap<z.core.$ZodType, TextKind>()

/**
 * Marks a text that names something: an id, a key, an address, a certificate. Masking skips it, because a masked name
 * finds nothing. Other `z.string()` are free text and are masked. Field names, enums and formats (`z.uuid()`) need no
 * mark. It goes around all checks: `ownName(z.string().max(9))`.
 */
export function ownName<T extends z.core.$ZodType>(schema: T): T {
  kinds.set(schema, { is: 'name' })
  return schema
}

export const nameText = ownName(z.string())

/** Masks only the free text in it. */
export function jsonText(of: z.core.$ZodType): z.ZodString {
  const schema = z.string()
  kinds.set(schema, { is: 'json', of })
  return schema
}

/** null for free text. */
export const kindOfText = (schema: z.core.$ZodType): TextKind | null => kinds.get(schema) ?? null
