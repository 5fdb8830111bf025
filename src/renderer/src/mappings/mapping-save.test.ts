import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import {
  madeUpField,
  madeUpChangeLogEntry,
  madeUpMapping,
  madeUpResult,
  madeUpSet,
  mappingsClient,
  saved
} from '../testing/made-up-mappings'
import {
  check,
  done,
  expression,
  fieldBox,
  changeLog,
  save,
  text,
  type,
  withConnectors,
  withField
} from '../testing/mappings-view'
import { madeUpCall } from '../testing/made-up-activity'
import { uuid } from '../testing/passthrough'

beforeEach(() => localStorage.clear())

test('a scope is an integration or one connector: choosing one switches the other off, with the rule', async () => {
  const client = mappingsClient({ mappings: [] })
  await withField(client)
  await withConnectors(client)
  await type('employee.a')
  await expect.element(save).toBeDisabled()
  await expect.element(check).toHaveTextContent('Select an integration first.')
  const integration = page.getByRole('combobox', { name: 'Integration' })
  await integration.fill('bam')
  await userEvent.keyboard('{Enter}')
  await expect.element(integration).toHaveValue('BambooHR')
  await expect.element(page.getByText('2 HRIS connectors, 200 employees')).toBeVisible()
  await expect.element(check).toHaveTextContent('Saving affects 2 BambooHR connectors.')

  await page.getByRole('radio', { name: 'One connector' }).click()
  await expect.element(integration).toBeDisabled()
  await expect.element(page.getByText(/this mapping applies to one connector/)).toBeVisible()
  await expect.element(save).toBeDisabled()
  await page.getByRole('combobox', { name: 'Connector', exact: true }).fill('hollis')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Use the expression of BambooHR' }).click()
  await save.click()
  await expect.poll(() => client.asked('mappings:create')).toHaveLength(1)
  expect(client.asked('mappings:create')[0]).toMatchObject({
    fieldId: uuid(1),
    scope: { kind: 'connector', key: 'HRIS:b2' },
    expression: 'employee.a'
  })
})

test('Ctrl+S saves by the keyboard alone, changing what is saved; the draft is gone then', async () => {
  const client = mappingsClient()
  await withField(client)
  await expect.poll(text).toBe(saved)
  await type('employee.country')
  await expect.element(page.getByRole('status', { name: 'Draft' })).toHaveTextContent('on this computer')
  await expect.element(check).toHaveTextContent('Valid.')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByRole('status', { name: 'Outcome' })).toHaveTextContent('Mapping updated.')
  expect(client.asked('mappings:change')).toMatchObject([{ mappingId: uuid(101), expression: 'employee.country' }])
  await expect.element(page.getByRole('status', { name: 'Draft' })).toHaveTextContent('no changes')
  expect(client.asked('mappings:changeLog').length).toBeGreaterThan(1)
})

test('a second save waits until the first is read back, and then changes what that one made', async () => {
  const client = mappingsClient({ mappings: [] })
  await withField(client)
  await withConnectors(client)
  await page.getByRole('combobox', { name: 'Integration' }).fill('bam')
  await userEvent.keyboard('{Enter}')
  await type('employee.a')
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const made = madeUpMapping(50, uuid(1), { expression: 'employee.a' })
  client.answer('mappings:readField', async () => {
    await held
    return { field: madeUpField(1, 'work_country'), mappings: [made], complete: true, counts: null }
  })
  await save.click()
  await expect.element(page.getByRole('status', { name: 'Outcome' })).toHaveTextContent('Mapping saved.')
  await type('employee.b')
  await expect.element(save).toBeDisabled()
  release()
  await save.click()
  await expect
    .poll(() => client.asked('mappings:change'))
    .toMatchObject([{ mappingId: made.id, expression: 'employee.b' }])
  expect(client.asked('mappings:create')).toHaveLength(1)
})

test('typing moves nothing below the expression', async () => {
  const client = mappingsClient()
  await withField(client)
  await withConnectors(client)
  const remove = page.getByRole('button', { name: 'Delete this mapping' })
  await expect.element(remove).toBeVisible()
  await expect.element(check).toHaveTextContent('Valid.')
  const top = () => remove.element().getBoundingClientRect().top
  const before = top()
  for (const [text, said] of [
    ['employee.b', 'Not tested on any sample data.'],
    ['e', 'Not tested on any sample data.']
  ] as const) {
    await type(text)
    await expect.element(check).toHaveTextContent(said)
    expect(top()).toBe(before)
  }
})

