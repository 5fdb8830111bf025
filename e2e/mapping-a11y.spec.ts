import { expectClean } from './fixtures/axe'
import { connectorOf } from './fixtures/connector-of'
import { atMappings, mappingPractice } from './fixtures/mapping'
import { expect, test } from './fixtures/test'

test.use({ practiceOptions: mappingPractice })

test('@mapping the view and its dialogs are clean for axe in both themes', async ({ app, practice }) => {
  const { page } = app
  const { mappings } = await atMappings(app, practice)
  await expect(mappings.fields.getByRole('option')).toHaveCount(practice.default.fields.length)
  await expectClean(page, 'fields')
  await mappings.open('cost_center')
  await mappings.paste({ employee: { address: null } }, { employee: { address: { country_code: 'DE' } } })
  await mappings.type('employee.address.country_code')
  await expect(mappings.result).toContainText('null came from step')
  await mappings.record.getByText('employee').click()
  await mappings.record.getByRole('button', { name: 'Map this value' }).click()
  await expectClean(page, 'a draft tried on a sample')
  await mappings.type('employee | upper(@)')
  await expect(mappings.check).toContainText('upper is not a JMESPath function')
  await expectClean(page, 'a wrong expression')
  await mappings.type('employee.address')
  await mappings.saved('updated')
  await mappings.forConnector(connectorOf(practice.default, 'bamboohr'))
  await page.getByText(/^All fields of/).click()
  await expectClean(page, 'one connector')
  await mappings.forIntegration('bamboohr')

  const dialogs: readonly [what: string, ask: () => Promise<void>][] = [
    ['add a field', () => mappings.add.click()],
    ['rename a field', () => mappings.more('Edit field…')],
    ['delete a field', () => mappings.more('Delete field…')],
    ['delete a mapping', () => page.getByRole('button', { name: 'Delete this mapping' }).click()],
    ['paste', () => mappings.source('Paste…')],
    ['read a collection', () => mappings.source('Fetch records…')],
    ['raw data', () => mappings.source('Get from API…')]
  ]
  for (const [what, ask] of dialogs) {
    await ask()
    await expect(mappings.dialog).toBeVisible()
    await expectClean(page, what)
    await page.keyboard.press('Escape')
    await expect(mappings.dialog).toBeHidden()
  }
  await mappings.changeLog.getByRole('button', { name: 'Copy to…' }).click()
  await mappings.dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(mappings.dialog.getByRole('region', { name: 'Changes to apply' })).toBeVisible()
  await expectClean(page, 'replay')
})
