import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Response } from '../../../shared/ipc'
import { ended, row } from '../testing/made-up'
import { hour, madeUpIssue, madeUpHealth, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const long = 'Vereinigte Kreiskrankenhäuser und Pflegeheime Nordwestmecklenburg gemeinnützige GmbH'
const issues = [madeUpIssue('a', 2 * hour, { endUser: long, cause: 'relink' })]
const rows = [
  row('HRIS', 'a', { end_user: long, status: 'RELINK_NEEDED' }),
  row('HRIS', 'b', { end_user: 'Larkfield' })
]

type Late<T> = { promise: Promise<T>; answer: (value: T) => void }
function late<T>(): Late<T> {
  let answer: (value: T) => void = () => undefined
  return { promise: new Promise((resolve) => (answer = resolve)), answer }
}

async function withRows(hash: string) {
  const client = issuesClient(issues)
  const operations = late<Response<'connectors:operations'>>()
  const health = late<Response<'connectors:health'>>()
  client.answer('connectors:operations', () => operations.promise)
  client.answer('connectors:pinned', () => [])
  client.answer('connectors:health', () => health.promise)
  const desk = await open(client, hash)
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.poll(() => desk.connectors.active?.size).toBe(2)
  return { client, desk, operations, health }
}

function boxes(inside: string): Record<string, string> {
  const found = document.querySelectorAll<HTMLElement>(
    `${inside} :is(button, input, textarea, select, [role^=menuitem])`
  )
  return Object.fromEntries(
    [...found]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return [
          one.ariaLabel ?? (one.textContent.trim() || one.id),
          [left, top, width, height].map(Math.round).join(' ')
        ]
      })
  )
}

test.each([['Larkfield'], [long.slice(0, 20)]])(
  'what is offered late moves no control of the drawer of %s',
  async (name) => {
    const { desk, operations } = await withRows('#/connectors')
    await page.getByRole('row').filter({ hasText: name }).click()
    const drawer = page.getByRole('complementary', { name: 'Connector' })
    await expect.element(drawer.getByRole('button', { name: 'Open in Passthrough' })).toBeVisible()
    const before = boxes('aside')
    operations.answer({ resync: true, linkToken: true })
    await expect.poll(() => desk.inspect.acts.operations.resync).toBe(true)
    expect(boxes('aside')).toMatchObject(before)
  }
)

test.each([
  ['Larkfield', 'Start sync'],
  [long.slice(0, 20), 'Request relink…']
])('the actions in the drawer of %s are in one row, with room for all of them', async (name, primary) => {
  const { operations } = await withRows('#/connectors')
  operations.answer({ resync: true, linkToken: true })
  await page.getByRole('row').filter({ hasText: name }).click()
  const drawer = page.getByRole('complementary', { name: 'Connector' })
  const names = [primary, 'Open in Passthrough', 'View data']
  for (const one of names) await expect.element(drawer.getByRole('button', { name: one })).toBeVisible()
  const { right } = drawer.element().getBoundingClientRect()
  const places = names.map((one) => drawer.getByRole('button', { name: one }).element().getBoundingClientRect())
  expect(new Set(places.map(({ top }) => top)).size).toBe(1)
  for (const place of places) expect(place.right).toBeLessThanOrEqual(right - 12)
})

test('what is offered late moves no entry of the open menu', async () => {
  const { operations } = await withRows('#/connectors')
  await page.getByRole('row', { name: /Larkfield/ }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Export evidence' })).toBeVisible()
  const before = boxes('[role=menu]')
  operations.answer({ resync: true, linkToken: true })
  await expect.element(page.getByRole('menuitem', { name: /New link/ })).toBeVisible()
  expect(boxes('[role=menu]')).toMatchObject(before)
})

test('what is known late moves no control of a case', async () => {
  const { health } = await withRows('#/issues')
  await page.getByRole('treegrid').getByRole('row').filter({ hasText: long }).click()
  const drawer = page.getByRole('complementary', { name: 'Issue' })
  await drawer.getByRole('button', { name: 'Tags and note' }).click()
  await expect.element(drawer.getByLabelText('Note')).toBeVisible()
  const before = boxes('aside')
  const [one] = issues
  if (!one) throw new Error('there is a case')
  health.answer(madeUpHealth(one))
  await expect.element(drawer.getByText('1,284')).toBeInTheDocument()
  expect(boxes('aside')).toMatchObject(before)
})
