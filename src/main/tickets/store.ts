import type { Ticket, TicketMark } from '../../shared/tickets/ticket'
import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { KeptStore } from '../store/kept-store'
import { TicketTable, type ToldAs } from '../store/tables/connectors/tickets'

type Change = Partial<Omit<Ticket, 'id' | 'key'>>

/** `service`: whose connector it is, as the team calls it; `told`: how the team hears of it. */
export interface TicketMethods {
  /** null for none */
  ticketOf(of: { service: string; key: string }): Ticket | null
  /** Of each connector the one that counts. */
  allTickets(of: { service: string }): TicketMark[]
  /** @returns false if the connector has one that is not over */
  beginTicket(of: { service: string; ticket: Ticket; told: ToldAs | null }): boolean
  changeTicket(of: { service: string; id: string; change: Change; told: ToldAs | null }): void
  recoveredTickets(of: { service: string; place: Place }): { ticket: Ticket; endUser: string }[]
  cutOffTickets(of: { why: string }): void
  forgetTickets(of: { service: string }): void
}

export type TicketStore = Remote<TicketMethods>

export function ticketMethods(store: KeptStore): TicketMethods {
  const atOnce = <T>(work: (tickets: TicketTable) => T): T =>
    store.run(({ sql, outbox }) => sql.transaction(() => work(new TicketTable(sql, outbox))))
  return {
    ticketOf: ({ service, key }) => atOnce((tickets) => tickets.current(service, key)),
    allTickets: ({ service }) => atOnce((tickets) => tickets.all(service)),
    beginTicket: ({ service, ticket, told }) => atOnce((tickets) => tickets.begin(service, ticket, told)),
    changeTicket: ({ service, id, change, told }) => atOnce((tickets) => tickets.change(service, id, change, told)),
    recoveredTickets: ({ service, place }) => atOnce((tickets) => tickets.recovered(service, place)),
    cutOffTickets: ({ why }) => atOnce((tickets) => tickets.cutOff(why)),
    forgetTickets: ({ service }) => atOnce((tickets) => tickets.forget(service))
  }
}
