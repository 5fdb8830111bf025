import { z } from 'zod'
import { nameText } from '../own-name'
import { placeShape } from '../workspaces/place'
import { ticket, ticketLimits, ticketMark, ticketView, tracker } from './ticket'

const of = { ...placeShape, key: nameText }
/** A job: it can be cancelled, and reports its waits. */
const job = { requestId: z.uuid(), ...of }

export const ticketChannels = {
  /** As this desk knows it. Errors: not-found. */
  'tickets:view': { request: z.object(of), response: ticketView },
  /** Asks the tracker: about the ticket, or for tickets of this connector. Errors: those of a call. */
  'tickets:look': { request: z.object(job), response: ticketView },
  /**
   * Confirmed: creates it with the evidence. A ticket of this connector that is there already comes back in `found`, and
   * nothing is sent. Errors: cancelled, conflict if a colleague was first, team-read-only, those of a call.
   */
  'tickets:open': {
    request: z.object({ ...job, title: z.string().max(ticketLimits.title) }),
    response: ticketView
  },
  /** Confirmed: the evidence that was certainly not attached. Errors: cancelled, team-read-only, those of a call. */
  'tickets:attach': { request: z.object(job), response: ticketView },
  /** Of all connectors of the place: the one that counts. */
  'tickets:all': { request: z.object(placeShape), response: z.array(ticketMark) },
  /** `typed`: a number or address. Errors: invalid-input, not-found. */
  'tickets:link': { request: z.object({ ...job, typed: nameText }), response: ticketView },
  /** The ticket is no longer this connector's; in the tracker nothing changes. An unknown one is given up. */
  'tickets:unlink': { request: z.object(of), response: ticketView },
  /** Confirmed: closes it in the tracker. Errors: not-offered, cancelled. */
  'tickets:close': { request: z.object(job), response: ticketView },
  /** In the browser. Errors: not-found. */
  'tickets:browse': { request: z.object(of), response: z.void() },
  /** Open tickets of connectors that have no open issue any more, with the customer's name. */
  'tickets:recovered': {
    request: z.object(placeShape),
    response: z.array(z.object({ ticket, endUser: z.string() }))
  },
  'tickets:tracker': {
    request: z.object({ workspaceId: placeShape.workspaceId }),
    response: z.object({ allowed: z.boolean(), tracker: tracker.nullable() })
  },
  /**
   * Confirmed, unless the organization gave the address. null: none. `secret` empty: the kept one stays, if the address
   * does. Errors: invalid-input with `fields`, managed, cancelled, those of the keychain.
   */
  'tickets:setTracker': {
    request: z.object({ workspaceId: placeShape.workspaceId, tracker: tracker.nullable(), secret: z.string() }),
    response: z.void()
  }
} as const

export const ticketEvents = {
  /** Tickets differ now: a colleague opened, linked or closed one. */
  'tickets:changed': z.object(placeShape)
} as const
