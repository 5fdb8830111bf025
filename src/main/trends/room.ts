import type { Request } from '../../shared/ipc'
import { placeOf } from '../../shared/workspaces/place'
import { trends, type RelinkTimes, type Trends, type TrendTable } from '../../shared/trends/trends'
import type { TrendsReport } from '../../shared/trends/report'
import type { Clock } from '../base/clock'
import { exportName } from '../base/file-name'
import type { TrendStore } from './read-trends'
import type { Masker } from '../secrets/masker'
import type { Area, Room } from '../base/room'
import type { Workspaces } from '../workspaces/workspaces'
import { byteOrderMark, csvLines } from '../base/csv'

/** Rows in the window; a file has all. */
const rowsShown = 200

export interface TrendParts {
  history: TrendStore
  clock: Clock
  masker: Pick<Masker, 'clean'>
  workspaces: Pick<Workspaces, 'nameOf' | 'dueTimesOf'>
  print(report: TrendsReport): Promise<Uint8Array>
  /** @returns the file's name, null if the operator cancels */
  save(suggestedName: string, content: string | Uint8Array): Promise<string | null>
}

type Line = readonly (string | number | null)[]

/**
 * Hours, UTC times, weeks by the date of their Monday in the operator's zone; empty for unknown.
 * @param dateOf the date in that zone, as 2026-11-16
 */
function trendsCsv(trends: Trends, table: TrendTable, dateOf: (at: number) => string): string {
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
  ],
  due: ({ due, weeks }, dateOf) => [
    ['cause', 'over_due_time', 'ended_in_time', ...weeks.map(({ start }) => `over_in_week_of_${dateOf(start)}`)],
    ...(due ?? []).map(({ cause, over, met, weeks }) => [cause, over, met, ...weeks])
  ]
}

export function openTrends(parts: TrendParts): Room<Area<'trends'>> & {
  /** As the operator saves it. */
  pdf(
    asked: Omit<Request<'trends:saveReport'>, 'names'>,
    nameOf: (slug: string) => Promise<string>
  ): Promise<Uint8Array>
} {
  const { history, clock, masker, workspaces } = parts

  const read = async (asked: Request<'trends:read'>, most: number) => {
    const { zone, span } = asked
    const dueTimes = workspaces.dueTimesOf(asked.workspaceId) ?? null
    const read = await history.trends({ place: placeOf(asked), now: clock.now(), zone, weeks: span, most, dueTimes })
    return masker.clean(trends, read)
  }

  async function save(about: string[], ending: string, content: string | Uint8Array) {
    const file = await parts.save(exportName(about, clock.now(), ending), content)
    return file === null ? null : { file }
  }

  const handlers: Area<'trends'> = {
    'trends:read': (asked) => read(asked, rowsShown),

    'trends:exportTable': async ({ table, ...asked }) => {
      const { format } = new Intl.DateTimeFormat('en-CA', { timeZone: asked.zone, dateStyle: 'short' })
      const text = trendsCsv(await read(asked, Infinity), table, format)
      return save(['trends', table, workspaces.nameOf(asked.workspaceId), asked.region], 'csv', text)
    },

    'trends:saveReport': async ({ names, ...asked }) => {
      const workspace = workspaces.nameOf(asked.workspaceId)
      const trends = await read(asked, rowsShown)
      const pdf = await parts.print({ workspace, region: asked.region, trends, names })
      return save(['trends', workspace, asked.region], 'pdf', pdf)
    }
  }
  async function pdf(asked: Request<'trends:read'>, nameOf: (slug: string) => Promise<string>) {
    const trends = await read(asked, rowsShown)
    const slugs = trends.integrations.rows.map(({ name }) => name)
    const names = Object.fromEntries(await Promise.all(slugs.map(async (slug) => [slug, await nameOf(slug)] as const)))
    return parts.print({ workspace: workspaces.nameOf(asked.workspaceId), region: asked.region, trends, names })
  }

  return { handlers, pdf }
}
