import { expect, it } from 'vitest'
import type { Issue } from '../../shared/issues/issue'
import { newIssueWords } from './issue-notices'

const one = (endUser: string, cause: Issue['cause'] = 'relink') => ({ endUser, cause }) as Issue

it.each([
  [[one('Acme')], '1 connector needs attention', 'Acme'],
  [[one('Acme'), one('Acme')], '2 connectors need attention', 'Acme'],
  [['a', 'b', 'c'].map((name) => one(name)), '3 connectors need attention', 'a, b, c'],
  [['a', 'b', 'c', 'd', 'e'].map((name) => one(name)), '5 connectors need attention', 'a, b, c and 2 more'],
  [[one('a', 'incident'), one('b')], '2 connectors need attention (1 possible outage)', 'a, b']
])('%#: how many and whose', (issues, title, body) => expect(newIssueWords(issues)).toEqual({ title, body }))

it('@attack uses no name that hides, reorders or never ends', () => {
  const { body } = newIssueWords([one('Evil\u202Eeman\u200B\nLtd'), one('N'.repeat(10_000)), one('\u200B')])
  expect(body).toBe(`Evil eman Ltd, ${'N'.repeat(60)}…, No name`)
})

it('cuts no character in half', () => {
  expect(newIssueWords([one('😀'.repeat(60))]).body).toBe('😀'.repeat(60))
  expect(newIssueWords([one(`N${'😀'.repeat(60)}`)]).body).toBe(`N${'😀'.repeat(59)}…`)
  expect(newIssueWords([one(`N${'😀'.repeat(10_000)}`)]).body).toBe(`N${'😀'.repeat(59)}…`)
})
