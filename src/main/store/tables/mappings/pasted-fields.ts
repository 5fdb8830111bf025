import type { Statements } from '../../statements'
import type { Place } from '../../../../shared/workspaces/place'

export interface PastedField {
  id: string
  /** Empty for none. */
  name: string
  /** ms since 1970 */
  at: number
}

export class PastedFields {
  constructor(private readonly sql: Statements) {}

  /** In pasting order. Names are JSON texts: SQLite's texts end at a NUL. */
  list({ workspaceId, region }: Place): PastedField[] {
    const select =
      'SELECT field AS id, name, at FROM pasted_field WHERE workspace = ? AND region = ? ORDER BY at, field'
    return this.sql
      .all<PastedField>(select, workspaceId, region)
      .map(({ name, ...field }) => ({ ...field, name: JSON.parse(name) as string }))
  }

  put({ workspaceId, region }: Place, { id, name, at }: PastedField): void {
    const upsert = `INSERT INTO pasted_field VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name`
    this.sql.run(upsert, workspaceId, region, id, JSON.stringify(name), at)
  }

  remove({ workspaceId, region }: Place, id: string): void {
    this.sql.run('DELETE FROM pasted_field WHERE workspace = ? AND region = ? AND field = ?', workspaceId, region, id)
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM pasted_field WHERE workspace = ?', workspaceId)
  }
}
