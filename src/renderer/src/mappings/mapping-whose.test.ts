import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import {
  madeUpField,
  madeUpChangeLogEntry,
  madeUpMapping,
  madeUpSet,
  mappingsClient,
  saved
} from '../testing/made-up-mappings'
import {
  check,
  done,
  fieldBox,
  changeLog,
  result,
  samples,
  save,
  text,
  type,
  withConnectors,
  withField
} from '../testing/mappings-view'
import { readKept } from '../kit/kept'
import { uuid } from '../testing/passthrough'

beforeEach(() => localStorage.clear())

const integration = page.getByRole('combobox', { name: 'Integration' })
const draft = page.getByRole('status', { name: 'Draft' })
const outcome = page.getByRole('status', { name: 'Outcome' })
const bamboohr = { slug: 'bamboohr', category: 'HRIS', key: 'HRIS:b1' }

async function forIntegration(slug: string) {
  await integration.fill(slug)
  await userEvent.keyboard('{Enter}')
}

test('a sample of another integration is named, and the expression is not called ready', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1, { of: { slug: 'personio', category: 'HRIS', key: null } })] })
  await withField(client)
  await withConnectors(client)
  await type('employee.country')
  await expect.element(check).toHaveTextContent('Saving affects 2 BambooHR connectors.')
  await expect.element(check).toHaveTextContent('Tested on Personio data, not BambooHR.')
  expect(check.element().textContent).not.toContain('Ready to save')
  expect(check.element().querySelector('.text-good')).toBeNull()
  await expect.element(save).toBeEnabled()
})

test('a sample of the integration makes it ready; for one connector its own has to be tried', async () => {
  const client = mappingsClient({ mappings: [], sets: [madeUpSet(1, { of: bamboohr })] })
  await withField(client)
  await withConnectors(client)
  await forIntegration('bam')
  await type('employee.country')
  await expect.element(check).toHaveTextContent('Ready to save for 2 BambooHR connectors.')
  expect(check.element().querySelector('.text-good')).not.toBeNull()
  await page.getByRole('radio', { name: 'One connector' }).click()
  await page.getByRole('combobox', { name: 'Connector', exact: true }).fill('hollis')
  await userEvent.keyboard('{Enter}')
  await type('employee.country')
  await expect.element(check).toHaveTextContent('Tested on data of Brightwater Clinics, not on data of Hollis Freight.')
})

test('a sample of the same integration in another category is named, too', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1, { of: { slug: 'bamboohr', category: 'ATS', key: 'ATS:a1' } })] })
  await withField(client)
  await withConnectors(client)
  await type('employee.country')
  await expect.element(check).toHaveTextContent('Tested on ATS data of BambooHR, not on HRIS data.')
  expect(check.element().textContent).not.toContain('Ready to save')
  const judged = client.asked('mappings:evaluate').filter(({ front }) => front === null)
  expect(judged.length).toBeGreaterThan(0)
  expect(judged.flatMap(({ setIds }) => setIds)).toEqual([])
})

test('without a sample it says that nothing was tested', async () => {
  const client = mappingsClient()
  await withField(client)
  await withConnectors(client)
  await type('employee.country')
  await expect.element(check).toHaveTextContent('Not tested on any sample data.')
  expect(check.element().textContent).not.toContain('Ready to save')
})

test('another integration begins with its own expression; the one before is offered, never carried along', async () => {
  const client = mappingsClient()
  await withField(client)
  await withConnectors(client)
  await expect.poll(text).toBe(saved)
  await type('employee.mine')
  await expect.element(draft).toHaveTextContent('Draft for BambooHR')
  await forIntegration('Personio')
  await expect.element(integration).toHaveValue('Personio')
  await expect.element(draft).toHaveTextContent('No mapping saved for Personio')
  await expect.poll(text).not.toContain('employee.mine')
  await expect.element(save).toBeDisabled()
  await page.getByRole('button', { name: 'Use the expression of BambooHR' }).click()
  await expect.poll(text).toBe('employee.mine')
  await expect.element(draft).toHaveTextContent('Draft for Personio')
  await forIntegration('bam')
  await expect.poll(text).toBe('employee.mine')
  await expect.element(draft).toHaveTextContent('Draft for BambooHR')
})

test('what is typed before a scope is chosen belongs to the scope that is chosen then', async () => {
  const client = mappingsClient({ mappings: [] })
  await withField(client)
  await withConnectors(client)
  await type('employee.a')
  await expect.element(draft).toHaveTextContent(/^Draft( on this computer)?, just now/)
  await forIntegration('bam')
  await expect.poll(text).toBe('employee.a')
  await expect.element(draft).toHaveTextContent('Draft for BambooHR')
})

