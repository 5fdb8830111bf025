import { z } from 'zod'
import { appErrorShape } from '../../../shared/errors'
import { categories } from '../../../shared/connectors/category'
import { categoryRefresh, type CategoryRefresh } from '../../../shared/connectors/refresh'
import { partOf, endOf } from '../../store/tables/connectors/refreshes'
import { parsedJson } from '../change'
import type { TeamConnection } from '../connection'
import type { Lease, Source } from './lease'

/** Times are ages by the server's clock: desks' clocks may differ by hours. */
export interface TeamLook {
  /** null if nobody refreshes */
  walker: { name: string; pages: number } | null
  /** null if no refresh ended with data */
  last: TeamRefresh | null
}

export interface TeamRefresh {
  number: number
  name: string
  /** ms since its end, and its duration */
  age: number
  took: number
  categories: CategoryRefresh[]
  isComplete: boolean
  /** Number of the last changed record. */
  lastSeq: number
}

/** Prefixes suffice to reject texts that do not fit. */
const look = `
  SELECT CASE WHEN until > clock_timestamp() AND until <= clock_timestamp() + interval '1 minute'
      THEN left(lease.name, 200) END AS walker,
    pages, walk.number::float8 AS number, left(walk.name, 200) AS name, walk.last_seq::float8 AS "lastSeq",
    floor(extract(epoch FROM clock_timestamp() - ended_at) * 1000)::float8 AS age,
    floor(extract(epoch FROM ended_at - started_at) * 1000)::float8 AS took, categories::text AS categories
  FROM connector_desk.lease LEFT JOIN LATERAL (
    SELECT * FROM connector_desk.walk AS one
    WHERE one.service = lease.service AND one.scope = lease.scope AND ended_at IS NOT NULL
    ORDER BY number DESC LIMIT 1
  ) AS walk ON true
  WHERE lease.service = $1 AND lease.scope = $2`

const error = appErrorShape.pick({ code: true, status: true, endpoint: true, page: true, tries: true }).extend({
  message: z.string().transform((text) => text.slice(0, 1_000))
})
const count = z.number().int().min(0)
const counts = { pages: count, items: count, emptyPages: count, repeated: count, waits: count, bytes: count }
const part = categoryRefresh
  .omit({ wait: true, quiet: true })
  .extend({ ...counts, state: z.enum(['done', 'failed', 'cancelled']), error: error.optional() })
const parts = z.array(part).length(categories.length)

interface Row {
  walker: string | null
  pages: number
  number: number | null
  name: string
  lastSeq: number
  age: number
  took: number
  categories: string
}

/** @throws Trouble */
export async function lookAt(connection: Pick<TeamConnection, 'query'>, { service, scope }: Source): Promise<TeamLook> {
  const [row] = await connection.query<Row>(look, [service, scope])
  if (!row) return { walker: null, last: null }
  const { walker, pages } = row
  return { walker: walker === null ? null : { name: walker, pages }, last: refreshOf(row) }
}

/** null if empty, cancelled or unfit */
function refreshOf({ number, categories: text, age, took, name, lastSeq }: Row): TeamRefresh | null {
  // The server's clock was set back.
  if (number === null || age < 0) return null
  const read = parts.safeParse(parsedJson(text))
  if (!read.success) return null
  const byCategory = new Map(read.data.map((one) => [one.category, one]))
  const ended = categories.flatMap((category) => (byCategory.get(category) as CategoryRefresh | undefined) ?? [])
  const states = ended.map(({ state }) => state)
  if (ended.length < categories.length || states.includes('cancelled') || !states.includes('done')) return null
  const isComplete = endOf(ended.map(partOf)) === 'complete'
  return { number, name, lastSeq, age, took: Math.max(0, took), categories: ended, isComplete }
}

/**
 * Last record that this desk's refresh changed; null without an end.
 *
 * @throws Trouble
 */
export async function lastSeqOf(
  connection: Pick<TeamConnection, 'query'>,
  { of: { service, scope }, number }: Pick<Lease, 'of' | 'number'>
): Promise<number | null> {
  const select = `SELECT last_seq::float8 AS "lastSeq" FROM connector_desk.walk
    WHERE service = $1 AND scope = $2 AND number = $3`
  const [row] = await connection.query<{ lastSeq: number | null }>(select, [service, scope, number])
  return row?.lastSeq ?? null
}

/** Characters of JSON per refresh: the database's limit. */
const longestNames = 200_000
export const shortNames = z.record(z.string().max(200), z.string().max(200))

/**
 * null if there are none or they do not fit
 *
 * @throws Trouble
 */
export async function namesOf(
  connection: Pick<TeamConnection, 'query'>,
  { service, scope }: Source,
  number: number
): Promise<Record<string, string> | null> {
  const select = `SELECT CASE WHEN length(names::text) <= ${longestNames} THEN names::text END AS names
    FROM connector_desk.walk WHERE service = $1 AND scope = $2 AND number = $3`
  const [row] = await connection.query<{ names: string | null }>(select, [service, scope, number])
  if (!row?.names) return null
  const read = shortNames.safeParse(JSON.parse(row.names))
  return read.success ? read.data : null
}
