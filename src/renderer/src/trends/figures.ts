import { type RelinkTimes, type Trends, type TrendTable, trendTables } from '../../../shared/trends/trends'
import { diagnosisNames } from '../../../shared/issues/diagnosis'
import { age, count, longTime } from '../kit/format'
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

/** "16 Nov" */
export const weekName = (start: number): string => day.format(start)

function rowName(of: 'integrations' | 'customers', name: string, nameOf: NameOf): string {
  const { noIntegration, noCustomer } = words.relinkTimes
  return safeString(of === 'customers' ? name || noCustomer : nameOf(name) || noIntegration, longest)
}

const ownerName = (owner: string): string => safeString(owner || words.owners.none, longest)

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
  }),
  due: ({ due, weeks }) => ({
    columns: [...words.due.columns, ...weeks.map(({ start }) => weekName(start)).reverse()],
    rows: (due ?? []).map(({ cause, over, met, weeks }) => [
      ...[diagnosisNames[cause], count(over), count(met)],
      ...weeks.map(known).reverse()
    ]),
    more: 0
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

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

const relinksOf = ({ weeks }: Trends, what: 'opened' | 'closed') =>
  sum(weeks.map(({ relinks }) => relinks?.[what] ?? 0))

/** For window and print. */
export const notes = {
  weeks: (trends: Trends): string =>
    words.weeks.note(relinksOf(trends, 'opened'), relinksOf(trends, 'closed'), trends.total.open),
  times(trends: Trends): string {
    const [{ total }, closed] = [trends, relinksOf(trends, 'closed')]
    return total.relinked > 0
      ? words.relinkTimes.note({ ...total, closed })
      : words.relinkTimes.none(closed, total.open)
  },
  good({ good, at }: Trends): string {
    const today = good.ages.find(({ age }) => age === 'today')?.connectors ?? 0
    return words.good.note(words.share(today, good.connectors), good.connectors, longTime(good.at ?? 0, at))
  },
  owners: ({ owners }: Trends): string =>
    words.owners.note(sum(owners.rows.map(({ open }) => open)), sum(owners.rows.map(({ closed }) => closed))),
  due({ due }: Trends): string {
    const of = due ?? []
    return of.length === 0
      ? words.due.none
      : words.due.note(sum(of.map(({ over }) => over)), sum(of.map(({ met }) => met)))
  }
}

const { weeks, relinkTimes, owners, due } = words

export const legends = {
  weeks: (unknown: boolean) => [
    { look: 'relink', name: weeks.legend.opened } as const,
    { look: 'hatched', name: weeks.legend.closed } as const,
    { look: 'line', name: weeks.legend.open } as const,
    ...(unknown ? [{ look: '?', name: weeks.legend.unknown } as const] : [])
  ],
  times: [
    { look: 'solid', name: relinkTimes.legend.median },
    { look: 'outline', name: relinkTimes.legend.p90 }
  ],
  owners: [
    { look: 'solid', name: owners.legend.open },
    { look: 'hatched', name: owners.legend.closed }
  ],
  due: [
    { look: 'solid', name: due.legend.over },
    { look: 'hatched', name: due.legend.met }
  ]
} as const

/** Colour alone is not accessible. */
type Look = 'solid' | 'hatched' | 'outline'

export interface BarRow {
  id: string
  name: string
  /** All rows share a scale. */
  bars: readonly { look: Look; value: number }[]
  value: string
}

/** The chart's limit; its table has more. */
const rowsDrawn = 8

export function timeBars(trends: Trends, of: 'integrations' | 'customers', nameOf: NameOf): BarRow[] {
  return trends[of].rows
    .filter(({ relinked }) => relinked > 0)
    .slice(0, rowsDrawn)
    .map(({ name, median, p90 }, at) => ({
      id: `${at} ${name}`,
      name: rowName(of, name, nameOf),
      bars: [
        { look: 'solid', value: median ?? 0 },
        { look: 'outline', value: p90 ?? 0 }
      ],
      value: words.relinkTimes.value(median, p90)
    }))
}

export function goodBars({ good }: Trends): BarRow[] {
  return good.ages.map(({ age, connectors }) => ({
    id: age,
    name: words.good.ages[age],
    bars: [{ look: age === 'today' ? 'solid' : age === 'never' ? 'outline' : 'hatched', value: connectors }],
    value: `${count(connectors)} · ${words.share(connectors, good.connectors)}`
  }))
}

export function ownerBars({ owners }: Trends): BarRow[] {
  return owners.rows.slice(0, rowsDrawn).map(({ owner, open, closed }) => ({
    id: owner,
    name: ownerName(owner),
    bars: [
      { look: 'solid', value: open },
      { look: 'hatched', value: closed }
    ],
    value: `${count(open)} · ${count(closed)}`
  }))
}

export function dueBars({ due }: Trends): BarRow[] {
  return (due ?? []).slice(0, rowsDrawn).map(({ cause, over, met }) => ({
    id: cause,
    name: diagnosisNames[cause],
    bars: [
      { look: 'solid', value: over },
      { look: 'hatched', value: met }
    ],
    value: `${count(over)} · ${count(met)}`
  }))
}

/** Those that this workspace has. */
export const tablesOf = ({ due }: Trends): TrendTable[] => trendTables.filter((one) => one !== 'due' || due !== null)
