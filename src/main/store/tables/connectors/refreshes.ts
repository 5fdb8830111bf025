import type { CategoryRefresh } from '../../../../shared/connectors/refresh'
import type { Snapshot, RefreshPart, RefreshEnd } from '../../../../shared/connectors/snapshot'
import type { Statements } from '../../statements'
import type { Place } from '../../../../shared/workspaces/place'

interface RefreshRow {
  id: number
  started_at: number
  ended_at: number | null
  ended: RefreshEnd
}

/** Of a refresh that read all that its token may read, also where an ID came twice. */
export const whole = `verdict IN ('complete', 'inconsistent')`

/** `prune` drops the parts of a whole refresh whose state can no longer be rebuilt. */
const rebuilt = `(NOT ${whole} OR EXISTS (SELECT 1 FROM walk_part WHERE walk = id))`

export class Refreshes {
  constructor(private readonly sql: Statements) {}

  closeCutOff(): void {
    this.sql.run(`UPDATE walk SET verdict = 'incomplete' WHERE verdict = 'walking'`)
  }

  /** A place has one refresh at a time: an earlier one without an end is dead. */
  begin({ workspaceId, region }: Place, startedAt: number): number {
    const leave = `UPDATE walk SET verdict = 'incomplete' WHERE workspace = ? AND region = ? AND verdict = 'walking'`
    this.sql.run(leave, workspaceId, region)
    const insert = `INSERT INTO walk (workspace, region, started_at, verdict) VALUES (?, ?, ?, 'walking')`
    return this.sql.run(insert, workspaceId, region, startedAt).lastInsertRowid
  }

  /** undefined after the refresh's end: late results are dropped. */
  running(refresh: number): Place | undefined {
    return this.sql.get<Place & { workspaceId: string }>(
      `SELECT workspace AS workspaceId, region FROM walk WHERE id = ? AND verdict = 'walking'`,
      refresh
    )
  }

  end(refresh: number, at: number, ended: RefreshEnd, parts: readonly RefreshPart[]): void {
    for (const { category, state, items, repeated } of parts) {
      this.sql.run('INSERT INTO walk_part VALUES (?, ?, ?, ?, ?)', refresh, category, state, items, repeated)
    }
    this.sql.run('UPDATE walk SET ended_at = ?, verdict = ? WHERE id = ?', at, ended, refresh)
  }

  /** A change between two refreshes counts for the next. */
  nextId(): number {
    return (this.sql.get<{ id: number | null }>('SELECT max(id) AS id FROM walk')?.id ?? 0) + 1
  }

  /** Newest first, those whose state can be rebuilt. */
  list({ workspaceId, region }: Place, limit: number): Snapshot[] {
    const select = `SELECT id, started_at, ended_at, verdict AS ended FROM walk
      WHERE workspace = ? AND region = ? AND ${rebuilt} ORDER BY id DESC LIMIT ?`
    return this.sql.all<RefreshRow>(select, workspaceId, region, limit).map((row) => this.snapshot(row))
  }

  get({ workspaceId, region }: Place, refresh: number): Snapshot | null {
    const select = `SELECT id, started_at, ended_at, verdict AS ended FROM walk
      WHERE workspace = ? AND region = ? AND ${rebuilt} AND id = ?`
    const row = this.sql.get<RefreshRow>(select, workspaceId, region, refresh)
    return row ? this.snapshot(row) : null
  }

  /** Ended in any way. */
  last({ workspaceId, region }: Place): Snapshot | null {
    const select = `SELECT id, started_at, ended_at, verdict AS ended FROM walk
      WHERE workspace = ? AND region = ? AND ended_at IS NOT NULL ORDER BY id DESC LIMIT 1`
    const row = this.sql.get<RefreshRow>(select, workspaceId, region)
    return row ? this.snapshot(row) : null
  }

  /** Of the newest refresh, also of a running one; ms since 1970, null before the first. */
  latestStart({ workspaceId, region }: Place): number | null {
    const select = 'SELECT started_at AS at FROM walk WHERE workspace = ? AND region = ? ORDER BY id DESC LIMIT 1'
    return this.sql.get<{ at: number }>(select, workspaceId, region)?.at ?? null
  }

  /** Ends of a category's complete refreshes, ms since 1970, oldest first. */
  looks({ workspaceId, region }: Place, category: string, limit: number): number[] {
    const select = `SELECT ended_at FROM walk JOIN walk_part ON walk = id AND category = ? AND state = 'done'
      WHERE workspace = ? AND region = ? AND verdict = 'complete' ORDER BY id DESC LIMIT ?`
    const rows = this.sql.all<{ ended_at: number }>(select, category, workspaceId, region, limit)
    return rows.map((row) => row.ended_at).reverse()
  }

  private snapshot({ id, started_at, ended_at, ended }: RefreshRow): Snapshot {
    const parts = 'SELECT category, state, items, repeated FROM walk_part WHERE walk = ?'
    return {
      id,
      startedAt: started_at,
      endedAt: ended_at,
      ended,
      parts: this.sql.all<RefreshPart>(parts, id)
    }
  }
}

/** A category refused with 403 is not part of the refresh. */
export function partOf({ category, state, items, repeated, error }: CategoryRefresh): RefreshPart {
  const refused = state === 'failed' && error?.code === 'forbidden' && items === 0
  const ended = state === 'waiting' ? 'walking' : state
  return { category, state: refused ? 'refused' : ended, items, repeated }
}

/**
 * Decides if a refresh can prove "gone": it read every category open to this token to its end, and no id came twice
 * (data that moves meanwhile may skip others).
 */
export function endOf(parts: readonly RefreshPart[]): RefreshEnd {
  const whole = parts.every(({ state }) => state === 'done' || state === 'refused')
  if (!whole || !parts.some(({ state }) => state === 'done')) return 'incomplete'
  return parts.some(({ repeated }) => repeated > 0) ? 'inconsistent' : 'complete'
}
