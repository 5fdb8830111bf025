import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import { appState } from '../testing/made-up'
import { madeUpField, madeUpChangeLogEntry, madeUpSet, mappingsClient, saved } from '../testing/made-up-mappings'
import {
  expression,
  fieldBox,
  changeLog,
  result,
  samples,
  save,
  text,
  withConnectors,
  withField
} from '../testing/mappings-view'
import { open } from '../testing/open'
import { uuid } from '../testing/passthrough'

beforeEach(() => localStorage.clear())

test('the fields are grouped by model; the box above finds and walks them, and the filters narrow them', async () => {
  const fields = [
    madeUpField(1, 'work_country'),
    madeUpField(2, 'badge_number', { source: 'DASHBOARD' }),
    madeUpField(3, 'stage', { category: 'ATS', model: 'candidate' }),
    madeUpField(4, null, { category: null, model: null, source: null, from: 'pasted' })
  ]
  await open(mappingsClient({ fields }), '#/mappings')
  const options = () =>
    page
      .getByRole('option')
      .elements()
      .filter((one) => one.closest('[role=listbox]'))
      .map((one) => one.textContent.trim().split(' ')[0])
  await expect.poll(options).toEqual(['stage', 'badge_number', 'work_country', uuid(4)])
  await expect.element(page.getByRole('group', { name: 'Candidate' })).toBeVisible()
  await fieldBox.click()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(page.getByRole('option', { name: /badge_number/ })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('combobox', { name: 'Filter by category' }).selectOptions('ATS')
  await expect.poll(options).toEqual(['stage'])
  await fieldBox.fill('nothing like it')
  await page.getByRole('button', { name: 'Show all 4' }).click()
  await expect.poll(() => options().length).toBe(4)
})

test('at 200 % the panes stack in one scroll, saving stays within reach, and nothing is cut off', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)], changeLog: [madeUpChangeLogEntry(1)] })
  await open(client, '#/mappings')
  await page.viewport(640, 400)
  await page.getByRole('option', { name: 'work_country' }).click()
  await expect.poll(text).toBe(saved)
  const box = (of: { element(): Element }) => of.element().getBoundingClientRect()
  await expect.poll(() => Math.round(box(page.getByRole('region', { name: 'Mapping', exact: true })).top)).toBe(48)
  expect(document.scrollingElement?.scrollTop).toBe(0)
  await expect.element(result).toHaveTextContent('live')
  for (const one of [expression, samples, result, changeLog]) {
    one.element().scrollIntoView({ block: 'center' })
    expect(box(one).height).toBeGreaterThan(28)
    expect(box(one).right).toBeLessThanOrEqual(640)
  }
  expression.element().scrollIntoView({ block: 'center' })
  for (const at of [save, page.getByRole('status', { name: 'Draft' })]) {
    expect(box(at).top).toBeGreaterThanOrEqual(48)
    expect(box(at).bottom).toBeLessThanOrEqual(400)
  }
  const row = changeLog.getByRole('row', { name: /cost_centre_code/ })
  row.element().scrollIntoView({ block: 'center' })
  expect(box(row.getByRole('cell', { name: /Whole integration/ })).width).toBeGreaterThan(160)
})

test('a dialog that closes by Cancel gives the focus back to what opened it', async () => {
  await withField(mappingsClient({ changeLog: [madeUpChangeLogEntry(1)] }))
  await expect.poll(text).toBe(saved)
  const dialog = page.getByRole('dialog')
  for (const name of ['Add field', 'Delete this mapping', 'Copy to…']) {
    const opener = page.getByRole('button', { name })
    await opener.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  }
})

test('where the opener of a dialog is gone, the focus moves to the field that was added', async () => {
  const client = mappingsClient({ fields: [] })
  client.answer('mappings:rememberField', ({ name }) => madeUpField(9, name, { from: 'pasted' }))
  client.answer('mappings:readField', () => ({
    ...{ field: madeUpField(9, 'pasted_one', { from: 'pasted' }), mappings: [], complete: false, counts: null }
  }))
  await open(client, '#/mappings')
  await page.getByRole('region', { name: 'Mapping', exact: true }).getByRole('button', { name: 'Add field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add field' })
  await dialog.getByRole('button', { name: 'Add existing by ID' }).click()
  await dialog.getByRole('textbox', { name: 'Field ID' }).fill(uuid(9))
  await dialog.getByRole('textbox', { name: 'Name' }).fill('pasted_one')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'pasted_one' })).toHaveFocus()
})

test('what applies to a connector is listed, unmapped fields included', async () => {
  const client = mappingsClient()
  const of = (n: number, name: string, source: 'connector' | 'integration' | null) => ({
    ...{ fieldId: uuid(n), name, category: 'HRIS', model: 'employee', source, mappingId: null },
    expression: source && 'a.b'
  })
  client.answer('mappings:effective', () => ({
    fields: [of(1, 'work_country', 'connector'), of(2, 'badge_number', null)],
    complete: true
  }))
  await withField(client)
  await withConnectors(client)
  await page.getByRole('radio', { name: 'One connector' }).click()
  await page.getByRole('combobox', { name: 'Connector', exact: true }).fill('brightwater')
  await userEvent.keyboard('{Enter}')
  await page.getByText('All fields of').click()
  await expect.element(page.getByText('2 fields, 1 not mapped')).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'badge_number not mapped' })).toBeVisible()
  expect(client.asked('mappings:effective')[0]).toMatchObject({ key: 'HRIS:b1', model: 'employee' })
})

