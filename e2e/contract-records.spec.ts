import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atEmployees, atTheView, dataPractice, employees, lastOf } from './fixtures/data'
import { expectClean } from './fixtures/axe'
import { held } from './fixtures/held'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Records } from './pages/records'
import { Webhooks } from './pages/webhooks'

test.use({ practiceOptions: dataPractice })

const documents = '/api/hris/v1/documents'
const nobody = '00000000-0000-4000-8000-000000000000'

test.describe('@contract records by id', () => {
  test('an id in a row opens its record, and one goes on from there and back', async ({ app, practice }) => {
    const { view, connector } = await atEmployees(app, practice, 50)
    const people = await held(practice.default, employees, connector)
    const [first] = people.filter((one) => typeof one['manager_id'] === 'string')
    await view.param('ids').fill(`${first?.['id']},`)
    await view.start()
    await view.fetched()
    const records = new Records(app.page)

    // Before its row has come, the key has no IDs to offer.
    await expect(view.rows.locator('[data-index="0"]')).toContainText(String(first?.['id']))
    await view.rows.focus()
    await app.page.keyboard.press('o')
    await expect(records.menu).toBeVisible()
    await shot(app.page, 'contract-row-ids')
    await records.menu.getByRole('menuitem', { name: /manager_id/ }).click()
    const manager = people.find(({ id }) => id === first?.['manager_id'])
    await expect(records.drawer).toContainText(String(manager?.['last_name']))
    expect(lastOf(practice)).toMatchObject({ path: `${employees}/${manager?.['id']}`, status: 200 })
    await shot(app.page, 'contract-record')
    await expectClean(app.page, 'a record by its id')

    const company = records.line('company_id').getByRole('button', { name: /^Open company/ })
    await company.click()
    await expect(records.line('legal_name')).toBeVisible()
    await expect(records.drawer.getByRole('heading', { name: 'Company' })).toBeVisible()
    await records.back.click()
    await expect(records.drawer).toContainText(String(manager?.['last_name']))
    await app.page.keyboard.press('Escape')
    await expect(records.drawer).toHaveCount(0)
  })

  test('what cannot be read says why: not there, no id, another category', async ({ app, practice }) => {
    const { view } = await atEmployees(app, practice, 50)
    await expect(view.connector).not.toHaveValue('')
    const records = new Records(app.page)
    await records.ask('Employees', nobody)
    await expect(records.drawer).toContainText('No such record')
    await expect(records.drawer).toContainText('The connector has no employee with this id.')
    await expect(records.drawer).toContainText('Record not found')
    await shot(app.page, 'contract-record-404')
    await records.ask('Employees', 'seven')
    await expect(records.drawer).toContainText('This was not accepted as the ID of an employee.')
    await records.openById.click()
    await records.dialog.getByRole('combobox', { name: 'Model' }).selectOption({ label: 'Candidates' })
    await records.dialog.getByRole('button', { name: 'Open record' }).click()
    await expect(records.dialog).toContainText('Choose the connector of the record.')
    await shot(app.page, 'contract-open-by-id')
  })

  test('a 403 says whose the token is, and a read that was cut off can be asked again', async ({ app, practice }) => {
    const { connector } = await atEmployees(app, practice, 50)
    const [person] = await held(practice.default, employees, connector)
    const id = String(person?.['id'])
    const records = new Records(app.page)
    practice.default.set({
      faults: [{ name: 'status', path: `${employees}/${id}`, status: 403, times: 1, body: { detail: 'Not enabled' } }]
    })
    await records.ask('Employees', id)
    await expect(records.drawer).toContainText('Not allowed for this token or plan')
    await expect(records.drawer).toContainText('Not enabled')
    await records.again.click()
    await expect(records.drawer).toContainText(String(person?.['last_name']))
  })

  test('a document shows its parsed data, and its file is saved whole', async ({ app, folder, practice }) => {
    const { view, connector } = await atTheView(app, practice)
    const all = await held(practice.default, documents, connector)
    const parsed = all.find((one) => one['type'] === 'W4' && one['data_status'] === 'AVAILABLE' && !one['is_deleted'])
    const file = join(folder, 'form.pdf')
    await answerSaveDialogs(app.app, file)
    await view.fill(documents, connector, 50)
    await view.param('ids').fill(String(parsed?.['id']))
    await view.start()
    await view.fetched()
    await view.rows.focus()
    await app.page.keyboard.press('Enter')
    await app.page.getByRole('button', { name: 'Open this document by ID' }).click()
    const records = new Records(app.page)
    await expect(records.document).toContainText('Its parsed data is in “data”.')
    await records.document.getByRole('button', { name: 'Download the file' }).click()
    await expect(records.document).toContainText('Saved as form.pdf')
    expect(readFileSync(file, 'utf8')).toContain(String(parsed?.['id']))
    await shot(app.page, 'contract-document')
    await expectClean(app.page, 'a record by its id')

    practice.default.set({ faults: [{ name: 'truncated', path: '/files/' }] })
    await answerSaveDialogs(app.app, join(folder, 'half.pdf'))
    await records.document.getByRole('button', { name: 'Download the file' }).click()
    await expect(records.document).toContainText('The file was not downloaded')
    expect(readdirSync(folder)).toEqual(['form.pdf'])
    await shot(app.page, 'contract-document-failed')
  })

  test('the records a delivery names open from it', async ({ app, practice }) => {
    await atTheView(app, practice)
    const webhooks = new Webhooks(app.page)
    await webhooks.show()
    await app.page.getByRole('button', { name: 'Any action' }).click()
    await app.page.getByRole('checkbox', { name: 'employee_data_changed' }).check()
    await app.page.keyboard.press('Escape')
    await webhooks.rows.filter({ hasText: 'employee_data_changed' }).first().click()
    const named = webhooks.drawer.getByRole('list', { name: 'hris_employee' }).getByRole('button')
    await expect(named.first()).toBeVisible()
    await shot(app.page, 'contract-delivery-records')
    const id = await named.first().innerText()
    await named.first().click()
    const records = new Records(app.page)
    await expect(records.line('id')).toContainText(id)
    expect(lastOf(practice)).toMatchObject({ path: `${employees}/${id}`, status: 200 })
    await app.page.keyboard.press('Escape')
    await expect(webhooks.drawer).toBeVisible()
  })
})
