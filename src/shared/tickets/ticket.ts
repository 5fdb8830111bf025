import { z } from 'zod'
import { nameText, ownName } from '../own-name'
import { readBaseAddress } from '../base-address'

/** `jira`: Jira Cloud, REST v3. `webhook`: a signed POST, whose answer names the ticket; it cannot be looked for. */
export const trackerKind = z.enum(['jira', 'webhook'])

/** A way out of its own: agreed to in main, or given by the organization. */
export const tracker = z.object({
  kind: trackerKind,
  /** Without a slash at the end; Jira's may have a path. */
  address: nameText,
  /** Jira's key of the project, and the name of the type of issue. */
  project: nameText,
  issueType: nameText,
  /** E-mail address of Jira's account; empty: the secret is a bearer token, or the webhook's key. */
  account: nameText
})
export type Tracker = z.infer<typeof tracker>

export const ticketLimits = {
  title: 200,
  /** Of a number, address or status that a tracker names. */
  text: 400,
  /** Tickets that are read of a search, however many the tracker lists. */
  found: 200
} as const

const number = ownName(z.string().max(ticketLimits.text))

/** `seen`: it stands in the tracker; `over`: it is done there. */
const seen = {
  number,
  /** Of the tracker alone, else null. */
  url: ownName(z.string().max(2_000)).nullable(),
  title: z.string().max(ticketLimits.text),
  /** In the tracker's words. */
  status: z.string().max(ticketLimits.text),
  over: z.boolean()
}
export const seenTicket = z.object(seen)
export type SeenTicket = z.infer<typeof seenTicket>

/**
 * `leaving`: written down, and on its way; `unknown`: no answer says whether it was created; `refused`: it was not.
 */
export const ticketState = z.enum(['leaving', 'open', 'closed', 'unknown', 'refused'])

export const ticket = z.object({
  id: z.uuid(),
  /** `<category>:<id>` */
  key: nameText,
  /** Its tracker's address. */
  tracker: nameText,
  state: ticketState,
  ...{ number, url: seen.url, title: z.string(), status: z.string() },
  /** When it was written down, ms since 1970. */
  at: z.number(),
  /** When the tracker was last asked about it. */
  seenAt: z.number().nullable(),
  /** Who opened or linked it; null: on this desk. */
  by: z.string().nullable(),
  evidence: z.enum(['none', 'attached', 'unknown', 'refused']),
  /** Why it was refused, or what is known of an unknown outcome. */
  why: z.string()
})
export type Ticket = z.infer<typeof ticket>

/** What a list shows of it. */
export const ticketMark = ticket.pick({ key: true, number: true, state: true, status: true })
export type TicketMark = z.infer<typeof ticketMark>

/** What the drawer of a connector shows. */
export const ticketView = z.object({
  /** The organization allows tickets. */
  allowed: z.boolean(),
  tracker: tracker.nullable(),
  ticket: ticket.nullable(),
  /** Of a new one. */
  title: z.string(),
  /** Tickets of this connector in the tracker; null: not asked. `more`: not all were read. */
  found: z.object({ tickets: z.array(seenTicket), more: z.boolean() }).nullable(),
  /** An unknown one was looked for long enough, and is not there: it may be given up. */
  mayGiveUp: z.boolean(),
  /** The connector has an open issue. */
  hasIssue: z.boolean()
})
export type TicketView = z.infer<typeof ticketView>

/** @returns the address without a slash at the end, or what is wrong */
export const readTrackerAddress = (typed: string): { url: string } | { problem: string } => {
  const read = readBaseAddress(typed)
  return 'problem' in read && typed.trim() === '' ? { problem: 'Enter the address of the tracker.' } : read
}

const jiraNumber = /^[A-Z][A-Z0-9_]{0,80}-\d{1,12}$/

export const isJiraNumber = (text: string): boolean => jiraNumber.test(text)

/**
 * Reads a ticket's number or address as an operator pastes it.
 * @returns null for a ticket of another tracker, or no ticket at all
 */
export function readTicket({ kind, address }: Tracker, typed: string): { number: string; url: string | null } | null {
  const text = typed.trim()
  if (kind === 'jira' && jiraNumber.test(text.toUpperCase())) return ofJira(address, text.toUpperCase())
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username || url.password || url.origin !== new URL(address).origin) return null
  if (kind === 'webhook') {
    const last = url.pathname.split('/').findLast((part) => part !== '') ?? ''
    return /^[\w.-]{1,100}$/.test(last) ? { number: last, url: url.href } : null
  }
  const path = new URL(address).pathname.replace(/\/$/, '')
  const found = url.pathname.startsWith(`${path}/browse/`) ? url.pathname.slice(path.length + 8).toUpperCase() : ''
  return jiraNumber.test(found) ? ofJira(address, found) : null
}

/** Atlassian's gateway has no pages. */
export const ofJira = (address: string, number: string): { number: string; url: string | null } => ({
  number,
  url: new URL(address).host === 'api.atlassian.com' ? null : `${address}/browse/${number}`
})
