import { describe, expect, it } from 'vitest'
import type { DueTimes } from '../../shared/issues/due-times'
import { relinksIn, type TrendIssue } from './relinks'
import { trendsOf, type TrendInput } from './trends'
import { weekStarts } from './weeks'

const hour = 3_600_000
const day = 24 * hour
/** Sunday 22 November 2026; the four weeks begin on 26 October and 2, 9 and 16 November. */
const now = Date.parse('2026-11-22T12:00:00Z')
const starts = weekStarts(now, 'UTC', 4)
const at = (week: number, days = 0) => (starts[week] ?? 0) + days * day

/** The second whole refresh ended on Tuesday of the first week. */
const seen = (opened: number) => ({ seenToOpen: opened >= at(0, 1) })

function relink(opened: number, closed: number | null, change: Partial<TrendIssue> = {}): TrendIssue {
  const ended = closed === null ? null : 'recovered'
  return {
    connector: 1,
    cause: 'relink',
    openedAt: opened,
    closedAt: closed,
    ended,
    owner: '',
    ...seen(opened),
    ...change
  }
}

const connectors = new Map(
  [1, 2, 3, 4].map((id) => [
    id,
    {
      ...{ integration: id < 3 ? 'bamboohr' : 'personio', customer: `c${id % 2}`, customerName: id % 2 ? 'Acme' : '' },
      originId: `c${id % 2}`
    }
  ])
)
const refreshes = [0, 1, 2, 3].map((week) => at(week, 1))
const good = { at: now, connectors: 0, ages: [] }
const trendsWith = (issues: TrendIssue[], change: Partial<TrendInput> = {}) =>
  trendsOf({ now, starts, refreshes, source: 'computer', issues, connectors, good, dueTimes: null, ...change }, 200)
const counts = (issues: TrendIssue[], change?: Partial<TrendInput>) =>
  trendsWith(issues, change).weeks.map(
    ({ relinks }) => relinks && [relinks.opened, relinks.closed, relinks.deleted, relinks.open]
  )

it.each<[string, TrendIssue[], ([number, number, number, number] | null)[]]>([
  [
    'nothing',
    [],
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0]
    ]
  ],
  [
    'one week',
    [relink(at(1, 1), at(1, 2))],
    [
      [0, 0, 0, 0],
      [1, 1, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0]
    ]
  ],
  [
    'over weeks',
    [relink(at(0, 2), at(2, 2))],
    [
      [1, 0, 0, 1],
      [0, 0, 0, 1],
      [0, 1, 0, 0],
      [0, 0, 0, 0]
    ]
  ],
  [
    'still open',
    [relink(at(2, 2), null)],
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [1, 0, 0, 1],
      [0, 0, 0, 1]
    ]
  ],
  [
    'at a border',
    [relink(at(1), at(2))],
    [
      [0, 0, 0, 0],
      [1, 0, 0, 1],
      [0, 1, 0, 0],
      [0, 0, 0, 0]
    ]
  ],
  [
    'a moment before',
    [relink(at(1) - 1, at(2) - 1)],
    [
      [1, 0, 0, 1],
      [0, 1, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0]
    ]
  ],
  [
    'at this moment',
    [relink(now, null)],
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [1, 0, 0, 1]
    ]
  ],
  [
    'deleted',
    [relink(at(1, 1), at(2, 1), { ended: 'gone' })],
    [
      [0, 0, 0, 0],
      [1, 0, 0, 1],
      [0, 1, 1, 0],
      [0, 0, 0, 0]
    ]
  ],
  [
    'there before the second refresh',
    [relink(at(0, 0.5), at(2, 1))],
    [
      [0, 0, 0, 1],
      [0, 0, 0, 1],
      [0, 1, 0, 0],
      [0, 0, 0, 0]
    ]
  ],
  ['of another diagnosis', [relink(at(1, 1), at(2, 1), { cause: 'failed' })], [0, 1, 2, 3].map(() => [0, 0, 0, 0])]
])('counts by week: %s', (_, issues, expected) => {
  expect(counts(issues)).toEqual(expected)
})

