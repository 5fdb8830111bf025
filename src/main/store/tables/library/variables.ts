import type { Variable } from '../../../../shared/passthrough/passthrough'
import type { Statements } from '../../statements'

/** Values for `{{name}}`, in the operator's order. They are no secrets: not encrypted. */
export class VariableTable {
  constructor(private readonly sql: Statements) {}

  /** JSON texts: SQLite's texts end at a NUL. */
  list(workspaceId: string): Variable[] {
    const select = 'SELECT name, value FROM variable WHERE workspace = ? ORDER BY place'
    return this.sql
      .all<Variable>(select, workspaceId)
      .map(({ name, value }) => ({ name, value: JSON.parse(value) as string }))
  }

  replace(workspaceId: string, variables: readonly Variable[]): void {
    this.removeWorkspace(workspaceId)
    for (const [place, { name, value }] of variables.entries()) {
      this.sql.run('INSERT INTO variable VALUES (?, ?, ?, ?)', workspaceId, place, name, JSON.stringify(value))
    }
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM variable WHERE workspace = ?', workspaceId)
  }
}
