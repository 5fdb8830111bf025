import { expect, test } from 'vitest'
import { madeUpIssues, madeUpSnapshot } from '../testing/made-up-issues'
import { checkedWords } from './words'

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
