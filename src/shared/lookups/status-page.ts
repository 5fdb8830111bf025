import { z } from 'zod'
import { readBaseAddress } from '../base-address'
import { nameText } from '../own-name'

/** What a provider wrote about one incident: its words, as text. Times are ms since 1970; null: not said, or unreadable. */
export const statusIncident = z.object({
  title: z.string(),
  /** The provider's word, as "major"; empty if it has none. */
  impact: z.string(),
  /** The provider's word for how far it is, as "investigating"; empty if it has none. */
  stage: z.string(),
  /** null: the page does not say. */
  open: z.boolean().nullable(),
  since: z.number().nullable(),
  updatedAt: z.number().nullable(),
  resolvedAt: z.number().nullable(),
  /** The latest update. */
  words: z.string(),
  /** Opens only below the page's own host. */
  link: z.string().nullable()
})
export type StatusIncident = z.infer<typeof statusIncident>

export const statusRead = z.object({
  /** The last time that the page was asked, ms since 1970. */
  askedAt: z.number(),
  /** Of what `incidents` says; null if it was never read. */
  readAt: z.number().nullable(),
  /** Open ones first, then the newest; at most `statusLimits.incidents`. */
  incidents: z.array(statusIncident),
  /** Of the page, beyond `incidents`. */
  more: z.number(),
  /** Why the page could not be read the last time. */
  problem: z.string().nullable()
})
export type StatusRead = z.infer<typeof statusRead>

/** `offered`: nobody agreed to it at this desk, so it is not asked. `managed`: by the organization. */
export const statusPage = z.object({
  integration: nameText,
  address: nameText,
  state: z.enum(['agreed', 'managed', 'offered']),
  /** null: never asked */
  read: statusRead.nullable()
})
export type StatusPage = z.infer<typeof statusPage>

export const statusLimits = {
  /** Kept of a page. */
  incidents: 20,
  /** Of a workspace. */
  pages: 200,
  /** Characters. */
  title: 300,
  words: 1_000,
  /** A page is asked no sooner again, ms. */
  every: 5 * 60_000
} as const

/** Whether an integration's provider says that an incident is open; `readAt`: when its page was read. */
export interface ProviderSays {
  open: 'yes' | 'no' | 'unknown'
  readAt: number | null
}

/** Only a page that was read the last time it was asked, and says so of each incident, proves that none is open. */
export function providerSays(read: StatusRead | null): ProviderSays {
  if (!read || read.readAt === null) return { open: 'unknown', readAt: null }
  const { incidents, problem, readAt } = read
  if (problem !== null) return { open: 'unknown', readAt }
  if (incidents.some(({ open }) => open === true)) return { open: 'yes', readAt }
  return { open: incidents.every(({ open }) => open === false) ? 'no' : 'unknown', readAt }
}

/**
 * The address that is asked: a bare host gets the path that Statuspage has. By the rules of base addresses.
 * @returns the address, or what is wrong with it
 */
export function readStatusAddress(typed: string): { url: string } | { problem: string } {
  const read = readBaseAddress(typed)
  if ('problem' in read)
    return {
      problem: read.problem.replace('base address', 'address').replace(', or the token would travel readable', '')
    }
  return new URL(read.url).pathname === '/' ? { url: `${read.url}/api/v2/incidents.json` } : read
}

/** Where the practice service has the made-up status page of an integration. Below its base address. */
export const practiceStatusPath = (integration: string): string =>
  `/status/${encodeURIComponent(integration)}/${integration === 'personio' ? 'history.rss' : 'api/v2/incidents.json'}`
