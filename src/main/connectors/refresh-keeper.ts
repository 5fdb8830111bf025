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
  failed(error: unknown): void
  changed(place: Place, snapshot: Snapshot): void
  /** New issues; not called for a place's first refresh, where all are new. */
  opened(place: Place, issues: Issue[]): void
}

export class RefreshKeeper {
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
        void this.follow(place, snapshot).catch(this.parts.failed)
        return snapshot
      }
    }
  }

  private async follow(place: Place, snapshot: Snapshot): Promise<void> {
    const { history, clock, changed, failed, opened } = this.parts
    // First, so that this refresh opens its issues: if a window read them earlier, the next refresh would report them
    // again.
    const issues = await this.newIssues(place, snapshot).catch((error: unknown) => (failed(error), []))
    changed(place, snapshot)
    if (issues.length > 0) opened(place, issues)
    // Only after the service answered: with a clock that is a year ahead, its certificate looks expired, and pruning
    // would drop everything.
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
