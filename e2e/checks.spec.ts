import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectorOf } from './fixtures/connector-of'
import { asked, ready } from './fixtures/passthrough'
import { answerOpenDialogs, answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'

test.use({ practiceOptions: { connectors: 200 } })

test.describe('@checks values of an answer', () => {
  test('fill requests of their connector, and reach no other customer', async ({ app, practice }) => {
    const { builder } = await ready(app, practice, 'personio')
    const { page } = app
    await builder.target('GET', '/employees?per_page=10')
    await builder.send.click()
    await builder.answered()
    await builder.response.getByText('"p-1"').first().click()
    await builder.response.getByRole('button', { name: 'Use as variable…' }).click()
    await builder.dialog.getByRole('textbox', { name: 'Name' }).fill('person')
    await shot(page, 'passthrough-use-as-variable')
    await builder.dialog.getByRole('button', { name: 'Keep variable' }).click()
    await expect(page.getByText('{{person}} is kept for')).toBeVisible()

    await builder.target('GET', '/employees/{{person}}')
    await builder.send.click()
    await expect(builder.sent('/employees/{{person}}')).toHaveCount(1)
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText('"employee_number": "00001"')

    await builder.choose(connectorOf(practice.default, 'hibob', 'bamboohr'))
    const before = asked(practice.default).length
    await builder.send.click()
    await expect(page.getByText('This workspace has no variable named person.').first()).toBeVisible()
    expect(asked(practice.default)).toHaveLength(before)
  })
})

test.describe('@checks of an answer', () => {
  test('are counted with what they found, kept with the saved request, and shown from the history', async ({
    app,
    practice
  }) => {
    const { builder } = await ready(app, practice)
    const { page } = app
    await builder.target('GET', '/employees?per_page=10')
    await builder.part('Checks')
    const add = page.getByRole('button', { name: 'Add check' })
    await add.click()
    await add.click()
    await page.getByRole('combobox', { name: 'Check 2 kind' }).selectOption('Value has type')
    await page.getByRole('textbox', { name: 'Check 2 expression' }).fill('data')
    await add.click()
    await page.getByRole('combobox', { name: 'Check 3 kind' }).selectOption('Value is')
    await page.getByRole('textbox', { name: 'Check 3 expression' }).fill('length(data)')
    await page.getByRole('textbox', { name: 'Check 3 value' }).fill('50')
    await builder.send.click()
    await builder.answered()
    await expect(builder.response.getByText('2 of 3 checks pass')).toBeVisible()
    await expect(builder.response.getByRole('listitem').filter({ hasText: 'length(data) is 50' })).toContainText(
      'it is the number 10'
    )
    await shot(page, 'passthrough-checks')

    await page.keyboard.press('Control+s')
    await builder.dialog.getByRole('textbox', { name: 'Name' }).fill('Ten of them')
    await builder.dialog.getByRole('button', { name: 'Save request' }).click()
    await page.keyboard.press('Control+w')
    await builder.sent('/employees').first().getByRole('button').first().click()
    await expect(builder.response.getByText('2 of 3 checks pass')).toBeVisible()
    await page.keyboard.press('Control+w')
    await builder.library.getByRole('button', { name: /^Saved/ }).click()
    await builder.library.getByText('Ten of them').click()
    await builder.part('Checks')
    await expect(page.getByRole('textbox', { name: 'Check 3 value' })).toHaveValue('50')
  })

  test('judge the status that the provider itself gives, and a page that is no JSON', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    const { page } = app
    await builder.target('GET', '/employees/nobody')
    await builder.part('Checks')
    await page.getByRole('button', { name: 'Add check' }).click()
    await page.getByRole('button', { name: 'Add check' }).click()
    await page.getByRole('combobox', { name: 'Check 2 kind' }).selectOption('Value exists')
    await page.getByRole('textbox', { name: 'Check 2 expression' }).fill('data')
    await builder.send.click()
    await builder.answered()
    await expect(builder.response.getByText('0 of 2 checks pass')).toBeVisible()
    await expect(builder.response.getByText('it is 404', { exact: true })).toBeVisible()
  })
})

test('@checks a folder goes out as a Postman collection and comes back; a sent request is copied as HAR', async ({
  app,
  practice,
  folder
}) => {
  const { builder } = await ready(app, practice)
  const { page } = app
  const file = join(folder, 'all.postman_collection.json')
  await builder.target('GET', '/employees?per_page=10')
  await builder.send.click()
  await builder.answered()
  await page.keyboard.press('Control+s')
  await builder.dialog.getByRole('textbox', { name: 'Name' }).fill('Ten of them')
  await builder.dialog.getByRole('combobox', { name: 'Folder' }).selectOption('New folder…')
  await builder.dialog.getByRole('textbox', { name: 'Folder name' }).fill('People')
  await builder.dialog.getByRole('button', { name: 'Save request' }).click()
  await builder.library.getByRole('button', { name: /^Saved/ }).click()
  await answerSaveDialogs(app.app, file)
  await builder.library.getByRole('button', { name: 'More for People' }).click()
  await page.getByRole('menuitem', { name: 'Export as a Postman collection…' }).click()
  await expect(builder.library.getByText(/1 request exported/)).toBeVisible()
  expect(await readFile(file, 'utf8')).toContain('"raw": "{{baseUrl}}/employees?per_page=10"')
  await answerOpenDialogs(app.app, file)
  await builder.library.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(builder.library.getByText('1 request and 0 folders imported.')).toBeVisible()
  await expect(builder.library.getByText('the API uses the customer’s own: {{baseUrl}}.')).toBeVisible()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy as HAR' }).click()
  await expect(page.getByText('Copied as HAR')).toBeVisible()
  const copied = await app.app.evaluate(({ clipboard }) => clipboard.readText())
  expect(JSON.parse(copied)).toMatchObject({ log: { version: '1.2', entries: [{ response: { status: 200 } }] } })
  expect(copied).toContain('employee_number')
  expect(copied).not.toMatch(/ct_|practice_|authorization/i)
})
