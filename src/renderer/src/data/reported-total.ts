import type { CollectionRequest } from '../../../shared/data/collection'
import type { ConnectorList } from '../records/connector-list.svelte'

/** How many records a connector's own record says there are; null where it says none, or the fetch is narrowed. */
export function reportedTotal(
  { path, connectorKey, params }: CollectionRequest,
  connectors: ConnectorList | null
): number | null {
  if (path !== '/api/hris/v1/employees' || connectorKey === null) return null
  // What is added to each record leaves none out.
  const narrows = Object.keys(params).some((name) => !addsOnly.includes(name))
  void connectors?.rows
  return narrows ? null : (connectors?.get(connectorKey)?.connector.totalEmployees ?? null)
}

const addsOnly = ['expand', 'include_raw_data', 'include_custom_fields']
