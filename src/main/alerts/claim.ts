import type { Claimed } from '../../shared/alerts/rule'
import { oneLine, shorten } from '../base/plain-text'
import type { TeamOfDesk } from '../settings/claims'
import { idOf } from '../store/tables/team/outbox'
import type { Told } from './judge'

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

const clockAndRefresh = `
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
    (extract(epoch FROM clock_timestamp() - max(ended_at)) * 1000)::float8 AS age
  FROM connector_desk.walk WHERE service = $1`

/** The server's time, and ms since the last whole refresh of anybody; null: there was none. @throws Trouble */
export async function teamClock(
  { connection }: Pick<TeamOfDesk, 'connection'>,
  service: string
): Promise<{ now: number; age: number | null }> {
  const [row] = await connection.query<{ now: number; age: number | null }>(clockAndRefresh, [service])
  if (!row) throw new Error('The database does not say its time.')
  return row
}
