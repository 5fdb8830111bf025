import { isIssue } from '../../shared/issues/diagnosis'
import type { Issue, IssueChange, IssueList, IssueRecord } from '../../shared/issues/issue'
import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { KeptStore, Tables } from '../store/kept-store'
import type { OpenEpisode } from '../store/tables/connectors/episodes'
import { fromBytes, toBytes } from './issue-list-bytes'
import { nameOf, type Judged } from './judged'
import { issueListOf } from './triage/issue-list'
import type { Triage } from './triage/triage'

/** What is kept of issues: they follow from the diagnoses of what refreshes saw. */
export interface IssueMethods {
  issueList(of: { place: Place; now: number }): IssueList
  /** The list as the app last ended with it, of the time that it says. null: none was kept, or there is a newer one. */
  keptIssues(of: { place: Place }): IssueList | null
  /** Open issues that began since: what a notification tells. */
  newIssues(of: { place: Place; since: Since; now: number }): NewIssues
  /** Changes the open issues of connectors; a connector without one, as a test connector may be, gets one. */
  changeIssues(of: { place: Place; keys: string[]; change: IssueChange; now: number }): IssueRecord[]
}

export type IssueStore = Remote<IssueMethods>

/** A time in ms since 1970, or the number of an issue: these numbers grow even where the clock is set back. */
export type Since = { time: number } | { issue: number }

export interface NewIssues {
  issues: Issue[]
  /** Number of the newest open issue there is, among these or not; 0 where none was ever open. */
  last: number
}

/**
 * Opens an issue for what has become one, and closes those whose cause is over: recovered by itself, another cause, or
 * gone. One that replaces another keeps its owner and note, and is not snoozed. Test connectors get none by themselves.
 *
 * @returns what is kept of each open issue, by the key of its connector
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

/** Whether a connector has an open issue. */
function isOpen({ connectors, episodes }: Tables, place: Place, key: string): boolean {
  const found = connectors.find(place, key)
  return found !== undefined && episodes.openOf(found.id) !== null
}

/**
 * @returns the methods, as they run in the thread of the store; `settledAt`, the diagnoses of a moment after issues were
 * opened and closed by them; and `end`, to be called before the database is closed
 */
export function issueMethods(store: KeptStore, judged: Judged) {
  /** Issues follow from a triage once: to look at thousands of connectors is not to settle all issues for each. */
  let settledFor: Triage | undefined
  /** Those of this session: what an earlier one kept of them is out of date. */
  const settledPlaces = new Set<string>()

  /** Triage and the open issues that go with it: opened and closed as the diagnoses ask. */
  function settle(place: Place, now: number) {
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

  function settledAt(place: Place, now: number): Triage {
    const triage = judged.at(place, now)
    return triage === settledFor ? triage : settle(place, now).triage
  }

  const methods: IssueMethods = {
    issueList({ place, now }) {
      const { triage, kept } = settle(place, now)
      return issueListOf(triage, kept)
    },

    keptIssues({ place }) {
      const bytes = settledPlaces.has(nameOf(place)) ? null : store.run(({ issueLists }) => issueLists.get(place))
      return bytes && fromBytes(bytes)
    },

    newIssues({ place, since, now }) {
      const { triage, kept } = settle(place, now)
      const isNew = ({ id, openedAt }: OpenEpisode) => ('issue' in since ? id > since.issue : openedAt > since.time)
      const fresh = new Set([...kept.values()].filter(isNew).map(({ key }) => key))
      const issues = issueListOf(triage, kept)
        .groups.flatMap(({ incidents, integrations }) => [...incidents, ...integrations])
        .flatMap((group) => group.issues)
        .filter(({ key }) => fresh.has(key))
      const last = [...kept.values()].reduce((most, { id }) => Math.max(most, id), 'issue' in since ? since.issue : 0)
      return { issues, last }
    },

    changeIssues({ place, keys, change, now }) {
      // An issue that is open here is changed as it is: to judge a connector is to judge all of them.
      const areOpen = store.run((tables) => keys.every((key) => isOpen(tables, place, key)))
      const judgments = areOpen ? null : settle(place, now).triage.judgments
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

  return { methods, settledAt, end }
}
