import { filterLimits, type SavedContent, type SavedFilter } from '../../../../shared/connectors/saved-filter'
import type { Statements } from '../../statements'
import { ToldItems } from '../team/told-items'

type Kept = Pick<SavedFilter, 'id' | 'name' | 'filters'>
interface Row {
  id: string
  name: string
  content: string
  maker: string | null
  isShared: number
}

export class SavedFilterTable {
  private readonly told: ToldItems

  constructor(private readonly sql: Statements) {
    this.told = new ToldItems(sql)
  }

  /** This desk's and others', by name. */
  list(workspaceId: string): SavedFilter[] {
    const rows = this.sql.all<Row>(
      `SELECT id, name, content, maker,
          EXISTS (SELECT 1 FROM team_item WHERE team_item.id = saved_filter.id AND removed = 0) AS isShared
        FROM saved_filter WHERE workspace = ? ORDER BY name COLLATE NOCASE, id`,
      workspaceId
    )
    return rows.map(({ content, isShared, ...row }) => ({
      ...row,
      filters: JSON.parse(content) as SavedContent,
      isShared: isShared === 1
    }))
  }

  /** @returns false if there are too many */
  save(workspaceId: string, { id, name, filters }: Kept): boolean {
    const content = JSON.stringify(filters)
    const select = 'SELECT name, content FROM saved_filter WHERE workspace = ? AND id = ?'
    const before = this.sql.get<{ name: string; content: string }>(select, workspaceId, id)
    if (!before && this.own(workspaceId, content) >= filterLimits.own) return false
    this.sql.run(
      `INSERT INTO saved_filter (workspace, id, name, content) VALUES (?, ?, ?, ?)
        ON CONFLICT (workspace, id) DO UPDATE SET name = excluded.name, content = excluded.content`,
      workspaceId,
      id,
      name,
      content
    )
    if (before?.name !== name) this.told.filter(workspaceId, id, 'name', name)
    if (before?.content !== content) this.told.filter(workspaceId, id, 'content', filters)
    return true
  }

  remove(workspaceId: string, id: string): void {
    const { changes } = this.sql.run('DELETE FROM saved_filter WHERE workspace = ? AND id = ?', workspaceId, id)
    if (changes > 0) this.told.removed(workspaceId, 'filter', id)
  }

  /** Of the list that these filters are for. */
  private own(workspaceId: string, content: string): number {
    const select = `SELECT count(*) AS n FROM saved_filter
      WHERE workspace = ? AND maker IS NULL AND content ->> 'place' IS ? ->> 'place'`
    return this.sql.get<{ n: number }>(select, workspaceId, content)?.n ?? 0
  }
}
