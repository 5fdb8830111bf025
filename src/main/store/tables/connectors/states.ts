import type { ConnectorRecord } from '../../../../shared/connectors/connector'
import type { FieldChange } from '../../../../shared/connectors/comparison'
import type { Statements } from '../../statements'
import type { StoredConnector, Connectors } from './connectors'
import type { Place } from '../../../../shared/workspaces/place'
import { changedFields, undo, type Before } from './record-change'

interface ChangeRow {
  refresh: number
  at: number
  kind: 'new' | 'changed' | 'gone' | 'back'
  before: string | null
}

/** A JSON line: old values already are JSON. */
const changeLine = `'[' || change.id || ',' || connector || ',' || change.walk || ',"' || kind || '",' ||
  ifnull(before, 'null') || ']'`
export type Change = [id: number, connector: number, refresh: number, kind: ChangeRow['kind'], before: Before | null]
/** About 300 kB. */
const changesAtOnce = 1_000

/** From `at` on. `record` is null while the connector was gone. */
export interface StoredState {
  /** ms since 1970 */
  at: number
  refresh: number
  record: ConnectorRecord | null
}

/** Rebuilds earlier states, going back from the newest. */
export class States {
  constructor(
    private readonly sql: Statements,
    private readonly connectors: Connectors
  ) {}

  /** Changes after a refresh, newest first, in pieces: all of them fill the memory. */
  *since({ workspaceId, region }: Place, refresh: number): Generator<readonly Change[], void, void> {
    // Selects by id whatever the planner chooses: otherwise each chunk sorts all rows.
    const select = `SELECT ${changeLine} AS line FROM change CROSS JOIN connector ON connector.id = connector
      WHERE change.id < ? AND +change.walk > ? AND workspace = ? AND region = ? ORDER BY change.id DESC LIMIT ?`
    for (let before = Number.MAX_SAFE_INTEGER, more = true; more;) {
      const changes = this.sql.parsed<Change>(select, before, refresh, workspaceId, region, changesAtOnce)
      yield changes
      before = changes.at(-1)?.[0] ?? 0
      more = changes.length === changesAtOnce
    }
  }

  /** @returns of a connector that is present or was: the fields that differ between two refreshes when it was there */
  fieldsBetween(id: number, { before, after }: { before: number; after: number }): FieldChange[] {
    const [now] = this.connectors.known([id])
    if (!now) return []
    const select = `SELECT ${changeLine} AS line FROM change WHERE connector = ? AND walk > ? ORDER BY id DESC`
    const changes = this.sql.parsed<Change>(select, id, before)
    const between = changes.findIndex(([, , refresh]) => refresh <= after)
    const later = between < 0 ? changes : changes.slice(0, between)
    const undone = (of: readonly Change[]) =>
      of.reduce((record, [, , , , before]) => (before ? undo(record, before) : record), now.record)
    return changedFields(undone(changes), undone(later))
  }

  /** All kept states of a connector, oldest first. */
  of(row: StoredConnector): StoredState[] {
    const select = 'SELECT walk AS refresh, at, kind, before FROM change WHERE connector = ? ORDER BY id DESC'
    const states: StoredState[] = []
    let record = JSON.parse(row.record) as ConnectorRecord
    let oldest: ChangeRow['kind'] | undefined
    for (const { at, refresh, kind, before } of this.sql.all<ChangeRow>(select, row.id)) {
      states.push({ at, refresh, record: kind === 'gone' ? null : record })
      if (before) record = undo(record, JSON.parse(before) as Before)
      oldest = kind
    }
    // The oldest change also tells the state before it.
    if (oldest !== 'new') {
      states.push({ at: row.first_seen_at, refresh: row.first_walk, record: oldest === 'back' ? null : record })
    }
    return states.reverse()
  }
}
