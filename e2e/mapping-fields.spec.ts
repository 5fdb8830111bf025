import { askedByHand } from './fixtures/held'
import { atMappings, fieldOf, mappingPractice, mappingsOf, none, withField } from './fixtures/mapping'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { Mappings } from './pages/mappings'

test.use({ practiceOptions: mappingPractice })

test.describe('@mapping lookups and fields', () => {
  test('lookups are kept: completions with their age, also over a restart while the service has none', async ({
    connected,
    launch,
    practice
  }) => {
    const first = await connected()
    const { mappings } = await withField(first, practice, 'second_manager')
    await mappings.integration.fill('bam')
    await expect(mappings.integrations.getByRole('option')).toHaveText([/BambooHR\s*bamboohr/])
    await expect(first.page.getByText(/Updated \d\d:\d\d/)).toBeVisible()
    await shot(first.page, 'mapping-lookups')
    await mappings.integration.press('Escape')
    const models = () => practice.default.requests.filter(({ path }) => path === '/api/v1/lookup/models')
    expect(models()).toHaveLength(1)
    await first.close()

    practice.default.set({ faults: [{ name: 'reset', path: '/api/v1/lookup' }] })
    const { page } = await launch()
    await new Desk(page).refreshed()
    const later = new Mappings(page)
    await later.show()
    await later.open('second_manager')
    expect(models()).toHaveLength(1)
    await later.integration.click()
    await page.getByRole('button', { name: 'Reload', exact: true }).last().click()
    await expect(page.getByText('the last reload failed')).toBeVisible()
    await later.integration.fill('personio')
    await expect(later.integrations.getByRole('option')).toHaveText([/Personio\s*personio/])
    await shot(page, 'mapping-lookups-down')
    await later.integration.press('Enter')
    await expect(later.integration).toHaveValue('Personio')
    await later.add.click()
    await expect(later.dialog.getByRole('combobox', { name: 'Model' })).toContainText('Employee (employee)')
  })

  test('fields are grouped by model, searched and filtered', async ({ app, practice }) => {
    const { mappings } = await atMappings(app, practice)
    await expect(mappings.fields.getByRole('option')).toHaveCount(practice.default.fields.length)
    const count = practice.default.fields.filter(({ model }) => model === 'employee').length
    const employee = mappings.fields.getByRole('group', { name: new RegExp(`^Employee\\s*${count}$`) })
    await expect(employee.getByRole('option')).toHaveCount(count)
    await shot(app.page, 'mapping-fields')
    await mappings.field.fill('badge')
    await expect(mappings.fields.getByRole('option')).toHaveText([/badge_number/])
    await mappings.field.press('Escape')
    await app.page.getByRole('combobox', { name: 'Filter by category' }).selectOption('ATS')
    await expect(mappings.fields.getByRole('option')).toHaveText([/candidate_source/])
    await mappings.field.fill('no such field')
    await app.page.getByRole('button', { name: `Show all ${practice.default.fields.length}` }).click()
    await expect(mappings.fields.getByRole('option')).toHaveCount(practice.default.fields.length)
  })

  test('the mapping status of the fields loads by itself; a saved expression that is not JMESPath is marked', async ({
    app,
    practice
  }) => {
    const { mappings } = await atMappings(app, practice)
    await expect(mappings.row(/badge_number/)).toContainText('invalid')
    await expect(mappings.row(/second_manager/)).toContainText('not mapped')
    await expect(mappings.row(/cost_center/)).toContainText('mapped')
    await mappings.open('badge_number')
    await expect(mappings.check).toContainText(/Line 1, column \d+/)
    await shot(app.page, 'mapping-invalid-saved')
  })

  test('where the service lists nothing, a field is added by its id; an invalid id is refused unsent', async ({
    app,
    practice
  }) => {
    practice.default.set({ operations: none })
    const { mappings } = await atMappings(app, practice)
    await expect(app.page.getByText('The API does not list fields')).toBeVisible()
    await shot(app.page, 'mapping-no-fields')
    const before = practice.default.requests.length
    await mappings.add.click()
    const box = mappings.dialog.getByRole('textbox', { name: 'Field ID' })
    for (const id of ['..', '', 'mapping', `${fieldOf(practice.default, 'cost_center').id}/x`, '%2e%2e']) {
      await box.fill(id)
      await mappings.dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(box).toHaveAccessibleDescription(id ? /must be a UUID/ : /Enter an ID/)
    }
    await shot(app.page, 'mapping-bad-id')
    expect(askedByHand(practice.default, before)).toEqual([])
    await box.fill(fieldOf(practice.default, 'second_manager').id)
    await mappings.dialog.getByRole('textbox', { name: 'Name' }).fill('second_manager')
    await mappings.dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(mappings.row(/second_manager/)).toContainText('local')
    await mappings.forIntegration('bamboohr')
    await mappings.type('employee.manager_id')
    await mappings.saved()
    expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([{ json_path: 'employee.manager_id' }])
    await expect(app.page.getByText('local', { exact: true }).last()).toBeVisible()
  })

  test('a field this computer made is known from its ledger where the service lists none', async ({
    connected,
    launch,
    practice
  }) => {
    const first = await connected()
    const { mappings } = await atMappings(first, practice)
    await mappings.make('desk_number')
    await mappings.forIntegration('hibob')
    await mappings.type('employee.desk')
    await mappings.saved()
    await first.close()

    practice.default.set({ operations: none })
    const { page } = await launch()
    await new Desk(page).refreshed()
    const later = new Mappings(page)
    await later.show()
    await expect(later.fields.getByRole('option')).toHaveText([/desk_number/])
    await later.open('desk_number')
    await expect(later.integration).toHaveValue('HiBob')
    await expect(later.expression).toHaveText('employee.desk')
    await shot(page, 'mapping-from-ledger')
  })
})
