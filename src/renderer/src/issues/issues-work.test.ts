import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ended, row } from '../testing/made-up'
import { day, hour, madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const list = page.getByRole('treegrid', { name: 'Issues' })
const drawer = page.getByRole('complementary', { name: 'Issue' })
const bar = page.getByRole('toolbar', { name: 'Selected issues' })
const rowOf = (name: string) => list.getByRole('row').filter({ hasText: name })
const names = () =>
  [...document.querySelectorAll<HTMLElement>('[role=row][data-key]')].map((one) =>
    one.querySelector('.name')?.textContent?.trim()
  )
const undo = page.getByRole('button', { name: 'Undo' })

const issues = [
  madeUpIssue('a', 9 * day, { endUser: 'Aldermoor', integrationSlug: 'workday', owner: 'Ines' }),
  madeUpIssue('b', 5 * day, { endUser: 'Brightwater', cause: 'failed', employees: 9 }),
  madeUpIssue('c', 2 * day, { endUser: 'Castellan', integrationSlug: 'adp', cause: 'stalled', employees: 900 }),
  madeUpIssue('d', hour, { endUser: 'Drummond' })
]

async function withIssues() {
  const client = issuesClient(issues)
  const desk = await open(client, '#/issues')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(issues.map(({ key }) => row('HRIS', key.slice(5))))
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.element(list).toBeVisible()
  return { client, desk }
}
const changes = (client: ReturnType<typeof issuesClient>) =>
  client.asked('issues:change').map(({ keys, change }) => [keys, change])

async function ungrouped() {
  await page.getByRole('button', { name: /^Group by/ }).click()
  await page.getByRole('radio', { name: 'Nothing' }).click()
  await userEvent.keyboard('{Escape}')
}

test('ungrouped it is one list, sorted by any of its heads, with the integration of each', async () => {
  await withIssues()
  await ungrouped()
  await expect.poll(names).toEqual(['Aldermoor', 'Brightwater', 'Castellan', 'Drummond'])
  const age = list.getByRole('columnheader', { name: 'Age' })
  await age.getByRole('button').click()
  await expect.element(age).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(names).toEqual(['Drummond', 'Castellan', 'Brightwater', 'Aldermoor'])
  await list.getByRole('button', { name: 'Employees' }).click()
  await expect.poll(() => names()[0]).toBe('Castellan')
  const head = list.getByRole('columnheader', { name: 'Integration' })
  await head.getByRole('button').click()
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(names).toEqual(['Castellan', 'Brightwater', 'Drummond', 'Aldermoor'])
  await expect.element(rowOf('Aldermoor')).toHaveTextContent('Workday')
})

test('what is grouped by integration needs no column for it', async () => {
  await withIssues()
  await expect.element(list.getByRole('columnheader', { name: 'Integration' })).not.toBeInTheDocument()
})

test('stalled cases come before failed ones, beside them', async () => {
  await withIssues()
  const heads = [...document.querySelectorAll('[role=row][aria-level="1"]')].map((one) => one.textContent)
  const at = (words: string) => heads.findIndex((head) => head?.includes(words))
  expect(at('Last sync failed') - at('Sync stalled')).toBe(1)
})

test('Ctrl selects one more, Shift all up to there, and the drawer stays closed', async () => {
  const { desk } = await withIssues()
  await ungrouped()
  await rowOf('Brightwater').click({ modifiers: ['ControlOrMeta'] })
  await rowOf('Drummond').click({ modifiers: ['Shift'] })
  expect(desk.relink.selection.keys.sort()).toEqual(['HRIS:b', 'HRIS:c', 'HRIS:d'])
  await rowOf('Castellan').click({ modifiers: ['ControlOrMeta'] })
  expect(desk.relink.selection.keys.sort()).toEqual(['HRIS:b', 'HRIS:d'])
  await expect.element(drawer).not.toBeInTheDocument()
  expect(getSelection()?.toString()).toBe('')
})

test('Shift and the arrow keys select on from the current row', async () => {
  const { desk } = await withIssues()
  await ungrouped()
  rowOf('Aldermoor').element().focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(desk.relink.selection.keys.sort()).toEqual(['HRIS:a', 'HRIS:b', 'HRIS:c'])
  await expect.poll(() => document.activeElement?.getAttribute('data-key')).toBe('HRIS:c')
})

test('a snooze of several is taken back: each has what it had', async () => {
  const { client } = await withIssues()
  await ungrouped()
  await rowOf('Aldermoor').click({ modifiers: ['ControlOrMeta'] })
  await rowOf('Castellan').click({ modifiers: ['ControlOrMeta'] })
  const { top } = rowOf('Drummond').element().getBoundingClientRect()
  await bar.getByRole('button', { name: 'Snooze' }).click()
  await bar.getByRole('menuitem', { name: 'In a week' }).click()
  await expect.element(page.getByText(/^Snoozed 2 issues until/)).toBeVisible()
  await expect.poll(names).toEqual(['Brightwater', 'Drummond'])
  await undo.click()
  await expect.poll(names).toEqual(['Aldermoor', 'Brightwater', 'Castellan', 'Drummond'])
  expect(changes(client).at(-1)).toEqual([['HRIS:a', 'HRIS:c'], { snoozedUntil: null }])
  await expect.element(undo).not.toBeInTheDocument()
  expect(rowOf('Drummond').element().getBoundingClientRect().top).toBe(top)
})

test('several wait for what all of them can wait for; taken back, each has what it had', async () => {
  const { client, desk } = await withIssues()
  await ungrouped()
  await rowOf('Brightwater').click()
  const field = drawer.getByLabelText('Snooze until')
  await expect.element(field).not.toHaveTextContent('the customer connects')
  await field.selectOptions('it fails again')
  await expect.element(page.getByText('Snoozed 1 issue until it fails again')).toBeVisible()
  const change = client.asked('issues:change').at(-1)?.change
  expect(change).toEqual({ wakes: 'fails', snoozedUntil: expect.closeTo(Date.now() + 30 * day, -6) })
  await expect.element(field).toHaveDisplayValue('it fails again')
  await expect
    .element(drawer)
    .toHaveTextContent(/Snoozed until it fails again, at most until .+\. This computer watches/)
  await userEvent.keyboard('{Escape}')
  const { view } = desk.relink
  const folded = view.layout.items.at(view.layout.items.indexOf('section:snoozed'))
  if (folded) view.toggle(folded)
  await expect.element(rowOf('Brightwater')).toHaveTextContent('if it fails')

  await rowOf('Aldermoor').click({ modifiers: ['ControlOrMeta'] })
  await rowOf('Drummond').click({ modifiers: ['ControlOrMeta'] })
  await bar.getByRole('button', { name: 'Snooze' }).click()
  await expect.element(bar.getByRole('menuitem', { name: 'Until the provider' })).not.toBeInTheDocument()
  await expect.element(bar.getByRole('menuitem', { name: 'Until the customer connects' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await rowOf('Brightwater').click({ modifiers: ['ControlOrMeta'] })
  await bar.getByRole('button', { name: 'Snooze' }).click()
  await expect.element(bar.getByRole('menuitem', { name: 'Until the customer connects' })).not.toBeInTheDocument()
  await bar.getByRole('menuitem', { name: 'Until ten more of its integration fail' }).click()
  await undo.click()
  await expect
    .poll(() => changes(client).slice(-2))
    .toEqual([
      [expect.arrayContaining(['HRIS:a', 'HRIS:d']), { snoozedUntil: null }],
      [['HRIS:b'], { wakes: 'fails', snoozedUntil: change?.snoozedUntil }]
    ])
})

test('an owner given to several is taken back to those they had', async () => {
  const { client } = await withIssues()
  await ungrouped()
  await rowOf('Aldermoor').click({ modifiers: ['ControlOrMeta'] })
  await rowOf('Brightwater').click({ modifiers: ['ControlOrMeta'] })
  await bar.getByRole('button', { name: 'Owner' }).click()
  await page.getByRole('textbox', { name: 'New owner' }).fill('Maya')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Assigned 2 issues to Maya')).toBeVisible()
  await undo.click()
  await expect.element(rowOf('Aldermoor')).toHaveTextContent('Ines')
  await expect.element(rowOf('Brightwater')).not.toHaveTextContent('Maya')
  expect(changes(client).slice(1)).toEqual([
    [['HRIS:a'], { owner: 'Ines' }],
    [['HRIS:b'], { owner: '' }]
  ])
})

test('what the drawer changed is taken back as well', async () => {
  await withIssues()
  await rowOf('Drummond').click()
  await drawer.getByLabelText('Snooze until').selectOptions('Tomorrow morning')
  await undo.click()
  await expect.element(drawer.getByLabelText('Snooze until')).toHaveDisplayValue('Not snoozed')
})
