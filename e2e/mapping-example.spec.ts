import type { PracticeService } from '../src/practice/types'
import { connectorOf } from './fixtures/connector-of'
import { askedByHand } from './fixtures/held'
import { mappingPractice, mappingsOf, withField } from './fixtures/mapping'
import { expect, shot, test } from './fixtures/test'
import type { Mappings } from './pages/mappings'

test.use({ practiceOptions: mappingPractice })

interface Payload {
  employee: {
    address: { country_code: unknown } | null
    work_location: { country_code?: string }
    cost_centre: { code: string }
  }
}

/** The payloads of a connector's employees, as the lab gets them. */
async function payloadsOf({ url, bearerToken, connectors }: PracticeService, most: number): Promise<Payload[]> {
  const { connector_token } = connectorOf({ connectors }, 'bamboohr')
  const headers = { authorization: `Bearer ${bearerToken}`, 'x-connector-token': connector_token }
  const answer = await fetch(`${url}/api/hris/v1/employees?include_raw_data=true&page_size=${most}`, { headers })
  const { items } = (await answer.json()) as { items: { raw_data: Payload }[] }
  return items.map(({ raw_data }) => raw_data)
}

async function fetchEmployees(mappings: Mappings, service: PracticeService, most: number) {
  await mappings.source('Fetch records…')
  const { id } = connectorOf(service, 'bamboohr')
  await mappings.pick(mappings.dialog.getByRole('combobox', { name: 'Connector', exact: true }), id)
  await mappings.dialog.getByRole('combobox', { name: 'Collection' }).selectOption('/api/hris/v1/employees')
  await mappings.dialog.getByRole('textbox', { name: 'Records' }).fill(String(most))
  await mappings.dialog.getByRole('button', { name: 'Fetch records' }).click()
  await expect(mappings.dialog).toBeHidden()
}

