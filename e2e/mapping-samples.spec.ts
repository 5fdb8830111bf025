import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectorOf } from './fixtures/connector-of'
import { base, mappingPractice, mappingsOf, withField } from './fixtures/mapping'
import { answerOpenDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Passthrough } from './pages/passthrough'

test.use({ practiceOptions: mappingPractice })

test.describe('@mapping samples', () => {
  test('raw data of a collection: fill rate, types and distinct values over its records', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 't_shirt_size')
    await mappings.source('Fetch records…')
    const connector = connectorOf(practice.default, 'bamboohr')
    await mappings.pick(mappings.dialog.getByRole('combobox', { name: 'Connector', exact: true }), connector.id)
    await mappings.dialog.getByRole('combobox', { name: 'Collection' }).selectOption('/api/hris/v1/employees')
    await mappings.dialog.getByRole('textbox', { name: 'Records' }).fill('40')
    await shot(app.page, 'mapping-read-collection')
    await mappings.dialog.getByRole('button', { name: 'Fetch records' }).click()
    await expect(mappings.dialog).toBeHidden()
    await expect(mappings.samples).toContainText('1 of 40')
    const fetches = practice.default.requests.filter(({ path }) => path === '/api/hris/v1/employees')
    expect(fetches[0]).toMatchObject({ method: 'GET', connectorToken: true, query: { include_raw_data: 'true' } })
    expect(fetches.every(({ status }) => status === 200)).toBe(true)
    await expect(mappings.fill).toContainText(/\d % of 40\s+records/)
    await expect(mappings.fill).toContainText(/\d string/)
    await expect(mappings.fill).toContainText(/[SMLX] \d+, [SMLX]+ \d/)
    await shot(app.page, 'mapping-fill-rate')
    await mappings.type('custom.badge.id')
    await expect(mappings.fill).toContainText(/\d number/)
    await expect(app.page.getByLabel('Changes to values')).toContainText(/changed/)
    await expect(mappings.row(/t_shirt_size/)).toContainText('%')
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await shot(app.page, 'mapping-1280x800')
  })

  test('the service’s own raw data, and several samples that do not agree', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.source('Get from API…')
    const connector = connectorOf(practice.default, 'personio')
    await mappings.pick(mappings.dialog.getByRole('combobox', { name: 'Connector', exact: true }), connector.id)
    await mappings.dialog.getByRole('button', { name: 'Get sample' }).click()
    await expect(mappings.dialog).toBeHidden()
    await expect(mappings.samples).toContainText('1 of 1')
    const read = practice.default.requests.filter(({ path, status }) => path === `${base}/raw-data` && status === 200)
    expect(read).toHaveLength(1)
    await mappings.type('employee.id')
    await expect(mappings.result).toContainText('type number')
    await mappings.paste({ employee: { id: 'e-1' } })
    const all = app.page.getByRole('region', { name: 'All sample data' })
    await expect(all).toContainText('Samples give different types')
    await shot(app.page, 'mapping-samples-disagree')
    await mappings.samples.getByRole('button', { name: 'Change sample data' }).click()
    await shot(app.page, 'mapping-sample-menu')
    await mappings.samples.getByRole('button', { name: /^Remove pasted text/ }).click()
    await app.page.keyboard.press('Escape')
    await expect(all).toHaveCount(0)
  })

  test('a file is a sample; one that is not JSON is refused with a reason', async ({ app, practice, folder }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    const good = join(folder, 'employees.json')
    const bad = join(folder, 'notes.txt')
    await writeFile(
      good,
      JSON.stringify([
        { id: 1, team: 'Dock' },
        { id: 2, team: 'Crane' }
      ])
    )
    await writeFile(bad, 'not JSON at all')
    await answerOpenDialogs(app.app, bad)
    await mappings.source('Open file…')
    await expect(mappings.samples.getByRole('alert')).toContainText(
      'This is neither JSON nor one JSON object per line.'
    )
    await expect(mappings.samples.getByRole('alert')).not.toContainText('base address')
    await shot(app.page, 'mapping-bad-file')
    await answerOpenDialogs(app.app, good)
    await mappings.source('Open file…')
    await expect(mappings.samples).toContainText('1 of 1')
    await expect(mappings.samples).toContainText('employees.json')
    await mappings.samples.getByRole('button', { name: 'Use the 2 items of the list as records' }).click()
    await expect(mappings.samples).toContainText('1 of 2')
    await mappings.type('team')
    await expect(mappings.fill).toContainText('100 % of 2 records')
  })

  test('“Map this value” brings a passthrough response over, its record in front, the way to it typed', async ({
    app,
    practice
  }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    const builder = new Passthrough(app.page)
    await builder.show()
    await builder.choose(connectorOf(practice.default, 'bamboohr'))
    await builder.target('GET', '/employees?per_page=5')
    await builder.send.click()
    await builder.answered()
    await builder.response.getByRole('button', { name: 'Find in the response' }).click()
    await builder.response.getByRole('searchbox', { name: 'Find', exact: true }).fill('00003')
    const third = builder.lines('Pretty').getByRole('row').filter({ hasText: '00003' })
    await third.click()
    await third.getByRole('button', { name: 'Map this value' }).click()
    await expect(mappings.samples).toContainText('1 of 1')
    await expect(mappings.samples).toContainText('One whole payload')
    await expect(mappings.expression).toHaveText(/\[2\]\.employee_number$/)
    await expect(mappings.result.getByText('"00003"', { exact: true })).toBeVisible()
    await shot(app.page, 'mapping-from-passthrough')
    await mappings.samples.getByRole('button', { name: /^Use the 5 items of / }).click()
    await expect(mappings.samples).toContainText('3 of 5')
    await mappings.samples.getByRole('button', { name: 'Use this path' }).click()
    await expect(mappings.expression).toHaveText('employee_number')
    await expect(mappings.result.getByText('"00003"', { exact: true })).toBeVisible()
    await shot(app.page, 'mapping-items-of-a-response')
    const { end_user } = connectorOf(practice.default, 'bamboohr')
    await mappings.forIntegration('bamboohr')
    await mappings.useExpressionOf(end_user.trim())
    await expect(mappings.check).toContainText('Ready to save')
    await mappings.saved()
    expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([{ json_path: 'employee_number' }])
  })
})
