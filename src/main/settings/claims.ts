import type { Claimed } from '../../shared/alerts/rule'

/** The team's database, by the rights of this desk. */
export interface TeamOfDesk {
  connection: { query<R>(sql: string, values?: readonly unknown[]): Promise<R[]> }
  desk: string
  writes: boolean
}

/** The id is made of what is claimed: the database takes one change of it. */
const claimAll = `
  INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
  SELECT (one ->> 'id')::uuid, $2::uuid, $3, $4, 'message', $5, 'claimed', one -> 'of'
  FROM jsonb_array_elements($1::jsonb) AS claims (one)
  ON CONFLICT (id) DO NOTHING RETURNING id::text AS id, floor(extract(epoch FROM at) * 1000)::float8 AS at`

/**
 * Of all desks of a team exactly one gets each claim, before anything leaves.
 * @param of.message the message that they are claimed for
 * @returns when this desk got it, by the server's clock, by id
 */
export async function claimInTeam(
  { connection, desk }: Pick<TeamOfDesk, 'connection' | 'desk'>,
  of: { service: string; operator: string; message: string },
  claims: readonly { id: string; of: Claimed }[]
): Promise<ReadonlyMap<string, number>> {
  const sent = JSON.stringify(claims.map(({ id, of }) => ({ id, of })))
  const values = [sent, desk, of.operator, of.service, of.message]
  const rows = await connection.query<{ id: string; at: number }>(claimAll, values)
  return new Map(rows.map(({ id, at }) => [id, at]))
}
