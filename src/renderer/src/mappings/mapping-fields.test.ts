import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { FieldDetail } from '../../../shared/mappings/mapping'
import { madeUpField, madeUpMapping, mappingsClient, offersAll } from '../testing/made-up-mappings'
import { done, fieldBox, text, type, withConnectors, withField } from '../testing/mappings-view'
import { open } from '../testing/open'
import { uuid } from '../testing/passthrough'

beforeEach(() => localStorage.clear())

test('deleting a field previews which mappings go, and reports what went', async () => {
  const own = madeUpMapping(2, uuid(1), { scope: { kind: 'connector', key: 'HRIS:b1' }, expression: 'a.b' })
  const client = mappingsClient({ mappings: [madeUpMapping(1, uuid(1)), own] })
  client.answer('mappings:deleteField', () => ({
    ...done,
    gone: [madeUpMapping(1, uuid(1))],
    left: [own],
    verified: true
  }))
  await withField(client)
  await withConnectors(client)
  await page.getByRole('button', { name: 'More actions for this field' }).click()
  await page.getByRole('menuitem', { name: 'Delete field…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this field in the Default region?' })
  const goes = dialog.getByRole('list', { name: 'Also deleted: 2 mappings' })
  await expect.element(goes).toHaveTextContent('Whole integration, BambooHR, 2 connectors')
  await expect.element(goes).toHaveTextContent('One connector, Brightwater Clinics')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Delete field' }).click()
  await expect.element(dialog).toHaveTextContent('these mappings are still there')
  await expect.element(dialog.getByRole('list', { name: 'Still there: 1 mapping' })).toHaveTextContent('a.b')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('option', { name: /work_country/ })).not.toBeInTheDocument()
  await expect.element(fieldBox).toHaveFocus()
})

test('a field that the list has read shows its expression before it is read again, and keeps what is typed', async () => {
  const mappings = [madeUpMapping(1, uuid(1), { expression: 'a.kept' })]
  const client = mappingsClient({ mappings })
  let answer: (detail: FieldDetail) => void = () => undefined
  await open(client, '#/mappings')
  await expect.poll(() => client.asked('mappings:readField').length).toBe(2)
  client.answer('mappings:readField', () => new Promise((resolve) => (answer = resolve)))
  await page.getByRole('option', { name: /work_country/ }).click()
  await expect.poll(text).toBe('a.kept')
  await type('a.typed')
  answer({ field: madeUpField(1, 'work_country'), mappings, complete: true, counts: null })
  // The draft arrives after the answer.
  await expect.poll(() => client.asked('mappings:putDraft').length).toBe(1)
  expect(text()).toBe('a.typed')
})

test('a field that is forgotten on this computer leaves the focus in the list of fields', async () => {
  const client = mappingsClient({ fields: [madeUpField(1, 'work_country', { from: 'pasted' })] })
  client.answer('mappings:forgetField', () => undefined)
  await withField(client)
  await page.getByRole('button', { name: 'More actions for this field' }).click()
  await page.getByRole('menuitem', { name: 'Remove from this computer' }).click()
  await expect.element(page.getByRole('heading', { name: 'work_country' })).not.toBeInTheDocument()
  await expect.element(fieldBox).toHaveFocus()
})

test('a field is added by its id; what main refuses of it shows at the box', async () => {
  const client = mappingsClient({ operations: { listFields: false, createField: false } })
  client.answer('mappings:rememberField', ({ id, name }) => {
    if (id !== uuid(7)) throw new AppError('invalid-input', 'no', { fields: { id: 'This is no UUID.' } })
    return madeUpField(7, name, { from: 'pasted' })
  })
  client.answer('mappings:readField', () => ({
    ...{ field: madeUpField(7, 'pasted_one', { from: 'pasted' }), mappings: [], complete: false, counts: null }
  }))
  await open(client, '#/mappings')
  await expect.element(page.getByText(/Known to this computer; the API lists none/)).toBeVisible()
  await page.getByRole('button', { name: 'Add field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add field' })
  await dialog.getByRole('textbox', { name: 'Field ID' }).fill('../mapping')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect
    .element(dialog.getByRole('textbox', { name: 'Field ID' }))
    .toHaveAccessibleDescription('This is no UUID.')
  await dialog.getByRole('textbox', { name: 'Field ID' }).fill(uuid(7))
  await dialog.getByRole('textbox', { name: 'Name' }).fill('pasted_one')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'pasted_one' })).toBeVisible()
})

test('choosing how a field is added sends nothing', async () => {
  const client = mappingsClient()
  await open(client, '#/mappings')
  await page.getByRole('button', { name: 'Add field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add field' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('cost_centre')
  await dialog.getByRole('button', { name: 'Add existing by ID' }).click()
  await dialog.getByRole('button', { name: 'Create new' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Create field' })).toBeEnabled()
  expect(client.asked('mappings:rememberField')).toEqual([])
  expect(client.asked('mappings:createField')).toEqual([])
})

test('a field can be made as soon as the service is known to make fields, also in a dialog opened before', async () => {
  const client = mappingsClient()
  let tell: (() => void) | undefined
  const asked = new Promise<void>((resolve) => (tell = resolve))
  client.answer('mappings:operations', async () => {
    await asked
    return offersAll
  })
  await open(client, '#/mappings')
  await page.getByRole('button', { name: 'Add field' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add field' })
  await expect.element(dialog.getByRole('textbox', { name: 'Field ID' })).toBeVisible()
  expect(dialog.element().textContent).not.toContain('does not offer to create')
  tell?.()
  await expect.element(dialog.getByRole('button', { name: 'Create field' })).toBeVisible()
})

test.for(['typed in', 'pressed'])(
  'an id box that was %s stays when the service is known to make fields',
  async (how) => {
    const client = mappingsClient()
    let tell: (() => void) | undefined
    const asked = new Promise<void>((resolve) => (tell = resolve))
    client.answer('mappings:operations', () => asked.then(() => offersAll))
    await open(client, '#/mappings')
    await page.getByRole('button', { name: 'Add field' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add field' })
    const box = dialog.getByRole('textbox', { name: 'Field ID' })
    await expect.element(box).toHaveFocus()
    if (how === 'typed in') await userEvent.keyboard('0198')
    else await box.click()
    tell?.()
    await expect.element(dialog.getByRole('button', { name: 'Create new' })).toBeVisible()
    await userEvent.keyboard('{Control>}a{/Control}{Delete}')
    await userEvent.keyboard('02')
    await expect.element(box).toHaveValue('02')
    await expect.element(box).toHaveFocus()
  }
)
