import { z } from 'zod'
import { category, type Category } from '../../../shared/connectors/category'
import { isConnectorRecord } from '../../../shared/connectors/connector'
import { withoutLongTexts } from '../../base/texts'
import { parseJson } from '../../http/json'
import { idText } from '../../store/tables/connectors/key-columns'
import { lineOf, type PageLine } from '../../store/tables/connectors/page-lines'

/** What a line may hold, as the tables say: characters of a record, bytes of an id. */
export const limits = { record: 200_000, id: 400 }

const row = z.object({
  seq: z.string().regex(/^\d{1,15}$/),
  category,
  id: z.string().min(1).max(limits.id),
  gone: z.boolean(),
  record: z.string()
})

/** A connector as the team has it, or that it is gone. */
export interface SharedLine {
  category: Category
  /** As `idText` writes it. */
  id: string
  /** null: gone. */
  record: PageLine['record'] | null
}

/**
 * Reads a row of records: anybody with the rights can write one by hand, with a token or a text of megabytes in it.
 *
 * @returns null for what this version does not know, or what does not fit
 */
export function readRecord(from: unknown): SharedLine | null {
  const read = row.safeParse(from)
  if (!read.success) return null
  const { category: of, id, gone, record } = read.data
  if (gone) return isIdText(id) ? { category: of, id, record: null } : null
  const parsed = tried(() => parseJson(Buffer.from(record)))
  if (!isConnectorRecord(parsed) || idText(parsed.id) !== id) return null
  return { ...lineOf({ category: of, record: withoutLongTexts(parsed) }), id }
}

/** An id as `idText` writes it. */
function isIdText(text: string): boolean {
  const id = tried(() => JSON.parse(`"${text}"`) as unknown)
  return typeof id === 'string' && idText(id) === text
}

function tried(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}
