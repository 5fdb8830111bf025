import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { day, hour, madeUpCase, queueClient } from '../testing/made-up-queue'
import { activityClient, madeUpCall } from '../testing/made-up-activity'
import { ended, row } from '../testing/made-up'
import { open } from '../testing/open'

const list = page.getByRole('treegrid', { name: 'Issues' })
const drawer = page.getByRole('complementary', { name: 'Issue' })
const incident = page.getByRole('complementary', { name: 'Incident' })
const rowOf = (name: string) => list.getByRole('row').filter({ hasText: name })

const cases = [
  madeUpCase('broke', 3 * hour, { cause: 'incident', integrationSlug: 'workday', endUser: 'Aldermoor Logistics' }),
  madeUpCase('old', 9 * day, { endUser: 'Yarrow Biotech' }),
  madeUpCase('young', 2 * day, { endUser: 'Umber Textiles' })
]

async function withCases() {
  const client = queueClient(cases)
  const desk = await open(client, '#/queue')
  await expect.poll(() => client.walkId).not.toBe('')
  client.emit('walk:rows', { requestId: client.walkId, rows: cases.map(({ key }) => row('HRIS', key.slice(5))) })
  client.emit('walk:progress', { requestId: client.walkId, progress: ended(Date.now()) })
  await expect.element(list).toBeVisible()
  return { client, desk }
}

test('what was saved of one customer does not show in the drawer of an incident', async () => {
  const { client } = await withCases()
  client.answer('health:saveEvidence', () => ({ file: '/home/maya/yarrow.zip', masked: 0 }))
  await rowOf('Yarrow Biotech').click()
  await drawer.getByRole('button', { name: 'Export evidence' }).click()
  await expect.element(drawer.getByText('/home/maya/yarrow.zip')).toBeVisible()
  await page.getByRole('button', { name: 'Open incident' }).click()
  await expect.element(incident).toBeVisible()
  expect(incident.element().textContent).not.toContain('yarrow.zip')
})

test('what ends after another customer was opened does not show there', async () => {
  const { client } = await withCases()
  let finish: (saved: { file: string; masked: number }) => void = () => undefined
  client.answer('health:saveEvidence', () => new Promise((resolve) => (finish = resolve)))
  await rowOf('Yarrow Biotech').click()
  await drawer.getByRole('button', { name: 'Export evidence' }).click()
  await expect.element(drawer.getByRole('button', { name: 'Creating evidence file…' })).toBeDisabled()
  await rowOf('Umber Textiles').click()
  const bundle = drawer.getByRole('button', { name: 'Export evidence' })
  await expect.element(bundle).toBeDisabled()
  finish({ file: '/home/maya/yarrow.zip', masked: 0 })
  await expect.element(bundle).toBeEnabled()
  expect(drawer.element().textContent).not.toContain('yarrow.zip')
})

test('an owner typed for one customer is not left in the field of the next', async () => {
  const { client } = await withCases()
  await rowOf('Yarrow Biotech').click()
  await drawer.getByLabelText('Owner', { exact: true }).fill('Maya')
  await drawer.getByRole('button', { name: 'Next issue' }).click()
  await expect.element(drawer.getByRole('heading', { name: 'Umber Textiles' })).toBeVisible()
  await expect.element(drawer.getByLabelText('Owner', { exact: true })).toHaveValue('')
  expect(client.asked('health:changeCases')).toMatchObject([{ keys: ['HRIS:old'], change: { owner: 'Maya' } }])
})

test('undo in the note of one customer does not bring back the text of another', async () => {
  await withCases()
  await rowOf('Yarrow Biotech').click()
  await drawer.getByLabelText('Note').fill('Yarrow is away')
  await drawer.getByRole('button', { name: 'Next issue' }).click()
  await expect.element(drawer.getByRole('heading', { name: 'Umber Textiles' })).toBeVisible()
  await expect.element(drawer.getByLabelText('Note')).toBeEnabled()
  await drawer.getByLabelText('Note').click()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(drawer.getByLabelText('Note')).toHaveValue('')
})

test('a drawer that shows another customer begins at its top', async () => {
  await withCases()
  await page.viewport(1280, 620)
  await rowOf('Yarrow Biotech').click()
  await expect.element(drawer.getByText('1,284')).toBeInTheDocument()
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
