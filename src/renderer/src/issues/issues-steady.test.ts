import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { IssueList, Issue } from '../../../shared/issues/issue'
import { ended, row } from '../testing/made-up'
import { day, hour, madeUpIssue, madeUpIssues, madeUpSnapshot, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const list = page.getByRole('treegrid', { name: 'Issues' })
const drawer = page.getByRole('complementary', { name: 'Issue' })
const rowOf = (name: string) => list.getByRole('row').filter({ hasText: name })
const topOf = (name: string) => Math.round(rowOf(name).element().getBoundingClientRect().top)
const inHand = () => document.activeElement?.getAttribute('data-key')
/** Waits until earlier changes are on the screen, scrolled and focused. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
const place = { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' } as const

const some = Array.from({ length: 30 }, (_, at) =>
  madeUpIssue(`c${at}`, 9 * day - at * hour, { endUser: `Case ${at}.` })
)
const incident = ['Aldermoor', 'Castellan', 'Ironbridge'].map((endUser) =>
  madeUpIssue(endUser, hour, { cause: 'incident', integrationSlug: 'workday', endUser })
)

async function withIssues(issues: Issue[] = some, change: Partial<IssueList> = {}) {
  const client = issuesClient(issues, change)
  const desk = await open(client, '#/issues')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  if (issues.length > 0) await expect.element(list).toBeVisible()
  /** A refresh ends, and main sends other issues. */
  const tell = (now: Issue[]) => {
    client.answerIssues(() => madeUpIssues(now))
    client.emit('connectors:snapshotChanged', { ...place, snapshot: madeUpSnapshot() })
  }
  return { client, desk, tell }
}

test('at the top an incident that arrives is seen first, whatever is current or under the pointer', async () => {
  const { tell } = await withIssues()
  rowOf('Case 4.').element().focus()
  await userEvent.hover(rowOf('Case 1.'))
  tell([...incident, ...some])
  await expect.element(list.getByText('Workday: 3 of 31 connectors')).toBeVisible()
  await drawn()
  expect(list.element().scrollTop).toBe(0)
  expect(inHand()).toBe('HRIS:c4')
})

test('further down the rows in sight keep their place when an incident arrives above them, or cases recover', async () => {
  const { tell } = await withIssues()
  list.element().scrollTop = 200
  await drawn()
  const before = topOf('Case 9.')
  tell([...incident, ...some])
  await expect.poll(() => list.element().getAttribute('aria-rowcount')).toBe(String(1 + 1 + 3 + 2 + 30))
  await expect.poll(() => topOf('Case 9.')).toBe(before)
  tell([...incident, ...some.slice(3)])
  await expect.poll(() => list.element().getAttribute('aria-rowcount')).toBe(String(1 + 1 + 3 + 2 + 27))
  await expect.poll(() => topOf('Case 9.')).toBe(before)
})

test.each([0, 200])('a focused case that turns into another kind leaves the list at %i px', async (top) => {
  const { tell } = await withIssues()
  list.element().scrollTop = top
  await drawn()
  rowOf('Case 4.').element().focus({ preventScroll: true })
  const before = topOf('Case 9.')
  tell([...some.filter((_, at) => at !== 4), madeUpIssue('c4', hour, { endUser: 'Case 4.', cause: 'failed' })])
  await expect.poll(() => list.element().getAttribute('aria-rowcount')).toBe(String(1 + 2 + 2 + 30))
  await drawn()
  expect(list.element().scrollTop).toBe(top === 0 ? 0 : top - 30)
  expect(topOf('Case 9.')).toBe(top === 0 ? before - 30 : before)
  expect(inHand()).toBe('HRIS:c4')
})

test('after a current case has recovered, the one now in its place is current, and `j` goes on from there', async () => {
  const { tell } = await withIssues()
  list.element().scrollTop = 400
  await drawn()
  rowOf('Case 20.').element().focus()
  tell(some.filter((_, at) => at !== 20))
  await expect.poll(inHand).toBe('HRIS:c21')
  expect(list.element().scrollTop).toBe(400)
  await userEvent.keyboard('j')
  await expect.poll(inHand).toBe('HRIS:c22')
})

