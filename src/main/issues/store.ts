import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { isIssue, type HeadcountLimits, type IssueCause } from '../../shared/issues/diagnosis'
import type { Issue, IssueChange, IssueList, IssueNews, IssueRecord, Pause } from '../../shared/issues/issue'
import { ToldIssues } from '../../shared/issues/told'
import type { RelinkProgress } from '../../shared/issues/relink/relink'
import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { KeptStore, Tables } from '../store/kept-store'
import type { OpenEpisode } from '../store/tables/connectors/episodes'
import type { WatchedChange } from '../store/tables/connectors/watched-issues'
import { nameOf, type Judged } from './judged'
import { mayBeTold } from './triage/headcounts'
import { issueListOf } from './triage/issue-list'
import type { Subject } from './triage/subject'
import type { Triage } from './triage/triage'
import { waitFor, wakeIssues, type Calm, type EndedSnooze } from './waking'

export interface IssueMethods {
  /** @param of.calm status pages that end snoozes */
  issueList(of: { place: Place; now: number; calm?: readonly Calm[] }): IssueList
  /**
   * The same for the window; `integrations` as in `NewIssues`.
   * @param of.since the version that the window has
   */
  issueNews(of: { place: Place; now: number; calm: readonly Calm[]; since: string | null }): {
    news: IssueNews
    integrations: string[]
  }
  /** See `issues:page`. null: the news is not the last one any more. */
  issuePage(of: { version: string; page: number }): string | null
  limitHeadcounts(of: { workspaceId: string; headcounts: HeadcountLimits }): void
  /** The list from the end of the last run. null: none was saved, or a newer one exists. */
  keptIssues(of: { place: Place }): KeptIssues | null
  /** @param of.calm as in `issueList` */
  newIssues(of: { place: Place; since: Since; now: number; calm?: readonly Calm[] }): Generator<void, NewIssues>
  changeWatchedIssue(of: { place: Place; id: number; change: WatchedChange }): void
  relinks(of: { place: Place; since: number }): RelinkProgress[]
  /** Changes the connectors' open issues. A connector without one, such as a test connector, gets one. */
  changeIssues(of: { place: Place; keys: string[]; change: IssueChange; now: number }): IssueRecord[]
}

/** `pages`: all of them, as the thread has other work by the time the window asks for the second. */
interface KeptIssues {
  news: IssueNews
  pages: string[]
}

export type IssueStore = Remote<IssueMethods>

/**
 * ms since 1970, or an issue's number: numbers grow even if the clock is set back. null in a place's first refresh:
 * all are new, and none is told.
 */
export type Since = { time: number } | { issue: number } | null

export interface NewIssues {
  issues: Issue[]
  /** The newest open issue's number; 0 if none was ever open. */
  last: number
  /** Slugs of those with open issues, snoozed ones too: they may wait for their provider. */
  integrations: string[]
}

/** As `NewIssues` has them. */
export const integrationsIn = ({ groups, snoozed }: IssueList): ReadonlySet<string> =>
  new Set([
    ...groups.flatMap(({ incidents, integrations }) => [...incidents, ...integrations]),
    ...snoozed
  ].map(({ integrationSlug }) => integrationSlug)) // prettier-ignore

/**
 * A replacement keeps owner and note, but not the snooze. Test connectors get no issue automatically.
 * @returns the record of each open issue, by connector key
 */
function settleIssues(
  tables: Tables,
  place: Place,
  { triage, subjects }: { triage: Triage; subjects: ReadonlyMap<number, Subject> },
  calm: readonly Calm[]
): Map<string, OpenEpisode> {
  const { sql, episodes } = tables
  const { now } = triage.around
  const open = new Map(episodes.open(place).map((episode) => [episode.key, episode]))
  const begun: (() => void)[] = []
  const changes: (() => void)[] = []

  const troubled = new Set<string>()
  for (const { subject, kind } of triage.troubled) {
    const { id, key, connector } = subject
    const episode = open.get(key)
    troubled.add(key)
    if (!episode) {
      if (!connector.isTest) begun.push(() => episodes.begin(id, kind, now))
    } else if (episode.cause === 'contradictory' && kind === 'unreadable') {
      // Versions before had one word for both: owner, snooze and history stay.
      changes.push(() => episodes.refine(episode.id, kind))
    } else if (episode.cause !== kind) {
      changes.push(() => episodes.close(episode.id, now, 'became', kind))
      changes.push(() => episodes.begin(id, kind, now, episode))
    }
  }
  for (const { id, connector, key, cause } of open.values()) {
    if (troubled.has(key)) continue
    if (!subjects.has(connector)) changes.push(() => episodes.close(id, now, 'gone'))
    else if (!isHidden(cause, subjects.get(connector))) changes.push(() => episodes.close(id, now, 'recovered'))
  }
  const asleep = new Map([...open].filter(([, { wake }]) => wake !== null))
  if (begun.length + changes.length + asleep.size === 0) return open
  sql.transaction(() => {
    begun.forEach((begin) => begin())
    // Before any closes: its history says what a snooze waited for.
    wakeIssues(tables, place, triage, calm, asleep)
    changes.forEach((change) => change())
  })
  return new Map(episodes.open(place).map((episode) => [episode.key, episode]))
}

