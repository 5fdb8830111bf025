import type { CollectionRequest } from '../../../shared/data/collection'
import type { ConnectorList } from '../records/connector-list.svelte'

/** null if unknown, or if parameters narrow the fetch */
export function reportedTotal(
  { path, connectorKey, params }: CollectionRequest,
  connectors: ConnectorList | null
): number | null {
  if (path !== '/api/hris/v1/employees' || connectorKey === null) return null
  // Additions exclude no record.
  const narrows = Object.keys(params).some((name) => !addsOnly.includes(name))
  void connectors?.rows
  return narrows ? null : (connectors?.get(connectorKey)?.connector.totalEmployees ?? null)
}

const addsOnly = ['expand', 'include_raw_data', 'include_custom_fields']
