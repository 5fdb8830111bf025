import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DueTimes } from '../../../shared/issues/due-times'
import type { Tracker } from '../../../shared/tickets/ticket'
import { appState, ended, row, workspace } from '../testing/made-up'
import { day, hour, madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const list = page.getByRole('treegrid', { name: 'Issues' })
const names = () =>
  [...document.querySelectorAll<HTMLElement>('[role=row][data-key]')].map((one) =>
    one.querySelector('.name')?.textContent?.trim()
  )
const rowOf = (name: string) => list.getByRole('row').filter({ hasText: name })
const always = { from: 0, to: 1_440 }
const dueTimes: DueTimes = {
  calendar: { zone: 'UTC', week: [always, always, always, always, always, always, always], holidays: [] },
  tiers: [],
  targets: [
    { cause: 'relink', tier: null, hours: 24 },
    { cause: 'stalled', tier: null, hours: 48 }
  ]
}
const issues = () => [
  madeUpIssue('d', 9 * day, { endUser: 'Never', cause: 'failed' }),
  madeUpIssue('c', 2 * hour, { endUser: 'Waiting', waits: [{ from: Date.now() - hour, to: null }] }),
  madeUpIssue('b', hour / 2, { endUser: 'Later', cause: 'stalled' }),
  // Half an hour more: the list counts by whole minutes, and would say 5 h until the next one begins.
  madeUpIssue('a', 30.5 * hour, { endUser: 'Over' })
]

async function withIssues(times: DueTimes | undefined, tracker?: Tracker) {
  const client = issuesClient(issues())
  client.answer('tickets:all', () => [{ key: 'HRIS:a', number: 'OPS-7', state: 'open', status: 'In progress' }])
  client.answer('app:getState', () =>
    appState({ workspaces: [workspace({ dueTimes: times, ...(tracker && { tracker }) })] })
  )
  await open(client, '#/issues')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(issues().map(({ key }) => row('HRIS', key.slice(5))))
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.element(list).toBeVisible()
  await page.getByRole('button', { name: /^Group by/ }).click()
  await page.getByRole('radio', { name: 'Nothing' }).click()
  await userEvent.keyboard('{Escape}')
}

test('rows say what is left, sort by it, and one click keeps those that are over', async () => {
  await withIssues(dueTimes)
  await expect.element(rowOf('Over')).toHaveTextContent('6 h over')
  await expect.element(rowOf('Later')).toHaveTextContent('47 h left')
  await expect.element(rowOf('Waiting')).toHaveTextContent('paused')
  await expect.element(rowOf('Never')).not.toHaveTextContent(/left|over|paused/)
  await list.getByRole('button', { name: 'Due' }).click()
  await expect.element(list.getByRole('columnheader', { name: 'Due' })).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(names).toEqual(['Over', 'Later', 'Waiting', 'Never'])
  const over = page.getByRole('button', { name: '1 over' })
  await over.click()
  await expect.poll(names).toEqual(['Over'])
  await expect.element(over).toHaveAttribute('aria-pressed', 'true')
  await over.click()
  await expect.poll(() => names().length).toBe(4)
  const cells = [...document.querySelectorAll<HTMLElement>('.issue-list [role=row]:has(.cell.due) .cell')]
  expect(cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([])
})

test('without due times the list has neither the column nor the counts', async () => {
  await withIssues(undefined)
  await expect.poll(() => names().length).toBe(4)
  await expect.element(list.getByRole('columnheader', { name: 'Due' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: / over$| due today$/ })).not.toBeInTheDocument()
})

test('with a tracker, rows say number and state of their ticket in a column, beside the due times', async () => {
  const tracker = {
    kind: 'jira' as const,
    address: 'https://jira.example',
    project: 'OPS',
    issueType: 'Task',
    account: ''
  }
  await withIssues(dueTimes, tracker)
  await expect.element(list.getByRole('columnheader', { name: 'Ticket' })).toBeVisible()
  await expect.element(rowOf('Over')).toHaveTextContent('OPS-7 In progress')
  await expect.element(rowOf('Later')).not.toHaveTextContent('OPS')
  // Also those that are hidden at this width: one for each head.
  const cells = (name: string) => document.querySelectorAll(`.columns[role=row] [role=${name}]`).length
  expect(cells('gridcell')).toBe(cells('columnheader') * issues().length)
})

test('without a tracker there is no column of tickets', async () => {
  await withIssues(undefined)
  await expect.element(rowOf('Over')).toBeVisible()
  expect(list.getByRole('columnheader', { name: 'Ticket' }).elements()).toEqual([])
})
