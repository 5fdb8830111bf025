import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { day, hour, madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { activityClient, madeUpCall } from '../testing/made-up-activity'
import { ended, row } from '../testing/made-up'
import { open } from '../testing/open'

const list = page.getByRole('treegrid', { name: 'Issues' })
const drawer = page.getByRole('complementary', { name: 'Issue' })
const incident = page.getByRole('complementary', { name: 'Incident' })
const rowOf = (name: string) => list.getByRole('row').filter({ hasText: name })

const issues = [
  madeUpIssue('broke', 3 * hour, { cause: 'incident', integrationSlug: 'workday', endUser: 'Aldermoor Logistics' }),
  madeUpIssue('old', 9 * day, { endUser: 'Yarrow Biotech' }),
  madeUpIssue('young', 2 * day, { endUser: 'Umber Textiles' })
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

async function exportEvidence(): Promise<void> {
  await drawer.getByRole('button', { name: 'More for this issue' }).click()
  await page.getByRole('menuitem', { name: 'Export evidence' }).click()
}

test('what was saved of one customer does not show in the drawer of an incident', async () => {
  const { client } = await withIssues()
  client.answer('issues:saveEvidence', () => ({ file: '/home/maya/yarrow.zip', masked: 0 }))
  await rowOf('Yarrow Biotech').click()
  await exportEvidence()
  await expect.element(drawer.getByText('/home/maya/yarrow.zip')).toBeVisible()
  await page.getByRole('button', { name: 'Open incident' }).click()
  await expect.element(incident).toBeVisible()
  expect(incident.element().textContent).not.toContain('yarrow.zip')
})

test('what ends after another customer was opened does not show there', async () => {
  const { client } = await withIssues()
  let finish: (saved: { file: string; masked: number }) => void = () => undefined
  client.answer('issues:saveEvidence', () => new Promise((resolve) => (finish = resolve)))
  await rowOf('Yarrow Biotech').click()
  await exportEvidence()
  await expect.element(drawer.getByText('Creating evidence file…')).toBeVisible()
  await rowOf('Umber Textiles').click()
  await drawer.getByRole('button', { name: 'More for this issue' }).click()
  const bundle = page.getByRole('menuitem', { name: 'Export evidence' })
  await expect.element(bundle).toBeDisabled()
  finish({ file: '/home/maya/yarrow.zip', masked: 0 })
  await expect.element(bundle).toBeEnabled()
  expect(drawer.element().textContent).not.toContain('yarrow.zip')
})

test('an owner typed for one customer is not left in the field of the next', async () => {
  const { client } = await withIssues()
  await rowOf('Yarrow Biotech').click()
  await drawer.getByLabelText('Owner', { exact: true }).fill('Maya')
  await drawer.getByRole('button', { name: 'Next issue' }).click()
  await expect.element(drawer.getByRole('heading', { name: 'Umber Textiles' })).toBeVisible()
  await expect.element(drawer.getByLabelText('Owner', { exact: true })).toHaveValue('')
  expect(client.asked('issues:change')).toMatchObject([{ keys: ['HRIS:old'], change: { owner: 'Maya' } }])
})

test('undo in the note of one customer does not bring back the text of another', async () => {
  await withIssues()
  await rowOf('Yarrow Biotech').click()
  await drawer.getByRole('button', { name: 'Tags and note' }).click()
  await drawer.getByLabelText('Note').fill('Yarrow is away')
  await drawer.getByRole('button', { name: 'Next issue' }).click()
  await expect.element(drawer.getByRole('heading', { name: 'Umber Textiles' })).toBeVisible()
  await expect.element(drawer.getByLabelText('Note')).toBeEnabled()
  await drawer.getByLabelText('Note').click()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(drawer.getByLabelText('Note')).toHaveValue('')
})

test('a drawer that shows another customer begins at its top', async () => {
  await withIssues()
  await page.viewport(1280, 620)
  await rowOf('Yarrow Biotech').click()
  await expect.element(drawer.getByText('1,284')).toBeInTheDocument()
  // Long enough to scroll.
  await drawer.getByText(/^Based on/).click()
  await drawer.getByRole('button', { name: 'Tags and note' }).click()
  const scroll = () => drawer.element().querySelector('.scroll')
  scroll()?.scrollTo({ top: 80 })
  await expect.poll(() => scroll()?.scrollTop).toBe(80)
  await drawer.getByRole('button', { name: 'Next issue' }).click()
  await expect.element(drawer.getByRole('heading', { name: 'Umber Textiles' })).toBeVisible()
  expect(scroll()?.scrollTop).toBe(0)
})

test('"Copied" of one call is not said of the next', async () => {
  const client = activityClient([madeUpCall(1, { path: '/api/one' }), madeUpCall(2, { path: '/api/two' })])
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await open(client, '#/activity')
  const call = page.getByRole('complementary', { name: 'Request', exact: true })
  await page.getByRole('grid', { name: 'Activity' }).getByRole('row').filter({ hasText: '/api/one' }).click()
  await call.getByRole('button', { name: 'Copy all fields' }).click()
  await expect.element(call.getByText('Copied', { exact: true })).toBeVisible()
  await page.getByRole('grid', { name: 'Activity' }).getByRole('row').filter({ hasText: '/api/two' }).click()
  await expect.element(call.getByRole('heading', { name: '/api/two' })).toBeVisible()
  expect(call.element().textContent).not.toContain('Copied')
  write.mockRestore()
})
