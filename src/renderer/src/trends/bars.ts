import type { Trends } from '../../../shared/trends/trends'
import { count } from '../kit/format'
import { trendWords as words } from './words'
import { ownerName, rowName, type NameOf } from './tables'

/** Colour alone is not accessible. */
export type Look = 'solid' | 'hatched' | 'outline'

export interface BarRow {
  id: string
  name: string
  /** All rows share a scale. */
  bars: readonly { look: Look; value: number }[]
  value: string
}

/** The chart's limit; its table has more. */
export const rowsDrawn = 8

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
