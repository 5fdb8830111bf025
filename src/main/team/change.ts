import { z } from 'zod'
import { caseFields, caseKind, type CaseFieldName } from '../../shared/team/case-change'

const column = z.string().max(200)
const row = z.object({
  seq: z.string().regex(/^\d{1,15}$/),
  at: z.number().int(),
  id: z.uuid(),
  desk: z.uuid(),
  operator: column,
  service: z.string().max(2_000),
  kind: z.literal(caseKind),
  subject: z.uuid(),
  field: z.enum(Object.keys(caseFields) as [CaseFieldName, ...CaseFieldName[]]),
  value: z.string()
})

/** A change of the team's feed, with a value that fits its field. */
export type TeamChange = {
  [F in CaseFieldName]: Seen & { field: F; value: z.infer<(typeof caseFields)[F]> }
}[CaseFieldName]

interface Seen {
  seq: number
  /** ms since 1970 by the server's clock */
  at: number
  id: string
  desk: string
  operator: string
  service: string
  subject: string
}

/**
 * Reads a row of the feed: anybody with the rights can write one by hand.
 *
 * @returns null for what this version does not know, or what does not fit
 */
export function readChange(from: unknown): TeamChange | null {
  const read = row.safeParse(from)
  if (!read.success) return null
  const { seq, field, value, kind: _, ...seen } = read.data
  const parsed = caseFields[field].safeParse(parsedJson(value))
  return parsed.success ? ({ ...seen, seq: Number(seq), field, value: parsed.data } as TeamChange) : null
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
