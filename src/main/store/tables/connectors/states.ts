import type { ConnectorRecord } from '../../../../shared/model/connector'
import type { Statements } from '../../statements'
import type { ConnectorRow, Connectors } from './connectors'
import type { Known } from './present'
import type { SeenRow } from './page-lines'
import type { Place } from '../../../../shared/model/place'
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
    const changes = this.changesSince(place, Math.min(...walks))
    const newestFirst = [...walks.entries()].sort(([, a], [, b]) => b - a)
    const lists = walks.map((): SeenRow[] => [])
    for (const row of this.connectors.known(place)) {
      const { key, category } = row
      const back = goingBack(row, changes.get(row.id) ?? [])
      for (const [at, walk] of newestFirst) {
        if (row.firstWalk > walk) break
        const record = back(walk)
        if (record) lists[at]?.push({ key, category, record })
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

/**
 * Goes back through a connector's changes, to ever earlier walks.
 *
 * @param changes newest first
 * @returns the record as it was once a walk had ended, or null where it was gone then
 */
function goingBack(row: Known, changes: readonly ChangeRow[]): (walk: number) => ConnectorRecord | null {
  let { record } = row
  let present = !row.isGone
  let next = 0
  return (walk) => {
    for (let change = changes[next]; change && change.walk > walk; change = changes[++next]) {
      if (change.before) record = undo(record, JSON.parse(change.before) as Before)
      present = change.kind !== 'back'
    }
    return present ? record : null
  }
}
