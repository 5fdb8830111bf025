import { describe, expect, test } from 'vitest'
import { hour, madeUpIssue, madeUpIssues } from '../testing/made-up-issues'
import { drawnOf, heights, type Item, layoutOf, scrollToItem } from './issues-layout'
import { everything, IncidentIds, sectionsOf } from './issues-tree'

const none = new Set<string>()
const asked = {
  grouping: 'integration',
  sort: 'age',
  reversed: false,
  filter: everything,
  dueAt: () => undefined
} as const
const many = (count: number, change = {}) =>
  Array.from({ length: count }, (_, at) => madeUpIssue(`c${at}`, hour, change))
const sections = (issues: ReturnType<typeof many>) => {
  const issueList = madeUpIssues(issues)
  const incidentIds = new IncidentIds().of(issueList.groups.flatMap(({ incidents }) => incidents))
  return sectionsOf(issueList, { ...asked, incidentIds })
}

describe('layoutOf', () => {
  test('heads and rows follow each other without a gap, numbered from the top', () => {
    const { items, height } = layoutOf(sections(many(3)), none, none)
    expect(items.map(({ kind }) => kind)).toEqual(['section', 'branch', 'case', 'case', 'case'])
    expect(items.map(({ level }) => level)).toEqual([1, 2, 3, 3, 3])
    expect(items.map(({ top }) => top)).toEqual([0, 40, 72, 102, 132])
    expect(items.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
    expect(height).toBe(162)
  })

  test('a folded section keeps its head only', () => {
    const { items, height } = layoutOf(sections(many(3)), new Set(['relink']), none)
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ kind: 'section', open: false })
    expect(height).toBe(heights.head)
  })

  test('a folded integration keeps its head, the others stay', () => {
    const issues = [...many(2), madeUpIssue('other', hour, { integrationSlug: 'gusto' })]
    const { items } = layoutOf(sections(issues), new Set(['relink/bamboohr']), none)
    expect(items.map(({ kind }) => kind)).toEqual(['section', 'branch', 'branch', 'case'])
  })

  test('an incident shows four and says how many more; unfolded it shows all', () => {
    const incident = sections(many(7, { cause: 'incident' }))
    const closed = layoutOf(incident, none, none)
    expect(closed.items.map(({ kind }) => kind)).toEqual(['section', 'case', 'case', 'case', 'case', 'more'])
    expect(closed.items.at(-1)).toMatchObject({ open: false, rest: { length: 3 } })
    expect(closed.items[0]?.height).toBe(heights.incident)
    const open = layoutOf(incident, none, new Set([incident[0]?.id ?? '']))
    expect(open.items.filter(({ kind }) => kind === 'case')).toHaveLength(7)
  })

  test('an incident of five needs no row for one more', () => {
    const { items } = layoutOf(sections(many(5, { cause: 'incident' })), none, none)
    expect(items.map(({ kind }) => kind)).not.toContain('more')
  })
})

describe('drawnOf', () => {
  const rows = layoutOf(sections(many(5000)), none, none).blocks[0]?.blocks[0]?.items ?? []

  test('of thousands, what can be seen and a little more', () => {
    const drawn = drawnOf(rows, { top: 60_000, height: 600 }, null)
    expect(drawn.length).toBeLessThan(60)
    expect(drawn[0]?.top).toBeLessThan(60_000)
    expect(drawn.at(-1)?.top).toBeGreaterThan(60_600)
  })

  test('the current row also when it is scrolled away, as it holds the focus', () => {
    const drawn = drawnOf(rows, { top: 60_000, height: 600 }, 'case:HRIS:c3')
    expect(drawn.map(({ key }) => key)).toContain('case:HRIS:c3')
    expect(drawn.filter(({ key }) => key === 'case:HRIS:c3')).toHaveLength(1)
  })
})

test('a row is scrolled to below the heads that stay in sight', () => {
  const { items } = layoutOf(sections(many(50)), none, none)
  const row = items[10] as Item
  expect(scrollToItem(row, { top: 0, height: 900 })).toBe(0)
  expect(scrollToItem(row, { top: row.top, height: 300 })).toBe(row.top - heights.head - heights.branch)
  expect(scrollToItem(row, { top: 0, height: 100 })).toBe(row.top + row.height - 100)
})
