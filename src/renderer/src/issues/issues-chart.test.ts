import { describe, expect, test } from 'vitest'
import { day, hour, madeUpIssue } from '../testing/made-up-issues'
import { barWidths, chartOf, rowWidth } from './issues-chart'

const issues = [
  ...Array.from({ length: 3 }, (_, at) => madeUpIssue(`s${at}`, 4 * day, { cause: 'stalled' })),
  madeUpIssue('r', 4 * day),
  madeUpIssue('n', hour, { integrationSlug: 'gusto' })
]

describe('by cause', () => {
  const chart = chartOf(issues, 'cause')

  test('all ages in order, the fixed order of causes, a name for each group of marks', () => {
    expect(chart.rows.map(({ name, count }) => [name, count])).toEqual([
      ['< 1 d', 1],
      ['1–3 d', 0],
      ['3–7 d', 4],
      ['> 7 d', 0]
    ])
    expect(chart.rows[2]?.cells.map(({ name }) => name)).toEqual([
      '3–7 d, Relink needed, 1 issue',
      '3–7 d, Sync stalled, 3 issues'
    ])
  })

  test('the legend has every known cause, also those without a case; unknown values only where there are any', () => {
    expect(chart.kinds.map(({ count }) => count)).toEqual([0, 2, 0, 3, 0, 0])
    const odd = chartOf([madeUpIssue('x', hour, { cause: 'unknown' })], 'cause')
    expect(odd.kinds.at(-1)).toMatchObject({ name: 'Unknown status', count: 1 })
    const unread = chartOf([madeUpIssue('x', hour, { cause: 'unreadable' })], 'cause')
    expect(unread.kinds.at(-1)).toMatchObject({ name: 'Unreadable data', count: 1 })
  })

  test('a cell narrows to its age and cause', () => {
    expect(chart.rows[2]?.cells[1]?.choices).toEqual({ age: '3-7d', cause: 'stalled' })
  })
})

describe('by integration', () => {
  test('the most troubled come first; many small ones are counted together', () => {
    const many = Array.from({ length: 9 }, (_, at) => madeUpIssue(`m${at}`, hour, { integrationSlug: `small-${at}` }))
    const chart = chartOf([...issues, ...many], 'integration')
    expect(chart.kinds[0]).toMatchObject({ name: 'Bamboohr', count: 4 })
    expect(chart.kinds).toHaveLength(6)
    expect(chart.kinds[5]).toMatchObject({ name: '6 others', count: 6 })
    expect(chart.kinds[5]?.choices.integrations).toHaveLength(6)
    expect(chart.rows.reduce((sum, row) => sum + row.count, 0)).toBe(issues.length + many.length)
  })

  test('six integrations need nothing counted together', () => {
    const six = Array.from({ length: 6 }, (_, at) => madeUpIssue(`m${at}`, hour, { integrationSlug: `i-${at}` }))
    expect(chartOf(six, 'integration').kinds.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1])
  })
})

test('bars keep their proportion, fit the room, and stay visible when small', () => {
  const long = Array.from({ length: 300 }, (_, at) => madeUpIssue(`l${at}`, hour))
  const { rows } = chartOf([...long, ...issues], 'cause')
  expect(Math.max(...rows.map((row) => rowWidth(row, false)))).toBeGreaterThan(400)
  const widths = barWidths(rows, 400, false)
  const row = (at: number) => rows[at]?.cells.map((cell) => widths.get(cell) ?? 0) ?? []
  expect(row(0).reduce((sum, width) => sum + width + 2, 0)).toBeLessThanOrEqual(400)
  expect(row(0)[0]).toBeGreaterThan(380)
  expect(row(2)).toEqual([24, 24])
})

test('two long bars have the ratio of their numbers', () => {
  const some = (count: number, ms: number) => Array.from({ length: count }, (_, at) => madeUpIssue(`${ms}${at}`, ms))
  const { rows } = chartOf([...some(200, hour), ...some(100, 2 * day)], 'cause')
  const widths = [...barWidths(rows, 402, false).values()]
  expect(widths).toEqual([400, 200])
})

test('where nothing fits, bars keep the least width and do not grow past it', () => {
  const causes = ['incident', 'relink', 'unfinished', 'stalled', 'failed'] as const
  const crowd = causes.flatMap((cause) =>
    Array.from({ length: 10 }, (_, at) => madeUpIssue(`${cause}${at}`, hour, { cause }))
  )
  const { rows } = chartOf([...crowd, madeUpIssue('one', 9 * day)], 'cause')
  expect(new Set(barWidths(rows, 60, false).values())).toEqual(new Set([24]))
})