test('a save names the sample it was tried on, and is undone from its message', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1, { of: bamboohr })] })
  await withField(client)
  await withConnectors(client)
  await expect.poll(text).toBe(saved)
  await type('employee.country')
  await save.click()
  await expect.element(outcome).toHaveTextContent('Mapping updated.')
  expect(client.asked('mappings:change')).toMatchObject([{ sampleId: madeUpSet(1).id }])
  await outcome.getByRole('button', { name: 'Undo' }).click()
  await expect.element(outcome).toHaveTextContent('Save undone.')
  expect(client.asked('mappings:undo')).toMatchObject([{ entryId: 7, sampleId: madeUpSet(1).id }])
  await expect.poll(text).toBe(saved)
  await expect.element(draft).toHaveTextContent('no changes')
})

test.each(['mappings:change', 'mappings:undo'] as const)('what is typed during %s stays, as a draft', async (act) => {
  const client = mappingsClient()
  await withField(client)
  await withConnectors(client)
  await expect.poll(text).toBe(saved)
  let answer = () => {}
  client.answer(act, () => {
    return new Promise((resolve) => (answer = () => resolve({ ...done, mapping: null, entryId: 9 })))
  })
  await type('employee.country')
  await save.click()
  if (act === 'mappings:undo') await outcome.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => client.asked(act)).toHaveLength(1)
  await type('employee.later')
  answer()
  await expect.element(outcome).toHaveTextContent(act === 'mappings:undo' ? 'Save undone.' : 'Mapping updated.')
  await expect.element(draft).toHaveTextContent('Draft for BambooHR')
  expect(text()).toBe('employee.later')
})

test('the undoing of what somebody else changed since is refused with words', async () => {
  const client = mappingsClient()
  await withField(client)
  await expect.poll(text).toBe(saved)
  await type('employee.country')
  await save.click()
  client.answer('mappings:undo', () => {
    throw new AppError('outdated', 'Something else has been saved since: other.path Nothing was sent.')
  })
  await outcome.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'other.path' })).toBeVisible()
})

test('the change log offers Undo for the newest save of each mapping', async () => {
  const mapping = { ...madeUpChangeLogEntry(1).mapping, id: uuid(101), before: 'a.b' } as const
  const entry = (id: number, change: Parameters<typeof madeUpChangeLogEntry>[1]) =>
    madeUpChangeLogEntry(id, {
      field: { id: uuid(1), name: 'work_country', category: 'HRIS', model: 'employee' },
      ...change
    })
  const of = { ...mapping, scope: { kind: 'integration', slug: 'bamboohr' }, scopeName: 'BambooHR', expression: saved }
  const client = mappingsClient({
    changeLog: [
      entry(5, { act: 'change-mapping', mapping: { ...of, scope: { kind: 'integration', slug: 'bamboohr' } } }),
      entry(4, { act: 'create-mapping', mapping: { ...of, scope: { kind: 'integration', slug: 'bamboohr' } } }),
      entry(3, { act: 'delete-mapping' }),
      entry(2, { act: 'create-mapping', outcome: 'refused' }),
      entry(1, { act: 'create-field', mapping: null })
    ]
  })
  await withField(client, 'badge_number')
  await withConnectors(client)
  const undo = changeLog.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toBeVisible()
  expect(undo.elements()).toHaveLength(1)
  await undo.click()
  await expect.poll(() => client.asked('mappings:undo')).toMatchObject([{ entryId: 5 }])
  await expect.element(page.getByRole('heading', { name: 'work_country' })).toBeVisible()
  await expect.element(outcome).toHaveTextContent('Save undone.')
})

test('text that nobody changed follows what a colleague saved, in each field that was read, typed text stays', async () => {
  const client = mappingsClient({ mappings: [] })
  const desk = await withField(client)
  await withConnectors(client)
  await forIntegration('bam')
  await type('employee.a')
  await save.click()
  await expect.element(outcome).toHaveTextContent('Mapping saved.')
  const elsewhere = (expression: string) =>
    client.answer('mappings:readField', ({ id }) => ({
      ...{ field: madeUpField(1, 'work_country', { id }), complete: true, counts: null },
      mappings: [madeUpMapping(1, id, { scope: { kind: 'integration', slug: 'bamboohr' }, expression })]
    }))
  elsewhere('employee.b')
  const bench = desk.rooms?.mappings.bench ?? expect.fail('no bench')
  await bench.reload()
  await expect.poll(text).toBe('employee.b')
  await expect.element(save).toBeDisabled()
  await type('employee.mine')
  elsewhere('employee.c')
  await bench.reload()
  expect(text()).toBe('employee.mine')
})

