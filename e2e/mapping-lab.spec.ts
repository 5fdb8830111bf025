import { connectorOf } from './fixtures/connector-of'
import { gaps, watchGaps } from './fixtures/gaps'
import { asked, base, mappingPractice, mappingsOf, withField } from './fixtures/mapping'
import { expect, shot, test } from './fixtures/test'

test.use({ practiceOptions: mappingPractice })

test.describe('@mapping the lab', () => {
  test('a null is explained by the step that lost it, in words, in the trace and in the record', async ({
    app,
    practice
  }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.paste(
      { id: 1041, employee: { address: { country_code: 'DE' } } },
      { id: 1047, employee: { address: null } },
      { id: 1048, employee: { address: {} } }
    )
    await mappings.type('employee.address.country_code')
    await expect(mappings.result).toContainText('"DE"')
    await mappings.samples.getByRole('button', { name: 'Record 1047: null' }).click()
    await expect(mappings.result).toContainText('null came from step .address, which is null in the data.')
    await expect(mappings.result.getByRole('row', { name: '.address null null in the data' })).toBeVisible()
    await expect(mappings.record.getByRole('row').filter({ hasText: '"address": null' })).toContainText(
      'becomes empty here'
    )
    await shot(app.page, 'mapping-null-trace')
    await mappings.samples.getByRole('button', { name: 'Next record' }).click()
    await expect(mappings.result).toContainText('There is no key country_code.')
    await expect(mappings.fill).toContainText('33 % of 3 records')
  })

  test('a value that is clicked, also inside arrays, gives an expression that gives that value', async ({
    app,
    practice
  }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.paste({
      id: 7,
      custom_fields: [
        { key: 'shirt', value: 'M' },
        { key: 'desk', value: 'four-north' }
      ],
      'home address': { lines: ['Quay 1', 'Second floor'] }
    })
    for (const [value, typed] of [
      ['four-north', /custom_fields/],
      ['Second floor', /"home address"\.lines/]
    ] as const) {
      await mappings.type('')
      await mappings.record.getByText(value).click()
      await mappings.record.getByRole('button', { name: 'Map this value' }).click()
      await expect(mappings.expression).toHaveText(typed)
      await expect(mappings.check).toContainText('Valid.')
      await expect(mappings.result.getByText(`"${value}"`, { exact: true })).toBeVisible()
      await shot(app.page, `mapping-use-value-${value.slice(0, 4).toLowerCase()}`)
    }
  })

  test('keys of the sample and functions are completed by the keyboard', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.paste({ employee: { 'badge no': 4, name: 'Ada' } })
    await mappings.expression.click()
    await app.page.keyboard.type('employee.ba')
    await expect(app.page.getByRole('option', { name: /badge no/ })).toBeVisible()
    // For 75 ms the list takes no key: continued typing accepts nothing.
    const shown = await app.page.evaluate(() => performance.now())
    await app.page.waitForFunction((shown) => performance.now() > shown + 75, shown)
    await shot(app.page, 'mapping-completion')
    await app.page.keyboard.press('Enter')
    await expect(mappings.expression).toHaveText('employee."badge no"')
    await expect(mappings.result.getByText('4', { exact: true })).toBeVisible()
  })

  test('an expression that explodes is stopped with a clear word, and the window answers throughout', async ({
    app,
    practice
  }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    await mappings.paste(...Array.from({ length: 20 }, (_, id) => ({ id, name: 'Ada' })))
    await mappings.type('id')
    await expect(mappings.result).toContainText('live')
    await watchGaps(app.page)
    await mappings.type(Array(24).fill('[@,@][]').join(' | '))
    await expect(mappings.check).toContainText('Stopped because it takes too long to evaluate.')
    // Screenshots delay the window.
    const stopped = await gaps(app.page)
    await expect(mappings.save).toBeDisabled()
    await shot(app.page, 'mapping-exploding')
    console.log(`exploding expression: longest gap ${stopped.gap} ms, longest task ${stopped.task} ms`)
    expect(asked(practice.default, 'POST')).toEqual([])

    await mappings.type('name')
    await expect(mappings.result.getByText('"Ada"', { exact: true })).toBeVisible()
    await mappings.saved()
    expect(mappingsOf(practice.default, 'second_manager')).toMatchObject([{ json_path: 'name' }])
  })

  test('the service’s own result shows next to ours, agreeing and differing', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    await mappings.paste({ employee: { manager_id: 988 } })
    await mappings.type('employee.manager_id')
    await expect(mappings.result).toContainText('988')
    const ask = mappings.result.getByRole('button', { name: 'Check on server' })
    await ask.click()
    await expect(mappings.result.getByRole('status').filter({ hasText: 'matches' })).toHaveText('matches')
    await expect(mappings.result).toContainText(/Server\s*988\s*number, inline/)
    await shot(app.page, 'mapping-preview-agrees')

    const body = { resolved_value: '0988', resolved_value_type: 'string', raw_data_source: 'connector_sync' }
    practice.default.set({ faults: [{ name: 'status', status: 200, path: `${base}/preview`, body }] })
    await mappings.type('employee.manager_id | @')
    await expect(mappings.result.getByRole('status').filter({ hasText: 'matches' })).toHaveCount(0)
    await ask.click()
    await expect(mappings.result.getByRole('status').filter({ hasText: 'does not match' })).toBeVisible()
    await expect(mappings.result).toContainText(/This app\s*988\s*Server\s*"0988"\s*string, connector_sync/)
    await shot(app.page, 'mapping-preview-differs')
    expect(mappingsOf(practice.default, 'second_manager')).toEqual([])
  })

  test('what applies to a connector: its own mapping wins, unmapped fields are named', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 't_shirt_size')
    const connector = connectorOf(practice.default, 'bamboohr')
    await mappings.forConnector(connector)
    await app.page.getByText(`All fields of ${connector.end_user}`).click()
    const holds = app.page.getByRole('group').filter({ hasText: 'All fields of' })
    await expect(holds).toContainText('5 fields, 2 not mapped')
    await expect(holds.getByRole('row', { name: /second_manager\s+not mapped/ })).toBeVisible()
    await expect(holds.getByRole('row', { name: /t_shirt_size/ })).toContainText('custom."t-shirt size"')
    await shot(app.page, 'mapping-effective')
    await mappings.type('custom.shirt')
    await mappings.saved()
    await expect(holds.getByRole('row', { name: /t_shirt_size/ })).toContainText(/its own\s*custom\.shirt/)
    expect(
      practice.default.requests.some(({ path, status }) => path === `${base}/configuration` && status === 200)
    ).toBe(true)
  })
})
