import { keyOf } from '../../store/tables/connectors/page-lines'
import { memoryOf, type StoredConnector } from '../../store/tables/connectors/connectors'
import type { Present } from '../../store/tables/connectors/present'
import type { Category } from '../../../shared/connectors/category'
import { readConnector, type ConnectorRecord, type Reading } from '../../../shared/connectors/connector'
import { noMemory, type Memory } from '../../store/tables/connectors/memory'

export interface Subject {
  /** 0 outside the database. */
  id: number
  key: string
  category: Category
  connector: Reading
  /** Whether a sync has ever succeeded; null if the record does not say. */
  ran: boolean | null
  memory: Memory
  /** Last seen by a refresh, ms since 1970. */
  seenAt: number
}

/** For one connector's evidence: all records take much memory. */
export interface FullSubject extends Subject {
  record: ConnectorRecord
}

/** @param seenAt default: just now */
export function subjectOf(
  { key, category, record }: { key: string; category: Category; record: ConnectorRecord },
  memory: Memory = noMemory,
  seenAt = Infinity
): FullSubject {
  return { id: 0, key, category, record, connector: readConnector(record), ran: everRan(record), memory, seenAt }
}

/** null until the first sync completes. Absent fields say nothing. */
const afterFirstSync = ['avg_sync_duration', 'total_employees', 'active_employees']

function everRan(record: ConnectorRecord): boolean | null {
  if (afterFirstSync.some((field) => record[field] !== undefined && record[field] !== null)) return true
  return afterFirstSync.some((field) => record[field] === null) ? false : null
}

/**
 * Judges a record at the time it was seen: by yesterday's refresh, every planned sync would look overdue this morning.
 */
export function asOf({ seenAt }: Subject, now: number): number {
  return Math.min(seenAt, now)
}

export function toSubject(row: StoredConnector): FullSubject {
  const record = JSON.parse(row.record) as ConnectorRecord
  const key = keyOf(row.category, row.connector_id)
  return { ...subjectOf({ key, category: row.category, record }, memoryOf(row), row.seen_at), id: row.id }
}

/** @param of.connector if it is read already */
export function leanSubject(of: Present & { connector?: Reading }): Subject {
  const { id, key, category, record, connector = readConnector(record), memory, seenAt } = of
  return { id, key, category, connector, ran: everRan(record), memory, seenAt }
}