function withWaits(waits: ReadonlyMap<string, Pause[]>, kept: ReadonlyMap<string, OpenEpisode>) {
  return new Map([...kept].map(([key, one]) => [key, { ...one, waits: waits.get(key) ?? [] }]))
}

/** This desk's limits hide it; it has not recovered, and other desks may show it. */
function isHidden(cause: IssueCause, subject: Subject | undefined): boolean {
  if (!subject || (cause !== 'drop' && cause !== 'frozen')) return false
  const { headcount, lastDoneStart } = subject.memory
  return headcount !== null && mayBeTold(headcount, lastDoneStart ?? 0)
}

/** Issues that begin in a step. */
const begunAtOnce = 200

/** Opens the many issues of a first refresh in steps; `settleIssues` does what is left. */
function* beginIssues(store: KeptStore, judged: Judged, triage: Triage): Generator<void> {
  const begun = triage.troubled.filter(({ subject }) => !subject.connector.isTest)
  for (let from = 0; from < begun.length && judged.is(triage); from += begunAtOnce) {
    const some = begun.slice(from, from + begunAtOnce)
    store.run(({ sql, episodes }) =>
      sql.transaction(() => {
        // Inside the run: another database may replace this one.
        if (!judged.is(triage)) return
        // An operator may have opened one since.
        for (const { subject, kind } of some)
          if (!episodes.openOf(subject.id)) episodes.begin(subject.id, kind, triage.around.now)
      })
    )
    yield
  }
}

function isOpen({ connectors, episodes }: Tables, place: Place, key: string): boolean {
  const found = connectors.find(place, key)
  return found !== undefined && episodes.openOf(found.id) !== null
}

/** Another number for each change of what is kept: it is shown unread, so what another version kept is not shown. */
export const keptFormat = 2

/** Pages as they are told, a line each. A twelfth of their size, at the speed of level 1. */
export function toBytes(of: IssueList): Uint8Array {
  const told = new ToldIssues()
  const { version, list, page, more } = told.tell(of, null)
  const others = Array.from({ length: more }, (_, at) => told.page(version, at + 1))
  return deflateRawSync([JSON.stringify({ format: keptFormat, list }), page, ...others].join('\n'), { level: 1 })
}

/** @returns null for anything but what this version keeps */
export function fromBytes(bytes: Uint8Array): { list: IssueNews['list']; pages: string[] } | null {
  try {
    const [head = '', ...pages] = inflateRawSync(bytes).toString().split('\n')
    const { format, list } = JSON.parse(head) as { format: unknown; list: IssueNews['list'] }
    return format === keptFormat ? { list, pages } : null
  } catch {
    return null
  }
}

/**
 * @returns also what the window was told, `settledAt`, the diagnoses of a moment after issues opened and closed by them, and `end`, which runs
 * before the database closes
 */
