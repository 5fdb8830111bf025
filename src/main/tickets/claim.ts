import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { ticketSubject } from '../store/tables/connectors/tickets'
import { insertChanges } from '../team/exchange'
import type { LiveTeam } from '../team/team'

const row = z.object({ field: z.string(), ticket: z.string(), over: z.boolean() })

/** Of one connector's changes, oldest first: who comes first, of those that are neither given up nor over. */
export function firstTicket(rows: readonly z.infer<typeof row>[]): string | null {
  const waiting: string[] = []
  for (const { field, ticket, over } of rows) {
    const at = waiting.indexOf(ticket)
    if (field === 'released' || over) {
      if (at >= 0) waiting.splice(at, 1)
    } else if (at < 0) waiting.push(ticket)
  }
  return waiting[0] ?? null
}

export interface ClaimOf {
  service: string
  /** `<category>:<id>` */
  key: string
  ticket: string
  tracker: string
  /** Masked. */
  operator: string
}

/**
 * Before a ticket leaves, this desk claims it in the team's database, whose feed has one order for all desks: the first
 * claim that is not released counts, whatever their clocks say.
 * @returns false if a colleague was first
 * @throws AppError tracker-refused if the database does not answer
 */
export async function claimTicket(
  team: LiveTeam,
  { service, key, ticket, tracker, operator }: ClaimOf
): Promise<boolean> {
  const subject = ticketSubject(service, key)
  const value = JSON.stringify({ connector: key, ticket, tracker })
  const claim = { id: randomUUID(), service, kind: 'ticket', subject, field: 'claimed', value }
  try {
    await team.connection.query(insertChanges, [JSON.stringify([claim]), team.desk, operator])
    const rows = await team.connection.query(
      `SELECT field, left(coalesce(value ->> 'ticket', ''), 100) AS ticket,
          coalesce(value ->> 'over', '') = 'true' AS over
        FROM connector_desk.change WHERE kind = 'ticket' AND service = $1 AND subject = $2 ORDER BY seq`,
      [service, subject]
    )
    return firstTicket(z.array(row).parse(rows)) === ticket
  } catch {
    throw new AppError(
      'tracker-refused',
      'The team’s database did not answer, so a colleague could be opening a ticket too. Nothing was sent to the tracker.'
    )
  }
}
