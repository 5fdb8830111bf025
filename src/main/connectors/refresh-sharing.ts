import type { ConnectorRow } from '../../shared/connectors/connector'
import type { RefreshProgress } from '../../shared/connectors/refresh'
import type { Place } from '../../shared/workspaces/place'
import type { PageLine } from '../store/tables/connectors/page-lines'

export type SharedRow = Pick<ConnectorRow, 'key' | 'category' | 'record'>

/** A refresh of this desk. */
export interface OwnRefresh {
  kind: 'own'
  /** Takes in a page, as it is kept here. */
  page(lines: () => readonly PageLine[]): void
  /** Takes in the display names of integrations by slug. */
  named(names: Readonly<Record<string, string>>): void
  /** @param refresh its number here, where it was kept @returns once the team has it, or cannot get it */
  end(progress: RefreshProgress, refresh: number | null): Promise<void>
  /** It came to no end: another desk may refresh. */
  drop(): void
}

/** A refresh of another desk. */
export interface TakenRefresh {
  kind: 'taken'
  /** How it ended, by this computer's clock. */
  progress: RefreshProgress
  rows: AsyncGenerator<SharedRow[]>
  /** Display names of integrations by slug, where it brought them. */
  names: Record<string, string> | null
  /** @param refresh its number here, where it was kept */
  end(refresh: number | null): Promise<void>
}

/** Refreshes that are made once for several desks. */
export interface RefreshSharing {
  /**
   * Waits while another desk refreshes. Whatever goes wrong with the others, this desk refreshes by itself.
   * @throws AppError cancelled
   */
  begin(of: {
    place: Place
    bearerToken: string
    signal: AbortSignal
    /** Another desk refreshes, and its end is waited for. */
    waiting(by: { name: string; pages: number }): void
  }): Promise<OwnRefresh | TakenRefresh>
}
