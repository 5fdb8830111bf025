import { AppError } from '../../shared/errors'
import type { ConnectorRow } from '../../shared/connectors/connector'
import type { Place } from '../../shared/workspaces/place'

/**
 * The service's answer to the last lookup (`connectors:ask`), so that its rows can be exported by their keys: a
 * window that sent them back would block. Only the last, as the window shows no other; never on the disk.
 */
export class LastAnswer {
  private held: { requestId: string; place: Place; rows: readonly ConnectorRow[] } | null = null

  hold(requestId: string, place: Place, rows: readonly ConnectorRow[]): void {
    this.held = { requestId, place, rows }
  }

  /** @param requestId that of the lookup @throws AppError not-found, where another was asked since */
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
