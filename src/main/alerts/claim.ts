import type { Claimed } from '../../shared/alerts/rule'
import { oneLine, shorten } from '../base/plain-text'
import { idOf } from '../store/tables/team/outbox'
import type { Told } from './judge'

interface Team {
  connection: { query<R>(sql: string, values?: readonly unknown[]): Promise<R[]> }
  desk: string
}

export interface Claim {
  told: Told
  /** Made of the incident: the database takes one change of it. */
  id: string
  of: Claimed
}

/** @param service as the team calls it; null for this computer's own */
export const claimsOf = (
  service: string | null,
  rule: string,
  all: readonly Told[],
  mask: (text: string) => string
): Claim[] =>
  all.map((told) => {
    const { about, number, part } = told
    const title = shorten(oneLine(mask(told.title)), 400)
    return { told, id: idOf([service ?? '', rule, about, number, part]), of: { rule, about, number, part, title } }
  })

const claimAll = `
  INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
  SELECT (one ->> 'id')::uuid, $2::uuid, $3, $4, 'message', $5, 'claimed', one -> 'of'
  FROM jsonb_array_elements($1::jsonb) AS claims (one)
  ON CONFLICT (id) DO NOTHING RETURNING id::text AS id, floor(extract(epoch FROM at) * 1000)::float8 AS at`

/** @returns those that nobody had claimed, by id, with the server's time. @throws Trouble */
export async function claimInTeam(
  { connection, desk }: Team,
  { service, message, operator }: { service: string; message: string; operator: string },
  claims: readonly Claim[]
): Promise<Map<string, number>> {
  const sent = JSON.stringify(claims.map(({ id, of }) => ({ id, of })))
  const rows = await connection.query<{ id: string; at: number }>(claimAll, [sent, desk, operator, service, message])
  return new Map(rows.map(({ id, at }) => [id, at]))
}

const clockAndRefresh = `
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
    (extract(epoch FROM clock_timestamp() - max(ended_at)) * 1000)::float8 AS age
  FROM connector_desk.walk WHERE service = $1`

/** The server's time, and ms since the last whole refresh of anybody; null: there was none. @throws Trouble */
export async function teamClock(
  { connection }: Pick<Team, 'connection'>,
  service: string
): Promise<{ now: number; age: number | null }> {
  const [row] = await connection.query<{ now: number; age: number | null }>(clockAndRefresh, [service])
  if (!row) throw new Error('The database does not say its time.')
  return row
}
