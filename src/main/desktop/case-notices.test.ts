import { expect, it } from 'vitest'
import type { QueueCase } from '../../shared/model/case'
import type { Place } from '../../shared/model/place'
import { caseNotices } from './case-notices'

const place: Place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'eu' }
const one = (key: string) => ({ key, endUser: key, cause: 'relink' }) as QueueCase

/** What was shown, and what was opened by clicking on all of it. */
function noticed(cases: QueueCase[], wanted = true) {
  const shown: string[] = []
  const clicks: (() => void)[] = []
  const opened: unknown[] = []
  const tell = caseNotices({
    show(words, click) {
      shown.push(words.title)
      clicks.push(click)
    },
    wanted: () => wanted,
    inbox: { openCase: (...of) => opened.push(of) },
    openQueue: () => opened.push('queue')
  })
  tell(place, cases)
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
    opened: ['queue']
  })
})

it('nothing is shown of no case, where the operator does not want it, or while it is locked', () => {
  expect([noticed([]), noticed([one('HRIS:a')], false)]).toEqual([
    { shown: [], opened: [] },
    { shown: [], opened: [] }
  ])
})
