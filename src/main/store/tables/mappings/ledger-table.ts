import type { Region } from '../../../../shared/model/region'
import { AuditChain, operatorOf } from '../activity/audit-chain'
import type { Statements } from '../../statements'
import type { Place } from '../../../../shared/model/place'

export interface LedgerRow {
  id: number
  region: Region
  /** ms since 1970. */
  at: number
  /** JSON (shared/model/ledger.ts, less what has a column). */
  entry: string
  operator: string
}

/** What this computer created, changed and deleted, in the order it did. */
export class LedgerTable {
  constructor(private readonly sql: Statements) {}

  /** @returns its id */
  add({ workspaceId, region }: Place, at: number, entry: string): number {
    const insert = 'INSERT INTO ledger (workspace, region, at, entry) VALUES (?, ?, ?, ?)'
    return this.sql.run(insert, workspaceId, region, at, entry).lastInsertRowid
  }

  /** Records how it ended. */
  change(id: number, entry: string): void {
    this.sql.run('UPDATE ledger SET entry = ? WHERE id = ?', entry, id)
  }

  /** Newest first, of both regions. @param before an id */
  list(workspaceId: string, before: number, limit: number): LedgerRow[] {
    const select = `SELECT id, region, at, entry, ${operatorOf('ledger')} AS operator FROM ledger WHERE workspace = ? AND id < ? ORDER BY id DESC LIMIT ?`
    return this.sql.all<LedgerRow>(select, workspaceId, before, limit)
  }

  removeWorkspace(workspaceId: string): void {
    if (this.sql.get('SELECT 1 FROM ledger WHERE workspace = ? LIMIT 1', workspaceId))
      new AuditChain(this.sql).drop('ledger', workspaceId)
    this.sql.run('DELETE FROM ledger WHERE workspace = ?', workspaceId)
  }
}
