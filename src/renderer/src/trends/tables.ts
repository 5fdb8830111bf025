import type { RelinkTimes, Trends, TrendTable } from '../../../shared/trends/trends'
import { age, count } from '../kit/format'
import { dates } from '../kit/locale'
import { safeString } from '../kit/safe-text'
import { trendWords as words } from './words'

/** The first cell names its row. */
export interface TableShown {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  more: number
}

export type NameOf = (slug: string) => string

/** Characters of a name. */
const longest = 80
const day = dates({ day: 'numeric', month: 'short' })

/** "16 Nov", its Monday */
export const weekName = (start: number): string => day.format(start)

export function rowName(of: 'integrations' | 'customers', name: string, nameOf: NameOf): string {
  const { noIntegration, noCustomer } = words.relinkTimes
  return safeString(of === 'customers' ? name || noCustomer : nameOf(name) || noIntegration, longest)
}

export const ownerName = (owner: string): string => safeString(owner || words.owners.none, longest)

const known = (value: number | null | undefined) =>
  value === null || value === undefined ? words.unknown : count(value)

const tables: Record<TrendTable, (trends: Trends, nameOf: NameOf) => TableShown> = {
  weeks: ({ weeks, at }) => ({
    columns: words.weeks.columns,
    rows: weeks
      .map(({ start, end, relinks: of }) => [
        end > at ? words.soFar(weekName(start)) : weekName(start),
        ...[of?.opened, of?.closed, of?.deleted, of?.open].map(known)
      ])
      .reverse(),
    more: 0
  }),
  integrations: (trends, nameOf) => timesTable(trends, 'integrations', nameOf),
  customers: (trends, nameOf) => timesTable(trends, 'customers', nameOf),
  good: ({ good }) => ({
    columns: words.good.columns,
    rows: good.ages.map(({ age, connectors }) => [
      ...[words.good.ages[age], count(connectors), words.share(connectors, good.connectors)]
    ]),
    more: 0
  }),
  owners: ({ owners, weeks }) => ({
    columns: [...words.owners.columns, ...weeks.map(({ start }) => weekName(start)).reverse()],
    rows: owners.rows.map(({ owner, open, closed, weeks }) => [
      ...[ownerName(owner), count(open), count(closed)],
      ...weeks.map(known).reverse()
    ]),
    more: owners.more
  })
}

/** @param nameOf integration name by slug */
export const tableOf = (trends: Trends, table: TrendTable, nameOf: NameOf): TableShown => tables[table](trends, nameOf)

function timesTable(trends: Trends, of: 'integrations' | 'customers', nameOf: NameOf): TableShown {
  const { columns, integration, customer, all } = words.relinkTimes
  const line = (name: string, { relinked, median, p90, open, oldest }: RelinkTimes) => [
    ...[name, count(relinked), words.length(median), words.length(p90), count(open)],
    oldest === null ? words.length(null) : age(trends.at - oldest)
  ]
  const { rows, more } = trends[of]
  return {
    columns: [of === 'customers' ? customer : integration, ...columns],
    rows: [line(all, trends.total), ...rows.map((row) => line(rowName(of, row.name, nameOf), row))],
    more
  }
}
