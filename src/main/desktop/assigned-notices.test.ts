import { expect, it } from 'vitest'
import type { Place } from '../../shared/workspaces/place'
import { assignedNotices, type AssignedIssue } from './room'

const place: Place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'eu' }
const one = (key: string, by = 'Grace'): AssignedIssue => ({ place, key, by })
const acme = { customer: 'Acme', integration: 'BambooHR' }

async function noticed(issues: AssignedIssue[], { wanted = true, away = false, about = acme } = {}) {
  const shown: { title: string; body: string }[] = []
  const clicks: (() => void)[] = []
  const opened: unknown[] = []
  const tell = assignedNotices({
    show(words, click) {
      shown.push(words)
      clicks.push(click)
    },
    wanted: () => wanted,
    inbox: { openIssue: (...of) => opened.push(of) },
    openIssues: () => opened.push('issues'),
    about: async () => about
  })
  await tell(issues, away)
  expect(opened).toEqual([])
  for (const click of clicks) click()
  return { shown, opened }
}

it('says who assigned which connector, and opens its case by a click', async () => {
  expect(await noticed([one('HRIS:a')])).toEqual({
    shown: [{ title: 'Grace assigned Acme (BambooHR) to you', body: '' }],
    opened: [[place, 'HRIS:a']]
  })
})

it('sums up what came while the desk was away, and opens the queue', async () => {
  const issues = ['a', 'b', 'c', 'd', 'e'].map((id, at) => one(`HRIS:${id}`, at === 0 ? 'Ada' : 'Grace'))
  expect(await noticed(issues, { away: true })).toEqual({
    shown: [{ title: '5 issues were assigned to you while you were away', body: 'By Ada, Grace' }],
    opened: ['issues']
  })
  expect((await noticed(issues)).shown[0]?.title).toBe('5 issues were assigned to you')
})

it('shows nothing without a case, where it is not wanted, or while the app is locked', async () => {
  const nothing = { shown: [], opened: [] }
  expect([await noticed([]), await noticed([one('HRIS:a')], { wanted: false })]).toEqual([nothing, nothing])
})

it('@attack cuts off and cleans what others wrote', async () => {
  const { shown } = await noticed([one('HRIS:a', `\u202E${'x'.repeat(200)}\n`)], {
    about: { customer: '', integration: '' }
  })
  expect(shown[0]?.title).toBe(`${'x'.repeat(60)}… assigned a connector to you`)
})