test('the first recorded act opens the change log, and moves nothing in the editor', async () => {
  const client = mappingsClient({ mappings: [] })
  await withField(client)
  await withConnectors(client)
  await page.getByRole('radio', { name: 'One connector' }).click()
  await page.getByRole('combobox', { name: 'Connector', exact: true }).fill('hollis')
  await userEvent.keyboard('{Enter}')
  await type('employee.a')
  const { top } = expression.element().getBoundingClientRect()
  client.answer('mappings:changeLog', () => ({ entries: [madeUpChangeLogEntry(1)], next: null }))
  await save.click()
  await expect.element(changeLog.getByRole('row').nth(1)).toBeVisible()
  expect(expression.element().getBoundingClientRect().top).toBe(top)
})

test('how a save ended shows below the editor: nothing moves under the pointer', async () => {
  const client = mappingsClient({ mappings: [] })
  await withField(client)
  await withConnectors(client)
  await page.getByRole('radio', { name: 'One connector' }).click()
  await page.getByRole('combobox', { name: 'Connector', exact: true }).fill('hollis')
  await userEvent.keyboard('{Enter}')
  await expect.element(save).toBeDisabled()
  const { left, width } = save.element().getBoundingClientRect()
  await type('employee.a')
  await expect.element(save).toBeEnabled()
  // Each letter may change the button while the pointer moves there.
  expect(save.element().getBoundingClientRect()).toMatchObject({ left, width })
  const top = () => expression.element().getBoundingClientRect().top
  const before = top()
  await save.click()
  await expect.element(page.getByRole('heading', { name: 'work_country' })).toHaveFocus()
  const outcome = page.getByRole('status', { name: 'Outcome' })
  await expect.element(outcome).toHaveTextContent('Mapping saved.')
  await expect.element(page.getByRole('status', { name: 'Draft' })).toHaveTextContent('no changes')
  expect(top()).toBe(before)

  client.answer('mappings:change', () => ({
    ...{ ...done, outcome: 'refused', message: 'Not now.' },
    ...{ mapping: null, entryId: 7 }
  }))
  await type('employee.b')
  await save.click()
  const refused = page.getByRole('alert', { name: 'Outcome' })
  await expect.element(refused).toHaveTextContent('Rejected; nothing changed. Not now.')
  expect(top()).toBe(before)
  expect(refused.element().getBoundingClientRect().bottom).toBeLessThan(innerHeight)
})

test('the reach of a mapping is told once main has told it, and is never none before', async () => {
  const client = mappingsClient({ operations: { changeMapping: false } })
  let tell: (value?: unknown) => void = () => undefined
  const told = new Promise((resolve) => (tell = resolve))
  const one = { employees: null, usual: null, any: 'HRIS:b1', tests: 0, connectors: 3, slug: 'bamboohr' }
  client.answer('connectors:integrationTotals', () => told.then(() => [{ ...one, category: 'HRIS' }]))
  await withField(client)
  await withConnectors(client)
  await expect.element(page.getByText('Loading connectors…')).toBeVisible()
  await page.getByRole('button', { name: 'Delete this mapping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this mapping in the Default region?' })
  await expect.element(dialog).toHaveTextContent('The field stays. Connectors of this integration will read null')
  await expect.element(page.getByText(/\b0 (BambooHR )?connectors/)).not.toBeInTheDocument()
  tell()
  await expect.element(dialog).toHaveTextContent('3 connectors of this integration will read null')
})

test('where the service cannot change a mapping, a confirmed delete comes first, and a draft stays', async () => {
  const client = mappingsClient({ operations: { changeMapping: false } })
  await withField(client)
  await withConnectors(client)
  await type('employee.country')
  await expect.element(check).toHaveTextContent('Delete the saved one first.')
  await expect.element(save).toBeDisabled()
  await page.getByRole('button', { name: 'Delete this mapping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this mapping in the Default region?' })
  await expect.element(dialog).toHaveTextContent('2 connectors of this integration will read null')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Delete mapping' }).click()
  await expect.element(page.getByRole('status', { name: 'Outcome' })).toHaveTextContent('Mapping deleted.')
  await expect.element(page.getByRole('heading', { name: 'work_country' })).toHaveFocus()
  expect(text()).toBe('employee.country')
  await save.click()
  await expect.poll(() => client.asked('mappings:create')).toHaveLength(1)
})

