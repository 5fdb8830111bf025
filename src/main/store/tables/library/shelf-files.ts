import type { Statements } from '../../statements'

export interface ShelfFileRow {
  integration: string
  newer: 0 | 1
  /** Encrypted. */
  head: Uint8Array
}

/** Files of APIs; head and content are encrypted. */
export class ShelfFileTable {
  constructor(private readonly sql: Statements) {}

  list(workspaceId: string): ShelfFileRow[] {
    const select = 'SELECT integration, newer, head FROM shelf_file WHERE workspace = ? ORDER BY integration, newer'
    const rows = this.sql.all<Omit<ShelfFileRow, 'head'> & { head: ArrayBuffer }>(select, workspaceId)
    return rows.map((row) => ({ ...row, head: new Uint8Array(row.head) }))
  }

  content(workspaceId: string, integration: string, newer: 0 | 1): Uint8Array | null {
    const select = 'SELECT content FROM shelf_file WHERE workspace = ? AND integration = ? AND newer = ?'
    const row = this.sql.get<{ content: ArrayBuffer }>(select, workspaceId, integration, newer)
    return row ? new Uint8Array(row.content) : null
  }

  /** @param content null: only the head changed */
  put(workspaceId: string, { integration, newer, head }: ShelfFileRow, content: Uint8Array | null): void {
    if (content)
      this.sql.run(
        'INSERT OR REPLACE INTO shelf_file VALUES (?, ?, ?, ?, ?)',
        workspaceId,
        integration,
        newer,
        head,
        content
      )
    else
      this.sql.run(
        'UPDATE shelf_file SET head = ? WHERE workspace = ? AND integration = ? AND newer = ?',
        ...[head, workspaceId, integration, newer]
      )
  }

  remove(workspaceId: string, integration: string, newer: 0 | 1): void {
    this.sql.run(
      'DELETE FROM shelf_file WHERE workspace = ? AND integration = ? AND newer = ?',
      ...[workspaceId, integration, newer]
    )
  }

  workspaces(): string[] {
    return this.sql.all<{ id: string }>('SELECT DISTINCT workspace AS id FROM shelf_file').map(({ id }) => id)
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM shelf_file WHERE workspace = ?', workspaceId)
  }

  /** In all workspaces. */
  removeAll(): void {
    this.sql.run('DELETE FROM shelf_file')
  }
}
