import type { ConnectorRow } from '../../shared/model/connector'
import type { Snapshot } from '../../shared/model/snapshot'
import type { WalkProgress } from '../../shared/model/walk'
import type { Clock } from '../base/clock'
import type { Place } from '../../shared/model/place'
import type { Masker } from '../secrets/masker'
import { idText } from '../store/tables/connectors/key-columns'
import { lineOf, pageOf } from '../store/tables/connectors/page-lines'
import { partOf } from '../store/tables/connectors/walks'
import type { HealthStore } from './store'

/** A walk while it is recorded. */
export interface Recording {
  /**
   * Keeps a page. It is not waited for: the order is kept, and the walk goes on.
   *
   * @param rows with the record as JSON, where that is known and holds no secret
   * @returns the page (`pageOf`), masked
   */
  rows(rows: readonly (Pick<ConnectorRow, 'category' | 'record'> & { text?: string })[]): Uint8Array
  /** @returns the snapshot, or null where the history could not take it */
  end(progress: WalkProgress): Promise<Snapshot | null>
}

/** How a walk was made. */
export interface WalkKind {
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
    history: Pick<HealthStore, 'beginWalk' | 'appendPage' | 'endWalk'>
    masker: Pick<Masker, 'clean'>
    clock: Clock
    failed: (error: unknown) => void
  },
  place: Place,
  startedAt: number,
  { whole = true, seenAt }: WalkKind = {}
): Recording {
  const { history, masker, clock } = parts
  let broken = false
  const fail = (error: unknown) => {
    if (!broken) parts.failed(error)
    broken = true
    return null
  }
  let tail: Promise<number | null> = history.beginWalk({ place, startedAt, whole }).catch(fail)

  return {
    rows(rows) {
      const at = seenAt ?? clock.now()
      // Masked before it becomes bytes, in which no text is looked for. The handle of a token means nothing after this
      // session, so the database does not get it.
      const lines = rows.map(({ category, record, text }) =>
        text === undefined
          ? lineOf(masker.clean({ category, record }))
          : { category, id: idText(record.id), record: text }
      )
      const page = pageOf(lines)
      tail = tail.then(async (walk) => {
        if (walk === null || broken) return null
        try {
          await history.appendPage({ walk, page, at })
          return walk
        } catch (error) {
          return fail(error)
        }
      })
      return page
    },
    async end(progress) {
      const walk = await tail
      if (walk === null || broken) return null
      const at = progress.finishedAt ?? clock.now()
      return history.endWalk({ walk, at, parts: progress.categories.map(partOf) }).catch(fail)
    }
  }
}
