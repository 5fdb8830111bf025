import type { Locator, Page } from '@playwright/test'
import { atMappings, mappingPractice, mappingsOf, withField } from './fixtures/mapping'
import { killed } from './fixtures/process'
import { filesHolding } from './fixtures/profile'
import { expect, shot, test } from './fixtures/test'
import { Confirm } from './pages/confirm'
import { Desk } from './pages/desk'
import { Mappings } from './pages/mappings'

test.use({ practiceOptions: mappingPractice })

test.describe('@mapping drafts and keys', () => {
  test('a draft outlives a restart, and the app being killed', async ({ connected, launch, practice, profileDir }) => {
    const first = await connected()
    const { mappings } = await withField(first, practice, 'cost_center')
    await mappings.type('employee.cost_centre.code')
    await expect(mappings.draft).toContainText('on this computer')
    await first.close()

    const second = await launch()
    await new Desk(second.page).refreshed()
    const after = new Mappings(second.page)
    await after.show()
    await expect(after.row(/cost_center/)).toContainText('unsaved draft')
    await after.open('cost_center')
    await expect(after.expression).toHaveText('employee.cost_centre.code')
    await after.type('employee.cost_centre.label')
    await expect(after.draft).toContainText('on this computer')
    expect(await filesHolding(profileDir, 'employee.cost_centre')).toEqual([])
    await killed(second)

    const third = await launch()
    await new Desk(third.page).refreshed()
    const last = new Mappings(third.page)
    await last.show()
    await last.open('cost_center')
    await expect(last.expression).toHaveText('employee.cost_centre.label')
    await expect(last.draft).toContainText('on this computer')
    await shot(third.page, 'mapping-draft')
    await last.draft.getByRole('button', { name: 'Discard changes' }).click()
    await expect(last.expression).toHaveText('department.cost_center.code')
    await expect(last.draft).toContainText('no changes')
    expect(mappingsOf(practice.default, 'cost_center').map(({ json_path }) => json_path)).toEqual([
      'department.cost_center.code',
      'custom.costCenter'
    ])
  })

  test('by the keyboard alone: field, scope, expression, Ctrl+S', async ({ app, practice }) => {
    const { mappings } = await atMappings(app, practice)
    const { keyboard } = app.page
    await mappings.field.focus()
    await keyboard.type('second')
    // The view reads the fields when it opens.
    await expect(mappings.fields.getByRole('option')).toHaveText([/second_manager/])
    await keyboard.press('Enter')
    await expect(app.page.getByRole('heading', { name: 'second_manager' })).toBeVisible()
    await tabTo(app.page, mappings.integration)
    await keyboard.type('hib')
    await expect(mappings.integrations.getByRole('option')).toHaveText([/HiBob/])
    await keyboard.press('Enter')
    await expect(mappings.integration).toHaveValue('HiBob')
    await tabTo(app.page, mappings.expression)
    await keyboard.type('employee.manager_id')
    await expect(mappings.check).toContainText('Saving affects')
    await shot(app.page, 'mapping-keyboard')
    await keyboard.press('Control+s')
    const confirm = await Confirm.asked(app.page)
    await confirm.agreeWithEnter()
    await expect(mappings.outcome).toContainText('Mapping saved.')
    expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([
      { integration_slug: 'hibob', json_path: 'employee.manager_id' }
    ])
  })
})

/** Also within an editor's shadow root. */
function hasFocus(element: Element): boolean {
  return (element.getRootNode() as Document | ShadowRoot).activeElement === element
}

/** The test's time limit ends it. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  while (!(await wanted.evaluate(hasFocus))) await page.keyboard.press('Tab')
}