it('a week without a refresh is unknown, unless something happened in it', () => {
  const some = refreshes.filter((_, week) => week !== 1)
  expect(counts([relink(at(0, 2), at(2, 2))], { refreshes: some })).toEqual([
    [1, 0, 0, 1],
    null,
    [0, 1, 0, 0],
    [0, 0, 0, 0]
  ])
  expect(counts([relink(at(0, 2), at(1, 2))], { refreshes: some })[1]).toEqual([0, 1, 0, 0])
})

it('begins with the week of the first refresh, or of what was open before', () => {
  expect(trendsWith([], { refreshes: refreshes.slice(2) }).weeks.map(({ start }) => start)).toEqual([at(2), at(3)])
  expect(trendsWith([], { refreshes: [] }).weeks).toEqual([])
  expect(trendsWith([relink(at(0) - day, null)], { refreshes: refreshes.slice(2) }).weeks).toHaveLength(4)
})

it('a relink goes on while it is part of a possible outage, and ends with any other diagnosis', () => {
  const [a, b, c, d] = [at(1), at(1, 1), at(1, 3), at(1, 4)]
  const outage = (opened: number, closed: number | null, change: Partial<TrendIssue> = {}) =>
    relink(opened, closed, { cause: 'incident', ...change })
  const one = { connector: 1, openedAt: a, ...seen(a), deleted: false }
  const became = { ended: 'became' } as const
  expect(relinksIn([relink(a, b, became), outage(b, c, became), relink(c, d)])).toEqual([{ ...one, closedAt: d }])
  expect(relinksIn([relink(a, b, became), outage(b, null)])).toEqual([{ ...one, closedAt: null }])
  expect(relinksIn([relink(a, b, became), outage(b, c, { ended: 'gone' })])).toEqual([
    { ...one, closedAt: c, deleted: true }
  ])
  expect(relinksIn([relink(a, b, became), relink(b, c, { cause: 'failed', ended: 'became' }), relink(c, d)])).toEqual([
    { ...one, closedAt: b },
    { ...one, openedAt: c, closedAt: d }
  ])
  expect(relinksIn([outage(a, b)])).toEqual([])
  // Recovered before an outage; another connector's issue follows in the list.
  expect(relinksIn([relink(a, b), outage(b, c)])).toEqual([{ ...one, closedAt: b }])
  expect(relinksIn([relink(a, b, became), outage(b, c, { connector: 2 })])).toEqual([{ ...one, closedAt: b }])
})

it('times are those of relinks that closed in these weeks and were seen to open; open ones are beside them', () => {
  const { total, integrations, customers } = trendsWith([
    relink(at(1), at(1, 1)),
    relink(at(2), at(2, 3)),
    relink(at(3), null),
    relink(at(2), at(3), { connector: 2 }),
    relink(at(0, 2), at(1), { connector: 2, ended: 'gone' }),
    relink(at(0) - 9 * day, at(0) - day, { connector: 2 }),
    relink(at(0, 0.5), at(3), { connector: 3 }),
    relink(at(1, 1), null, { connector: 4 })
  ])
  expect(total).toEqual({ name: '', relinked: 3, median: 3 * day, p90: 7 * day, open: 2, oldest: at(1, 1) })
  expect(integrations).toEqual({
    rows: [
      { name: 'bamboohr', relinked: 3, median: 3 * day, p90: 7 * day, open: 1, oldest: at(3) },
      { name: 'personio', relinked: 0, median: null, p90: null, open: 1, oldest: at(1, 1) }
    ],
    more: 0
  })
  expect(customers.rows).toEqual([
    { name: 'Acme', relinked: 2, median: day, p90: 3 * day, open: 1, oldest: at(3) },
    { name: '', relinked: 1, median: 7 * day, p90: 7 * day, open: 1, oldest: at(1, 1) }
  ])
})

