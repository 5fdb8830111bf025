import { atEmployees, atTheView, dataPractice, employees, lastOf } from './fixtures/data'
import { held, readable } from './fixtures/held'
import { expect, shot, test } from './fixtures/test'

test.use({ practiceOptions: dataPractice })

const learners = '/api/lms/v1/users'

test.describe('@contract collections', () => {
  test('a model filter is a field with its known values, and the service obeys it', async ({ app, practice }) => {
    const { view, connector } = await atEmployees(app, practice, 50)
    const people = await held(practice.default, employees, connector)
    await view.request.getByRole('combobox', { name: 'employment_status' }).fill('INACTIVE')
    await shot(app.page, 'contract-model-filters')
    await view.start()
    await view.fetched()
    expect(await view.count('Rows')).toBe(people.filter((one) => one['employment_status'] === 'INACTIVE').length)
    await expect(app.page.getByText('The API ignored this filter')).toHaveCount(0)
  })

  test('several values of one parameter are sent with commas, and any of them matches', async ({ app, practice }) => {
    const { view, connector } = await atEmployees(app, practice, 50)
    const people = await held(practice.default, employees, connector)
    const [first, second] = people.map(({ id }) => id)
    await view.param('ids').fill(`${first}`)
    await view.param('ids').press('Enter')
    await view.param('ids').fill(`${second},`)
    await expect(view.request.getByRole('list', { name: 'Values of ids' }).getByRole('listitem')).toHaveCount(2)
    await view.start()
    await view.fetched()
    expect(await view.count('Rows')).toBe(2)
    expect(lastOf(practice)?.query).toMatchObject({ ids: `${first},${second}` })
  })

  test('relations to expand are offered, and free text stays possible', async ({ app, practice }) => {
    const { view } = await atEmployees(app, practice, 50)
    const relations = view.request.getByRole('group', { name: 'Relations' })
    await expect(relations.getByRole('button')).toHaveText([
      'company',
      'groups',
      'manager',
      'pay_group',
      'payroll_run_calendar',
      'work_locations'
    ])
    await view.param('expand').fill('manager[first_name,last_name]')
    await expect(relations.getByRole('button', { name: 'manager' })).toHaveAttribute('aria-pressed', 'true')
    await relations.getByRole('button', { name: 'company' }).click()
    await view.start()
    await view.fetched()
    expect(lastOf(practice)?.query).toMatchObject({ expand: 'manager[first_name,last_name],company' })
  })

  test('a changed-since walk of LMS is not offered; typed by hand, it visibly has no effect', async ({
    app,
    practice
  }) => {
    const { view } = await atTheView(app, practice)
    const connector = readable(practice.default, 'LMS')
    const everybody = await held(practice.default, learners, connector)
    await view.fill(learners, connector, 50)
    await expect(view.request.getByText('modified_after', { exact: true })).toHaveCount(0)
    await view.request.getByRole('button', { name: 'Add parameter' }).click()
    await view.request.getByRole('textbox', { name: 'Parameter 1 name' }).fill('modified_after')
    await view.request.getByRole('textbox', { name: 'Parameter 1 value' }).fill(new Date().toISOString())
    await expect(view.request).toContainText('Not a documented parameter: probably ignored')
    await shot(app.page, 'contract-undeclared-parameter')
    await view.start()
    await view.fetched()
    expect(await view.count('Rows')).toBe(everybody.length)
    await expect(app.page.getByRole('status').filter({ hasText: 'The API ignored this filter' })).toContainText(
      `modified_after. ${everybody.length} rows do not match it.`
    )
    await shot(app.page, 'contract-ignored-filter')
  })

  test('bounds of page sizes are those of the collection, and BETA is marked', async ({ app, practice }) => {
    const { view } = await atTheView(app, practice)
    await view.choose('/api/v1/webhooks/logs')
    await expect(view.pageSize).toHaveValue('25')
    await view.pageSize.fill('51')
    await expect(view.request).toContainText('Enter a whole number from 1 to 50.')
    await view.choose('/api/hris/v1/documents')
    await expect(view.request).toContainText('BETA')
    await expect(view.request.getByText('include_raw_data', { exact: true })).toHaveCount(0)
    await shot(app.page, 'contract-beta')
  })
})
