import type { Statements } from '../../statements'

export interface TabRow {
  id: string
  place: number
  encrypted: Uint8Array
}

export class Tabs {
  constructor(private readonly sql: Statements) {}

  list(workspaceId: string): { tabs: TabRow[]; activeId: string | null } {
    const select = 'SELECT id, place, sealed AS encrypted FROM tab WHERE workspace = ? ORDER BY place, id'
    const rows = this.sql.all<Omit<TabRow, 'encrypted'> & { encrypted: ArrayBuffer }>(select, workspaceId)
    const front = this.sql.get<{ tab: string | null }>('SELECT tab FROM front_tab WHERE workspace = ?', workspaceId)
    return {
      tabs: rows.map((row) => ({ ...row, encrypted: new Uint8Array(row.encrypted) })),
      activeId: front?.tab ?? null
    }
  }

  /** @param place of a new tab, by default the end; a known tab keeps its place */
  put(workspaceId: string, { id, place, encrypted }: Omit<TabRow, 'place'> & { place?: number | undefined }): void {
    const known = this.sql.run('UPDATE tab SET sealed = ? WHERE workspace = ? AND id = ?', encrypted, workspaceId, id)
    if (known.changes > 0) return
    const last = 'SELECT max(place) AS place FROM tab WHERE workspace = ?'
    const next = place ?? (this.sql.get<{ place: number | null }>(last, workspaceId)?.place ?? -1) + 1
    this.sql.run('INSERT INTO tab VALUES (?, ?, ?, ?)', workspaceId, id, next, encrypted)
  }

  /** Other tabs follow in their old order. */
  arrange(workspaceId: string, order: readonly string[], activeId: string | null): void {
    this.sql.run('UPDATE tab SET place = place + ? WHERE workspace = ?', order.length, workspaceId)
    for (const [place, id] of order.entries()) {
      this.sql.run('UPDATE tab SET place = ? WHERE workspace = ? AND id = ?', place, workspaceId, id)
    }
    this.sql.run('INSERT OR REPLACE INTO front_tab VALUES (?, ?)', workspaceId, activeId)
  }

  /** @returns its place, null for an unknown tab */
  remove(workspaceId: string, id: string): number | null {
    const select = 'SELECT place FROM tab WHERE workspace = ? AND id = ?'
    const row = this.sql.get<{ place: number }>(select, workspaceId, id)
    this.sql.run('DELETE FROM tab WHERE workspace = ? AND id = ?', workspaceId, id)
    return row?.place ?? null
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM tab WHERE workspace = ?', workspaceId)
    this.sql.run('DELETE FROM front_tab WHERE workspace = ?', workspaceId)
  }

  removeAll(): void {
    this.sql.run('DELETE FROM tab')
  }
}
