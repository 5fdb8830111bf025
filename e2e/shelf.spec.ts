import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { madeUpOpenApi, yamlOf, type MadeUp } from '../src/main/passthrough/shelf/testing'
import { ready } from './fixtures/passthrough'
import { filesHolding } from './fixtures/profile'
import { answerOpenDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import type { OpenApp } from './fixtures/app'
import { Shelf } from './pages/shelf'

test.use({ practiceOptions: { connectors: 200 } })

/** Of the practice service's JSON system. */
const people = (schema: object, change: MadeUp = {}) =>
  madeUpOpenApi({
    ...change,
    change(file) {
      const answers = { 200: { description: 'ok', content: { 'application/json': { schema } } } }
      const id = { name: 'employee_id', in: 'path', required: true, schema: { type: 'string' } }
      file.servers = []
      file.paths['/employees'] = {
        get: {
          ...{ summary: 'All employees', tags: ['People'], responses: answers },
          parameters: [{ name: 'per_page', in: 'query', required: true, schema: { type: 'integer', default: 3 } }]
        }
      }
      file.paths['/employees/{employee_id}'] = {
        parameters: [id],
        get: { summary: 'An employee', tags: ['People'], responses: answers }
      }
      change.change?.(file)
    }
  })

const listOf = (item: object) => ({
  ...{ type: 'object', required: ['data', 'paging'] },
  properties: {
    data: { type: 'array', items: { type: 'object', required: ['id'], properties: item } },
    paging: { type: 'object' }
  }
})
const good = listOf({ id: { type: 'string' }, active: { type: 'boolean' } })
const wrong = listOf({ id: { type: 'integer' }, active: { type: 'boolean' } })

async function fileWith(app: OpenApp, folder: string, text: string, name = 'api.json') {
  await writeFile(join(folder, name), text)
  await answerOpenDialogs(app.app, join(folder, name))
}

test.describe('@shelf the provider shelf', () => {
  test('an OpenAPI file fills a request, and its answer is as the file says', async ({ app, practice, folder }) => {
    const { builder } = await ready(app, practice, 'bamboohr', 'personio')
    const shelf = new Shelf(app.page)
    await fileWith(app, folder, yamlOf(people(good)), 'api.yaml')
    await shelf.show()
    await shelf.importFile()
    await expect(shelf.dialog.getByText(/^Umbra HR 2\.4: 8 operations$/)).toBeVisible()
    await shelf.dialog.getByRole('button', { name: 'Close' }).click()
    await shelf.find.fill('people')
    await expect(shelf.operations).toHaveCount(3)
    await shelf.operation('An employee').click()
    await expect(builder.path).toHaveValue('/employees/{employee_id}')
    await shelf.field('employee_id').fill('p-1')
    await expect(builder.path).toHaveValue('/employees/p-1')
    await shelf.operation('All employees').click()
    await expect(builder.path).toHaveValue('/employees')
    await shot(app.page, 'shelf')
    await builder.send.click()
    await builder.answered()
    await expect(shelf.check).toHaveText('As Umbra HR 2.4 says')
  })

  test('an answer that breaks the file is marked at its place', async ({ app, practice, folder }) => {
    const { builder } = await ready(app, practice, 'bamboohr', 'personio')
    const shelf = new Shelf(app.page)
    await fileWith(app, folder, JSON.stringify(people(wrong)))
    await shelf.show()
    await shelf.importFile()
    await shelf.dialog.getByRole('button', { name: 'Close' }).click()
    await shelf.operation('All employees').click()
    await builder.send.click()
    await builder.answered()
    await expect(shelf.check).toContainText('This answer breaks Umbra HR 2.4 at 1 place:')
    await expect(shelf.check).toContainText('data[0].id: text, the file says whole number, in 3 items')

    await builder.part('Checks')
    await app.page.getByRole('button', { name: 'Add check' }).click()
    await app.page.getByRole('combobox', { name: 'Check 1 kind' }).selectOption('Fits the schema')
    await builder.send.click()
    await expect(builder.response.getByText('0 of 1 check passes')).toBeVisible()
    await expect(
      builder.response.getByRole('listitem').filter({ hasText: 'Fits the schema of its API' })
    ).toContainText('data[0].id: text, the file says whole number')
    // An error of which the file says nothing, and a path of which it does not.
    await builder.target('GET', '/elsewhere')
    await builder.send.click()
    await expect(builder.response.getByText('the answer was an error (404)')).toBeVisible()
  })

  test('a newer file waits, shows what it changes, and counts once it is used', async ({ app, practice }) => {
    const { builder } = await ready(app, practice, 'bamboohr', 'personio')
    const shelf = new Shelf(app.page)
    await builder.target('GET', '/employees')
    await builder.page.keyboard.press('Control+s')
    await builder.dialog.getByRole('textbox', { name: 'Name' }).fill('Count employees')
    await builder.dialog.getByRole('button', { name: 'Save request' }).click()
    await shelf.show()
    await shelf.paste(JSON.stringify(people(good)))
    const newer = people(wrong, { version: '2.5', change: ({ paths }) => void delete paths['/company/employees'] })
    await shelf.paste(JSON.stringify(newer))
    await expect(shelf.library.getByText(/^A newer file: 2 changed/)).toBeVisible()
    await shelf.library.getByRole('button', { name: 'Review' }).click()
    await expect(shelf.newer).toContainText('data[].id: text, required')
    await expect(shelf.newer).toContainText('data[].id: whole number, required')
    await expect(shelf.newer.getByRole('button', { name: 'Count employees' })).toBeVisible()
    await expect(shelf.newer.getByRole('button', { name: 'Removed 2' })).toBeVisible()
    await shelf.newer.getByRole('button', { name: 'Keep 2.4' }).click()
    await expect(shelf.library.getByText(/^A newer file/)).toHaveCount(0)
    await shelf.paste(JSON.stringify(newer))
    await shelf.library.getByRole('button', { name: 'Review' }).click()
    await shelf.newer.getByRole('button', { name: 'Use 2.5' }).click()
    await expect(shelf.library.getByRole('combobox', { name: 'API on the shelf' })).toContainText('2.5')
    await expect(shelf.operation('List employees')).toHaveCount(0)
  })

  test('a broken file is refused with its place, and nothing of it is kept', async ({ app, practice, folder }) => {
    await ready(app, practice, 'bamboohr', 'personio')
    const shelf = new Shelf(app.page)
    await shelf.show()
    await fileWith(app, folder, `${yamlOf(people(good))}\n\tbroken: [`, 'api.yaml')
    await shelf.importFile()
    await expect(shelf.dialog.getByRole('alert')).toContainText(
      /^\s*Line \d+, column 1: Tab characters must not be used/
    )
    await shelf.dialog.getByRole('textbox').fill('{"openapi": "3.0.0",\n"paths": {,}}')
    await shelf.dialog.getByRole('button', { name: 'Import pasted text' }).click()
    await expect(shelf.dialog.getByRole('alert')).toContainText('Line 2, column 11:')
    await shelf.dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(shelf.library.getByText('No API on the shelf yet.', { exact: false })).toBeVisible()
  })

  test('is kept over a restart, encrypted and without the secrets of the file', async ({
    connected,
    launch,
    practice,
    profileDir
  }) => {
    const first = await connected()
    await ready(first, practice, 'bamboohr', 'personio')
    const shelf = new Shelf(first.page)
    await shelf.show()
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXF1ZXR6YWw'
    await shelf.paste(JSON.stringify(people(good, { token })), async () => {
      await expect(shelf.dialog.getByRole('region', { name: 'Taken out on import' })).toContainText(
        'securitySchemes.key'
      )
    })
    await expect(shelf.operation('All employees')).toBeVisible()
    await first.close()
    for (const text of [token, 'All employees', 'Umbra HR']) expect(await filesHolding(profileDir, text)).toEqual([])
    const again = await launch()
    const later = new Shelf(again.page)
    await later.open()
    await later.show()
    await expect(later.operation('All employees')).toBeVisible()
  })
})
