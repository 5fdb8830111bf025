import type { ConnectorRow } from '../../shared/connectors/connector'
import type { RefreshProgress } from '../../shared/connectors/refresh'
import type { Place } from '../../shared/workspaces/place'
import type { PageLine } from '../store/tables/connectors/page-lines'

export type SharedRow = Pick<ConnectorRow, 'key' | 'category' | 'record'>

export interface OwnRefresh {
  kind: 'own'
  page(lines: () => readonly PageLine[]): void
  named(names: Readonly<Record<string, string>>): void
  /** @param refresh its id here, if recorded @returns once the team has it, or cannot get it */
  end(progress: RefreshProgress, refresh: number | null): Promise<void>
  /** It did not finish: another desk may refresh. */
  drop(): void
}

export interface TakenRefresh {
  kind: 'taken'
  /** By this computer's clock. */
  progress: RefreshProgress
  rows: AsyncGenerator<SharedRow[]>
  names: Record<string, string> | null
  /** @param refresh its id here, if recorded */
  end(refresh: number | null): Promise<void>
}

/** One refresh for several desks. */
export interface RefreshSharing {
  /** If anything fails on the other desk, this desk refreshes. @throws AppError cancelled */
  begin(of: {
    place: Place
    bearerToken: string
    signal: AbortSignal
    waiting(by: { name: string; pages: number }): void
  }): Promise<OwnRefresh | TakenRefresh>
}
