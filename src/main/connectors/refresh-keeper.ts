import type { Issue } from '../../shared/issues/issue'
import type { Snapshot } from '../../shared/connectors/snapshot'
import { toAppError } from '../../shared/errors'
import type { Clock } from '../base/clock'
import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { Masker } from '../secrets/masker'
import type { StoreLife } from '../store/thread'
import type { IssueStore } from '../issues/store'
import { providersIn, type WatchedPages } from '../issues/waking'
import type { ConnectorStore } from './store'
import { connectorRecord, type ConnectorRow } from '../../shared/connectors/connector'
import type { RefreshProgress } from '../../shared/connectors/refresh'
import { lineOf, sentPageOf, type PageLine, type SentPage, idText } from '../store/tables/connectors/page-lines'
import { partOf } from '../store/tables/connectors/refreshes'

export interface RefreshKeeperParts {
  history: ConnectorStore & IssueStore & Pick<Remote<StoreLife>, 'prune'>
  masker: Pick<Masker, 'clean'>
  clock: Clock
  failed(error: unknown): void
  changed(place: Place, snapshot: Snapshot): void
  /** A provider's end of an incident ends snoozes, without a window too. */
  statusPages: WatchedPages
  /** New issues; not called for a place's first refresh, where all are new. */
  opened(place: Place, issues: Issue[]): void
}

interface RecordedRow extends Pick<ConnectorRow, 'category' | 'record' | 'digest'> {
  readonly text?: string
  /** Whether the record is unchanged since it last had this digest. */
  again?: boolean
}

interface Recording {
  /** Does not wait; the order stays. @returns the stored lines, made lazily */
  rows(rows: readonly RecordedRow[]): () => PageLine[]
  /** @returns null if the history failed */
  end(progress: RefreshProgress): Promise<Snapshot | null>
}

/**
 * Masks before encoding: bytes are not searched. Leaves out the token's handle, which means nothing after this session.
 */
function recordedLine(row: RecordedRow, masker: Pick<Masker, 'clean'>): PageLine & { digest?: string | undefined } {
  const { category, text, digest } = row
  if (text === undefined) return lineOf({ category, record: masker.clean(connectorRecord, row.record) })
  return { category, id: idText(row.record.id), record: text, digest }
}

interface RefreshKind {
  /** false for a filtered list: the connectors it lacks are not gone */
  whole?: boolean
  seenAt?: number
}

/**
 * Never fails the refresh: after a first failure it records no more than the page under way, and is incomplete.
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
  /** The answer to the last whole page: nothing is missing of it. */
  let answered: Promise<unknown> = Promise.resolve()

  /** @param again gives the rows from an index on; absent for a whole page, which the next need not wait for */
  function append(page: SentPage, again?: (from: number) => SentPage): void {
    const at = seenAt ?? clock.now()
    tail = tail.then(async (refresh) => {
      if (refresh === null || broken) return null
      try {
        const answer = history.appendPage({ refresh, at, ...page })
        if (again) {
          const [first] = await answer
          if (first !== undefined) await history.appendPage({ refresh, at, ...again(first) })
        } else {
          // One page waits in the thread while it writes another: more would delay what the window asks for.
          const before = answered
          answered = answer.catch(fail)
          await before
        }
        return refresh
      } catch (error) {
        return fail(error)
      }
    })
  }

  return {
    rows(rows) {
      const lineOfRow = (row: RecordedRow) => recordedLine(row, masker)
      const lines = rows.map((row) => (row.again && row.digest !== undefined ? { digest: row.digest } : lineOfRow(row)))
      // Sends the following rows again, too: if a page holds a connector twice, the last one counts.
      const again = (from: number) => sentPageOf(rows.slice(from).map(lineOfRow))
      append(sentPageOf(lines), lines.every((line) => 'record' in line) ? undefined : again)
      return () => rows.map(lineOfRow)
    },
    async end(progress) {
      const refresh = await tail
      await answered
      if (refresh === null || broken) return null
      const at = progress.finishedAt ?? clock.now()
      const ended = { refresh, at, parts: progress.categories.map(partOf), taken: seenAt !== undefined }
      return history.endRefresh(ended).catch(fail)
    }
  }
}

export class RefreshKeeper {
  private readonly lastIssue = new Map<string, number>()
  private prunedAt = -Infinity
  /** One after the other: two at once would tell the same issues. */
  private following: Promise<void> = Promise.resolve()

  constructor(private readonly parts: RefreshKeeperParts) {}

  /** @param startedAt ms since 1970 */
  begin(place: Place, startedAt: number, kind?: RefreshKind): Recording {
    const recording = record(this.parts, place, startedAt, kind)
    return {
      rows: recording.rows,
      end: async (progress) => {
        const snapshot = await recording.end(progress)
        if (!snapshot) return null
        this.following = this.following.then(() => this.follow(place, snapshot)).catch(this.failed)
        return snapshot
      }
    }
  }

  private readonly failed = (thrown: unknown): void => {
    // The app closes meanwhile.
    if (toAppError(thrown).code !== 'cancelled') this.parts.failed(thrown)
  }

  /** Resolves once the issues of the refreshes that ended are open. Never rejects. */
  settled(): Promise<void> {
    return this.following
  }

  private async follow(place: Place, snapshot: Snapshot): Promise<void> {
    const { clock, changed, opened } = this.parts
    // First, so that this refresh opens its issues: if a window read them earlier, the next refresh would report them
    // again.
    const issues = await this.newIssues(place, snapshot).catch((error: unknown) => (this.failed(error), []))
    changed(place, snapshot)
    if (issues.length > 0) opened(place, issues)
    // Only after the service answered: with a clock that is a year ahead, its certificate looks expired, and pruning
    // would drop everything.
    if (!snapshot.parts.some(({ state }) => state === 'done')) return
    const now = clock.now()
    if (now - this.prunedAt < day) return
    this.prunedAt = now
    // Nothing waits for it.
    void this.prune(now).catch(this.failed)
  }

  private async prune(now: number): Promise<void> {
    while (await this.parts.history.prune({ now }));
  }

  private async newIssues(place: Place, { id, endedAt }: Snapshot): Promise<Issue[]> {
    const { history, clock, statusPages } = this.parts
    const name = `${place.workspaceId} ${place.region}`
    const seen = this.lastIssue.get(name)
    const before = (await history.refreshes({ place, limit: 2 })).find((refresh) => refresh.id !== id)
    const time = before?.endedAt ?? before?.startedAt
    const now = endedAt ?? clock.now()
    const since = seen === undefined ? (time === undefined ? null : { time }) : { issue: seen }
    const { calm } = providersIn(await statusPages.list(place))
    const { issues, last, integrations } = await history.newIssues({ place, since, now, calm })
    statusPages.look(place, new Set(integrations))
    this.lastIssue.set(name, last)
    return issues
  }
}

const day = 86_400_000
