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

/** A change of the team's feed, with a value that fits its field. */
export type TeamChange<K extends TeamKind = TeamKind> = { [P in K]: Seen & { kind: P } & FieldValue<P> }[K]

interface Seen {
  seq: number
  /** ms since 1970 by the server's clock */
  at: number
  id: string
  /** As the desk calls itself: anybody may write this one. */
  desk: string
  /** As the server says. */
  account: string
  operator: string
  service: string
  subject: string
}

/** A change as this desk takes it. */
export type SignedChange<K extends TeamKind = TeamKind> = TeamChange<K> & {
  /** This desk wrote it. */
  isOwn: boolean
  /** Who wrote it, as it is shown: the account where the operator's name alone would not say it. */
  signed: string
}

/**
 * Reads a row of the feed: anybody with the rights can write one by hand.
 *
 * @returns null for what this version does not know, or what does not fit
 */
export function readChange(from: unknown): TeamChange | null {
  const read = row.safeParse(from)
  if (!read.success) return null
  const { seq, field, value, kind, ...seen } = read.data
  const shape = shapeOf(kind, field)?.safeParse(parsedJson(value))
  return shape?.success ? ({ ...seen, kind, seq: Number(seq), field, value: shape.data } as TeamChange) : null
}

/** A change as it leaves: the free texts of its value masked, and nothing else of it. */
export function maskedChange(masker: Pick<Masker, 'clean'>, change: WaitingChange): WaitingChange {
  const shape = Object.hasOwn(teamKinds, change.kind) && shapeOf(change.kind as TeamKind, change.field)
  return { ...change, value: masker.clean(jsonText(shape || z.unknown()), change.value) }
}

/** Changes of the feed, as they are kept. */
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

/** undefined for what is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
