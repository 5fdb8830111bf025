import { expect, it } from 'vitest'
import type { Issue } from '../../shared/issues/issue'
import type { Place } from '../../shared/workspaces/place'
import { issueNotices } from './issue-notices'

const place: Place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'eu' }
const one = (key: string) => ({ key, endUser: key, cause: 'relink' }) as Issue

function noticed(issues: Issue[], wanted = true) {
  const shown: string[] = []
  const clicks: (() => void)[] = []
  const opened: unknown[] = []
  const tell = issueNotices({
    show(words, click) {
      shown.push(words.title)
      clicks.push(click)
    },
    wanted: () => wanted,
    inbox: { openIssue: (...of) => opened.push(of) },
    openIssues: () => opened.push('issues')
  })
  tell(place, issues)
  expect(opened).toEqual([])
  for (const click of clicks) click()
  return { shown, opened }
}

it('a click on the notification of one case opens that case, where it is', () => {
  expect(noticed([one('HRIS:a')])).toEqual({ shown: ['1 connector needs attention'], opened: [[place, 'HRIS:a']] })
})

it('many cases are one notification, which opens the queue', () => {
  expect(noticed(['HRIS:a', 'HRIS:b', 'ATS:c'].map(one))).toEqual({
    shown: ['3 connectors need attention'],
    opened: ['issues']
  })
})

it('nothing is shown of no case, where the operator does not want it, or while it is locked', () => {
  expect([noticed([]), noticed([one('HRIS:a')], false)]).toEqual([
    { shown: [], opened: [] },
    { shown: [], opened: [] }
  ])
})
