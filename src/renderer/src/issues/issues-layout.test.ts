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
    const { items: all, height } = layoutOf(sections(many(3)), none, none)
    const items = [...all]
    expect(items.map(({ kind }) => kind)).toEqual(['section', 'branch', 'case', 'case', 'case'])
    expect(items.map(({ level }) => level)).toEqual([1, 2, 3, 3, 3])
    expect(items.map(({ top }) => top)).toEqual([0, 40, 72, 102, 132])
    expect(items.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
    expect(height).toBe(162)
  })

  test('a folded section keeps its head only', () => {
    const { items: all, height } = layoutOf(sections(many(3)), new Set(['relink']), none)
    const items = [...all]
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ kind: 'section', open: false })
    expect(height).toBe(heights.head)
  })

  test('a folded integration keeps its head, the others stay', () => {
    const issues = [...many(2), madeUpIssue('other', hour, { integrationSlug: 'gusto' })]
    const items = [...layoutOf(sections(issues), new Set(['relink/bamboohr']), none).items]
    expect(items.map(({ kind }) => kind)).toEqual(['section', 'branch', 'branch', 'case'])
  })

  test('an incident shows four and says how many more; unfolded it shows all', () => {
    const incident = sections(many(7, { cause: 'incident' }))
    const closed = [...layoutOf(incident, none, none).items]
    expect(closed.map(({ kind }) => kind)).toEqual(['section', 'case', 'case', 'case', 'case', 'more'])
    expect(closed.at(-1)).toMatchObject({ open: false, rest: { length: 3 } })
    expect(closed[0]?.height).toBe(heights.incident)
    const open = [...layoutOf(incident, none, new Set([incident[0]?.id ?? ''])).items]
    expect(open.filter(({ kind }) => kind === 'case')).toHaveLength(7)
  })

  test('an incident of five needs no row for one more', () => {
    const items = [...layoutOf(sections(many(5, { cause: 'incident' })), none, none).items]
    expect(items.map(({ kind }) => kind)).not.toContain('more')
  })
})

describe('items', () => {
  const issues = [...many(7, { cause: 'incident' }), madeUpIssue('a'), madeUpIssue('b')]
  const { items } = layoutOf(sections(issues), none, none)
  const all = [...items]

  test('are found by key, by place and by issue, in sections as in branches', () => {
    expect(items.length).toBe(all.length)
    for (const [index, item] of all.entries()) {
      expect(items.at(index)).toBe(item)
      expect(items.indexOf(item.key)).toBe(index)
      expect(items.indexAt(item.top)).toBe(index)
      expect(items.indexAt(item.top + item.height - 1)).toBe(index)
    }
    const isCase = all.map(({ kind }) => kind === 'case')
    for (const at of [...isCase.keys(), isCase.length]) {
      expect(items.findIssue(() => true, at)).toBe(isCase.indexOf(true, at))
      expect(items.lastIssue(at)).toBe(isCase.slice(0, at).lastIndexOf(true))
    }
    expect(items.issues().map(({ key }) => key)).toEqual(
      all.flatMap((item) => (item.kind === 'case' ? item.one.key : []))
    )
  })

  test('know the head that they are below', () => {
    const heads = all.map(({ parent }) => all[parent]?.kind ?? null)
    expect(heads).toEqual([null, ...Array(5).fill('section'), null, 'section', 'branch', 'branch'])
  })

  test('are none where nothing is listed', () => {
    const { items } = layoutOf([], none, none)
    expect([items.length, items.at(0), items.at(-1), items.indexAt(30), items.findIssue(() => true)]).toEqual([
      0,
      undefined,
      undefined,
      0,
      -1
    ])
    expect([items.lastIssue(), items.indexOf('case:HRIS:a'), items.issues()]).toEqual([-1, -1, []])
  })
})

describe('drawnOf', () => {
  const rows = layoutOf(sections(many(5000)), none, none).blocks[0]?.blocks[0]?.rows ?? []

  test('of thousands, what can be seen and a little more', () => {
    const drawn = drawnOf(rows, { top: 60_000, height: 600 }, -1)
    expect(drawn.length).toBeLessThan(60)
    expect(drawn[0]?.top).toBeLessThan(60_000)
    expect(drawn.at(-1)?.top).toBeGreaterThan(60_600)
  })

  test('the current row also when it is scrolled away, as it holds the focus', () => {
    const drawn = drawnOf(rows, { top: 60_000, height: 600 }, 5)
    expect(drawn.map(({ key }) => key)).toContain('case:HRIS:c3')
    expect(drawn.filter(({ key }) => key === 'case:HRIS:c3')).toHaveLength(1)
  })
})

test('a row is scrolled to below the heads that stay in sight', () => {
  const { items } = layoutOf(sections(many(50)), none, none)
  const row = items.at(10) as Item
  expect(scrollToItem(row, { top: 0, height: 900 })).toBe(0)
  expect(scrollToItem(row, { top: row.top, height: 300 })).toBe(row.top - heights.head - heights.branch)
  expect(scrollToItem(row, { top: 0, height: 100 })).toBe(row.top + row.height - 100)
})
