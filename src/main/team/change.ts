import { z } from 'zod'
import { jsonText, nameText } from '../../shared/own-name'
import type { Masker } from '../secrets/masker'
import type { WaitingChange } from '../store/tables/team/outbox'
import { teamKinds, type FieldValue, type TeamKind } from '../../shared/team/kinds'

const column = z.string().max(200)
const row = z.object({
  seq: z.string().regex(/^\d{1,15}$/),
  at: z.number().int(),
  id: z.uuid(),
  desk: z.uuid(),
  account: column,
  operator: column,
  service: z.string().max(2_000),
  kind: z.enum(Object.keys(teamKinds) as [TeamKind, ...TeamKind[]]),
  subject: z.uuid(),
  field: z.string(),
  value: z.string()
})

export type TeamChange<K extends TeamKind = TeamKind> = { [P in K]: Seen & { kind: P } & FieldValue<P> }[K]

interface Seen {
  seq: number
  /** ms since 1970, server's clock */
  at: number
  id: string
  /** The desk's own claim. */
  desk: string
  /** Set by the server. */
  account: string
  operator: string
  service: string
  subject: string
}

export type SignedChange<K extends TeamKind = TeamKind> = TeamChange<K> & {
  isOwn: boolean
  /** The author's name; the account if the name could be someone else's. */
  signed: string
}

/**
 * Reads a row of the feed, which any account with the rights can write by hand.
 *
 * @returns null if this version does not know the row or its value does not fit
 */
export function readChange(from: unknown): TeamChange | null {
  const read = row.safeParse(from)
  if (!read.success) return null
  const { seq, field, value, kind, ...seen } = read.data
  const shape = shapeOf(kind, field)?.safeParse(parsedJson(value))
  return shape?.success ? ({ ...seen, kind, seq: Number(seq), field, value: shape.data } as TeamChange) : null
}

/** Masks only the free texts of a change. */
export function maskedChange(masker: Pick<Masker, 'clean'>, change: WaitingChange): WaitingChange {
  const shape = Object.hasOwn(teamKinds, change.kind) && shapeOf(change.kind as TeamKind, change.field)
  return { ...change, value: masker.clean(jsonText(shape || z.unknown()), change.value) }
}

export const keptChange = z.union(
  Object.entries(teamKinds).flatMap(([kind, fields]) =>
    Object.entries(fields).map(([field, value]) =>
      z.object({
        seq: z.number(),
        at: z.number(),
        id: nameText,
        desk: nameText,
        account: nameText,
        operator: z.string(),
        service: nameText,
        kind: z.literal(kind),
        subject: nameText,
        field: z.literal(field),
        value
      })
    )
  )
)

function shapeOf(kind: TeamKind, field: string): z.ZodType | null {
  const fields: Record<string, z.ZodType> = teamKinds[kind]
  return Object.hasOwn(fields, field) ? (fields[field] ?? null) : null
}

/** undefined if not JSON */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
