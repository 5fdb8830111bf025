import { collectionAt } from '../../shared/data/catalogue'
import type { CollectionRequest } from '../../shared/data/collection'
import type { Asker } from '../../shared/activity/call'
import type { HeldToken } from '../secrets/connector-tokens'
import { filtersOf } from './check-request'

export function asConnector(held: HeldToken | null, connectorKey: string | null) {
  return held && connectorKey ? { headers: { 'x-connector-token': held.token }, scope: held.ref, connectorKey } : {}
}

/** The asker in the activity. */
export const askerOf = (path: string): Asker => (path.startsWith('/api/v1/webhooks') ? 'webhooks' : 'collections')

/** The title in the activity: "Fetch Employees (HRIS) of Acme". */
export function fetchOf(path: string, connectorName: string): string {
  const known = collectionAt(path)
  const what = known ? [known.label, known.category && `(${known.category})`].filter(Boolean).join(' ') : path
  return `Fetch ${what}${connectorName && ` of ${connectorName}`}`
}

export function pageRequest(
  { path, params, pageSize }: Omit<CollectionRequest, 'connectorKey'>,
  as: { held: HeldToken | null; connectorKey: string | null },
  signal: AbortSignal
) {
  return {
    asker: askerOf(path),
    path,
    filters: filtersOf(path, params),
    pageSize,
    signal,
    patient: true,
    json: 'exact' as const,
    ...asConnector(as.held, as.connectorKey)
  }
}