test('the focus comes into the list only where it was there', async () => {
  const { tell } = await withIssues()
  rowOf('Case 20.').element().focus()
  const group = page.getByRole('button', { name: /^Group by/ })
  group.element().focus()
  tell(some.filter((_, at) => at !== 20))
  await expect.poll(() => list.element().getAttribute('aria-rowcount')).toBe(String(1 + 2 + 29))
  await drawn()
  await expect.element(group).toHaveFocus()
})

test('new cases are read out as they come, and not as they are opened', async () => {
  const { client, tell } = await withIssues()
  client.emit('issues:opened', { ...place, issues: incident })
  tell([...incident, ...some])
  const words = page.getByText('3 new issues')
  await expect.element(words).toHaveAttribute('aria-live', 'polite')
  await rowOf('Castellan').click()
  await expect.element(page.getByRole('button', { name: '2 new' })).toBeVisible()
  await expect.element(page.getByText(/new issues?$/)).not.toBeInTheDocument()
})

test('the count of new cases leads to the first one, wherever it is hidden, until they have recovered', async () => {
  const { client, tell } = await withIssues()
  const fresh = ['x', 'y'].map((id) => madeUpIssue(id, hour, { endUser: `Fresh ${id}`, cause: 'failed' }))
  client.emit('issues:opened', { ...place, issues: fresh })
  tell([...some, ...fresh])
  const button = page.getByRole('button', { name: '2 new' })
  await button.click()
  await expect.poll(inHand).toBe('HRIS:x')
  await expect.element(rowOf('Fresh x')).toBeInViewport()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  await expect.element(rowOf('Fresh x')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Relink needed, 30', exact: true }).click()
  await button.click()
  await expect.poll(inHand).toBe('HRIS:x')
  tell(some)
  await expect.element(button).not.toBeInTheDocument()
})

test('what the head holds keeps its place when the first cases come', async () => {
  const { client, tell } = await withIssues([])
  const menu = page.getByRole('button', { name: /^Auto-refresh/ })
  const before = menu.element().getBoundingClientRect().left
  expect(client.asked('issues:list').length).toBeGreaterThan(0)
  tell(some)
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeVisible()
  expect(menu.element().getBoundingClientRect().left).toBe(before)
})

test('a day that is being typed is for its case only; Esc goes back to the box before it closes the drawer', async () => {
  const { client } = await withIssues()
  await rowOf('Case 4.').click()
  const snooze = drawer.getByLabelText('Snooze until')
  await expect.element(snooze).toBeVisible()
  snooze.element().focus()
  await snooze.selectOptions('Another day…')
  await expect.element(snooze).toHaveAttribute('placeholder', 'YYYY-MM-DD')
  const { left, right } = snooze.element().closest('.field')?.getBoundingClientRect() ?? new DOMRect()
  for (const part of snooze.element().closest('.field')?.children ?? []) {
    expect(part.getBoundingClientRect().left).toBeGreaterThanOrEqual(left)
    expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(right + 1)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(snooze).toHaveFocus()
  await expect.element(snooze).toHaveDisplayValue('Not snoozed')
  await snooze.selectOptions('Another day…')
  await drawer.getByRole('button', { name: 'Next issue' }).click()
  await expect.element(drawer.getByRole('heading', { name: 'Case 5.' })).toBeVisible()
  await expect.element(snooze).toHaveDisplayValue('Not snoozed')
  expect(client.asked('issues:change')).toEqual([])
})

test('a day that is being typed for an incident stays when another connector joins it', async () => {
  const { tell } = await withIssues([...incident, ...some])
  await page.getByRole('button', { name: 'Open incident' }).click()
  const snooze = page.getByRole('complementary', { name: 'Incident' }).getByLabelText('Snooze until')
  await snooze.selectOptions('Another day…')
  await snooze.fill('2030-01-02')
  const late = madeUpIssue('late', hour, { cause: 'incident', integrationSlug: 'workday', endUser: 'Lindqvist' })
  tell([...incident, late, ...some])
  await expect.element(list.getByText('Workday: 4 of 31 connectors')).toBeVisible()
  await expect.element(snooze).toHaveValue('2030-01-02')
  await expect.element(snooze).toHaveFocus()
})

test('Esc closes the menu that is open, and no more', async () => {
  await withIssues()
  rowOf('Case 4.').element().focus()
  await userEvent.keyboard(' ')
  const bar = page.getByRole('toolbar', { name: 'Selected issues' })
  await bar.getByRole('button', { name: 'Owner' }).click()
  await expect.element(page.getByRole('textbox', { name: 'New owner' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('textbox', { name: 'New owner' })).not.toBeInTheDocument()
  await bar.getByRole('button', { name: 'Snooze' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'In a week' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menuitem', { name: 'In a week' })).not.toBeInTheDocument()
  await expect.element(bar.getByText('1 selected')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(bar).not.toBeInTheDocument()
})

test('a region without connectors says so', async () => {
  const counts = { issues: 0, snoozed: 0, fine: 0, tests: 0, connectors: 0 }
  await withIssues([], { counts })
  await expect.element(page.getByRole('heading', { name: 'No connectors in the Default region' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Check again' })).toBeVisible()
})

test('between the last page and the first queue, the page says that it judges what was read', async () => {
  const counts = { issues: 0, snoozed: 0, fine: 0, tests: 0, connectors: 0 }
  const client = issuesClient([], { counts })
  await open(client, '#/issues')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([row('HRIS', 'a'), row('HRIS', 'b')])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.element(page.getByRole('heading', { name: 'Checking connectors…' })).toBeVisible()
  await expect.element(page.getByText('2 connectors loaded.')).toBeVisible()
  // The refresh may send nothing more.
  client.emit('app:keepingChanged', { keeping: 'no', reason: 'stopped', message: 'It stopped.', setAside: null })
  await expect.element(page.getByRole('heading', { name: 'Not checked yet' })).toBeVisible()
})

test('why a case is there is shown whole beside an open drawer', async () => {
  const late = new Date(2026, 10, 18, 22, 48).getTime()
  const stalled = { cause: 'stalled', short: 'Due {since}, not begun', since: late } as const
  await withIssues([madeUpIssue('late', Date.now() - late, stalled)])
  await rowOf('Customer late').click()
  await expect.element(drawer).toBeVisible()
  const why = list.getByText(/not begun/).element()
  expect(why.scrollWidth).toBeLessThanOrEqual(why.clientWidth)
})

test('at 200 % zoom every part of a case can be reached', async () => {
  const { client } = await withIssues()
  client.answer('issues:saveEvidence', () => ({
    file: `/home/maya/${'evidence of many cases '.repeat(20)}.zip`,
    masked: 0
  }))
  await rowOf('Case 0.').click()
  await page.viewport(640, 400)
  await drawer.getByRole('button', { name: 'More for this issue' }).click()
  await page.getByRole('menuitem', { name: 'Export evidence' }).click()
  await drawer.getByRole('button', { name: 'Tags and note' }).click()
  const note = drawer.getByLabelText('Note').element()
  note.scrollIntoView()
  const { top, bottom } = note.getBoundingClientRect()
  const box = drawer.element().getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(box.top)
  expect(bottom).toBeLessThanOrEqual(box.bottom + 1)
  expect(document.elementFromPoint(box.left + 100, (top + bottom) / 2)).toBe(note)
})

test('groups that were folded are folded again after a restart, and outages shown in full stay so', async () => {
  const { desk } = await withIssues()
  const { view } = desk.relink
  const heads = () =>
    [...view.layout.items].flatMap((item) => (item.kind === 'section' ? [[item.section.id, item.open]] : []))
  const before = heads()
  const [first] = view.layout.items
  if (first) view.toggle(first)
  const folded = heads()
  expect(folded).not.toEqual(before)
  const kept = JSON.parse(JSON.stringify(view.kept)) as object
  view.restore({})
  expect(heads()).toEqual(before)
  view.restore(kept)
  expect(heads()).toEqual(folded)
  await expect.element(list.getByRole('row', { expanded: false }).first()).toBeVisible()
})
