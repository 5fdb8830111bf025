import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ended, row } from '../testing/made-up'
import { day, hour, madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const list = page.getByRole('treegrid', { name: 'Issues' })
const rowOf = (name: string) => list.getByRole('row').filter({ hasText: name })
const menu = page.getByRole('menu')
const item = (name: string) => menu.getByRole('menuitem', { name, exact: true })

const issues = [
  madeUpIssue('broke', 3 * hour, { cause: 'incident', integrationSlug: 'workday', endUser: 'Aldermoor Logistics' }),
  madeUpIssue('old', 9 * day, { endUser: 'Yarrow Foods', owner: 'Maya' }),
  madeUpIssue('young', 2 * hour, { endUser: 'Umber Textiles' }),
  madeUpIssue('stall', 4 * day, { endUser: 'Larkfield', cause: 'stalled', integrationSlug: 'lever' })
]

async function withIssues() {
  const client = issuesClient(issues)
  client.answer('issues:relinkLetters', () => [])
  const desk = await open(client, '#/issues')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(issues.map(({ key }) => row('HRIS', key.slice(5))))
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.element(list).toBeVisible()
  return { client, desk }
}
const rightClick = (name: string) => userEvent.click(rowOf(name).first(), { button: 'right' })
const changes = (client: ReturnType<typeof issuesClient>) => client.asked('issues:change')

test('a row copies its customer and ids, and opens nothing by that', async () => {
  await withIssues()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  for (const [entry, text] of [
    ['Copy customer', 'Umber Textiles'],
    ['Copy Origin ID', 'origin-young'],
    ['Copy ID', 'young']
  ] as const) {
    await rightClick('Umber Textiles')
    await expect.element(page.getByRole('menu', { name: 'Umber Textiles' })).toBeVisible()
    await item(entry).click()
    expect(write.mock.lastCall).toEqual([text])
  }
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
  write.mockRestore()
})

test('a row is snoozed and assigned from its menu, and each can be undone', async () => {
  const { client } = await withIssues()
  await rightClick('Umber Textiles')
  await item('Snooze: In a week').click()
  await expect.element(page.getByText(/^Snoozed 1 issue until/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await rightClick('Umber Textiles')
  await item('Assign to Maya').click()
  await expect.element(rowOf('Umber Textiles')).toHaveTextContent('Maya')
  expect(changes(client).map(({ change }) => Object.keys(change))).toEqual([
    ['snoozedUntil'],
    ['snoozedUntil'],
    ['owner']
  ])
})

test('Assign… opens the issue at its owner; a relink is requested from the menu', async () => {
  await withIssues()
  await rightClick('Umber Textiles')
  await item('Assign…').click()
  await expect.element(page.getByRole('complementary').getByLabelText('Owner', { exact: true })).toHaveFocus()
  await rightClick('Yarrow Foods')
  await item('Request relink…').click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

test('only where credentials stopped a relink can be requested', async () => {
  await withIssues()
  await rightClick('Larkfield')
  await expect.element(item('Export evidence')).toBeVisible()
  await expect.element(item('Request relink…')).not.toBeInTheDocument()
})

test('a row leads to its record and to a request through it', async () => {
  const { desk } = await withIssues()
  await rightClick('Larkfield')
  await item('Open in Passthrough').click()
  expect(desk.router.view).toBe('passthrough')
  desk.router.go('issues')
  await rightClick('Larkfield')
  await item('Open in Connectors').click()
  expect(desk.router.view).toBe('connectors')
})

test('on one of several selected issues the menu is about all of them', async () => {
  const { client } = await withIssues()
  await userEvent.click(rowOf('Yarrow Foods'), { modifiers: ['Control'] })
  await userEvent.click(rowOf('Umber Textiles'), { modifiers: ['Control'] })
  await rightClick('Yarrow Foods')
  await expect.element(page.getByRole('menu', { name: '2 selected issues' })).toBeVisible()
  await expect.element(item('Copy customer')).not.toBeInTheDocument()
  await item('Snooze: Tomorrow morning').click()
  await expect.element(page.getByText(/^Snoozed 2 issues until/)).toBeVisible()
  expect(changes(client)[0]?.keys.toSorted()).toEqual(['HRIS:old', 'HRIS:young'])
})

test('a head folds its group and selects all of it, by keyboard too', async () => {
  await withIssues()
  const head = list.getByRole('row', { name: /^Relink needed/ })
  await userEvent.click(head, { button: 'right' })
  await item('Select 2 issues').click()
  await expect.element(page.getByRole('toolbar', { name: 'Selected issues' })).toHaveTextContent('2 selected')
  ;(head.element() as HTMLElement).focus()
  head.element().dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await expect.element(item('Unselect 2 issues')).toHaveFocus()
  await item('Fold').click()
  await expect.element(rowOf('Umber Textiles')).not.toBeInTheDocument()
})

test('the head of an incident opens it', async () => {
  await withIssues()
  await rightClick('Workday: 1 of 31')
  await item('Open incident').click()
  await expect.element(page.getByRole('complementary', { name: 'Incident' })).toBeVisible()
})
