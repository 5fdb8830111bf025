import { connectorOf } from './fixtures/connector-of'
import { base, bodiesTo, fieldOf, mappingPractice, mappingsOf, onMapping, withField } from './fixtures/mapping'
import { filesHolding } from './fixtures/profile'
import { recordBefore } from './fixtures/recorder'
import { expect, shot, test } from './fixtures/test'
import { Confirm, confirmed } from './pages/confirm'

test.use({ practiceOptions: mappingPractice })

test.describe('@mapping writes', () => {
  for (const mappingStatus of [200, 201] as const) {
    test(`saved for a whole integration: one arrival, with exactly that body, answered ${mappingStatus}`, async ({
      app,
      practice
    }) => {
      practice.default.set({ mappingStatus })
      const door = await recordBefore(practice.default)
      const { mappings } = await withField(app, practice, 'second_manager', { baseUrl: door.url })
      await mappings.forIntegration('bamboohr')
      await mappings.type('employee.manager_id')
      await expect(mappings.check).toContainText('Saving affects')
      await mappings.save.dblclick()
      await confirmed(app.page)
      await expect(mappings.outcome).toContainText('Mapping saved.')
      await expect(mappings.draft).toContainText('no changes')
      expect(bodiesTo(door, 'POST', `${base}/mapping`)).toEqual([
        {
          custom_field_id: fieldOf(practice.default, 'second_manager').id,
          integration_slug: 'bamboohr',
          json_path: 'employee.manager_id'
        }
      ])
      expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([
        { integration_slug: 'bamboohr', connector_token: null, json_path: 'employee.manager_id' }
      ])
      await shot(app.page, 'mapping-saved')
      await door.close()
    })
  }

  test('saved for one connector: its token arrives, and is neither in the window nor in the profile', async ({
    connected,
    practice,
    profileDir
  }) => {
    const door = await recordBefore(practice.default)
    const app = await connected({ baseUrl: door.url })
    const { mappings } = await withField(app, practice, 't_shirt_size', { baseUrl: door.url })
    const connector = connectorOf(practice.default, 'bamboohr')
    await mappings.forConnector(connector)
    await mappings.type('custom.shirt')
    await mappings.saved()
    expect(bodiesTo(door, 'POST', `${base}/mapping`)).toEqual([
      {
        custom_field_id: fieldOf(practice.default, 't_shirt_size').id,
        connector_token: connector.connector_token,
        json_path: 'custom.shirt'
      }
    ])
    await expect(mappings.changeLog).toContainText(connector.end_user)
    await shot(app.page, 'mapping-saved-connector')
    const seen = await app.page.evaluate(() => document.documentElement.outerHTML + JSON.stringify(localStorage))
    expect(seen).toContain(connector.end_user)
    expect(seen).not.toContain(connector.connector_token)
    await app.close()
    await door.close()
    expect(await filesHolding(profileDir, connector.connector_token)).toEqual([])
    expect(await app.output()).not.toContain(connector.connector_token)
  })

  test('what the service refuses shows at the control it names', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    await mappings.type('employee.manager_id')
    practice.default.set({ faults: [onMapping(refusal('json_path', 'this path is not of this model'))] })
    await mappings.save.click()
    await confirmed(app.page)
    await expect(mappings.check).toContainText('The API rejected the expression. this path is not of this model')
    await expect(mappings.expression).toHaveAttribute('aria-invalid', 'true')
    await shot(app.page, 'mapping-refused-expression')
    await mappings.type('employee.manager')
    await expect(mappings.expression).not.toHaveAttribute('aria-invalid', 'true')

    practice.default.set({ faults: [onMapping(refusal('integration_slug', 'this integration is switched off'))] })
    await mappings.save.click()
    await confirmed(app.page)
    await expect(app.page.getByRole('alert').filter({ hasText: 'this integration is switched off' })).toBeVisible()
    await expect(mappings.integration).toHaveAttribute('aria-invalid', 'true')
    await shot(app.page, 'mapping-refused-scope')
    expect(mappingsOf(practice.default, 'second_manager')).toEqual([])

    await mappings.forIntegration('hibob')
    await mappings.useExpressionOf('BambooHR')
    await mappings.saved()
    expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([{ integration_slug: 'hibob' }])
  })

  test('saved where the service answers without a body: known, and saved once', async ({ app, practice }) => {
    const post = { method: 'POST', path: `${base}/mapping` }
    const door = await recordBefore(practice.default, post)
    const { mappings } = await withField(app, practice, 'second_manager', { baseUrl: door.url })
    await mappings.forIntegration('bamboohr')
    await mappings.type('employee.manager_id')
    await mappings.saved()
    expect(bodiesTo(door, post.method, post.path)).toHaveLength(1)
    await expect(mappings.draft).toContainText('no changes')
    await shot(app.page, 'mapping-saved-empty-answer')
    // The id is known although no answer gave it.
    await app.page.getByRole('button', { name: 'Delete this mapping' }).click()
    await mappings.deleteMapping()
    await expect(mappings.outcome).toContainText('Mapping deleted.')
    expect(mappingsOf(practice.default, 'second_manager')).toEqual([])
    expect(mappingsOf(practice.default, 'cost_center')).toHaveLength(2)
    await door.close()
  })

  test('a 403 shows the words of the service, which name the category of the token', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    const connector = connectorOf(practice.default, 'bamboohr')
    await mappings.forConnector(connector)
    await mappings.type('employee.manager_id')
    await expect(mappings.check).toContainText('Saving affects')
    connector.category = 'ATS' // the window offers only connectors of the field's category
    await mappings.save.click()
    await confirmed(app.page)
    await expect(app.page.getByText('This connector token belongs to ATS, not to HRIS')).toBeVisible()
    await shot(app.page, 'mapping-forbidden')
    expect(mappingsOf(practice.default, 'second_manager')).toEqual([])
  })

  test('an answer that is lost: outcome unknown, not sent again, and looked up', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    await mappings.type('employee.manager_id')
    practice.default.set({ faults: [onMapping({ name: 'lost-answer', times: 1 })] })
    await mappings.save.click()
    await confirmed(app.page)
    await expect(mappings.outcome).toContainText(/Outcome unknown\..*It is listed now\./)
    await expect(mappings.outcome).toContainText('not sent again automatically')
    await expect(mappings.draft).toContainText('no changes')
    await expect(app.page.getByText('employee.manager_id').last()).toBeVisible()
    await expect(mappings.outcome.getByRole('button', { name: 'Find out…' })).toBeVisible()
    await shot(app.page, 'mapping-unknown')
    await expect(mappings.changeLog.getByRole('row', { name: /second_manager.*outcome unknown/ })).toBeVisible()
    expect(
      practice.default.requests.filter(({ method, path }) => method === 'POST' && path === `${base}/mapping`)
    ).toHaveLength(1)
    expect(mappingsOf(practice.default, 'second_manager')).toHaveLength(1)
  })

  test('a saved mapping is changed where the service changes one', async ({ app, practice }) => {
    const door = await recordBefore(practice.default)
    const { mappings } = await withField(app, practice, 'cost_center', { baseUrl: door.url })
    await expect(mappings.expression).toHaveText('department.cost_center.code')
    const [before] = mappingsOf(practice.default, 'cost_center')
    await mappings.type('employee.cost_centre.code')
    await mappings.saved('updated')
    expect(bodiesTo(door, 'PATCH', `${base}/mapping/${before?.id}`)).toEqual([
      { json_path: 'employee.cost_centre.code' }
    ])
    expect(mappingsOf(practice.default, 'cost_center').map(({ json_path }) => json_path)).toEqual([
      'employee.cost_centre.code',
      'custom.costCenter'
    ])
    await door.close()
  })

  test('a save says whom it reaches, what changes and what becomes null, and is undone from its message', async ({
    app,
    practice
  }) => {
    const { mappings } = await withField(app, practice, 'cost_center')
    await expect(mappings.expression).toHaveText('department.cost_center.code')
    const [before] = mappingsOf(practice.default, 'cost_center')
    await mappings.source('Fetch records…')
    const connector = connectorOf(practice.default, 'bamboohr')
    await mappings.pick(mappings.dialog.getByRole('combobox', { name: 'Connector', exact: true }), connector.id)
    await mappings.dialog.getByRole('combobox', { name: 'Collection' }).selectOption('/api/hris/v1/employees')
    await mappings.dialog.getByRole('textbox', { name: 'Records' }).fill('40')
    await mappings.dialog.getByRole('button', { name: 'Fetch records' }).click()
    await expect(mappings.dialog).toBeHidden()
    await expect(mappings.samples).toContainText('1 of 40')
    // The closing dialog returns the focus: earlier typing would be lost.
    await expect(mappings.dialog).toBeHidden()
    await mappings.type('custom.badge.id')
    await expect(mappings.check).toContainText('Ready to save')
    await shot(app.page, 'mapping-ready')
    await mappings.save.click()
    const confirm = await Confirm.asked(app.page)
    const shown = confirm.page.getByRole('region', { name: 'Confirmation details' })
    await expect(shown).toContainText(/\d BambooHR connectors, [\d,]+ employees/)
    await expect(shown).toContainText('40 records')
    await expect(shown).toContainText(/\d (?:changed|newly filled|become null)/)
    await shot(confirm.page, 'mapping-confirm')
    await confirm.agree()
    await expect(mappings.outcome).toContainText('Mapping updated.')
    await shot(app.page, 'mapping-undo')
    await mappings.outcome.getByRole('button', { name: 'Undo' }).click()
    await confirmed(app.page)
    await expect(mappings.outcome).toContainText('Save undone.')
    await expect(mappings.expression).toHaveText('department.cost_center.code')
    expect(mappingsOf(practice.default, 'cost_center')).toMatchObject([
      { id: before?.id, json_path: before?.json_path },
      {}
    ])
    await mappings.forIntegration('personio')
    await mappings.type('custom.costCenter.code')
    await expect(mappings.check).toContainText('Tested on BambooHR data, not Personio.')
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await shot(app.page, 'mapping-elsewhere-1280')
  })

  test('where it cannot be changed, the page says: delete it, and save the new one', async ({ app, practice }) => {
    practice.default.set({ operations: { changeMapping: false }, emptyDeletes: true })
    const { mappings } = await withField(app, practice, 'cost_center')
    await mappings.type('employee.cost_centre.code')
    await expect(mappings.check).toContainText('does not offer to change a mapping. Delete the saved one first.')
    await expect(mappings.save).toBeDisabled()
    await shot(app.page, 'mapping-unchangeable')
    await app.page.getByRole('button', { name: 'Delete this mapping' }).click()
    await expect(mappings.dialog).toContainText('Whole integration, BambooHR')
    await expect(mappings.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await shot(app.page, 'mapping-delete')
    await mappings.deleteMapping()
    await expect(mappings.outcome).toContainText('Mapping deleted.')
    await expect(mappings.expression).toHaveText('employee.cost_centre.code')
    await mappings.saved()
    const now = mappingsOf(practice.default, 'cost_center')
    expect(now.map(({ integration_slug, json_path }) => [integration_slug, json_path])).toEqual([
      ['personio', 'custom.costCenter'],
      ['bamboohr', 'employee.cost_centre.code']
    ])
  })
})

/** A single 422 that names a parameter. */
const refusal = (parameter: string, msg: string) => ({
  name: 'status',
  status: 422,
  times: 1,
  body: { detail: [{ type: 'value_error', loc: ['body', parameter], msg: `Value error, ${msg}`, input: 'x' }] }
})
