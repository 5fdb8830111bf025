import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Issue, IssueList, IssueNews } from './issue'
import { readNews, type ReadIssues } from './news'
import { ToldIssues } from './told'

const issue = (id: number, change: Partial<Issue> = {}): Issue => ({
  ...{ key: `HRIS:${id}`, category: 'HRIS', integrationSlug: 'bamboohr', endUser: 'Acme', originId: null },
  ...{ cause: 'relink', short: 'Sign-in failed', since: 1, ageFrom: 1, age: '<1d', employees: 9, others: 0 },
  ...{ lastGoodSync: { time: 1, kind: 'seen-done' }, othersTroubled: 0, owner: '', hasNote: false },
  ...{ snoozedUntil: null, tags: [], requestedAt: null },
  ...change
})

function listOf(some: readonly Issue[], at = 1): IssueList {
  const incident = {
    ...{ integrationSlug: 'workday', first: 1, last: 2, times: [1, 2], total: 3, stillRun: 1 },
    ...{ employees: 1, endUsers: 1, title: '', words: '' }
  }
  const [open, broken, snoozed, tests] = [0, 1, 2, 3].map((part) => some.filter((_, at) => at % 4 === part))
  const group = { words: '', incidents: [], integrations: [] }
  return {
    ...{ at, snoozed: snoozed ?? [], tests: tests ?? [], byCause: [], byIntegration: [] },
    ...{ webhooks: [], mappings: [], providersDown: [] },
    groups: [
      { ...group, cause: 'incident', count: 1, incidents: [{ ...incident, issues: broken ?? [] }] },
      { ...group, cause: 'relink', count: 1, integrations: [{ integrationSlug: 'a', total: 1, issues: open ?? [] }] }
    ],
    counts: { issues: 1, snoozed: 1, fine: 1, tests: 1, connectors: 4 }
  }
}

/** As the window does. */
function follow(told: ToldIssues, news: IssueNews, before: ReadIssues | null): ReadIssues {
  const others = Array.from({ length: news.more }, (_, at) => told.page(news.version, at + 1) ?? '')
  const pages = [news.page, ...others].map((page) => JSON.parse(page) as Issue[])
  return readNews(news, news.since === null ? [] : (before?.issues ?? []), pages)
}

test('whatever changes, the window has the list that main has', () => {
  const one = fc.record({
    id: fc.nat(12),
    owner: fc.constantFrom('', 'Ada'),
    tags: fc.array(fc.constantFrom('a', 'b'))
  })
  const some = fc.uniqueArray(one, { selector: ({ id }) => id })
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), (lists) => {
      const told = new ToldIssues()
      let read: ReadIssues | null = null
      for (const [at, own] of lists.entries()) {
        const list = listOf(
          own.map(({ id, ...change }) => issue(id, change)),
          at
        )
        read = follow(told, told.tell(list, read?.version ?? null), read)
        expect(read.list).toEqual(list)
      }
    }),
    { seed: 7 }
  )
})

const many = Array.from({ length: 6_000 }, (_, at) => issue(at))

test('many come in pages; then only what differs is told, where it stands, and the others are the same objects', () => {
  const told = new ToldIssues()
  const news = told.tell(listOf(many), null)
  expect(news.more).toBe(2)
  const read = follow(told, news, null)
  const again = told.tell(listOf(many.with(8, issue(8, { owner: 'Ada' }))), read.version)
  expect(again).toMatchObject({ since: read.version, more: 0 })
  expect(JSON.parse(again.page)).toEqual([issue(8, { owner: 'Ada' })])
  expect(JSON.stringify(again.list).length).toBeLessThan(1_000)
  const next = follow(told, again, read)
  expect(next.issues.filter((one, at) => one !== read.issues[at])).toHaveLength(1)
})

test('a list that the window did not take is not continued; one that it never had begins anew', () => {
  const told = new ToldIssues()
  const read = follow(told, told.tell(listOf(many), null), null)
  const lost = told.tell(listOf(many.slice(1)), read.version)
  const next = told.tell(listOf(many.slice(2)), read.version)
  expect([lost.since, next.since]).toEqual([read.version, read.version])
  expect(follow(told, next, read).list).toEqual(listOf(many.slice(2)))
  expect(told.page(lost.version, 0)).toBeUndefined()
  expect(told.tell(listOf(many), lost.version).since).toBeNull()
})

test('a list of an earlier session is continued', () => {
  const earlier = new ToldIssues()
  const { version, list, page, more } = earlier.tell(listOf(many), null)
  const pages = [page, ...Array.from({ length: more }, (_, at) => earlier.page(version, at + 1) ?? '')]
  const told = new ToldIssues()
  const read = follow(told, told.resume(list, pages), null)
  expect(read.list).toEqual(listOf(many))
  const next = told.tell(listOf(many.slice(1)), read.version)
  expect(follow(told, next, read).list).toEqual(listOf(many.slice(1)))
})
