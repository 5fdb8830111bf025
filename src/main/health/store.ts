import { AppError } from '../../shared/errors'
import type { IssueChange, IssueRecord, IssueList, Issue } from '../../shared/issues/issue'
import type { Comparison } from '../../shared/connectors/comparison'
import type { ConnectorHealth } from '../../shared/connectors/health'
import type { Snapshot, RefreshPart } from '../../shared/connectors/snapshot'
import type { Trends } from '../../shared/trends/trends'
import { isIssue, type RowDiagnosis } from '../../shared/issues/diagnosis'
import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { KeptStore, Tables } from '../store/kept-store'
import { sentLines, type SentPage } from '../store/tables/connectors/page-lines'
import type { OpenEpisode } from '../store/tables/connectors/episodes'
import { checkpoint } from '../store/tables/connectors/retention'
import { endOf } from '../store/tables/connectors/refreshes'
import { connectorHealthOf } from './connector-health'
import { Judged, nameOf } from './judged'
import { compareSnapshots } from './snapshots/compare'
import { pairsOf } from './snapshots/pairs'
import { readTrends, type TrendsAsked } from './trends/read-trends'
import { fromBytes, toBytes } from './issue-list-bytes'
import { issueListOf } from './triage/issue-list'
import { rowDiagnoses, type Triage } from './triage/triage'

/**
 * Opens a case for what has become one, and closes those whose cause is over: recovered by itself, another cause, or
 * gone. One that replaces another keeps its owner and note, and is not snoozed. Test connectors get none by themselves.
 *
 * @returns what is kept of each open case, by the key of its connector
 */
function settleIssues({ sql, episodes }: Tables, place: Place, triage: Triage): Map<string, OpenEpisode> {
  const { now } = triage.around
  const open = new Map(episodes.open(place).map((episode) => [episode.key, episode]))
  const changes: (() => void)[] = []

  for (const { id, key, connector } of triage.subjects) {
    const kind = triage.judgments.get(key)?.kind ?? 'unknown'
    const episode = open.get(key)
    if (!episode) {
      if (isIssue(kind) && !connector.isTest) changes.push(() => episodes.begin(id, kind, now))
    } else if (!isIssue(kind)) {
      changes.push(() => episodes.close(episode.id, now, 'recovered'))
    } else if (episode.cause !== kind) {
      changes.push(() => episodes.close(episode.id, now, 'became', kind))
      changes.push(() => episodes.begin(id, kind, now, episode))
    }
  }
  for (const episode of open.values()) {
    if (!triage.judgments.has(episode.key)) changes.push(() => episodes.close(episode.id, now, 'gone'))
  }
  if (changes.length === 0) return open
  sql.transaction(() => changes.forEach((change) => change()))
  return new Map(episodes.open(place).map((episode) => [episode.key, episode]))
}

/** Whether a connector has an open case. */
function isOpen({ connectors, episodes }: Tables, place: Place, key: string): boolean {
  const found = connectors.find(place, key)
  return found !== undefined && episodes.openOf(found.id) !== null
}

/** What the history of walks and the cases that follow from it can do. */
export interface HealthMethods {
  /** @param whole false for a list that was filtered: what it lacks is not gone @returns the id of the walk */
  beginRefresh(of: { place: Place; startedAt: number; whole: boolean }): number
  /**
   * Keeps a page. One of a walk that has ended is left out.
   * @returns the places of rows that were sent as digests and are not known here: they are to be sent whole
   */
  appendPage(of: SentPage & { refresh: number; at: number }): readonly number[]
  /** Ends a walk, and marks what a complete one did not bring as gone. @returns null for one that had ended */
  endRefresh(of: { refresh: number; at: number; parts: RefreshPart[] }): Snapshot | null

  /** Newest first. */
  refreshes(of: { place: Place; limit: number }): Snapshot[]
  /** @throws not-found for a walk that is not kept (any more) */
  compare(of: { place: Place; before: number; after: number; limit: number }): Comparison

