import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Queue, QueueCase } from '../../../shared/model/case'
import { ended, row } from '../testing/made-up'
import { day, hour, madeUpCase, madeUpQueue, madeUpSnapshot, queueClient } from '../testing/made-up-queue'
import { open } from '../testing/open'

const list = page.getByRole('treegrid', { name: 'Cases' })
const drawer = page.getByRole('complementary', { name: 'Case' })
const rowOf = (name: string) => list.getByRole('row').filter({ hasText: name })
const topOf = (name: string) => Math.round(rowOf(name).element().getBoundingClientRect().top)
const place = { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' } as const

const some = Array.from({ length: 30 }, (_, at) =>
  madeUpCase(`c${at}`, 9 * day - at * hour, { endUser: `Case ${at}.` })
)
const incident = ['Aldermoor', 'Castellan', 'Ironbridge'].map((endUser) =>
  madeUpCase(endUser, hour, { cause: 'incident', integrationSlug: 'workday', endUser })
)

async function withCases(cases: QueueCase[] = some, change: Partial<Queue> = {}) {
  const client = queueClient(cases, change)
  await open(client, '#/queue')
  await expect.poll(() => client.walkId).not.toBe('')
  client.emit('walk:progress', { requestId: client.walkId, progress: ended(Date.now()) })
  if (cases.length > 0) await expect.element(list).toBeVisible()
  /** A walk ends, and main tells another queue. */
  const tell = (now: QueueCase[]) => {
    client.answer('health:queue', () => madeUpQueue(now))
    client.emit('health:changed', { ...place, snapshot: madeUpSnapshot() })
  }
  return { client, tell }
}

test('at the top, with nothing in hand, an incident that arrives is seen first', async () => {
  const { tell } = await withCases()
  await userEvent.hover(page.getByRole('heading', { name: 'Relink queue' }))
  tell([...incident, ...some])
  await expect.element(list.getByText('Workday: 3 of 31 connectors')).toBeVisible()
  expect(list.element().scrollTop).toBe(0)
})

test('a row in hand keeps its place when an incident arrives above it, or a case above it recovers', async () => {
  const { tell } = await withCases()
  rowOf('Case 4.').element().focus()
  const before = topOf('Case 4.')
  tell([...incident, ...some])
  await expect.poll(() => list.element().getAttribute('aria-rowcount')).toBe(String(1 + 1 + 3 + 2 + 30))
  await expect.poll(() => topOf('Case 4.')).toBe(before)
  tell([...incident, ...some.slice(3)])
  await expect.poll(() => list.element().getAttribute('aria-rowcount')).toBe(String(1 + 1 + 3 + 2 + 27))
  await expect.poll(() => topOf('Case 4.')).toBe(before)
})

test('the row under the pointer keeps its place, too', async () => {
  const { tell } = await withCases()
  await userEvent.hover(rowOf('Case 7.'))
  const before = topOf('Case 7.')
  tell([...incident, ...some])
  await expect.poll(() => list.element().getAttribute('aria-rowcount')).toBe(String(1 + 1 + 3 + 2 + 30))
  await expect.poll(() => topOf('Case 7.')).toBe(before)
})

test('new cases are read out', async () => {
  const { client } = await withCases()
  client.emit('health:newCases', { ...place, cases: incident })
  await expect.element(page.getByText('3 new cases in the queue')).toHaveAttribute('aria-live', 'polite')
})

test('what the head holds keeps its place when the first cases come', async () => {
  const { client, tell } = await withCases([])
  const menu = page.getByRole('button', { name: /^Refresh by itself/ })
  const before = menu.element().getBoundingClientRect().left
  expect(client.asked('health:queue').length).toBeGreaterThan(0)
  tell(some)
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeVisible()
  expect(menu.element().getBoundingClientRect().left).toBe(before)
})

test('a day that is being typed is for its case only; Esc goes back to the box before it closes the drawer', async () => {
  const { client } = await withCases()
  await rowOf('Case 4.').click()
  const snooze = drawer.getByLabelText('Snooze until')
  snooze.element().focus()
  await snooze.selectOptions('Another day…')
  await expect.element(snooze).toHaveAttribute('type', 'date')
  const { left, right } = snooze.element().closest('.field')?.getBoundingClientRect() ?? new DOMRect()
  for (const part of snooze.element().closest('.field')?.children ?? []) {
    expect(part.getBoundingClientRect().left).toBeGreaterThanOrEqual(left)
    expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(right + 1)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(snooze).toHaveFocus()
  await expect.element(snooze).toHaveDisplayValue('Not snoozed')
  await snooze.selectOptions('Another day…')
  await drawer.getByRole('button', { name: 'Next case' }).click()
  await expect.element(drawer.getByRole('heading', { name: 'Case 5.' })).toBeVisible()
  await expect.element(snooze).toHaveDisplayValue('Not snoozed')
  expect(client.asked('health:changeCases')).toEqual([])
})

test('Esc closes the menu that is open, and no more', async () => {
  await withCases()
  rowOf('Case 4.').element().focus()
  await userEvent.keyboard(' ')
  const bar = page.getByRole('toolbar', { name: 'With the chosen cases' })
  await bar.getByRole('button', { name: 'Owner' }).click()
  await expect.element(page.getByRole('textbox', { name: 'New owner' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('textbox', { name: 'New owner' })).not.toBeInTheDocument()
  await bar.getByRole('button', { name: 'Snooze' }).click()
  await expect.element(page.getByRole('button', { name: 'In a week' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'In a week' })).not.toBeInTheDocument()
  await expect.element(bar.getByText('1 case chosen')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(bar).not.toBeInTheDocument()
})

test('a region without connectors is said to have none', async () => {
  const counts = { cases: 0, snoozed: 0, fine: 0, tests: 0, connectors: 0 }
  await withCases([], { counts })
  await expect.element(page.getByRole('heading', { name: 'No connectors in the Default region' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Check again' })).toBeVisible()
})

test('between the last page and the first queue, what was read is said to be judged', async () => {
  const counts = { cases: 0, snoozed: 0, fine: 0, tests: 0, connectors: 0 }
  const client = queueClient([], { counts })
  await open(client, '#/queue')
  await expect.poll(() => client.walkId).not.toBe('')
  client.emit('walk:rows', { requestId: client.walkId, rows: [row('HRIS', 'a'), row('HRIS', 'b')] })
  client.emit('walk:progress', { requestId: client.walkId, progress: ended(Date.now()) })
  await expect.element(page.getByRole('heading', { name: 'Judging the connectors' })).toBeVisible()
  await expect.element(page.getByText('2 connectors have been read.')).toBeVisible()
})

test('why a case is there is told whole beside an open drawer', async () => {
  const late = new Date(2026, 10, 18, 22, 48).getTime()
  const stalled = { cause: 'stalled', short: 'Due {since}, not begun', since: late } as const
  await withCases([madeUpCase('late', Date.now() - late, stalled)])
  await rowOf('Customer late').click()
  await expect.element(drawer).toBeVisible()
  const why = list.getByText(/not begun/).element()
  expect(why.scrollWidth).toBeLessThanOrEqual(why.clientWidth)
})

test('at 200 % zoom nothing of a case is out of reach', async () => {
  const { client } = await withCases()
  client.answer('health:relinkRequest', () => ({ text: 'Hello,\n'.repeat(40) }))
  await rowOf('Case 0.').click()
  await page.viewport(640, 400)
  await drawer.getByRole('button', { name: 'Copy relink request' }).click()
  const note = drawer.getByLabelText('Note').element()
  note.scrollIntoView()
  const { top, bottom } = note.getBoundingClientRect()
  const box = drawer.element().getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(box.top)
  expect(bottom).toBeLessThanOrEqual(box.bottom + 1)
  expect(document.elementFromPoint(box.left + 100, (top + bottom) / 2)).toBe(note)
})