test('an undone creation leaves what was typed as a draft', async () => {
  const client = mappingsClient({ mappings: [] })
  await withField(client)
  await withConnectors(client)
  await forIntegration('bam')
  await type('employee.a')
  await save.click()
  await expect.element(outcome).toHaveTextContent('Mapping saved.')
  await outcome.getByRole('button', { name: 'Undo' }).click()
  await expect.element(outcome).toHaveTextContent('Save undone.')
  expect(text()).toBe('employee.a')
  await expect.element(draft).toHaveTextContent('Draft for BambooHR')
})

test('a click on a value of the sample offers its path', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1, { of: bamboohr })] })
  client.answer('mappings:expressionsFor', () => [{ expression: 'employee.id', why: 'By its keys.' }])
  await withField(client)
  await expect.poll(text).toBe(saved)
  await samples.getByText('1047').last().click()
  const offer = samples.getByRole('group', { name: 'Map this value' })
  await expect.element(offer).toHaveTextContent('employee.id')
  expect(text()).toBe(saved)
  await offer.getByRole('button', { name: 'Use this path' }).click()
  await expect.poll(text).toBe('employee.id')
})

test('a path that comes late is not put into another field', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)], mappings: [] })
  const desk = await withField(client)
  let answer = () => {}
  client.answer('mappings:expressionsFor', () => {
    return new Promise((resolve) => (answer = () => resolve([{ expression: 'employee.id', why: 'By its keys.' }])))
  })
  await expect.element(samples.getByText('1047').last()).toBeVisible()
  const using = desk.rooms?.mappings.bench?.useNode(2)
  desk.rooms?.mappings.bench?.select(uuid(2))
  await expect.element(page.getByRole('heading', { name: 'badge_number' })).toBeVisible()
  answer()
  await using
  expect(desk.rooms?.mappings.bench?.editor?.text).toBe('')
})

test('the mapping status of the fields loads by itself', async () => {
  const fields = [madeUpField(1, 'work_country'), madeUpField(2, 'badge_number'), madeUpField(3, 'desk')]
  const client = mappingsClient({ fields, mappings: [madeUpMapping(1, uuid(1)), madeUpMapping(3, uuid(3))] })
  await withField(client, 'badge_number')
  await fieldBox.fill('')
  await expect.element(page.getByText('3 fields, 2 mapped')).toBeVisible()
  await expect.element(page.getByRole('option', { name: /badge_number/ })).toHaveTextContent('not mapped')
})

test('of very many fields only the first load by themselves', async () => {
  const fields = Array.from({ length: 70 }, (_, n) => madeUpField(n + 1, `field_${String(n).padStart(2, '0')}`))
  const client = mappingsClient({ fields, mappings: [] })
  await withField(client, 'field_00')
  await fieldBox.fill('')
  await expect.element(page.getByText('10 fields: mapping status not loaded.')).toBeVisible()
  expect(client.asked('mappings:readField').length).toBeLessThan(62)
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect.element(page.getByText('mapping status not loaded')).not.toBeInTheDocument()
})

test('an empty change log takes one line', async () => {
  await withField(mappingsClient())
  await expect.element(changeLog).toHaveTextContent('No changes made from this computer yet')
  expect(changeLog.element().getBoundingClientRect().height).toBeLessThan(40)
})

test('the panes can be resized, and keep their sizes', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)], changeLog: [madeUpChangeLogEntry(1)] })
  await page.viewport(1440, 900)
  await withField(client)
  const width = () => samples.element().getBoundingClientRect().width
  const before = width()
  const bar = page.getByRole('separator', { name: 'Width of the sample data' })
  bar.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))
  await expect.poll(width).toBe(before + 16)
  expect(readKept('mappings.panes')).toMatchObject({ samples: before + 16 })
})

test.each([
  ['Height of the result', result, 'result'],
  ['Height of the change log', changeLog, 'log']
] as const)('%s can be changed, and is kept', async (name, pane, kept) => {
  const client = mappingsClient({ sets: [madeUpSet(1)], changeLog: [madeUpChangeLogEntry(1)] })
  await page.viewport(1440, 900)
  await withField(client)
  await expect.element(result).toHaveTextContent('live')
  // Both take room once they are read.
  await expect.element(page.getByRole('region', { name: 'Kept samples' })).toHaveTextContent('None. A kept sample')
  await expect.element(changeLog.getByRole('row').nth(1)).toBeVisible()
  const height = () => pane.element().getBoundingClientRect().height
  const before = height()
  const bar = page.getByRole('separator', { name })
  const press = (key: string) =>
    bar.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  press('ArrowUp')
  await expect.poll(height).toBe(before + 16)
  press('ArrowDown')
  await expect.poll(height).toBe(before)
  expect(readKept('mappings.panes')).toMatchObject({ [kept]: Number(bar.element().getAttribute('aria-valuenow')) })
})
