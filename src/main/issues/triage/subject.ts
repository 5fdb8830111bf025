import { keyOf } from '../../store/tables/connectors/key-columns'
import { memoryOf, type ConnectorRow } from '../../store/tables/connectors/connectors'
import type { Present } from '../../store/tables/connectors/present'
import type { Category } from '../../../shared/connectors/category'
import { readConnector, type Connector, type ConnectorRecord } from '../../../shared/connectors/connector'
import { noMemory, type Memory } from '../../store/tables/connectors/memory'

/** A connector as triage looks at it: its newest record, read, and what earlier walks saw. */
export interface Subject {
  /** Its number in the database; 0 for one that is not from there. */
  id: number
  key: string
  category: Category
  connector: Connector
  /** Whether its record shows that a sync has succeeded: null where it does not say. */
  ran: boolean | null
  memory: Memory
  /** When a walk saw the record last, ms since 1970. */
  seenAt: number
}

/** With the record itself, as evidence shows it: for one connector, as all of them take much memory. */
export interface FullSubject extends Subject {
  record: ConnectorRecord
}

/** @param seenAt left out: seen just now */
export function subjectOf(
  { key, category, record }: { key: string; category: Category; record: ConnectorRecord },
  memory: Memory = noMemory,
  seenAt = Infinity
): FullSubject {
  return { id: 0, key, category, record, connector: readConnector(record), ran: everRan(record), memory, seenAt }
}

/** These are null until the first sync completes (spec: Connector). Where they are absent, nothing is known. */
const afterFirstSync = ['avg_sync_duration', 'total_employees', 'active_employees']

function everRan(record: ConnectorRecord): boolean | null {
  if (afterFirstSync.some((field) => record[field] !== undefined && record[field] !== null)) return true
  return afterFirstSync.some((field) => record[field] === null) ? false : null
}

/**
 * The time a record is judged at: when it was seen, not later. By the rows of yesterday's walk every planned run is
 * overdue this morning, without any evidence.
 */
export function asOf({ seenAt }: Subject, now: number): number {
  return Math.min(seenAt, now)
}

/** A kept connector as triage looks at it. */
export function toSubject(row: ConnectorRow): FullSubject {
  const record = JSON.parse(row.record) as ConnectorRecord
  const key = keyOf(row.category, row.connector_id)
  return { ...subjectOf({ key, category: row.category, record }, memoryOf(row), row.seen_at), id: row.id }
}

/** The same, of all that are present: without its record. */
export function leanSubject({ id, key, category, record, memory, seenAt }: Present): Subject {
  return { id, key, category, connector: readConnector(record), ran: everRan(record), memory, seenAt }
}
