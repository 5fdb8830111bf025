/* eslint-disable no-restricted-imports -- it compares how main and the window count */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { issueListOf, type Kept } from '../../../main/issues/triage/issue-list'
import { subjectOf } from '../../../main/issues/triage/subject'
import { rowDiagnoses, triage } from '../../../main/issues/triage/triage'
import { categories } from '../../../shared/connectors/category'
import { readConnector } from '../../../shared/connectors/connector'
import { HeldList } from '../../../shared/connectors/list/held-list'
import { totalsOf } from '../../../shared/connectors/list/questions'
import { issueCauses } from '../../../shared/issues/diagnosis'
import { countOpen, issuesOf } from './issues-by-key'
import { row } from '../testing/made-up'
import { dueOf } from '../../../shared/issues/due'
import type { DueTimes } from '../../../shared/issues/due-times'
import { dueFinder, everything, matches, sectionsOf } from '../issues/issues-tree'
import { madeUpIssue, madeUpIssues, madeUpWebhookIssue } from '../testing/made-up-issues'
import { connectorsReached } from '../mappings/scopes'

const now = Date.parse('2026-03-10T12:00:00Z')
const hour = 3_600_000
const integrations = ['bamboohr', 'lever', 'workday'] as const

/** Connectors in every state; many of one integration break within an hour, so that there are possible outages. */
const made = fc.record({
  category: fc.constantFrom(...categories),
  integration_slug: fc.constantFrom(...integrations),
  status: fc.constantFrom('COMPLETE', 'RELINK_NEEDED', 'INCOMPLETE', 'SUSPENDED', null),
  sync_status: fc.constantFrom('Done', 'Failed', 'Syncing', 'Paused', null),
  is_test_connector: fc.boolean(),
  is_active: fc.boolean(),
  relink_needed_at: fc.integer({ min: 0, max: 90 }).map((minutes) => new Date(now - minutes * 60_000).toISOString()),
  created_at: fc.constantFrom(...[hour, 50 * hour].map((age) => new Date(now - age).toISOString())),
  next_sync_start_time: fc.constantFrom(null, ...[-30 * hour, hour].map((at) => new Date(now + at).toISOString()))
})
const lists = fc.array(fc.record({ record: made, snoozed: fc.boolean() }), { maxLength: 60 })

const asleep: Kept = { openedAt: now, owner: '', note: '', snoozedUntil: now + hour, tags: [], requestedAt: null }

const madeUpWebhook = (closed: boolean, snoozedUntil: number | null) =>
  madeUpWebhookIssue({ closed: closed ? { at: now, why: 'recovered' } : null, snoozedUntil })

test('counts of due issues are what the list shows narrowed to them, and each row says the same of itself', () => {
  const times: DueTimes = {
    calendar: {
      zone: 'Europe/Berlin',
      week: Array.from({ length: 5 }, () => ({ from: 540, to: 1_020 })),
      holidays: []
    },
    tiers: [{ name: 'Gold', customers: ['origin-1'] }],
    targets: [
      { cause: 'relink', tier: null, hours: 8 },
      { cause: 'relink', tier: 'Gold', hours: 0 },
      { cause: 'stalled', tier: null, hours: 16 }
    ]
  }
  const issue = fc.record({
    age: fc.integer({ min: 0, max: 6 * 24 * 60 }),
    cause: fc.constantFrom('relink', 'stalled', 'failed'),
    waited: fc.option(fc.integer({ min: 0, max: 3_000 }))
  })
  fc.assert(
    fc.property(fc.array(issue, { maxLength: 20 }), (made) => {
      const all = made.map(({ age, cause, waited }, n) =>
        madeUpIssue(`${n}`, 0, {
          ...{ cause, ageFrom: now - age * 60_000 },
          waits: waited === null ? [] : [{ from: now - waited * 60_000, to: null }]
        })
      )
      const issueList = madeUpIssues(all)
      const dueAt = dueFinder(times)
      for (const which of ['over', 'today'] as const) {
        const filter = { ...everything, due: { which, at: now } }
        const choices = { grouping: 'none', sort: 'due', reversed: false, incidentIds: new Map(), dueAt } as const
        const listed = sectionsOf(issueList, { ...choices, filter }).flatMap(({ issues }) => issues)
        expect(listed).toHaveLength(all.filter((one) => matches(one, filter, dueAt)).length)
        const own = all.map((one) => dueOf(one, times, now))
        const midnight = new Date(now).setHours(24, 0, 0, 0)
        expect(listed).toHaveLength(
          own.filter((due) => due && (which === 'over' ? due.over : !due.over && due.at !== null && due.at < midnight))
            .length
        )
        for (const due of own) if (due && due.left < 0) expect(due.over).toBe(true)
      }
    })
  )
})

test('Connectors, Issues, Lookups and Mappings count alike', () => {
  fc.assert(
    fc.property(lists, (connectors) => {
      const rows = connectors.map(({ record: { category, ...fields } }, at) => row(category, `${at}`, fields))
      const judged = triage(
        rows.map((one) => subjectOf(one)),
        now
      )
      const kept = new Map(rows.filter((_, at) => connectors[at]?.snoozed).map(({ key }) => [key, asleep]))
      const issueList = issueListOf(judged, kept)
      const list = new HeldList()
      for (const { key, category, record } of rows) list.put({ id: 0, key, category, connector: readConnector(record) })
      list.diagnose(rowDiagnoses(judged))
      const { facets, total, undiagnosed } = list.tally()
      expect(undiagnosed).toBe(0)
      const counted = (facet: string) => facets[facet] ?? 0

      for (const cause of issueCauses) {
        const group = issueList.groups.find((one) => one.cause === cause)
        const snoozed = issueList.snoozed.filter((one) => one.cause === cause).length
        expect(counted(cause)).toBe((group?.count ?? 0) + snoozed)
        expect(group ? issuesOf(group).length : 0).toBe(group?.count ?? 0)
      }
      const { issues, snoozed, fine, tests } = issueList.counts
      expect(counted('test')).toBe(tests)
      expect(issues + snoozed + fine + tests).toBe(total)

      // Webhooks are no connectors: they count beside them.
      const hooks = [false, true].flatMap((closed) => [null, now + hour].map((until) => madeUpWebhook(closed, until)))
      const withHooks = issueListOf(judged, kept, { webhooks: hooks, mappings: [] })
      expect(withHooks.counts).toEqual(issueList.counts)
      expect(countOpen(issueList)).toBe(issues)
      expect(countOpen(withHooks)).toBe(issues + 1)

      const reached = { isRead: true, size: list.size, totals: totalsOf(list) }
      for (const slug of integrations) {
        const all = counted(`integration ${slug}`)
        const production = judged.integrations.get(slug)?.total ?? 0
        expect(all - counted(`test ${slug}`)).toBe(production)
        expect(connectorsReached(reached, slug, null)).toMatchObject({
          connectors: all,
          tests: counted(`test ${slug}`)
        })
      }
    })
  )
})