it('an owner has the issues of all diagnoses; a change of diagnosis closes none', () => {
  const ada = { owner: 'Ada' }
  const { owners } = trendsWith(
    [
      relink(at(1), at(1, 1), { ...ada, ended: 'became' }),
      relink(at(1, 1), at(2, 1), { ...ada, cause: 'failed' }),
      relink(at(2), at(2, 1), { owner: ' Ada ', cause: 'stalled', connector: 2, ended: 'gone' }),
      relink(at(3), null, { ...ada, connector: 3 }),
      relink(at(3), null, { connector: 4 }),
      relink(at(0) - 2 * day, at(0) - day, { owner: 'Long gone', connector: 4 })
    ],
    { refreshes: refreshes.filter((_, week) => week !== 0) }
  )
  expect(owners.rows).toEqual([
    { owner: 'Ada', open: 1, closed: 2, weeks: [null, 0, 2, 0] },
    { owner: '', open: 1, closed: 0, weeks: [null, 0, 0, 0] }
  ])
})

it('says how many rows it leaves out', () => {
  const issues = [1, 2, 3, 4].map((connector) => relink(at(1), at(2), { connector, owner: `Owner ${connector}` }))
  const input = { now, starts, refreshes, source: 'computer' as const, issues, connectors, good, dueTimes: null }
  expect(trendsOf(input, 1)).toMatchObject({ integrations: { more: 1 }, customers: { more: 1 }, owners: { more: 3 } })
})

describe('due times', () => {
  const always = { from: 0, to: 1_440 }
  const dueTimes: DueTimes = {
    calendar: { zone: 'UTC', week: [always, always, always, always, always, null, null], holidays: [] },
    tiers: [{ name: 'Gold', customers: ['c0'] }],
    targets: [
      { cause: 'relink', tier: null, hours: 24 },
      { cause: 'relink', tier: 'Gold', hours: 48 },
      { cause: 'stalled', tier: null, hours: 24 }
    ]
  }
  const one = (opened: number, closed: number | null, change: Partial<TrendIssue> = {}) =>
    relink(opened, closed, { waits: [], ...change })
  const due = (issues: TrendIssue[]) =>
    trendsWith(issues, { dueTimes }).due?.map(({ cause, over, met, weeks }) => [cause, over, met, weeks])

  it('without any, nothing is said of them', () => expect(trendsWith([one(at(1), at(2))]).due).toBeNull())

  it('count what passed them by cause, in the week in which it was due, and what ended in time', () => {
    expect(
      due([
        one(at(1, 1), at(1, 3)),
        one(at(1, 3), at(1, 3.5)),
        one(at(2, 1), null),
        one(at(1, 1), at(1, 2), { cause: 'stalled' }),
        one(at(1, 1), at(3, 2), { cause: 'unknown' })
      ])
    ).toEqual([
      ['relink', 2, 1, [0, 1, 1, 0]],
      ['stalled', 0, 1, [0, 0, 0, 0]]
    ])
  })

  it('count working hours, the customer’s tier, and no time in which the customer was waited for', () => {
    // From Friday on: due on Monday of the next week.
    expect(due([one(at(1, 4.5), at(2, 2))])).toEqual([['relink', 1, 0, [0, 0, 1, 0]]])
    expect(due([one(at(1, 1), at(1, 2.5), { connector: 2 })])).toEqual([['relink', 0, 1, [0, 0, 0, 0]]])
    const waits = [{ from: at(1, 1.5), to: at(1, 3) }]
    expect(due([one(at(1, 1), at(1, 3.25), { waits })])).toEqual([['relink', 0, 1, [0, 0, 0, 0]]])
    expect(due([one(at(1, 1), null, { waits: [{ from: at(1, 1.5), to: null }] })])).toEqual([])
  })

  it('leave out what was open at the first look, what only colleagues saw, and what is not due yet', () => {
    expect(due([one(at(0), at(2))])).toEqual([])
    expect(due([relink(at(1, 1), at(2))])).toEqual([])
    expect(due([one(now - hour, null)])).toEqual([])
  })
})
