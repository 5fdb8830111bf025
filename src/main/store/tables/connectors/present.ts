import type { Category } from '../../../../shared/connectors/category'
import { connectorKey, type ConnectorRecord } from '../../../../shared/connectors/connector'
import { certainOf, type AccessFact } from '../../../../shared/issues/access'
import type { Headcount, Memory } from './memory'

/** The newest record of a connector that is not gone. */
export interface Present {
  id: number
  key: string
  category: Category
  record: ConnectorRecord
  memory: Memory
  /** ms since 1970 */
  seenAt: number
}

/** Gone or not. */
export type Known = Pick<Present, 'id' | 'key' | 'category' | 'record'>

/** A JSON line: id and record already are JSON. */
export const presentLine = `'[' || connector.id || ',"' || category || '","' || connector_id || '",' || at || ',' ||
  json_array(first_seen_at, last_done_start, failed_start, failed_turned_at, relink_turned_at, planned_cadence, seen_gap)
  || ',' || ifnull(headcount, 'null') || ',' || ifnull(access, '[]') || ',' || record || ']'`
export type PresentLine = [
  number,
  Category,
  string,
  number,
  (number | null)[],
  Headcount | null,
  AccessFact[],
  ConnectorRecord
]

export const knownLine = `'[' || connector.id || ',"' || category || '","' || connector_id || '",' || record || ']'`
export type KnownLine = [number, Category, string, ConnectorRecord]

export function presentOf([id, category, connectorId, seenAt, values, headcount, facts, record]: PresentLine): Present {
  const [firstSeenAt = null, lastDoneStart = null, failedStart = null, ...later] = values
  const [failedTurnedAt = null, relinkTurnedAt = null, plannedCadence = null, seenGap = null] = later
  const turned = { failedTurnedAt, relinkTurnedAt }
  const memory = {
    firstSeenAt,
    lastDoneStart,
    failedStart,
    ...turned,
    plannedCadence,
    seenGap,
    headcount,
    access: certainOf(facts)
  }
  return { id, key: connectorKey(category, connectorId), category, record, memory, seenAt }
}

export function knownOf([id, category, connectorId, record]: KnownLine): Known {
  return { id, key: connectorKey(category, connectorId), category, record }
}
