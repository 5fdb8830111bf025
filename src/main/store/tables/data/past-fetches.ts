import type { PastFetch } from '../../../../shared/data/collection'
import type { Statements } from '../../statements'
import type { Place } from '../../../../shared/workspaces/place'

/** Per place. */
const mostKept = 50

interface Row {
  id: string
  workspace: string
  region: PastFetch['region']
  started_at: number
  finished_at: number | null
  state: PastFetch['state']
  summary: string
}
type Summary = Pick<PastFetch, 'request' | 'connectorName' | 'pages' | 'items'>

/** Fetches without rows or cursor. */
export class PastFetches {
  constructor(private readonly sql: Statements) {}

  /** Cursors are never stored, so no fetch can go on after the app's end. */
  closeCutOff(): void {
    this.sql.run(`UPDATE collection_walk SET state = 'interrupted' WHERE finished_at IS NULL`)
  }

  /** Beyond 50, the oldest of the place go. */
  put({ fetchId, workspaceId, region, startedAt, finishedAt, state, ...rest }: PastFetch): void {
    const { request, connectorName, pages, items } = rest
    const summary = JSON.stringify({ request, connectorName, pages, items } satisfies Summary)
    const values = [fetchId, workspaceId, region, startedAt, finishedAt, state, summary]
    this.sql.run('INSERT OR REPLACE INTO collection_walk VALUES (?, ?, ?, ?, ?, ?, ?)', ...values)
    const newest = `SELECT id FROM collection_walk WHERE workspace = ? AND region = ? ORDER BY started_at DESC, id LIMIT ${mostKept}`
    const place = [workspaceId, region] as const
    this.sql.run(
      `DELETE FROM collection_walk WHERE workspace = ? AND region = ? AND id NOT IN (${newest})`,
      ...place,
      ...place
    )
  }

  /** Newest first. */
  list({ workspaceId, region }: Place): PastFetch[] {
    const select = 'SELECT * FROM collection_walk WHERE workspace = ? AND region = ? ORDER BY started_at DESC, id'
    return this.sql.all<Row>(select, workspaceId, region).map((row) => ({
      fetchId: row.id,
      workspaceId: row.workspace,
      region: row.region,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      state: row.state,
      ...(JSON.parse(row.summary) as Summary)
    }))
  }

  remove(id: string): void {
    this.sql.run('DELETE FROM collection_walk WHERE id = ?', id)
  }
}
