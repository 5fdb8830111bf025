import { type Connector, type ConnectorRow, readConnector } from '../../../shared/model/connector'
import { integrationName } from '../lib/integration-name'
import { searchable } from '../lib/safe-text'

/** A row with everything that sorting, filtering and drawing ask of it, worked out once when it arrives. */
export interface Entry {
  readonly key: string
  readonly row: ConnectorRow
  readonly connector: Connector
  /** Readable name of the integration. */
  readonly integration: string
  /** The end user as sorted and searched. */
  readonly name: string
  /** All that the search box looks at, in lower case. */
  readonly haystack: string
  /** The states it is listed under: see `facetsOf`. */
  readonly facets: readonly string[]
  /** Who comes first by default: 0 relink needed, 1 last run failed, 2 link never finished, 3 the rest. */
  readonly rank: number
  /** The number of the walk that brought it; an older one means it was not seen again yet. */
  readonly walk: number
}

/** The states the "Status" box offers, in the order of who needs a person. Unknown values follow as they are seen. */
export const knownFacets = {
  relink: 'Needs relink',
  failed: 'Last run failed',
  syncing: 'Syncing',
  unfinished: 'Never finished',
  good: 'Good'
} as const

const knownStatus = new Set(['COMPLETE', 'INCOMPLETE', 'RELINK_NEEDED'])
const knownSync = new Set(['Syncing', 'Done', 'Failed'])

/** There are few integrations and many rows: they share the names. */
const names = new Map<string, string>()
function nameOf(slug: string): string {
  const name = names.get(slug) ?? integrationName(slug)
  names.set(slug, name)
  return name
}

/** Two fields answer two questions, so a connector can be in two states: needing a relink, and its last run failed. */
function facetsOf({ status, syncStatus }: Connector): string[] {
  const facets: string[] = []
  if (status === 'RELINK_NEEDED') facets.push('relink')
  if (syncStatus === 'Failed') facets.push('failed')
  if (syncStatus === 'Syncing') facets.push('syncing')
  if (status === 'INCOMPLETE') facets.push('unfinished')
  if (status === 'COMPLETE' && syncStatus !== 'Failed') facets.push('good')
  if (status !== null && !knownStatus.has(status)) facets.push(`status ${status}`)
  if (syncStatus !== null && !knownSync.has(syncStatus)) facets.push(`sync_status ${syncStatus}`)
  return facets
}

function rankOf({ status, syncStatus }: Connector): number {
  if (status === 'RELINK_NEEDED') return 0
  if (syncStatus === 'Failed') return 1
  return status === 'INCOMPLETE' ? 2 : 3
}

export function toEntry(row: ConnectorRow, walk: number): Entry {
  const connector = readConnector(row.record)
  const integration = nameOf(connector.integrationSlug)
  const name = searchable(connector.endUser)
  const haystack = [name, connector.originId ?? '', connector.id, connector.integrationSlug, integration].join('\n')
  return {
    key: row.key,
    row,
    connector,
    integration,
    name,
    haystack: haystack.toLowerCase(),
    facets: facetsOf(connector),
    rank: rankOf(connector),
    walk
  }
}
