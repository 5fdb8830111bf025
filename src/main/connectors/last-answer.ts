import { AppError } from '../../shared/errors'
import type { ConnectorRow } from '../../shared/connectors/connector'
import type { Place } from '../../shared/workspaces/place'

/**
 * Main keeps the last answer, so that an export can name its rows by keys: a window that sent the rows back would
 * block. Only in memory.
 */
export class LastAnswer {
  private held: { requestId: string; place: Place; rows: readonly ConnectorRow[] } | null = null

  hold(requestId: string, place: Place, rows: readonly ConnectorRow[]): void {
    this.held = { requestId, place, rows }
  }

  /** @throws AppError not-found after another lookup */
  rows(requestId: string, { workspaceId, region }: Place): readonly ConnectorRow[] {
    const { held } = this
    if (held?.requestId === requestId && held.place.workspaceId === workspaceId && held.place.region === region)
      return held.rows
    throw new AppError('not-found', 'These lookup results are not in memory any more. Look up again.')
  }

  forgetWorkspace(workspaceId: string): void {
    if (this.held?.place.workspaceId === workspaceId) this.held = null
  }
}
