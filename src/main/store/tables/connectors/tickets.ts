import type { Ticket, TicketMark } from '../../../../shared/tickets/ticket'
import type { Place } from '../../../../shared/workspaces/place'
import type { Statements } from '../../statements'
import { idOf, type TeamOutbox } from '../team/outbox'

/** How a change of a ticket is told to the team. */
export type ToldAs = 'seen' | 'released'

/** `seq`: number in the team's feed. */
export type SharedTicket = Ticket & { seq: number | null }

const columns = 'key, id, tracker, state, number, url, title, status, at, seen_at, maker, evidence, why'
const read = `${columns.replace('seen_at', 'seen_at AS seenAt').replace('maker', 'maker AS "by"')}`
/** The one that counts: the first that is claimed, before those that are over. */
const order = `ORDER BY state = 'closed', CASE state WHEN 'closed' THEN -at ELSE coalesce(seq, 9e15) END, at`

/** The same on every desk, so that a connector has one ticket. */
export const ticketSubject = (service: string, key: string): string => idOf([service, `ticket ${key}`])

/**
 * Tickets in a tracker, each written down before it leaves. They belong to a service, as all desks call it: its address,
 * or the workspace's id where it is this computer's own.
 */
export class TicketTable {
  constructor(
    private readonly sql: Statements,
    private readonly outbox: TeamOutbox
  ) {}

  /** null for none, and for one that was refused */
  current(service: string, key: string): Ticket | null {
    const select = `SELECT ${read} FROM ticket WHERE service = ? AND key = ? AND state <> 'refused' ${order} LIMIT 1`
    return this.sql.get<Ticket>(select, service, key) ?? null
  }

  /** Of each connector the current one. */
  all(service: string): TicketMark[] {
    return this.sql.all<TicketMark>(
      `SELECT key, number, state, status FROM (
          SELECT *, row_number() OVER (PARTITION BY key ${order}) AS place FROM ticket WHERE service = ? AND state <> 'refused')
        WHERE place = 1 LIMIT 20000`,
      service
    )
  }

  /** Open, at connectors of this place without an open issue, here or at a desk of the team: counts stay on theirs. */
  recovered(service: string, { workspaceId, region }: Place): { ticket: Ticket; endUser: string }[] {
    const of = `FROM connector WHERE workspace = ? AND region = ? AND category || ':' || connector_id = key`
    const issue = `SELECT 1 ${of.replace('connector', 'connector JOIN episode ON episode.connector = connector.id')}
      AND closed_at IS NULL`
    const team = `SELECT 1 FROM team_case AS one WHERE one.service = ticket.service AND one.connector = key
      AND joined IS NULL AND closed = 0`
    const select = `SELECT ${read}, (SELECT record ->> '$.end_user' ${of}) AS endUser FROM ticket
      WHERE service = ? AND state = 'open' AND EXISTS (SELECT 1 ${of}) AND NOT EXISTS (${issue})
        AND NOT EXISTS (${team})
      ORDER BY at LIMIT 200`
    const place = [workspaceId, region]
    return this.sql
      .all<Ticket & { endUser: string | null }>(select, ...place, service, ...place, ...place)
      .map(({ endUser, ...ticket }) => ({ ticket, endUser: endUser ?? '' }))
  }

  /** @returns false if the connector has one that is not over */
  begin(service: string, ticket: Ticket, told: ToldAs | null): boolean {
    const now = this.current(service, ticket.key)
    if (now && now.state !== 'closed') return false
    this.put(service, { ...ticket, seq: null })
    if (told) this.tell(service, ticket, told)
    return true
  }

  /** Does nothing if it is gone. */
  change(service: string, id: string, change: Partial<Omit<Ticket, 'id' | 'key'>>, told: ToldAs | null): void {
    const before = this.find(service, id)
    if (!before) return
    const after = { ...before, ...change }
    this.put(service, after)
    if (told) this.tell(service, after, told)
  }

  find(service: string, id: string): SharedTicket | null {
    return (
      this.sql.get<SharedTicket>(`SELECT ${read}, seq FROM ticket WHERE service = ? AND id = ?`, service, id) ?? null
    )
  }

  put(service: string, { seq, ...one }: SharedTicket): void {
    this.sql.run(
      `INSERT OR REPLACE INTO ticket (service, seq, ${columns}) VALUES (?, ?, ${columns.replace(/\w+/g, '?')})`,
      ...[service, seq, one.key, one.id, one.tracker, one.state, one.number, one.url, one.title],
      ...[one.status, one.at, one.seenAt, one.by, one.evidence, one.why]
    )
  }

  /** Those of this desk that were on their way as the app ended. */
  cutOff(why: string): void {
    this.sql.run(`UPDATE ticket SET state = 'unknown', why = ? WHERE state = 'leaving' AND maker IS NULL`, why)
  }

  /** Open ones that the team does not know. */
  untold(service: string): Ticket[] {
    return this.sql.all<Ticket>(
      `SELECT ${read} FROM ticket WHERE service = ? AND seq IS NULL AND state = 'open' AND NOT EXISTS
        (SELECT 1 FROM team_outbox WHERE kind = 'ticket' AND value ->> '$.ticket' = ticket.id)`,
      service
    )
  }

  /** Those of a removed workspace; the team's stay with the team. */
  forget(service: string): void {
    this.sql.run('DELETE FROM ticket WHERE service = ? AND seq IS NULL', service)
  }

  /** Does nothing for a service that is not shared. */
  tell(service: string, ticket: Ticket, told: ToldAs): void {
    if (!this.sql.get('SELECT 1 FROM team_place WHERE service = ?', service)) return
    const { key: connector, id, tracker, number, url, title, status, state } = ticket
    const value = {
      ...{ connector, ticket: id },
      ...(told === 'seen' && { tracker, number, url, title, status, over: state === 'closed' })
    }
    this.outbox.add({ service, kind: 'ticket', subject: ticketSubject(service, connector), field: told, value })
  }
}
