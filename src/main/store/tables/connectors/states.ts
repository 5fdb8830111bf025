import type { ConnectorRecord } from '../../../../shared/connectors/connector'
import type { Statements } from '../../statements'
import type { StoredConnector, Connectors } from './connectors'
import type { Known } from './present'
import type { Place } from '../../../../shared/workspaces/place'
import { undo, type Before } from './record-change'

interface ChangeRow {
  refresh: number
  at: number
  kind: 'new' | 'changed' | 'gone' | 'back'
  before: string | null
}

interface Change extends Pick<ChangeRow, 'refresh' | 'kind'> {
  before: Before | null
}

/** A JSON line: old values already are JSON. */
const changeLine = `'[' || change.id || ',' || connector || ',' || change.walk || ',"' || kind || '",' ||
  ifnull(before, 'null') || ']'`
type ChangeLine = [id: number, connector: number, Change['refresh'], Change['kind'], Change['before']]
/** About 300 kB. */
const changesAtOnce = 1_000

/** From `at` on. `record` is null while the connector was gone. */
export interface StoredState {
  /** ms since 1970 */
  at: number
  refresh: number
  record: ConnectorRecord | null
}

/** After two refreshes; null while the connector was gone. */
export interface ChangedConnector extends Pick<Known, 'id' | 'key' | 'category'> {
  before: ConnectorRecord | null
  after: ConnectorRecord | null
  /** True if `after` is still the newest. */
  isNow: boolean
}

/** Rebuilds earlier states, going back from the newest. */
export class States {
  constructor(
    private readonly sql: Statements,
    private readonly connectors: Connectors
  ) {}

  /** Connectors that changed after the earlier refresh, by id. */
  since(place: Place, { before, after }: { before: number; after: number }): ChangedConnector[] {
    const changes = this.changesSince(place, before)
    const ids = [...changes.keys()].sort((a, b) => a - b)
    return this.connectors.known(ids).map((row) => {
      const { id, key, category, firstRefresh } = row
      const back = goingBack(row, changes.get(id) ?? [])
      const later = firstRefresh > after ? null : back(after)
      const earlier = firstRefresh > before ? null : back(before)
      return { id, key, category, before: earlier, after: later, isNow: later === row.record }
    })
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

  /** Newest first. */
  private changesSince({ workspaceId, region }: Place, refresh: number): Map<number, Change[]> {
    // Selects by id whatever the planner chooses: otherwise each chunk sorts all rows.
    const select = `SELECT ${changeLine} AS line FROM change CROSS JOIN connector ON connector.id = connector
      WHERE change.id < ? AND +change.walk > ? AND workspace = ? AND region = ? ORDER BY change.id DESC LIMIT ?`
    const byConnector = new Map<number, Change[]>()
    for (let before = Number.MAX_SAFE_INTEGER, more = true; more;) {
      const text = this.sql.joined(',', select, before, refresh, workspaceId, region, changesAtOnce)
      const lines = JSON.parse(`[${text}]`) as ChangeLine[]
      for (const [, connector, refresh, kind, before] of lines) {
        const change = { refresh, kind, before }
        const there = byConnector.get(connector)
        if (there) there.push(change)
        else byConnector.set(connector, [change])
      }
      before = lines.at(-1)?.[0] ?? 0
      more = lines.length === changesAtOnce
    }
    return byConnector
  }
}

/**
 * @param changes newest first
 * @returns the record at the end of a refresh, null if gone then; ask for later refreshes first
 */
function goingBack(row: Known, changes: readonly Change[]): (refresh: number) => ConnectorRecord | null {
  let { record } = row
  let present = !row.isGone
  let next = 0
  return (refresh) => {
    for (let change = changes[next]; change && change.refresh > refresh; change = changes[++next]) {
      if (change.before) record = undo(record, change.before)
      present = change.kind !== 'back'
    }
    return present ? record : null
  }
}
