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

/** A row to record. */
export interface RecordedRow extends Pick<ConnectorRow, 'category' | 'record' | 'digest'> {
  /** The record as JSON, where that is known and holds no secret. */
  readonly text?: string
  /** Whether the record is as it last came with this digest. */
  again?: boolean
}

/** A walk while it is recorded. */
export interface Recording {
  /**
   * Keeps a page. It is not waited for: the order is kept, and the walk goes on.
   * @returns its lines as the database gets them, made when they are asked for
   *
   */
  rows(rows: readonly RecordedRow[]): () => PageLine[]
  /** @returns the snapshot, or null where the history could not take it */
  end(progress: RefreshProgress): Promise<Snapshot | null>
}

/**
 * A row as a line for the database. Masked before it becomes bytes, in which no text is looked for. The handle of a token
 * means nothing after this session, so the database does not get it.
 */
export function recordedLine(
  row: RecordedRow,
  masker: Pick<Masker, 'clean'>
): PageLine & { digest?: string | undefined } {
  const { category, text, digest } = row
  if (text === undefined) return lineOf({ category, record: masker.clean(connectorRecord, row.record) })
  return { category, id: idText(row.record.id), record: text, digest }
}

/** How a walk was made. */
export interface RefreshKind {
  /** false for a list that was filtered: what it lacks is not gone */
  whole?: boolean
  /** When its records were seen, ms since 1970, where that is not now: another desk of the team walked. */
  seenAt?: number
}

/**
 * Records a walk. A failure of the history never fails the walk: after its first failure the rest of the walk
 * is not recorded, and what there is stays marked as incomplete.
 *
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
          // With what came after the first of them: of a connector that a page holds twice the last one counts.
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