export function issueMethods(store: KeptStore, judged: Judged) {
  /** Settles once for each triage, however many connectors are read. */
  let settledFor: Triage | undefined
  const settledPlaces = new Set<string>()
  /** By issue: for an Undo in this session. */
  const ended = new Map<number, EndedSnooze>()
  const told = new ToldIssues()

  function settle(place: Place, now: number, calm: readonly Calm[] = []) {
    return store.run((tables) => {
      // Inside the run: another database may replace this one, and then all of it runs again.
      const latest = judged.at(place, now)
      // Snoozes and ages are of this moment.
      const triage = { ...latest, around: { ...latest.around, now } }
      const kept = settleIssues(tables, place, { triage, subjects: judged.subjects(place) }, calm)
      settledFor = latest
      // Outdated from now on, even if this session crashes.
      if (!settledPlaces.has(nameOf(place))) tables.issueLists.drop(place)
      settledPlaces.add(nameOf(place))
      return { triage, kept }
    })
  }

  function settledAt(place: Place, now: number): Triage {
    const triage = judged.at(place, now)
    if (triage !== settledFor) settle(place, now)
    return triage
  }

  const watchedAt = (place: Place, now: number) => store.run(({ watchedIssues }) => watchedIssues.list(place, now))

  function listAt({ place, now, calm }: { place: Place; now: number; calm?: readonly Calm[] }): IssueList {
    const { triage, kept } = settle(place, now, calm)
    return store.run(({ episodes }) =>
      issueListOf(triage, withWaits(episodes.waits(place), kept), watchedAt(place, now))
    )
  }

  const methods: IssueMethods = {
    issueList: listAt,

    issueNews({ since, ...asked }) {
      const list = listAt(asked)
      return { news: told.tell(list, since), integrations: [...integrationsIn(list)] }
    },

    issuePage: ({ version, page }) => told.page(version, page) ?? null,

    limitHeadcounts: ({ workspaceId, headcounts }) => judged.limit(workspaceId, headcounts),

    keptIssues({ place }) {
      const bytes = settledPlaces.has(nameOf(place)) ? null : store.run(({ issueLists }) => issueLists.get(place))
      const kept = bytes && fromBytes(bytes)
      return kept && { news: told.resume(kept.list, kept.pages), pages: kept.pages }
    },

    *newIssues({ place, since, now, calm }) {
      const judgedNow = yield* judged.inSteps(place, now)
      // Elsewhere all begin at once: what this app had opened as it ended would never be told.
      if (judgedNow && !since) yield* beginIssues(store, judged, judgedNow)
      const { triage, kept } = settle(place, now, calm)
      const isNew = ({ id, openedAt }: OpenEpisode) =>
        since !== null && ('issue' in since ? id > since.issue : openedAt > since.time)
      const fresh = new Set([...kept.values()].filter(isNew).map(({ key }) => key))
      const issues =
        fresh.size === 0
          ? []
          : issueListOf(triage, kept)
              .groups.flatMap(({ incidents, integrations }) => [...incidents, ...integrations])
              .flatMap((group) => group.issues)
              .filter(({ key }) => fresh.has(key))
      const before = since && 'issue' in since ? since.issue : 0
      const last = [...kept.values()].reduce((most, { id }) => Math.max(most, id), before)
      const troubled = triage.troubled.flatMap(({ subject: { connector } }) =>
        connector.isTest ? [] : connector.integrationSlug
      )
      return { issues, last, integrations: [...new Set(troubled)] }
    },

    changeWatchedIssue: ({ place, id, change }) =>
      store.run(({ watchedIssues, issueLists }) => {
        watchedIssues.change(id, change)
        issueLists.drop(place)
      }),

    relinks: ({ place, since }) => store.run(({ episodes }) => episodes.relinks(place, since)),

    changeIssues({ place, keys, change, now }) {
      // Open issues need no diagnosis, which would diagnose all connectors.
      const areOpen = store.run((tables) => keys.every((key) => isOpen(tables, place, key)))
      const triage = areOpen ? null : settle(place, now).triage
      return store.run(({ sql, connectors, episodes, issueLists }) =>
        sql.transaction(() => {
          issueLists.drop(place)
          return keys.flatMap((key) => {
            const found = connectors.find(place, key)
            if (!found) return []
            const kind = triage?.judgmentOf(key).kind
            if (!episodes.openOf(found.id) && kind && isIssue(kind)) episodes.begin(found.id, kind, now)
            const open = episodes.openOf(found.id)
            if (!open) return []
            const subject = change.wakes && judged.subjects(place).get(found.id)
            const waiting = waitFor(change, subject, episodes.last, now, ended.get(open.id))
            if (change.snoozedUntil !== undefined && open.wake && open.snoozedUntil !== null)
              ended.set(open.id, { until: open.snoozedUntil, wake: open.wake })
            episodes.change(open, waiting.change, now, waiting.wake)
            return episodes.allOf(found.id).slice(0, 1)
          })
        })
      )
    }
  }

  /** Saves the list: diagnosing all connectors takes a second, and the next start must not wait for it. */
  function end(): void {
    const { last } = judged
    // A store in memory ends with the session.
    if (!last || store.keeping.keeping !== 'yes') return
    const { place, triage } = last
    store.run(({ episodes, issueLists }) => {
      const open = new Map(episodes.open(place).map((episode) => [episode.key, episode]))
      const list = issueListOf(triage, withWaits(episodes.waits(place), open), watchedAt(place, triage.around.now))
      issueLists.put(place, triage.around.now, toBytes(list))
    })
  }

  return { methods, told, settledAt, end }
}
