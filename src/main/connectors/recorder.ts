import { connectorRecord, type ConnectorRow } from '../../shared/connectors/connector'
import type { Snapshot } from '../../shared/connectors/snapshot'
import type { RefreshProgress } from '../../shared/connectors/refresh'
import type { Clock } from '../base/clock'
import type { Place } from '../../shared/workspaces/place'
import type { Masker } from '../secrets/masker'
import { idText } from '../store/tables/connectors/key-columns'
import { lineOf, sentPageOf, type PageLine } from '../store/tables/connectors/page-lines'
import { partOf } from '../store/tables/connectors/refreshes'
import type { ConnectorStore } from './store'

export interface RecordedRow extends Pick<ConnectorRow, 'category' | 'record' | 'digest'> {
  readonly text?: string
  /** Whether the record is unchanged since it last had this digest. */
  again?: boolean
}

export interface Recording {
  /** Does not wait; the order stays. @returns the stored lines, made lazily */
  rows(rows: readonly RecordedRow[]): () => PageLine[]
  /** @returns null if the history failed */
  end(progress: RefreshProgress): Promise<Snapshot | null>
}

/**
 * Masks before encoding: bytes are not searched. Leaves out the token's handle, which means nothing after this session.
 */
export function recordedLine(
  row: RecordedRow,
  masker: Pick<Masker, 'clean'>
): PageLine & { digest?: string | undefined } {
  const { category, text, digest } = row
  if (text === undefined) return lineOf({ category, record: masker.clean(connectorRecord, row.record) })
  return { category, id: idText(row.record.id), record: text, digest }
}

export interface RefreshKind {
  /** false for a filtered list: the connectors it lacks are not gone */
  whole?: boolean
  seenAt?: number
}

/**
 * Never fails the refresh: after a first failure it records no more, and the rest stays marked as incomplete.
 * @param failed called once
 */
export function record(
  parts: {
    history: Pick<ConnectorStore, 'beginRefresh' | 'appendPage' | 'endRefresh'>
    masker: Pick<Masker, 'clean'>
    clock: Clock
    failed: (error: unknown) => void
  },
  place: Place,
  startedAt: number,
  { whole = true, seenAt }: RefreshKind = {}
): Recording {
  const { history, masker, clock } = parts
  let broken = false
  const fail = (error: unknown) => {
    if (!broken) parts.failed(error)
    broken = true
    return null
  }
  let tail: Promise<number | null> = history.beginRefresh({ place, startedAt, whole }).catch(fail)

  return {
    rows(rows) {
      const at = seenAt ?? clock.now()
      const lineOfRow = (row: RecordedRow) => recordedLine(row, masker)
      const page = sentPageOf(
        rows.map((row) => (row.again && row.digest !== undefined ? { digest: row.digest } : lineOfRow(row)))
      )
      tail = tail.then(async (refresh) => {
        if (refresh === null || broken) return null
        try {
          const missing = await history.appendPage({ refresh, at, ...page })
          // Sends the following rows again, too: if a page holds a connector twice, the last one counts.
          const [first] = missing
          if (first !== undefined)
            await history.appendPage({ refresh, at, ...sentPageOf(rows.slice(first).map(lineOfRow)) })
          return refresh
        } catch (error) {
          return fail(error)
        }
      })
      return () => rows.map(lineOfRow)
    },
    async end(progress) {
      const refresh = await tail
      if (refresh === null || broken) return null
      const at = progress.finishedAt ?? clock.now()
      return history.endRefresh({ refresh, at, parts: progress.categories.map(partOf) }).catch(fail)
    }
  }
}
