import { expect, test } from 'vitest'
import type { WebhookIssue } from '../../../shared/webhooks/webhook-issue'
import { madeUpIssues, madeUpSnapshot, madeUpWebhookIssue } from '../testing/made-up-issues'
import { checkedWords, issuesMeta } from './words'

test('what was checked is shown in one order, whatever the order it was kept in', () => {
  const refreshRun = madeUpSnapshot()
  const issueList = madeUpIssues([])
  expect(checkedWords(issueList, { ...refreshRun, parts: refreshRun.parts.toReversed() })).toBe(
    '1,204 connectors in HRIS, ATS and LMS'
  )
  const parts = refreshRun.parts.map((part) => (part.category === 'ATS' ? { ...part, state: 'failed' as const } : part))
  expect(checkedWords(issueList, { ...refreshRun, parts })).toBe('1,204 connectors in HRIS and LMS')
  expect(checkedWords(issueList, null)).toBe('1,204 connectors')
})

test('the head names webhooks beside the connectors, which add up without them', () => {
  const about = { isKept: false, refreshRun: null, readAt: null, ready: true, confirmed: 0, now: Date.now() }
  const meta = (webhooks: WebhookIssue[]) => issuesMeta({ issueList: madeUpIssues([], { webhooks }), ...about })
  expect(meta([])).toBe('1,204 connectors: 0 issues, 1,142 OK')
  expect(meta([madeUpWebhookIssue()])).toBe('1,204 connectors: 0 issues, 1,142 OK; 1 failing webhook')
  expect(meta([madeUpWebhookIssue({ snoozedUntil: Date.now() + 1 })])).toBe('1,204 connectors: 0 issues, 1,142 OK')
})
