import { z } from 'zod'
import type { TeamConnection } from '../connection'
import type { Source } from './lease'

/** Of the names of a walk as JSON, characters: the database takes no more. */
const longest = 200_000
/** The database writes them with spaces. */
const longestSent = 150_000
/** A NUL or half a character, as JSON writes them: no text to the database. */
const unfit = /\\u(?:0000|d[89a-f])/
const schema = z.record(z.string().max(200), z.string().max(200))

/** Display names of integrations by slug as the team gets them; null where they are none, or do not fit. */
export function namesText(names: Readonly<Record<string, string>>): string | null {
  const text = JSON.stringify(names)
  const fits = text.length <= longestSent && schema.safeParse(names).success
  return fits && text !== '{}' && !unfit.test(text) ? text : null
}

/** The names that a walk of the team read; null where it has none, or what was written by hand. @throws Trouble */
export async function namesOf(
  connection: Pick<TeamConnection, 'query'>,
  { service, scope }: Source,
  number: number
): Promise<Record<string, string> | null> {
  const select = `SELECT CASE WHEN length(names::text) <= ${longest} THEN names::text END AS names
    FROM connector_desk.walk WHERE service = $1 AND scope = $2 AND number = $3`
  const [row] = await connection.query<{ names: string | null }>(select, [service, scope, number])
  if (!row?.names) return null
  const read = schema.safeParse(JSON.parse(row.names))
  return read.success ? read.data : null
}