test('the ledger says what this computer did here; a deleted mapping comes back as a draft, not as a write', async () => {
  const gone = {
    ...{ id: uuid(7), scope: { kind: 'connector' as const, key: 'HRIS:b2' }, scopeName: 'Hollis Freight' },
    ...{ expression: 'employee.custom', before: null }
  }
  const field = { id: uuid(2), name: 'badge_number', category: 'HRIS', model: 'employee' }
  const client = mappingsClient({
    changeLog: [
      madeUpChangeLogEntry(1, { act: 'delete-mapping', mapping: gone, field }),
      madeUpChangeLogEntry(2, { outcome: 'unknown' }),
      madeUpChangeLogEntry(3, { region: 'eu' }),
      madeUpChangeLogEntry(4, { mapping: { ...gone, scopeName: 'Umber (bamboohr)' } })
    ]
  })
  client.answer('mappings:exportChangeLog', () => ({ file: '/home/kim/ledger.csv', entries: 3 }))
  await open(client, '#/mappings')
  await expect
    .element(changeLog.getByRole('row', { name: /Deleted badge_number One connector, Hollis Freight/ }))
    .toBeVisible()
  await expect.element(changeLog).toHaveTextContent('outcome unknown')
  expect(changeLog.getByRole('row').elements().length).toBe(4)
  await expect.element(changeLog.getByRole('row', { name: /One connector, Umber, BambooHR/ })).toBeVisible()
  await changeLog.getByRole('button', { name: 'Recreate' }).click()
  await expect.poll(text).toBe('employee.custom')
  await expect.element(page.getByRole('radio', { name: 'One connector' })).toBeChecked()
  expect(client.asked('mappings:create')).toHaveLength(0)
  await changeLog.getByRole('button', { name: 'Export change log' }).click()
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  await expect.element(changeLog).toHaveTextContent('Saved 3 entries of both regions: /home/kim/ledger.csv')
  await expect.element(changeLog.getByRole('button', { name: 'Show in folder' })).toBeVisible()
  await changeLog.getByRole('button', { name: 'Hide change log' }).click()
  await expect.poll(() => changeLog.getByRole('row').elements().length).toBe(0)
})

test('a plan is shown dry, carried out as chosen, and each step shows its outcome', async () => {
  const client = mappingsClient({ changeLog: [madeUpChangeLogEntry(1)] })
  const step = (id: string, kind: 'create-field' | 'create-mapping' | 'blocked', why: string) => ({
    ...{ id, kind, fieldName: 'cost_centre_code', category: 'HRIS', model: 'employee', scopeName: null },
    ...{ expression: null, before: null, why }
  })
  let compared: () => void = () => undefined
  client.answer('mappings:planReplay', async ({ from, to }) => {
    await new Promise<void>((resolve) => (compared = resolve))
    return {
      ...{ id: uuid(5), madeAt: 0, from, to },
      steps: [
        step('a', 'create-field', 'No field of this name is there.'),
        { ...step('b', 'create-mapping', 'No mapping is there.'), scopeName: 'bamboohr' },
        step('c', 'blocked', 'No connector of this origin id is there.')
      ]
    }
  })
  client.answer('mappings:replay', ({ requestId }) => {
    const first = { stepId: 'a', outcome: 'done' as const, message: '' }
    client.emit('mappings:stepDone', { requestId, result: first })
    return { results: [first] }
  })
  await open(client, '#/mappings')
  await changeLog.getByRole('button', { name: 'Copy to…' }).click()
  const dialog = page.getByRole('dialog', { name: /Copy changes to another/ })
  const destination = dialog.getByRole('combobox', { name: 'Destination' })
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  // What is compared is for this one.
  await expect.element(destination).toBeDisabled()
  compared()
  await expect.element(destination).toBeEnabled()
  await expect.element(dialog).toHaveTextContent('2 changes to apply in Harbourline, EU. Nothing is written yet.')
  await expect.element(dialog).toHaveTextContent('No connector of this origin id is there.')
  expect(client.asked('mappings:planReplay')[0]).toMatchObject({ from: { region: 'default' }, to: { region: 'eu' } })
  await dialog.getByRole('checkbox', { name: 'Create mapping cost_centre_code BambooHR' }).click()
  await dialog.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect.element(dialog.getByRole('row', { name: /Create field.*Done/ })).toBeVisible()
  expect(client.asked('mappings:replay')[0]).toMatchObject({ planId: uuid(5), stepIds: ['a'] })
})

test('without a token the view says so once, and what is kept can still be read', async () => {
  const client = mappingsClient({ changeLog: [madeUpChangeLogEntry(1)] })
  client.answer('app:getState', () => appState({ keychain: { state: 'locked', name: 'GNOME Keyring' } }))
  client.answer('mappings:operations', () => {
    throw new AppError('keychain-locked', 'locked')
  })
  await open(client, '#/mappings')
  await expect.element(page.getByRole('button', { name: 'Unlock keychain' })).toBeVisible()
  await expect.element(changeLog.getByRole('row', { name: /cost_centre_code/ })).toBeVisible()
  await expect.element(page.getByRole('alert').filter({ hasText: 'keychain' })).not.toBeInTheDocument()
})