test('a 422 is at the control it names until that is changed; a refusal and an unknown outcome say so', async () => {
  const client = mappingsClient()
  await withField(client)
  client.answer('mappings:change', () => {
    throw new AppError('validation', 'refused', { status: 422, fields: { expression: 'No such model field.' } })
  })
  await type('employee.a')
  await save.click()
  await expect.element(check).toHaveTextContent('The API rejected the expression. No such model field.')
  await expect.element(expression).toHaveAttribute('aria-invalid', 'true')
  await type('employee.b')
  await expect.element(check).toHaveTextContent('Valid.')

  client.answer('mappings:change', () => ({
    ...{ ...done, outcome: 'unknown', message: 'No answer came.' },
    ...{ mapping: null, entryId: 7 }
  }))
  await save.click()
  const outcome = page.getByRole('alert', { name: 'Outcome' })
  await expect.element(outcome).toHaveTextContent('Outcome unknown. No answer came. It is not sent again automatically')
  expect(client.asked('mappings:change')).toHaveLength(2)
  await expect
    .element(page.getByRole('status', { name: 'Draft' }))
    .toHaveTextContent('Draft for BambooHR on this computer')
})

test('a save whose outcome is unknown gets an end beside its notice', async () => {
  const client = mappingsClient()
  await withField(client)
  const lost = madeUpCall(3, { asker: 'mappings', method: 'PATCH', mutation: true, unknown: true, partOf: uuid(90) })
  client.answer('activity:unknownSends', ({ sends }) => ({ calls: sends.includes(uuid(90)) ? [lost] : [] }))
  client.answer('mappings:change', () => ({
    ...{ ...done, outcome: 'unknown', message: 'No answer came.', send: uuid(90) },
    ...{ mapping: null, entryId: 7 }
  }))
  client.answer('activity:recordFound', ({ id, outcome }) => {
    client.emit('activity:found', { id, outcome })
    return { found: [{ id: 1, outcome, note: '', foundAt: Date.now(), operator: 'Ada' }] }
  })
  await type('employee.a')
  await save.click()
  const outcome = page.getByRole('alert', { name: 'Outcome' })
  await outcome.getByRole('button', { name: 'Find out…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find out whether it was done' })
  const read = client.asked('mappings:readField').length
  await dialog.getByRole('button', { name: 'Reload what is saved' }).click()
  await expect.poll(() => client.asked('mappings:readField').length).toBeGreaterThan(read)
  await outcome.getByRole('button', { name: 'Find out…' }).click()
  await dialog.getByRole('button', { name: 'It was not done' }).click()
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect.element(outcome).toHaveTextContent('It was not done, recorded by Ada')
})

test('an expression that gives nothing on any record of the sample can be saved, with a warning', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)], mappings: [] })
  await withField(client)
  await withConnectors(client)
  await page.getByRole('combobox', { name: 'Integration' }).fill('bam')
  await userEvent.keyboard('{Enter}')
  const nothing = 'None of the 200 sample records gets a value.'
  await type('employee.a')
  await expect.element(check).toHaveTextContent('Ready to save')
  expect(check.element().textContent).not.toContain(nothing)
  client.answer('mappings:evaluate', ({ setIds: [setId = ''] }) => {
    const made = madeUpResult(setId, 0)
    return { ...made, sets: made.sets.map((set) => ({ ...set, filled: 0 })) }
  })
  await type('employee.b')
  await expect.element(check).toHaveTextContent(nothing)
  await expect.element(save).toBeEnabled()
})

test('a draft outlives the window, per field and scope', async () => {
  const client = mappingsClient()
  const desk = await withField(client)
  await expect.poll(text).toBe(saved)
  await type('employee.draft')
  await fieldBox.fill('badge')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'badge_number' })).toBeVisible()
  const { Mappings } = await import('./mappings.svelte')
  await expect.poll(() => client.asked('mappings:putDraft')).toHaveLength(1)
  const again = new Mappings(client)
  again.show(desk.app.workspace)
  await again.bench?.reload()
  again.bench?.select(uuid(1))
  expect(again.bench?.editor?.expression).toBe('employee.draft')
  expect(again.bench?.editor?.scope).toMatchObject({ kind: 'integration', slug: 'bamboohr' })
})

test('Undo of a save stays where its confirmation is declined', async () => {
  const client = mappingsClient()
  await withField(client)
  await expect.poll(text).toBe(saved)
  await type('employee.country')
  await expect.element(check).toHaveTextContent('Valid.')
  await save.click()
  const outcome = page.getByRole('status', { name: 'Outcome' })
  const undo = outcome.getByRole('button', { name: 'Undo' })
  client.answer('mappings:undo', () => {
    throw new AppError('cancelled', 'It was not confirmed. Nothing was sent.')
  })
  await undo.click()
  await expect.poll(() => client.asked('mappings:undo')).toHaveLength(1)
  await expect.element(outcome).toHaveTextContent('Mapping updated.')
  await expect.element(undo).toBeVisible()
})
