import { type Connector, type ConnectorRow, readConnector } from '../../../../shared/model/connector'
import type { RowVerdict } from '../../../../shared/model/verdict'
import { integrationName } from '../../lib/words/integration-name'
import { searchable } from '../../lib/words/safe-text'

/** A row with everything that sorting, filtering and drawing need, computed once when it arrives. */
export interface Entry {
  readonly key: string
  readonly row: ConnectorRow
  readonly connector: Connector
  /** Readable name of the integration. */
  readonly integration: string
  /** The end user as sorted and searched. */
  readonly name: string
  /** All that the search box looks at, as searched. */
  readonly haystack: string
  /** The states it is listed under: see `facetsOf`. */
  readonly facets: readonly string[]
  /** The default order: 0 relink needed, 1 last run failed, 2 link never finished, 3 the rest. */
  readonly rank: number
  /** The number of the walk that brought it; an older one means it was not seen again yet. */
  readonly walk: number
  /** When it was read, of a row kept from before this session or read by itself; null for one that a walk brought. */
  readonly seenAt: number | null
  /** Main's verdict; null while that is not known for the record as it is now. */
  readonly verdict: RowVerdict | null
  /** Its id came more than once in one walk. */
  readonly twice: boolean
}

/** The number of the walks before this session: its own begin with 1. */
export const earlierWalks = 0

const knownStatus = new Set(['COMPLETE', 'INCOMPLETE', 'RELINK_NEEDED'])
const knownSync = new Set(['Syncing', 'Done', 'Failed'])

/** There are few integrations and many rows: they share the strings. */
type SharedStrings = { name: string; facet: string; search: string }
const shared = new Map<string, SharedStrings>()
function sharedOf(slug: string): SharedStrings {
  const known = shared.get(slug)
  if (known) return known
  const name = integrationName(slug)
  const made = { name, facet: `integration ${slug}`, search: `${searchable(slug)}\n${searchable(name)}` }
  shared.set(slug, made)
  return made
}

const integrationFacet = (slug: string) => sharedOf(slug).facet

/** States by which Issues groups as well. Issues lists a connector once, so one in such a state may be in another group. */
export const groupedStates = ['relink', 'failed', 'stalled', 'unfinished'] as const
export type GroupedState = (typeof groupedStates)[number]

/** The facet of connectors in a state that Issues lists in another group: an outage, another cause, test connectors. */
export const elsewhere = {
  relink: 'relink elsewhere',
  failed: 'failed elsewhere',
  stalled: 'stalled elsewhere',
  unfinished: 'unfinished elsewhere'
} as const satisfies Record<GroupedState, string>

/** Two fields answer two questions, so a connector can be in two states: needing a relink, and its last run failed. */
function facetsOf(connector: Connector, verdict: RowVerdict | null): string[] {
  const { status, syncStatus } = connector
  const facets = [integrationFacet(connector.integrationSlug)]
  if (connector.isTest) facets.push('test')
  if (verdict?.kind === 'stalled' || verdict?.kind === 'incident') facets.push(verdict.kind)
  if (status === 'RELINK_NEEDED') facets.push('relink')
  if (syncStatus === 'Failed') facets.push('failed')
  if (syncStatus === 'Syncing') facets.push('syncing')
  if (status === 'INCOMPLETE') facets.push('unfinished')
  if (status === 'COMPLETE' && syncStatus !== 'Failed') facets.push('good')
  if (status !== null && !knownStatus.has(status)) facets.push(`status ${status}`)
  if (syncStatus !== null && !knownSync.has(syncStatus)) facets.push(`sync_status ${syncStatus}`)
  for (const state of groupedStates)
    if (verdict && facets.includes(state) && (connector.isTest || verdict.kind !== state)) facets.push(elsewhere[state])
  return facets
}

function rankOf({ status, syncStatus }: Connector): number {
  if (status === 'RELINK_NEEDED') return 0
  if (syncStatus === 'Failed') return 1
  return status === 'INCOMPLETE' ? 2 : 3
}

/** @param more what is known about it beyond its record */
export function toEntry(
  row: ConnectorRow,
  walk: number,
  more: Partial<Pick<Entry, 'seenAt' | 'verdict' | 'twice'>> = {}
): Entry {
  const connector = readConnector(row.record)
  const { name: integration, search } = sharedOf(connector.integrationSlug)
  const name = searchable(connector.endUser)
  const haystack = [name, searchable(connector.originId ?? ''), searchable(connector.id), search].join('\n')
  const { seenAt = null, verdict = null, twice = false } = more
  return {
    key: row.key,
    row,
    connector,
    integration,
    name,
    haystack,
    facets: facetsOf(connector, verdict),
    rank: rankOf(connector),
    walk,
    seenAt,
    verdict,
    twice
  }
}

/** The same row with another verdict: entries never change, so that what is drawn of them is drawn again. */
export function judged(entry: Entry, verdict: RowVerdict | null): Entry {
  return { ...entry, verdict, facets: facetsOf(entry.connector, verdict) }
}

/** Whether a verdict on one record still applies to the other: the fields it may depend on are the same. */
export function isSameState(a: Connector, b: Connector): boolean {
  return (
    a.status === b.status &&
    a.syncStatus === b.syncStatus &&
    a.isActive === b.isActive &&
    a.lastSyncStart === b.lastSyncStart &&
    a.nextSyncStart === b.nextSyncStart &&
    a.relinkNeededAt === b.relinkNeededAt
  )
}
