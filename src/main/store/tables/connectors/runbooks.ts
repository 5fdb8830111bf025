import { runbookLimits, type Runbook, type RunbookContent, type RunbookHead } from '../../../../shared/issues/runbook'
import type { Statements } from '../../statements'
import { ToldItems } from '../team/told-items'

interface Row {
  id: string
  content: string
  at: number
  maker: string | null
  isShared: number
}

/** `by`: null for this desk. `before`: when the version was changed that the operator began with, ms since 1970; null for a new runbook. */
export type SavedRunbook = Pick<Runbook, 'id' | 'content' | 'at'> & { by?: string | null; before: number | null }

/** Why a runbook was not saved. `other`: what the team or another window made of it; null if it is gone. */
export type NotSaved = { why: 'full' } | { why: 'changed'; other: Runbook | null }

export class RunbookTable {
  private readonly told: ToldItems

  constructor(private readonly sql: Statements) {
    this.told = new ToldItems(sql)
  }

  /** By title. */
  heads(workspaceId: string): RunbookHead[] {
    return this.rows('workspace = ? ORDER BY name COLLATE NOCASE, id', workspaceId).map(({ content, ...head }) => {
      const { title, integration, cause, matches, letter } = content
      return { ...head, title, integration, cause, matches, hasLetter: letter.trim() !== '' }
    })
  }

  get(workspaceId: string, id: string): Runbook | null {
    return this.rows('workspace = ? AND id = ?', workspaceId, id)[0] ?? null
  }

  /** An unchanged one stays as it is. @returns null if it was saved */
  save(workspaceId: string, { id, content, at, by = null, before }: SavedRunbook): NotSaved | null {
    const known = this.get(workspaceId, id)
    if ((known?.at ?? null) !== before) return { why: 'changed', other: known }
    if (!known && this.count(workspaceId) >= runbookLimits.ofWorkspace) return { why: 'full' }
    const text = JSON.stringify(content)
    if (known && JSON.stringify(known.content) === text) return null
    this.sql.run(
      `INSERT INTO runbook (workspace, id, name, content, at, maker) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (workspace, id)
        DO UPDATE SET name = excluded.name, content = excluded.content, at = excluded.at, maker = excluded.maker`,
      ...[workspaceId, id, content.title, text, at, by]
    )
    this.told.runbook(workspaceId, id, content)
    return null
  }

  remove(workspaceId: string, id: string): void {
    const { changes } = this.sql.run('DELETE FROM runbook WHERE workspace = ? AND id = ?', workspaceId, id)
    if (changes > 0) this.told.removed(workspaceId, 'runbook', id)
  }

  private count(workspaceId: string): number {
    return this.sql.get<{ n: number }>('SELECT count(*) AS n FROM runbook WHERE workspace = ?', workspaceId)?.n ?? 0
  }

  private rows(where: string, ...values: string[]): Runbook[] {
    const select = `SELECT id, content, at, maker,
        EXISTS (SELECT 1 FROM team_item WHERE team_item.id = runbook.id AND removed = 0) AS isShared
      FROM runbook WHERE ${where}`
    return this.sql.all<Row>(select, ...values).map(({ id, content, at, maker, isShared }) => ({
      ...{ id, at, by: maker, isShared: isShared === 1 },
      content: JSON.parse(content) as RunbookContent
    }))
  }
}
