import type { Statements } from '../../statements'

export interface KeptStatusPage {
  integration: string
  address: string
  /** The operator of this desk agreed that it is asked. */
  agreed: boolean
  /** JSON of its last read; null: never asked */
  content: string | null
}

/** Status pages of providers: of each integration one that the operator agreed to, and those that were managed. */
export class StatusPageTable {
  constructor(private readonly sql: Statements) {}

  /** Those that were agreed to last. */
  list(workspaceId: string): KeptStatusPage[] {
    const select =
      'SELECT integration, address, agreed, content FROM status_page WHERE workspace = ? ORDER BY integration, agreed'
    const rows = this.sql.all<Omit<KeptStatusPage, 'agreed'> & { agreed: number }>(select, workspaceId)
    return rows.map((row) => ({ ...row, agreed: row.agreed === 1 }))
  }

  /** One that is agreed to replaces the others of its integration, and what they said. */
  put(workspaceId: string, { integration, address, agreed, content }: KeptStatusPage): void {
    this.sql.transaction(() => {
      if (agreed) this.remove(workspaceId, integration)
      const insert = 'INSERT OR REPLACE INTO status_page VALUES (?, ?, ?, ?, ?)'
      this.sql.run(insert, workspaceId, integration, address, Number(agreed), content)
    })
  }

  /** @returns false if the address is no longer that of the integration */
  keepRead(workspaceId: string, { integration, address, content }: Omit<KeptStatusPage, 'agreed'>): boolean {
    const update = 'UPDATE status_page SET content = ? WHERE workspace = ? AND integration = ? AND address = ?'
    return this.sql.run(update, content, workspaceId, integration, address).changes > 0
  }

  remove(workspaceId: string, integration: string): void {
    this.sql.run('DELETE FROM status_page WHERE workspace = ? AND integration = ?', workspaceId, integration)
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM status_page WHERE workspace = ?', workspaceId)
  }
}
