import type { StaysWhy } from '../../../../shared/passthrough/library'
import type { Statements } from '../../statements'
import { TeamOutbox } from '../team/outbox'
import { ToldItems } from '../team/told-items'
import { ofTeam } from './library'

export interface ShelfFileRow {
  integration: string
  newer: 0 | 1
  /** Encrypted. */
  head: Uint8Array
}

/** `id`: what the team calls it. `shared`: 1 if the team has it. */
export type ShelfFileOfTeam = ShelfFileRow & { id: string | null; stays: StaysWhy | null; shared: 0 | 1 }

/** Files of APIs; head and content are encrypted. The team is told of current ones. */
export class ShelfFileTable {
  private readonly told: ToldItems
  private readonly outbox: TeamOutbox

  constructor(private readonly sql: Statements) {
    this.told = new ToldItems(sql)
    this.outbox = new TeamOutbox(sql)
  }

  list(workspaceId: string): ShelfFileOfTeam[] {
    const select = `SELECT integration, newer, head, id, stays, ${ofTeam('shelf_file')} FROM shelf_file WHERE workspace = ?
      ORDER BY integration, newer`
    const rows = this.sql.all<Omit<ShelfFileOfTeam, 'head'> & { head: ArrayBuffer }>(select, workspaceId)
    return rows.map((row) => ({ ...row, head: new Uint8Array(row.head) }))
  }

  content(workspaceId: string, integration: string, newer: 0 | 1): Uint8Array | null {
    const select = 'SELECT content FROM shelf_file WHERE workspace = ? AND integration = ? AND newer = ?'
    const row = this.sql.get<{ content: ArrayBuffer }>(select, workspaceId, integration, newer)
    return row ? new Uint8Array(row.content) : null
  }

  /**
   * @param content null: only the head changed
   * @param team the team's change that brought it; null: this desk changes it
   * @returns false if a change of this desk, which the team has not seen, stays in its place
   */
  put(
    workspaceId: string,
    { integration, newer, head }: ShelfFileRow,
    content: Uint8Array | null,
    team: { id: string; change: string } | null
  ): boolean {
    if (team && ['content', 'removed'].some((field) => this.outbox.holds(team.id, field))) return false
    const of = [workspaceId, integration, newer] as const
    const told = team ?? (newer === 0 ? this.told.shelf(workspaceId, integration) : null)
    const { id, change } = told ?? { id: this.idOf(workspaceId, integration), change: null }
    if (content)
      this.sql.run(
        `INSERT OR REPLACE INTO shelf_file (workspace, integration, newer, head, content, id, team_change, name)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[...of, head, content, id, change, integration]
      )
    else
      this.sql.run(
        `UPDATE shelf_file SET head = ?, id = ?, team_change = ?, stays = NULL
          WHERE workspace = ? AND integration = ? AND newer = ?`,
        ...[head, id, change, ...of]
      )
    return true
  }

  /** @param forGood false if it moves elsewhere */
  remove(workspaceId: string, integration: string, newer: 0 | 1, forGood: boolean): void {
    const where = 'WHERE workspace = ? AND integration = ? AND newer = ?'
    const id = newer === 0 && forGood ? this.idOf(workspaceId, integration) : null
    this.sql.run(`DELETE FROM shelf_file ${where}`, workspaceId, integration, newer)
    if (id !== null) this.told.removed(workspaceId, 'shelf', id)
  }

  private idOf(workspaceId: string, integration: string): string | null {
    const select = 'SELECT id FROM shelf_file WHERE workspace = ? AND integration = ? AND newer = 0'
    return this.sql.get<{ id: string | null }>(select, workspaceId, integration)?.id ?? null
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