test.describe('@guard mapping by example', () => {
  test('two wanted results give an expression for all; nothing is asked of the API until it is saved', async ({
    app,
    practice
  }) => {
    const service = practice.default
    const { page } = app
    const payloads = await payloadsOf(service, 40)
    const { mappings } = await withField(app, practice, 'center_label')
    await mappings.forIntegration('bamboohr')
    await fetchEmployees(mappings, service, 40)
    await expect(mappings.samples).toContainText('1 of 40')
    const asked = service.requests.length

    const label = ({ employee }: Payload) =>
      `${employee.work_location.country_code ?? String(employee.address?.country_code)}-${employee.cost_centre.code}`
    const hasWork = ({ employee }: Payload) => employee.work_location.country_code !== undefined
    const hasHome = ({ employee }: Payload) => typeof employee.address?.country_code === 'string'
    await mappings.write('By example')
    const wanted = page.getByRole('textbox', { name: /^Wanted result for/ })
    const number = page.getByRole('spinbutton', { name: 'Record number' })
    const first = payloads.findIndex((one) => hasWork(one) && hasHome(one))
    await number.fill(String(first + 1))
    await number.press('Enter')
    await wanted.fill(label(payloads[first] as Payload))
    const proposal = page.getByRole('radio', { name: /^Expression/ })
    await expect(proposal.first()).toBeChecked()

    await page.getByRole('radio', { name: /^Expression B/ }).check()
    const question = page.getByRole('group', { name: /^Which is right for/ })
    await expect(question).toBeVisible()
    await shot(page, 'mapping-example-differ')
    const second = payloads.findIndex((one) => !hasWork(one) && hasHome(one))
    await page.getByRole('button', { name: 'Another record' }).click()
    await number.nth(1).fill(String(second + 1))
    await number.nth(1).press('Enter')
    await wanted.nth(1).fill(label(payloads[second] as Payload))
    const best =
      "join('-', [employee.work_location.country_code || employee.address.country_code, employee.cost_centre.code][?@])"
    await expect(page.getByRole('radio', { name: /^Expression A/ })).toHaveAccessibleName(
      new RegExp(`^Expression A ${best.replaceAll(/[[\]|().?]/g, '\\$&')} 2 of 2`)
    )
    await shot(page, 'mapping-example-found')

    await page.getByRole('radio', { name: /^Expression A/ }).check()
    await page.keyboard.press('Control+Enter')
    await expect(mappings.expression).toHaveText(best)
    await expect(mappings.check).toContainText('Valid. Ready to save')
    expect(askedByHand(service, asked)).toEqual([])
    await mappings.saved()
    expect(mappingsOf(service, 'center_label')).toMatchObject([{ json_path: best }])
  })

  test('what JMESPath cannot compute is said; the keyboard stops, undoes and goes on', async ({ app, practice }) => {
    const { page } = app
    const { mappings } = await withField(app, practice, 'second_manager')
    await mappings.paste(
      { id: 1, name: 'Ada Lovelace', hired: '2021-03-09', boss: { code: 'M-1' } },
      { id: 2, name: 'Grace Hopper', hired: '2019-11-30', boss: { code: 'M-7' } }
    )
    await mappings.type('name')
    await mappings.write('By example')
    const wanted = page.getByRole('textbox', { name: 'Wanted result for Ada Lovelace' })
    await wanted.fill('Ada')
    await expect(page.getByText('No simple expression gives the wanted result.').first()).toBeVisible()
    await expect(page.getByText('Ada is a part of Ada Lovelace: JMESPath cannot take a part of a text.')).toBeVisible()
    await shot(page, 'mapping-example-beyond')
    await wanted.fill('09.03.2021')
    await expect(page.getByText('09.03.2021 is the date 2021-03-09 in another form')).toBeVisible()
    await wanted.fill('M-1')
    await expect(page.getByRole('radio', { name: /^Expression A boss\.code/ })).toBeChecked()
    await wanted.press('Control+Enter')
    await expect(mappings.expression).toHaveText('boss.code')
    await expect(mappings.result).toContainText('"M-1"')
    await page.keyboard.press('Control+Z')
    await expect(mappings.expression).toHaveText('name')
  })

  test('a value table is made from the sample, saved, and opens again as a table', async ({ app, practice }) => {
    const service = practice.default
    const { page } = app
    const { mappings } = await withField(app, practice, 'center_label')
    await mappings.forIntegration('bamboohr')
    await mappings.paste({ kind: 'FT', it: "it's" }, { kind: 'PT' }, { kind: 'FT' }, { kind: '7' })
    await mappings.write('Builders')
    await page.getByRole('textbox', { name: 'Value of' }).fill('kind')
    await page.getByRole('button', { name: 'Add the values of the sample data' }).click()
    for (const [row, value, result] of [
      [1, 'FT', "It's full-time"],
      [2, 'PT', 'false'],
      [3, '"7"', '7']
    ] as const) {
      await expect(page.getByRole('textbox', { name: `Value ${row}` })).toHaveValue(value)
      await page.getByRole('textbox', { name: `Result ${row}` }).fill(result)
    }
    const text =
      "kind | (@ == 'FT' && `[\"It's full-time\"]` || @ == 'PT' && `[false]` || @ == '7' && `[7]` || `[null]`)[0]"
    await expect(mappings.expression).toHaveText(text)
    await expect(mappings.fill).toContainText('100 % of 4 records')
    await shot(page, 'mapping-builder-table')
    await mappings.saved()
    expect(mappingsOf(service, 'center_label')).toMatchObject([{ json_path: text }])

    await mappings.open('cost_center')
    await expect(page.getByRole('textbox', { name: 'Value of' })).toBeHidden()
    await mappings.open('center_label')
    await expect(page.getByRole('textbox', { name: 'Result 1' })).toHaveValue("It's full-time")
    await expect(page.getByRole('textbox', { name: 'Value 3' })).toHaveValue('"7"')
    await mappings.type('kind')
    await expect(page.getByText('The text below stays as it is until you change something here.')).toBeVisible()
  })
})
