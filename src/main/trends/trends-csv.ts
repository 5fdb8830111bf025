import type { RelinkTimes, Trends, TrendTable } from '../../shared/trends/trends'
import { byteOrderMark, csvLines } from '../base/csv'

type Line = readonly (string | number | null)[]

/**
 * Hours, UTC times, weeks by the date of their Monday in the operator's zone; empty for unknown.
 * @param dateOf the date in that zone, as 2026-11-16
 */
export function trendsCsv(trends: Trends, table: TrendTable, dateOf: (at: number) => string): string {
  return byteOrderMark + csvLines(lines[table](trends, dateOf))
}

const hours = (ms: number | null) => (ms === null ? null : Math.round(ms / 36_000) / 100)
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const timesLines = (of: string, rows: readonly RelinkTimes[]): Line[] => [
  [of, 'relinked', 'median_hours', 'p90_hours', 'open', 'oldest_open_since'],
  ...rows.map(({ name, relinked, median, p90, open, oldest }) => [
    ...[name, relinked, hours(median), hours(p90), open, iso(oldest)]
  ])
]

const lines: Record<TrendTable, (trends: Trends, dateOf: (at: number) => string) => Line[]> = {
  weeks: ({ weeks }, dateOf) => [
    ['week', 'relinks_opened', 'relinks_closed', 'of_those_deleted', 'relinks_open'],
    ...weeks.map(({ start, relinks }) =>
      relinks
        ? [dateOf(start), relinks.opened, relinks.closed, relinks.deleted, relinks.open]
        : [dateOf(start), null, null, null, null]
    )
  ],
  integrations: ({ integrations }) => timesLines('integration', integrations.rows),
  customers: ({ customers }) => timesLines('customer', customers.rows),
  good: ({ good }) => [
    ['last_good_sync', 'connectors', 'share_percent', 'refreshed_at'],
    ...good.ages.map(({ age, connectors }) => [
      ...[age, connectors, good.connectors ? Math.round((connectors / good.connectors) * 1000) / 10 : null],
      iso(good.at)
    ])
  ],
  owners: ({ owners, weeks }, dateOf) => [
    ['owner', 'open_issues', 'closed_issues', ...weeks.map(({ start }) => `closed_in_week_of_${dateOf(start)}`)],
    ...owners.rows.map(({ owner, open, closed, weeks }) => [owner, open, closed, ...weeks])
  ]
}
