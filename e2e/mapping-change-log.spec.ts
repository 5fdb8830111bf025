import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectorOf } from './fixtures/connector-of'
import { atMappings, mappingPractice, mappingsOf } from './fixtures/mapping'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Confirm } from './pages/confirm'
import { Desk } from './pages/desk'
import { Mappings } from './pages/mappings'

test.use({ practiceOptions: mappingPractice })

test.describe('@mapping the ledger', () => {
  test('says what this computer did, is exported, and is there after a restart', async ({
    connected,
    launch,
    practice,
    profileDir
  }) => {
    const first = await connected()
    const { mappings } = await atMappings(first, practice)
    await mappings.make('desk_number')
    await mappings.forIntegration('bamboohr')
    await mappings.type('employee.desk')
    await mappings.saved()
    await mappings.type('employee.desk.number')
    await mappings.saved('updated')
    await first.page.getByRole('button', { name: 'Delete this mapping' }).click()
    await mappings.deleteMapping()
    await expect(mappings.outcome).toContainText('Mapping deleted.')
    await expect(mappings.changeLog).toContainText('changes made from this computer in Default')
    const acts = mappings.changeLog.locator('tbody').getByRole('row')
    const shown = [
      /Deleted\s*desk_number\s*Whole integration, BambooHR\s*employee\.desk\.number/,
      /Changed\s*desk_number\s*Whole integration, BambooHR\s*employee\.desk\.number/,
      /Created\s*desk_number\s*Whole integration, BambooHR\s*employee\.desk/,
      /Created\s*desk_number\s*The field/
    ]
    await expect(acts).toHaveText(shown)
    await shot(first.page, 'mapping-ledger')
    for (const format of ['csv', 'json']) {
      const file = join(profileDir, `ledger.${format}`)
      await answerSaveDialogs(first.app, file)
      await mappings.changeLog.getByRole('button', { name: 'Export change log' }).click()
      await mappings.changeLog.getByRole('menuitem', { name: `As ${format.toUpperCase()}` }).click()
      await expect(mappings.changeLog).toContainText(`ledger.${format}`)
      const text = await readFile(file, 'utf8')
      expect(text).toContain('employee.desk.number')
      expect(text.match(/desk_number/g)?.length).toBeGreaterThanOrEqual(4)
      expect(text).not.toContain(practice.default.bearerToken)
    }
    await first.close()

    const { page } = await launch()
    await new Desk(page).refreshed()
    const later = new Mappings(page)
    await later.show()
    await expect(later.changeLog.locator('tbody').getByRole('row')).toHaveText(shown)
    await later.changeLog.getByRole('button', { name: 'Recreate' }).click()
    await expect(later.expression).toHaveText('employee.desk.number')
    expect(mappingsOf(practice.default, 'desk_number')).toEqual([])
  })

  test('is brought to EU: a dry run that writes nothing, reasons for what is blocked, then carried out', async ({
    app,
    practice
  }) => {
    const { desk, mappings } = await atMappings(app, practice)
    await mappings.make('desk_number')
    await mappings.forIntegration('bamboohr')
    await mappings.type('employee.desk')
    await mappings.saved()
    await mappings.open('second_manager')
    await mappings.forIntegration('hibob')
    await mappings.type('employee.manager_id')
    await mappings.saved()
    await mappings.forConnector(connectorOf(practice.default, 'bamboohr'))
    await mappings.type('employee.own_manager')
    await mappings.saved()

    const state = () => JSON.stringify([practice.eu.fields, practice.eu.mappings])
    const before = state()
    await mappings.changeLog.getByRole('button', { name: 'Copy to…' }).click()
    await expect(mappings.dialog.getByRole('combobox', { name: 'Destination' })).toContainText('Harbourline, EU')
    await mappings.dialog.getByRole('button', { name: 'Preview changes' }).click()
    await expect(mappings.dialog).toContainText('3 changes to apply in Harbourline, EU. Nothing is written yet.')
    const steps = mappings.dialog.getByRole('region', { name: 'Changes to apply' })
    await expect(steps.getByRole('row', { name: /Create field desk_number/ })).toBeVisible()
    await expect(steps.getByRole('row', { name: /Blocked second_manager.*employee\.own_manager/ })).toContainText(
      /walked there|No connector/
    )
    await expect(steps.getByRole('row', { name: /Already there second_manager/ })).toBeVisible()
    await shot(app.page, 'mapping-replay-plan')
    expect(state()).toBe(before)
    expect(practice.eu.requests.filter(({ method, status }) => method !== 'GET' && (status ?? 200) < 400)).toEqual([])

    await mappings.dialog.getByRole('button', { name: 'Apply 3 changes' }).click()
    const confirm = await Confirm.asked(app.page)
    await expect(confirm.requests).toHaveCount(3)
    await shot(confirm.page, 'confirm-replay')
    await confirm.agree()
    await expect(mappings.dialog).toContainText('Applied in Harbourline, EU')
    await expect(steps.getByRole('row', { name: /Create mapping desk_number/ })).toContainText('Done')
    await shot(app.page, 'mapping-replay-done')
    expect(mappingsOf(practice.eu, 'desk_number')).toMatchObject([
      { integration_slug: 'bamboohr', json_path: 'employee.desk' }
    ])
    expect(mappingsOf(practice.eu, 'second_manager')).toMatchObject([
      { integration_slug: 'hibob', json_path: 'employee.manager_id' }
    ])
    await mappings.dialog.getByRole('button', { name: 'Close' }).click()
    await desk.switchTo('EU')
    await desk.refreshed()
    await expect(mappings.row(/desk_number/)).toBeVisible()
    await expect(mappings.changeLog.getByRole('row', { name: /Created desk_number The field/ })).toBeVisible()
    await shot(app.page, 'mapping-eu')
  })
})
