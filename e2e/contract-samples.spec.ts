import { connectorOf } from './fixtures/connector-of'
import { askedByHand } from './fixtures/held'
import { base, mappingPractice, mappingsOf, withField } from './fixtures/mapping'
import { expect, shot, test } from './fixtures/test'

test.use({ practiceOptions: mappingPractice })

const payload = { data: [{ employee: { id: 7 } }, { employee: { id: 8 } }] }

test.describe('@contract samples', () => {
  test('raw data stays one payload: green here is green there', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    const connector = connectorOf(practice.default, 'bamboohr')
    await mappings.forConnector(connector)
    practice.default.set({
      faults: [{ name: 'status', status: 200, path: `${base}/raw-data`, body: payload, times: 1 }]
    })
    await mappings.source('Get from API…')
    await mappings.dialog.getByRole('button', { name: 'Get sample' }).click()
    await expect(mappings.dialog).toBeHidden()
    await expect(mappings.samples).toContainText('1 of 1')
    await mappings.type('employee.id')
    await expect(mappings.result).toContainText('null')
    await expect(mappings.fill).toContainText('0 % of 1 record')
    await mappings.type('data[0].employee.id')
    await expect(mappings.result.getByText('7', { exact: true }).first()).toBeVisible()
    await mappings.result.getByRole('button', { name: 'Check on server' }).click()
    await expect(mappings.result).toContainText(/Server\s*7\s*number, inline/)
    await shot(app.page, 'contract-whole-payload')
  })

  test('items of a list are the operator’s choice, are named, and never sent', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    await mappings.paste(payload)
    await mappings.type('data[1].employee.id')
    await mappings.samples.getByRole('button', { name: 'Use the 2 items of data as records' }).click()
    await expect(mappings.samples).toContainText('2 of 2')
    await expect(mappings.samples).toContainText('Items of data: parts of a payload')
    await mappings.type('employee.id')
    await expect(mappings.check).toContainText('Tested on items of a list only.')
    const asked = practice.default.requests.length
    const ask = mappings.result.getByRole('button', { name: 'Check on server' })
    await expect(ask).toBeDisabled()
    await expect(mappings.result).toContainText('parts of a payload and are not sent')
    expect(askedByHand(practice.default, asked)).toEqual([])
    await shot(app.page, 'contract-items-of-a-list')
  })

  test('the service takes no list as a payload, and the button says why', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('bamboohr')
    await mappings.paste([{ employee: { id: 7 } }])
    await mappings.type('[0].employee.id')
    await expect(mappings.result.getByRole('button', { name: 'Check on server' })).toBeDisabled()
    await expect(mappings.result).toContainText('This sample is not an object. The server evaluates objects only.')
  })

  test('the canned sample of an integration, and “no sample yet”', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.forIntegration('deel')
    await mappings.source('Get from API…')
    await mappings.dialog.getByRole('button', { name: 'Get sample' }).click()
    await expect(mappings.dialog).toContainText('no sample for this model yet')
    await shot(app.page, 'contract-no-sample-yet')
    await mappings.dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(mappings.samples).not.toContainText('1 of 1')
    await mappings.forIntegration('gusto')
    await mappings.source('Get from API…')
    await mappings.dialog.getByRole('button', { name: 'Get sample' }).click()
    await expect(mappings.samples).toContainText('1 of 1')
    await expect(mappings.samples).toContainText('its values are of no customer')
  })

  test('one character is an expression, and a new field keeps what was sent', async ({ app, practice }) => {
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.make('desk_number')
    await expect(app.page.getByText('Employee, HRIS').first()).toBeVisible()
    await mappings.forIntegration('gusto')
    await mappings.paste({ employee: { id: 7 } })
    await mappings.type('@')
    await mappings.saved()
    expect(mappingsOf(practice.default, 'desk_number')).toMatchObject([{ json_path: '@' }])
  })
})
