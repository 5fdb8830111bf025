import type { ConnectorRecord } from '../../../shared/model/connector'
import type { Statements } from '../database/statements'
import type { ConnectorRow, Connectors, SeenRow } from './connectors'
import { keyOf, type Place } from './place'
import { undo, type Before } from './record-change'

interface ChangeRow {
  connector: number
  walk: number
  at: number
  kind: 'new' | 'changed' | 'gone' | 'back'
  before: string | null
}

/** What was known of a connector from a time on. `record` is null while it was gone. */
export interface SeenState {
  /** ms since 1970 */
  at: number
  walk: number
  record: ConnectorRecord | null
}

/** Earlier states of connectors, reached by going back from the newest. */
export class States {
  constructor(
    private readonly sql: Statements,
    private readonly connectors: Connectors
  ) {}

  /** Every connector that was known, and not gone, once a walk had ended: one list per walk asked for. */
  after(place: Place, walks: readonly number[]): SeenRow[][] {
    const oldest = Math.min(...walks)
    const changes = this.changesSince(place, oldest)
    const lists = walks.map((): SeenRow[] => [])
    for (const row of this.connectors.known(place)) {
      const newest = JSON.parse(row.record) as ConnectorRecord
      for (const [at, walk] of walks.entries()) {
        if (row.first_walk > walk) continue
        const record = goBack(newest, row.gone_at === null, changes.get(row.id) ?? [], walk)
        const { category } = row
        if (record) lists[at]?.push({ key: keyOf(category, row.connector_id), category, record })
      }
    }
    return lists
  }

  /** Everything that was seen of one connector, oldest first, as far back as it is kept. */
  of(row: ConnectorRow): SeenState[] {
    const select = 'SELECT connector, walk, at, kind, before FROM change WHERE connector = ? ORDER BY id DESC'
    const states: SeenState[] = []
    let record = JSON.parse(row.record) as ConnectorRecord
    let oldest: ChangeRow['kind'] | undefined
    for (const { at, walk, kind, before } of this.sql.all<ChangeRow>(select, row.id)) {
      states.push({ at, walk, record: kind === 'gone' ? null : record })
      if (before) record = undo(record, JSON.parse(before) as Before)
      oldest = kind
    }
    // Where the beginning is no longer kept, what was before the oldest change is still known.
    if (oldest !== 'new') {
      states.push({ at: row.first_seen_at, walk: row.first_walk, record: oldest === 'back' ? null : record })
    }
    return states.reverse()
  }

  private changesSince({ workspaceId, region }: Place, walk: number): Map<number, ChangeRow[]> {
    const select = `SELECT connector, change.walk, change.at, kind, before FROM change
      JOIN connector ON connector.id = connector
      WHERE change.walk > ? AND workspace = ? AND region = ? ORDER BY change.id DESC`
    const byConnector = new Map<number, ChangeRow[]>()
    for (const change of this.sql.all<ChangeRow>(select, walk, workspaceId, region)) {
      const there = byConnector.get(change.connector)
      if (there) there.push(change)
      else byConnector.set(change.connector, [change])
    }
    return byConnector
  }
}

/** The record as it was once a walk had ended, or null where it was gone then. @param changes newest first */
function goBack(
  newest: ConnectorRecord,
  presentNow: boolean,
  changes: readonly ChangeRow[],
  walk: number
): ConnectorRecord | null {
  let record = newest
  let present = presentNow
  for (const change of changes) {
    if (change.walk <= walk) break
    if (change.before) record = undo(record, JSON.parse(change.before) as Before)
    present = change.kind !== 'back'
  }
  return present ? record : null
}
