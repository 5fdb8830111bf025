import type { DueTimes } from '../../shared/issues/due-times'
import type { Pause } from '../../shared/issues/issue'
import type { Place } from '../../shared/workspaces/place'
import type { Trends, GoodShare } from '../../shared/trends/trends'
import type { Remote } from '../base/thread'
import type { KeptStore } from '../store/kept-store'
import type { Statements } from '../store/statements'
import { IssueHistory, type PastIssue, type PastConnector } from '../store/tables/connectors/issue-history'
import type { Triage } from '../issues/triage/triage'
import type { TrendIssue } from './relinks'
import { trendsOf, type TrendConnector } from './trends'
import { daysIn, weekStarts, type Days } from './weeks'
import { lastGoodSync } from '../issues/triage/last-good-sync'

/**
 * "Today" is the day of the last refresh. Leaves out test connectors, inactive ones and those in linking: no sync is
 * due.
 * @param refreshedAt end of the last whole refresh; null without one
 */
function goodShareOf({ subjects, judgmentOf }: Triage, days: Days, refreshedAt: number | null): GoodShare {
  const counts = { today: 0, yesterday: 0, week: 0, older: 0, never: 0 }
  const today = days.startOf(refreshedAt ?? 0)
  const yesterday = days.after(today, -1)
  const week = days.after(today, -6)
  let connectors = 0
  for (const subject of refreshedAt === null ? [] : subjects) {
    const { kind } = judgmentOf(subject.key)
    if (subject.connector.isTest || kind === 'inactive' || kind === 'linking') continue
    connectors++
    const { time } = lastGoodSync(subject)
    if (time === null) counts.never++
    else if (time >= today) counts.today++
    else if (time >= yesterday) counts.yesterday++
    else if (time >= week) counts.week++
    else counts.older++
  }
  const ages = Object.entries(counts) as [keyof typeof counts, number][]
  return { at: refreshedAt, connectors, ages: ages.map(([age, connectors]) => ({ age, connectors })) }
}

export interface TrendsAsked {
  place: Place
  /** ms since 1970 */
  now: number
  /** IANA time zone */
  zone: string
  weeks: number
  most: number
  /** Of the workspace. */
  dueTimes: DueTimes | null
}

export interface TrendMethods {
  /** @throws AppError invalid-input for an unknown time zone */
  trends(of: TrendsAsked): Trends
}

export type TrendStore = Remote<TrendMethods>

/** @param settledAt the diagnoses of a moment, after issues opened and closed by them */
export function trendMethods(store: KeptStore, settledAt: (place: Place, now: number) => Triage): TrendMethods {
  return {
    trends(asked) {
      const triage = settledAt(asked.place, asked.now)
      return store.run(({ sql }) => readTrends(sql, triage, asked))
    }
  }
}

/** A new team gets all open issues at once, without their real opening times. ms until it has them */
const foundedWithin = 3_600_000

/**
 * The team's history has issues from the time this computer was away.
 * @throws AppError invalid-input for an unknown zone
 */
function readTrends(sql: Statements, triage: Triage, { place, now, zone, weeks, most, dueTimes }: TrendsAsked): Trends {
  const history = new IssueHistory(sql)
  const starts = weekStarts(now, zone, weeks)
  const { second, last } = history.refreshedAt(place)
  const shared = history.sharedSince(place)
  const seen: SeenFrom = { here: second ?? Infinity, team: shared === null ? Infinity : shared + foundedWithin }
  const elsewhere = history
    .elsewhere(place)
    .map((one): TrendIssue => ({ ...one, seenToOpen: one.openedAt >= seen.team }))
  const ids = elsewhere.map(({ connector }) => connector)
  const real = history.connectors(place, ids).filter(({ isTest }) => !isTest)
  const connectors = new Map(real.map((row) => [row.id, named(row)]))
  const here = history.issues(place)
  const waits = dueTimes ? history.waits(place, here) : new Map<number, Pause[]>()
  const issues = [...issuesHere(here, history.gone(), seen, waits), ...elsewhere]
  return trendsOf(
    {
      ...{ now, starts, connectors, dueTimes },
      source: shared === null ? 'computer' : 'team',
      refreshes: history.refreshes(place, starts[0] ?? now),
      issues: issues
        .filter(({ connector }) => connectors.has(connector))
        .sort((a, b) => a.connector - b.connector || a.openedAt - b.openedAt),
      good: goodShareOf(triage, daysIn(zone), last)
    },
    most
  )
}

/** Issues that opened later were seen to open, ms since 1970. */
interface SeenFrom {
  here: number
  team: number
}

/** A successor at the same moment means `became`. The team may have seen an issue earlier. */
function issuesHere(
  issues: readonly PastIssue[],
  gone: ReadonlySet<number>,
  seen: SeenFrom,
  waits: ReadonlyMap<number, Pause[]>
): TrendIssue[] {
  return issues.map((past, at) => {
    const { id, teamCase, sharedAt, ...own } = past
    const rest = { ...own, waits: waits.get(id) ?? [] }
    const [before, next] = [issues[at - 1], issues[at + 1]]
    const goesOn = teamCase !== null && before?.connector === past.connector && before.teamCase === teamCase
    const one =
      sharedAt !== null && sharedAt < past.openedAt && !goesOn
        ? { ...rest, openedAt: sharedAt, seenToOpen: sharedAt >= seen.team }
        : { ...rest, seenToOpen: past.openedAt >= seen.here }
    if (one.closedAt === null) return { ...one, ended: null }
    if (gone.has(id)) return { ...one, ended: 'gone' }
    const became = next?.connector === one.connector && next.openedAt === one.closedAt
    return { ...one, ended: became ? 'became' : 'recovered' }
  })
}

/** Tells customers apart as Issues does: by origin ID, else by name. */
function named({ slug, endUser, originId }: PastConnector): TrendConnector {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const [name, origin] = [text(endUser), text(originId)]
  return {
    integration: text(slug),
    customer: origin ? `origin ${origin}` : `name ${name}`,
    customerName: name || origin,
    originId: origin || null
  }
}