  issueList(of: { place: Place; now: number }): IssueList
  /** The queue as the app last ended with it, of the time that it says. null: none was kept, or there is a newer one. */
  keptIssues(of: { place: Place }): IssueList | null
  /** The verdict of every connector, in chunks; `next` is null at the end. */
  diagnoses(of: { place: Place; now: number; from: number; count: number }): {
    rows: RowDiagnosis[]
    next: number | null
  }
  /** null for a connector no walk has seen. */
  connector(of: { place: Place; key: string; now: number }): ConnectorHealth | null
  /** Open cases that began since: what a notification tells. */
  newIssues(of: { place: Place; since: Since; now: number }): NewIssues
  /** Changes the open cases of connectors; a connector without one, as a test connector may be, gets one. */
  changeIssues(of: { place: Place; keys: string[]; change: IssueChange; now: number }): IssueRecord[]
  /** @throws AppError invalid-input for an unknown time zone */
  trends(of: TrendsAsked): Trends
}

export type HealthStore = Remote<HealthMethods>

/** A time in ms since 1970, or the number of a case: case numbers grow even where the clock is set back. */
export type Since = { time: number } | { issue: number }

export interface NewIssues {
  issues: Issue[]
  /** Number of the newest open case there is, among these or not; 0 where none was ever open. */
  last: number
}

/**
 * The history as it runs in the thread of the store: walks, triage over them, and the cases that follow from both.
 *
 * @returns the methods; `forget`, to be called when records or walks change in another way; and `end`, to be called
 * before the database is closed
 */
