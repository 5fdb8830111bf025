import type { Statements } from '../../statements'
import type { Place } from '../../../../shared/workspaces/place'

export interface KeptLookups {
  /** ms since 1970 */
  readAt: number
  /** JSON */
  content: string
}

/** The last answer of each lookup per place. */
export class LookupTable {
  constructor(private readonly sql: Statements) {}

  get({ workspaceId, region }: Place): KeptLookups | null {
    const select = 'SELECT read_at AS readAt, content FROM lookup WHERE workspace = ? AND region = ?'
    return this.sql.get<KeptLookups>(select, workspaceId, region) ?? null
  }

  put({ workspaceId, region }: Place, { readAt, content }: KeptLookups): void {
    const upsert = `INSERT INTO lookup VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET read_at = excluded.read_at, content = excluded.content`
    this.sql.run(upsert, workspaceId, region, readAt, content)
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM lookup WHERE workspace = ?', workspaceId)
  }
}
