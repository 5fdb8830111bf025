import type { Issue } from '../../shared/issues/issue'
import type { Snapshot } from '../../shared/connectors/snapshot'
import type { Clock } from '../base/clock'
import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { Masker } from '../secrets/masker'
import type { StoreLife } from '../store/thread'
import type { IssueStore } from '../issues/store'
import type { ConnectorStore } from './store'
import { record, type Recording, type RefreshKind } from './recorder'

export interface RefreshKeeperParts {
  history: ConnectorStore & IssueStore & Pick<Remote<StoreLife>, 'prune'>
  masker: Pick<Masker, 'clean'>
  clock: Clock
  /** Called with a history that failed: for the log, never for the walk. */
  failed(error: unknown): void
  /** A walk was kept: the queue and the verdicts may differ now. */
  changed(place: Place, snapshot: Snapshot): void
  /** Cases that opened since the last time; not called for the first walk of a place, where all of them are new. */
  opened(place: Place, issues: Issue[]): void
}

/** Records walks, and does what follows from each: it reports new cases and drops what is too old. */
export class RefreshKeeper {
  /** The newest case that was looked at, by place. */
  private readonly lastIssue = new Map<string, number>()
  private prunedAt = -Infinity

  constructor(private readonly parts: RefreshKeeperParts) {}

  /** @param startedAt ms since 1970 */
  begin(place: Place, startedAt: number, kind?: RefreshKind): Recording {
    const recording = record(this.parts, place, startedAt, kind)
    return {
      rows: recording.rows,
      end: async (progress) => {
        const snapshot = await recording.end(progress)
        if (!snapshot) return null
        // The caller of the walk does not wait for this.
        void this.follow(place, snapshot).catch(this.parts.failed)
        return snapshot
      }
    }
  }

  private async follow(place: Place, snapshot: Snapshot): Promise<void> {
    const { history, clock, changed, failed, opened } = this.parts
    // First, so that the cases of this walk open with its end: a window then reads the queue, and a case that
    // opens later would be reported again with the next walk.
    const issues = await this.newIssues(place, snapshot).catch((error: unknown) => (failed(error), []))
    changed(place, snapshot)
    if (issues.length > 0) opened(place, issues)
    // Only once the service has been reached: a clock that is a year ahead takes its certificate for expired, and would
    // have everything dropped that is kept.
    if (!snapshot.parts.some(({ state }) => state === 'done')) return
    const now = clock.now()
    if (now - this.prunedAt < day) return
    this.prunedAt = now
    while (await history.prune({ now }));
  }

  private async newIssues(place: Place, { id, endedAt }: Snapshot): Promise<Issue[]> {
    const { history, clock } = this.parts
    const name = `${place.workspaceId} ${place.region}`
    const seen = this.lastIssue.get(name)
    const before = (await history.refreshes({ place, limit: 2 })).find((refresh) => refresh.id !== id)
    const time = before?.endedAt ?? before?.startedAt
    const now = endedAt ?? clock.now()
    const since = seen === undefined ? { time: time ?? now } : { issue: seen }
    const { issues, last } = await history.newIssues({ place, since, now })
    this.lastIssue.set(name, last)
    return seen === undefined && time === undefined ? [] : issues
  }
}

const day = 86_400_000
