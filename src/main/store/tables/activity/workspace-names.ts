import type { RecordedWorkspace } from '../../../../shared/activity/call'
import type { Statements } from '../../statements'

/** Removed workspaces' names: their changes are kept longer. */
export class WorkspaceNames {
  constructor(private readonly sql: Statements) {}

  keep(workspaceId: string, name: string): void {
    this.sql.run(
      'INSERT INTO workspace_name (workspace, name) VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name',
      workspaceId,
      name
    )
  }

  /** Latest change first. */
  recorded(): RecordedWorkspace[] {
    return this.sql.all(`SELECT call.workspace AS workspaceId, name, max(at) AS lastAt
      FROM call LEFT JOIN workspace_name ON workspace_name.workspace = call.workspace
      WHERE mutation = 1 GROUP BY call.workspace ORDER BY lastAt DESC`)
  }

  /** Forgets workspaces without kept changes. */
  prune(): void {
    this.sql.run('DELETE FROM workspace_name WHERE workspace NOT IN (SELECT workspace FROM call WHERE mutation = 1)')
  }
}
