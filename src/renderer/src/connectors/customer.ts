import type { Entry } from '../records/entry'

/** The owner of a connector: the Origin ID decides; without an Origin ID the name does. */
export interface Customer {
  originId: string | null
  /** As in the record; may be empty. */
  name: string
  key: string
}

export interface NamedConnectors {
  name: string
  entries: readonly Entry[]
}

export function customerOf({ key, connector }: Entry): Customer {
  return { key, originId: connector.originId || null, name: connector.endUser.trim() }
}

/** By name: two names mean that customers share an Origin ID. That of the customer comes first. */
export function byName(of: Customer, entries: readonly Entry[]): NamedConnectors[] {
  const groups = Map.groupBy(entries, (entry) => customerOf(entry).name)
  return [...groups]
    .map(([name, entries]) => ({ name, entries }))
    .sort((a, b) => Number(b.name === of.name) - Number(a.name === of.name) || (a.name < b.name ? -1 : 1))
}
