import type { Place } from '../../../shared/model/place'
import type { Trends } from '../../../shared/model/trends'
import type { Statements } from '../../store/statements'
import { CaseHistory, type PastCase, type PastConnector } from '../../store/tables/connectors/case-history'
import type { Triage } from '../triage/triage'
import { goodShareOf } from './good-share'
import type { TrendCase } from './relinks'
import { trendsOf, type TrendConnector } from './trends'
import { daysIn, weekStarts } from './weeks'

export interface TrendsAsked {
  place: Place
  /** ms since 1970 */
  now: number
  /** IANA time zone */
  zone: string
  weeks: number
  /** Rows of a table; the others are counted. */
  most: number
}

/** The trends of a place from this computer's history. @throws AppError invalid-input for an unknown zone */
export function readTrends(sql: Statements, triage: Triage, { place, now, zone, weeks, most }: TrendsAsked): Trends {
  const history = new CaseHistory(sql)
  const starts = weekStarts(now, zone, weeks)
  const { second, last } = history.refreshedAt(place)
  const real = history.connectors(place).filter(({ isTest }) => !isTest)
  const connectors = new Map(real.map((row) => [row.id, named(row)]))
  return trendsOf(
    {
      now,
      starts,
      refreshes: history.refreshes(place, starts[0] ?? now),
      seenFrom: second,
      cases: withEnds(history.cases(place), history.gone()).filter(({ connector }) => connectors.has(connector)),
      connectors,
      good: goodShareOf(triage, daysIn(zone), last)
    },
    most
  )
}

/** Cases with how they closed: one whose connector has another from that moment on became that one. */
function withEnds(cases: readonly PastCase[], gone: ReadonlySet<number>): TrendCase[] {
  return cases.map((one, at) => {
    const { id, ...rest } = one
    const next = cases[at + 1]
    if (one.closedAt === null) return { ...rest, ended: null }
    if (gone.has(id)) return { ...rest, ended: 'gone' }
    const became = next?.connector === one.connector && next.openedAt === one.closedAt
    return { ...rest, ended: became ? 'became' : 'recovered' }
  })
}

/** Customers are told apart as in the list of issues: by the origin id where there is one, else by the name. */
function named({ slug, endUser, originId }: PastConnector): TrendConnector {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const [name, origin] = [text(endUser), text(originId)]
  return {
    integration: text(slug),
    customer: origin ? `origin ${origin}` : `name ${name}`,
    customerName: name || origin
  }
}
