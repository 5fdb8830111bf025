import type { QueueCase } from '../../../shared/model/case'
import type { Snapshot } from '../../../shared/model/snapshot'
import type { Clock } from '../../clock'
import type { Place } from '../../storage/history/place'
import type { History } from './methods'
import { record, type Recording } from './recorder'

export interface WalkKeeperParts {
  history: History
  clock: Clock
  /** Told of a history that failed: for the log, never for the walk. */
  failed(error: unknown): void
  /** A walk was kept: the queue and the verdicts may differ now. */
  changed(place: Place, snapshot: Snapshot): void
  /** Cases that opened since the last time; not told of the first walk of a place, where all of them are new. */
  opened(place: Place, cases: QueueCase[]): void
}

/** Records walks, and sees to what follows from each: who is told, and what is dropped because it is old. */
export class WalkKeeper {
  private readonly toldUntil = new Map<string, number>()
  private prunedAt = -Infinity

  constructor(private readonly parts: WalkKeeperParts) {}

  /**
   * @param startedAt ms since 1970
   * @param whole false for a list that was filtered: what it lacks is not gone
   */
  begin(place: Place, startedAt: number, whole = true): Recording {
    const recording = record(this.parts, place, startedAt, whole)
    return {
      rows: recording.rows,
      end: async (progress) => {
        const snapshot = await recording.end(progress)
        if (!snapshot) return null
        this.parts.changed(place, snapshot)
        // Whoever waits for the walk need not wait for this.
        void this.follow(place, snapshot).catch(this.parts.failed)
        return snapshot
      }
    }
  }

  private async follow(place: Place, snapshot: Snapshot): Promise<void> {
    const { history, clock } = this.parts
    const name = `${place.workspaceId} ${place.region}`
    const now = clock.now()
    const before = (await history.walks({ place, limit: 2 })).find(({ id }) => id !== snapshot.id)
    const since = this.toldUntil.get(name) ?? before?.endedAt ?? before?.startedAt
    const cases = await history.newCases({ place, since: since ?? now, now })
    this.toldUntil.set(name, now)
    if (since !== undefined && cases.length > 0) this.parts.opened(place, cases)
    if (now - this.prunedAt < day) return
    this.prunedAt = now
    while (await history.prune({ now }));
  }
}

const day = 86_400_000
