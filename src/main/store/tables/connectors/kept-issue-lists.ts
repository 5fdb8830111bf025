import type { Place } from '../../../../shared/workspaces/place'
import type { Statements } from '../../statements'

/** The last list per place. */
export class KeptIssueLists {
  constructor(private readonly sql: Statements) {}

  /** @param at ms since 1970 */
  put({ workspaceId, region }: Place, at: number, issueList: Uint8Array): void {
    this.sql.run('INSERT OR REPLACE INTO kept_queue VALUES (?, ?, ?, ?)', workspaceId, region, at, issueList)
  }

  drop({ workspaceId, region }: Place): void {
    this.sql.run('DELETE FROM kept_queue WHERE workspace = ? AND region = ?', workspaceId, region)
  }

  get({ workspaceId, region }: Place): Uint8Array | null {
    const select = 'SELECT queue AS issueList FROM kept_queue WHERE workspace = ? AND region = ?'
    const row = this.sql.get<{ issueList: ArrayBuffer }>(select, workspaceId, region)
    return row ? new Uint8Array(row.issueList) : null
  }
}
