import type { Statements } from '../../statements'
import type { Place } from '../../../../shared/workspaces/place'

export interface DraftRow {
  /** Reveals neither field nor scope. */
  id: string
  /** ms since 1970 */
  at: number
  encrypted: Uint8Array
}

/** Per place; the oldest go first. */
const most = 200

/** Typed expressions, not saved at the service. */
export class DraftTable {
  constructor(private readonly sql: Statements) {}

  list({ workspaceId, region }: Place): DraftRow[] {
    const select = 'SELECT id, at, sealed AS encrypted FROM mapping_draft WHERE workspace = ? AND region = ?'
    return this.sql
      .all<Omit<DraftRow, 'encrypted'> & { encrypted: ArrayBuffer }>(select, workspaceId, region)
      .map((row) => ({ ...row, encrypted: new Uint8Array(row.encrypted) }))
  }

  put({ workspaceId, region }: Place, { id, at, encrypted }: DraftRow): void {
    const upsert = `INSERT INTO mapping_draft VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET at = excluded.at, sealed = excluded.sealed`
    this.sql.run(upsert, workspaceId, region, id, at, encrypted)
    const old = `DELETE FROM mapping_draft WHERE workspace = ?1 AND region = ?2 AND id NOT IN (
      SELECT id FROM mapping_draft WHERE workspace = ?1 AND region = ?2 ORDER BY at DESC, id LIMIT ${most})`
    this.sql.run(old, workspaceId, region)
  }

  remove({ workspaceId, region }: Place, id: string): void {
    this.sql.run('DELETE FROM mapping_draft WHERE workspace = ? AND region = ? AND id = ?', workspaceId, region, id)
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM mapping_draft WHERE workspace = ?', workspaceId)
  }

  removeAll(): void {
    this.sql.run('DELETE FROM mapping_draft')
  }
}
