import { keyOf } from '../../store/tables/connectors/key-columns'
import { memoryOf, type ConnectorRow } from '../../store/tables/connectors/connectors'
import type { Category } from '../../../shared/model/category'
import { readConnector, type Connector, type ConnectorRecord } from '../../../shared/model/connector'
import { noMemory, type Memory } from '../../store/tables/connectors/memory'

/** A connector as triage looks at it: its newest record, read, and what earlier walks saw. */
export interface Subject {
  key: string
  category: Category
  record: ConnectorRecord
  connector: Connector
  memory: Memory
  /** When a walk saw the record last, ms since 1970. */
  seenAt: number
}

/** @param seenAt left out: seen just now */
export function subjectOf(
  row: { key: string; category: Category; record: ConnectorRecord },
  memory: Memory = noMemory,
  seenAt = Infinity
): Subject {
  const { key, category, record } = row
  return { key, category, record, connector: readConnector(record), memory, seenAt }
}

/**
 * The time a record is judged at: when it was seen, not later. By the rows of yesterday's walk every planned run is
 * overdue this morning, without any evidence.
 */
export function asOf({ seenAt }: Subject, now: number): number {
  return Math.min(seenAt, now)
}

/** A kept connector as triage looks at it. */
export function toSubject(row: ConnectorRow): Subject {
  const record = JSON.parse(row.record) as ConnectorRecord
  const key = keyOf(row.category, row.connector_id)
  return subjectOf({ key, category: row.category, record }, memoryOf(row), row.seen_at)
}