export function healthMethods(store: KeptStore): { methods: HealthMethods; forget: () => void; end: () => void } {
  const judged = new Judged(store)
  const partial = new Set<number>()
  /** Cases follow from a triage once: to look at thousands of connectors is not to settle all cases for each. */
  let settledFor: Triage | undefined
  /** Those of this session: what an earlier one kept of them is out of date. */
  const settledPlaces = new Set<string>()

  /** Triage and the open cases that go with it: opened and closed as the verdicts ask. */
  function settled(place: Place, now: number) {
    return store.run((tables) => {
      // Within, as another database may take the place of this one, and the work is done again.
      const triage = judged.at(place, now)
      const kept = settleIssues(tables, place, triage)
      settledFor = triage
      // Out of date from now on, also where this session does not end in order.
      if (!settledPlaces.has(nameOf(place))) tables.issueLists.drop(place)
      settledPlaces.add(nameOf(place))
      return { triage, kept }
    })
  }

  const methods: HealthMethods = {
    beginRefresh({ place, startedAt, whole }) {
      const refresh = store.run(({ refreshes }) => refreshes.begin(place, startedAt))
      if (!whole) partial.add(refresh)
      judged.begin(place)
      return refresh
    },

    appendPage({ refresh, at, ...page }) {
      const rows = sentLines(page)
      const kept = store.run(({ sql, refreshes, connectors }) =>
        sql.transaction(() => {
          const place = refreshes.running(refresh)
          return place && { place, seen: connectors.see(place, refresh, rows, at) }
        })
      )
      if (!kept) return []
      kept.seen.note()
      judged.saw(kept.place, kept.seen, at)
      return kept.seen.missing
    },

    endRefresh({ refresh, at, parts }) {
      const diagnosis = partial.delete(refresh) ? 'incomplete' : endOf(parts)
      const ended = store.run(({ sql, refreshes, connectors }) =>
        sql.transaction(() => {
          const place = refreshes.running(refresh)
          if (!place) return null
          refreshes.end(refresh, at, diagnosis, parts)
          const whole = diagnosis === 'complete' ? parts.filter(({ state }) => state === 'done') : []
          const gone = whole.flatMap(({ category }) => connectors.markMissing(place, category, refresh, at))
          return { place, gone, snapshot: refreshes.get(place, refresh) }
        })
      )
      if (!ended) return null
      store.run(({ sql }) => checkpoint(sql))
      judged.ended(ended.place, ended.gone)
      return ended.snapshot
    },

    refreshes: ({ place, limit }) => store.run(({ refreshes }) => refreshes.list(place, limit)),

    compare({ place, before, after, limit }) {
      return store.run(({ refreshes, states }) => {
        const [earlier, later] = [before, after].sort((a, b) => a - b).map((refresh) => refreshes.get(place, refresh))
        if (!earlier || !later) throw new AppError('not-found', 'This snapshot is no longer kept.')
        const changed = states.since(place, { before: earlier.id, after: later.id })
        return compareSnapshots({ before: earlier, after: later }, pairsOf(judged.subjects(place), changed), limit)
      })
    },

    issueList({ place, now }) {
      const { triage, kept } = settled(place, now)
      return issueListOf(triage, kept)
    },

    keptIssues({ place }) {
      const bytes = settledPlaces.has(nameOf(place)) ? null : store.run(({ issueLists }) => issueLists.get(place))
      return bytes && fromBytes(bytes)
    },

    diagnoses({ place, now, from, count }) {
      const triage = from === 0 ? judged.at(place, now) : judged.still(place, now)
      const next = from + count < triage.subjects.length ? from + count : null
      return { rows: rowDiagnoses(triage, from, count), next }
    },

    connector({ place, key, now }) {
      const triage = judged.at(place, now)
      if (triage !== settledFor) settled(place, now)
      return store.run((tables) => connectorHealthOf(tables, place, key, triage))
    },

    newIssues({ place, since, now }) {
      const { triage, kept } = settled(place, now)
      const isNew = ({ id, openedAt }: OpenEpisode) => ('issue' in since ? id > since.issue : openedAt > since.time)
      const fresh = new Set([...kept.values()].filter(isNew).map(({ key }) => key))
      const issues = issueListOf(triage, kept)
        .groups.flatMap(({ incidents, integrations }) => [...incidents, ...integrations])
        .flatMap((group) => group.issues)
        .filter(({ key }) => fresh.has(key))
      const last = [...kept.values()].reduce((most, { id }) => Math.max(most, id), 'issue' in since ? since.issue : 0)
      return { issues, last }
    },

    trends(asked) {
      const triage = judged.at(asked.place, asked.now)
      if (triage !== settledFor) settled(asked.place, asked.now)
      return store.run(({ sql }) => readTrends(sql, triage, asked))
    },

    changeIssues({ place, keys, change, now }) {
      // A case that is open here is changed as it is: to judge a connector is to judge all of them.
      const areOpen = store.run((tables) => keys.every((key) => isOpen(tables, place, key)))
      const judgments = areOpen ? null : settled(place, now).triage.judgments
      return store.run(({ sql, connectors, episodes, issueLists }) =>
        sql.transaction(() => {
          issueLists.drop(place)
          return keys.flatMap((key) => {
            const found = connectors.find(place, key)
            if (!found) return []
            const kind = judgments?.get(key)?.kind
            if (!episodes.openOf(found.id) && kind && isIssue(kind)) episodes.begin(found.id, kind, now)
            const open = episodes.openOf(found.id)
            if (!open) return []
            episodes.change(open, change, now)
            return episodes.allOf(found.id).slice(0, 1)
          })
        })
      )
    }
  }

  /** To read and judge all connectors takes a second, which the next start does not wait for. */
  function end(): void {
    const { last } = judged
    // A store in memory ends with the session.
    if (!last || store.keeping.keeping !== 'yes') return
    const { place, triage } = last
    store.run(({ episodes, issueLists }) => {
      const open = new Map(episodes.open(place).map((episode) => [episode.key, episode]))
      issueLists.put(place, triage.around.now, toBytes(issueListOf(triage, open)))
    })
  }

  return { methods, forget: () => judged.forget(), end }
}
