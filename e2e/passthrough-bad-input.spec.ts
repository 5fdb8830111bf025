import { asked, ready, written } from './fixtures/passthrough'
import { expect, shot, test } from './fixtures/test'
import { Confirm } from './pages/confirm'

test.use({ practiceOptions: { connectors: 200 } })

test.describe('@passthrough bad input', () => {
  test('a full address and a path to another host are refused at the field; .. is asked about', async ({
    app,
    practice
  }) => {
    const { builder } = await ready(app, practice)
    for (const [path, reason] of [
      ['https://evil.example/employees', /full URL could send the customer’s credentials elsewhere/],
      ['//evil.example/employees', /begins with \/\/ names another host/],
      ['\\\\evil.example/employees', /names another host/]
    ] as const) {
      await builder.target('GET', path)
      await builder.send.click()
      await expect(builder.path).toHaveAttribute('aria-invalid', 'true')
      await expect(builder.path).toHaveAccessibleDescription(reason)
      await expect(builder.dialog).toBeHidden()
    }
    await shot(app.page, 'passthrough-refused-path')
    for (const path of ['/employees/../echo', '/employees/%2e%2e/echo', '/employees/%252e%252e/echo']) {
      await builder.target('GET', path)
      await builder.send.click()
      const confirm = await Confirm.asked(app.page)
      await expect(confirm.page.getByRole('main')).toContainText('. or .. as a segment')
      await confirm.goBack()
    }
    expect(asked(practice.default)).toEqual([])
    await builder.target('GET', '/echo')
    await builder.send.click()
    await builder.answered()
    expect(asked(practice.default)).toHaveLength(1)
  })

  test('a line break in a header is refused at the field', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.importCurl(String.raw`curl $'https://api.vendor.example/echo' -H $'X-Trace: a\rX-Evil: 1'`)
    await builder.part('Headers')
    await builder.send.click()
    await expect(builder.cell('Header', 1, 'value')).toHaveAttribute('aria-invalid', 'true')
    await expect(builder.cell('Header', 1, 'value')).toHaveAccessibleDescription(/cannot contain a carriage return/)
    await builder.cell('Header', 1, 'name').fill('X Trace')
    await expect(builder.cell('Header', 1, 'name')).toHaveAccessibleDescription(/letters, digits and/)
    await expect(builder.send).toBeVisible()
    expect(asked(practice.default)).toEqual([])
  })

  test('an invalid JSON body is not sent; the error says where', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('POST', '/counter/invalid')
    await builder.typeBody('{\n  "name": "Ada",\n  "age": 36x\n}')
    await builder.send.click()
    const panel = app.page.getByRole('tabpanel', { name: 'body of the request' })
    await expect(panel).toContainText(/Line 3, column \d+:/)
    await expect(panel).toContainText('Fix the JSON before sending')
    await expect(builder.dialog).toBeHidden()
    await shot(app.page, 'passthrough-invalid-json')
    expect(asked(practice.default)).toEqual([])
    await builder.body.fill('{\n  "name": "Ada",\n  "age": 36\n}')
    await expect(panel).toContainText('Valid JSON')
    await builder.sendConfirmed()
    await builder.answered()
    expect(written(practice.default)).toEqual({ invalid: 1 })
  })

  test('an unknown variable is named and nothing is sent; a known one is filled', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/echo')
    await builder.part('Headers')
    await builder.cell('Header', 1, 'name').fill('X-Team')
    await builder.cell('Header', 1, 'value').fill('{{team}}')
    await builder.send.click()
    await expect(builder.cell('Header', 1, 'value')).toHaveAccessibleDescription(/no variable named team/)
    expect(asked(practice.default)).toEqual([])

    await app.page.getByRole('button', { name: 'More', exact: true }).click()
    await app.page.getByRole('menuitem', { name: 'Variables…' }).click()
    const add = builder.dialog.getByRole('button', { name: 'Add variable' })
    const name = builder.dialog.getByRole('textbox', { name: 'Variable 1 name' })
    await expect(add).toBeVisible()
    if (!(await name.isVisible())) await add.click()
    await name.fill('team')
    await builder.dialog.getByRole('textbox', { name: 'Variable 1 value' }).fill('north "2"')
    await builder.dialog.getByRole('button', { name: 'Save variables' }).click()
    await expect(builder.dialog).toBeHidden()
    await builder.send.click()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText(String.raw`"X-Team": "north \"2\""`)
  })
})
