import type { Trends } from '../../../shared/trends/trends'
import { longTime } from '../kit/format'
import { trendWords as words } from './words'

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** For window and print. */
export const notes = {
  weeks({ weeks, total }: Trends): string {
    const of = (what: 'opened' | 'closed') => sum(weeks.map(({ relinks }) => relinks?.[what] ?? 0))
    return words.weeks.note(of('opened'), of('closed'), total.open)
  },
  times: ({ total }: Trends): string =>
    total.relinked > 0 ? words.relinkTimes.note(total) : words.relinkTimes.none(total.open),
  good({ good, at }: Trends): string {
    const today = good.ages.find(({ age }) => age === 'today')?.connectors ?? 0
    return words.good.note(words.share(today, good.connectors), good.connectors, longTime(good.at ?? 0, at))
  },
  owners: ({ owners }: Trends): string =>
    words.owners.note(sum(owners.rows.map(({ open }) => open)), sum(owners.rows.map(({ closed }) => closed)))
}

const { weeks, relinkTimes, owners } = words

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
  ]
} as const
