import type { Category } from '../../../../shared/model/category'
import { readConnector, type ConnectorRecord } from '../../../../shared/model/connector'
import { remember, type Memory } from './memory'
import type { Statements } from '../../statements'
import type { Place } from '../../../../shared/model/place'
import { columnsOf, idText } from './key-columns'
import { beforeOf, changedFields } from './record-change'

/** A record as a walk brought it. It carries neither a token nor the handle of one. */
export interface SeenRow {
  key: string
  category: Category
  record: ConnectorRecord
}

export interface ConnectorRow extends MemoryRow {
  id: number
  category: Category
  connector_id: string
  record: string
  gone_at: number | null
  first_walk: number
  seen_at: number
}

interface MemoryRow {
  first_seen_at: number
  last_done_start: number | null
  failed_start: number | null
  failed_turned_at: number | null
  relink_turned_at: number | null
  planned_cadence: number | null
  seen_gap: number | null
}

const columns = `connector.id, category, connector_id, record, gone_at, first_walk, first_seen_at, last_done_start,
  failed_start, failed_turned_at, relink_turned_at, planned_cadence, seen_gap, at AS seen_at`
const from = `FROM connector JOIN sighting ON connector = connector.id`

/** The newest record of every connector, what changed when, and what earlier walks saw of it. */
export class Connectors {
  constructor(private readonly sql: Statements) {}

  /** Keeps what a page brought: a change only where the record changed. Call it in a transaction. */
  see(place: Place, walk: number, rows: readonly SeenRow[], at: number): void {
    for (const row of rows) {
      const id = this.keep(place, walk, row, at)
      const sighting = `INSERT INTO sighting VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET walk = excluded.walk, at = excluded.at`
      this.sql.run(sighting, id, walk, at)
    }
  }

  /**
   * Keeps what was read of one connector between walks. Which walk saw it last stays: "gone" depends on that.
   * @param walk what a change counts to
   */
  seeOne(place: Place, walk: number, row: SeenRow, at: number): void {
    const id = this.keep(place, walk, row, at)
    this.sql.run('INSERT INTO sighting VALUES (?, 0, ?) ON CONFLICT DO UPDATE SET at = excluded.at', id, at)
  }

  /** Marks what a complete walk of a category did not bring as gone. @returns how many */
  markMissing({ workspaceId, region }: Place, category: Category, walk: number, at: number): number {
    const missing = `FROM connector WHERE workspace = ? AND region = ? AND category = ? AND gone_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM sighting WHERE connector = connector.id AND sighting.walk = ?)`
    const ids = this.sql.all<{ id: number }>(`SELECT id ${missing}`, workspaceId, region, category, walk)
    for (const { id } of ids) this.markGone(id, walk, at)
    return ids.length
  }

  markGone(id: number, walk: number, at: number): void {
    this.sql.run('UPDATE connector SET gone_at = ? WHERE id = ?', at, id)
    this.change(id, walk, at, 'gone', null)
  }

  find({ workspaceId, region }: Place, key: string): ConnectorRow | undefined {
    const { category, id } = columnsOf(key)
    const where = 'WHERE workspace = ? AND region = ? AND category = ? AND connector_id = ?'
    return this.sql.get<ConnectorRow>(`SELECT ${columns} ${from} ${where}`, workspaceId, region, category, id)
  }

  /** Connectors that are not gone, in the order they were first seen. @param after the last id of the chunk before */
  present({ workspaceId, region }: Place, after = 0, limit = -1): ConnectorRow[] {
    const where = 'WHERE workspace = ? AND region = ? AND gone_at IS NULL AND connector.id > ?'
    const select = `SELECT ${columns} ${from} ${where} ORDER BY connector.id LIMIT ?`
    return this.sql.all<ConnectorRow>(select, workspaceId, region, after, limit)
  }

  /** All of them, those that are gone too. */
  known({ workspaceId, region }: Place): ConnectorRow[] {
    return this.sql.all<ConnectorRow>(
      `SELECT ${columns} ${from} WHERE workspace = ? AND region = ? ORDER BY connector.id`,
      workspaceId,
      region
    )
  }

  private keep({ workspaceId, region }: Place, walk: number, row: SeenRow, at: number): number {
    const { connector_token: _token, ...rest } = row.record
    const record = storable(rest as ConnectorRecord)
    const text = JSON.stringify(record)
    const id = idText(record.id)
    const there = this.sql.get<Omit<ConnectorRow, 'seen_at'>>(
      `SELECT * FROM connector WHERE workspace = ? AND region = ? AND category = ? AND connector_id = ?`,
      workspaceId,
      region,
      row.category,
      id
    )
    if (!there) {
      const memory = remember(null, readConnector(record), at)
      const insert = `INSERT INTO connector (workspace, region, category, connector_id, record, first_walk,
        first_seen_at, last_done_start, failed_start, failed_turned_at, relink_turned_at, planned_cadence, seen_gap)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
      const place = [workspaceId, region, row.category, id, text, walk, at] as const
      const added = this.sql.run(insert, ...place, ...memoryValues(memory)).lastInsertRowid
      this.change(added, walk, at, 'new', null)
      return added
    }
    if (there.record === text && there.gone_at === null) return there.id
    const earlier = JSON.parse(there.record) as ConnectorRecord
    const changes = changedFields(earlier, record)
    if (changes.length === 0 && there.gone_at === null) return there.id
    const memory = remember({ memory: memoryOf(there), connector: readConnector(earlier) }, readConnector(record), at)
    const update = `UPDATE connector SET record = ?, gone_at = NULL, last_done_start = ?, failed_start = ?,
      failed_turned_at = ?, relink_turned_at = ?, planned_cadence = ?, seen_gap = ? WHERE id = ?`
    this.sql.run(update, text, ...memoryValues(memory), there.id)
    const kind = there.gone_at === null ? 'changed' : 'back'
    this.change(there.id, walk, at, kind, JSON.stringify(beforeOf(changes)))
    return there.id
  }

  private change(id: number, walk: number, at: number, kind: string, before: string | null): void {
    this.sql.run(
      'INSERT INTO change (connector, walk, at, kind, before) VALUES (?, ?, ?, ?, ?)',
      id,
      walk,
      at,
      kind,
      before
    )
  }
}

/** A number such as 1e400 would be kept as null, as if the service had sent none; as a text it stays visible as wrong. */
function storable(record: ConnectorRecord): ConnectorRecord {
  const endless = Object.entries(record).filter(([, value]) => value === Infinity || value === -Infinity)
  if (endless.length === 0) return record
  return { ...record, ...Object.fromEntries(endless.map(([field, value]) => [field, String(value)])) }
}

function memoryValues(memory: Memory) {
  return [
    memory.lastDoneStart,
    memory.failedStart,
    memory.failedTurnedAt,
    memory.relinkTurnedAt,
    memory.plannedCadence,
    memory.seenGap
  ] as const
}

/** What earlier walks saw, as its columns hold it. */
export function memoryOf(row: MemoryRow): Memory {
  return {
    firstSeenAt: row.first_seen_at,
    lastDoneStart: row.last_done_start,
    failedStart: row.failed_start,
    failedTurnedAt: row.failed_turned_at,
    relinkTurnedAt: row.relink_turned_at,
    plannedCadence: row.planned_cadence,
    seenGap: row.seen_gap
  }
}
