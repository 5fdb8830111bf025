import { asked, mappingPractice, mappingsOf, withField } from './fixtures/mapping'
import { expect, shot, test } from './fixtures/test'

test.use({ practiceOptions: mappingPractice })

test.describe('@mapping the editor', () => {
  test('exactly one scope: the other is switched off; without one it cannot be sent, and says why', async ({
    app,
    practice
  }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.type('employee.manager_id')
    await expect(mappings.check).toContainText('Select an integration first.')
    await expect(mappings.save).toBeDisabled()
    await app.page.keyboard.press('Control+s')
    await expect(
      app.page.getByRole('alert').filter({ hasText: 'Not saved: Select an integration first.' })
    ).toHaveCount(1)
    await shot(app.page, 'mapping-no-scope')
    await mappings.forIntegration('bamboohr')
    await expect(mappings.save).toBeEnabled()

    await app.page.getByRole('radio', { name: 'One connector' }).check()
    await expect(mappings.integration).toBeDisabled()
    await expect(app.page.getByText('this mapping applies to one connector')).toBeVisible()
    await expect(mappings.check).toContainText('Select a connector first.')
    await expect(mappings.save).toBeDisabled()
    await shot(app.page, 'mapping-scope-connector')
    await app.page.getByRole('radio', { name: 'Whole integration' }).check()
    await expect(mappings.connector).toHaveCount(0)
    await expect(mappings.integration).toBeEnabled()
    expect(asked(practice.default, 'POST')).toEqual([])
    expect(mappingsOf(practice.default, 'second_manager')).toEqual([])
  })

  test('invalid JMESPath is marked where it fails and cannot be saved', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    for (const [text, column] of [
      ['employee.address[', 18],
      ['employee..id', 10],
      ['employee.name | upper(@)', 17]
    ] as const) {
      await mappings.type(text)
      await expect(mappings.check).toContainText(`Line 1, column ${column}:`)
      await expect(mappings.expression).toHaveAttribute('aria-invalid', 'true')
      await expect(mappings.save).toBeDisabled()
      await app.page.keyboard.press('Control+s')
    }
    await expect(mappings.check).toContainText('upper is not a JMESPath function.')
    await shot(app.page, 'mapping-unknown-function')
    await mappings.check.getByRole('button', { name: 'Remove | upper(@)' }).click()
    await expect(mappings.expression).toHaveText('employee.name')
    await expect(mappings.check).toContainText('Valid.')
    await mappings.saved()
    expect(mappingsOf(practice.default, 'second_manager').map(({ json_path }) => json_path)).toEqual(['employee.name'])
    expect(asked(practice.default, 'POST')).toHaveLength(1)
  })

  test('1 to 1,024 characters, and no invisible ones', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    await mappings.type('@')
    await expect(mappings.check).toContainText('Saving affects')
    await expect(mappings.save).toBeEnabled()
    await mappings.type('a'.repeat(1_025))
    await expect(app.page.getByText('1,025 of 1,024')).toBeVisible()
    await expect(mappings.check).toContainText('1 character too many: the limit is 1,024.')
    await expect(mappings.save).toBeDisabled()
    await shot(app.page, 'mapping-too-long')
    await mappings.type("'a\u0007b'")
    await expect(mappings.check).toContainText(/control character/i)
    await expect(mappings.save).toBeDisabled()
    await shot(app.page, 'mapping-control-character')
    expect(asked(practice.default, 'POST')).toEqual([])
    await mappings.type('a'.repeat(1_024))
    await mappings.saved()
    expect(mappingsOf(practice.default, 'second_manager').map(({ json_path }) => json_path.length)).toEqual([1_024])
  })
})
