import type { Ticket } from '../../../shared/tickets/ticket'
import type { TicketChange } from '../../../shared/team/kinds'
import { TicketTable } from '../../store/tables/connectors/tickets'
import type { SharedKind } from '../feed'

/**
 * One subject for each connector of a service. Of its claims the first counts that is not released: whoever has it may
 * open the ticket (main/tickets/claim.ts).
 */
export const ticketKind: SharedKind<'ticket'> = {
  name: `(value ->> '$.title')`,

  apply(feed, change) {
    const { sql, outbox } = feed.tables
    const { seq, at, isOwn, signed, service, value } = change
    const tickets = new TicketTable(sql, outbox)
    const { connector: key, ticket: id } = value
    const before = tickets.find(service, id)
    if (change.field === 'released') {
      // A refused one of this desk stays for its reason.
      if (before && before.state !== 'refused') sql.run('DELETE FROM ticket WHERE id = ?', id)
    } else if (before && (isOwn || change.field === 'claimed')) {
      tickets.put(service, { ...before, seq: before.seq ?? seq })
    } else {
      const fresh: Ticket = {
        ...{ id, key, tracker: change.value.tracker, state: 'leaving', number: '', url: null, title: '' },
        ...{ status: '', at, seenAt: null, by: signed, evidence: 'none', why: '' }
      }
      const known = { ...(before ?? fresh), seq: before?.seq ?? seq }
      tickets.put(service, change.field === 'claimed' ? known : { ...known, ...seenOf(change.value), seenAt: at })
    }
    for (const place of feed.placesAt(service)) feed.news.once('tickets:changed', place)
  },

  /** Tickets from before this desk joined. */
  takeUp({ tables: { sql, outbox }, places, writes }) {
    if (!writes) return
    const tickets = new TicketTable(sql, outbox)
    for (const { service } of places)
      for (const ticket of tickets.untold(service)) tickets.tell(service, ticket, 'seen')
  },

  leave({ sql }) {
    sql.run(`DELETE FROM ticket WHERE maker IS NOT NULL AND state = 'leaving'`)
    sql.run('UPDATE ticket SET seq = NULL')
  }
}

const seenOf = ({ number, url, title, status, over }: TicketChange['seen']) => ({
  ...{ number, url, title, status },
  state: over ? ('closed' as const) : ('open' as const)
})
