import { expectClean } from './fixtures/axe'
import { connectorOf } from './fixtures/connector-of'
import { asked, atTheBuilder, ready, written } from './fixtures/passthrough'
import { expect, shot, test } from './fixtures/test'
import { Confirm } from './pages/confirm'

test.use({ practiceOptions: { connectors: 200 } })

test.describe('@passthrough a request', () => {
  test('a JMESPath filter works on the answer while it is typed, and says what is wrong', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/employees?per_page=3')
    await builder.send.click()
    await builder.answered()
    await builder.response.getByRole('button', { name: 'Filter with JMESPath' }).click()
    const filter = builder.response.getByRole('searchbox', { name: 'JMESPath' })
    await filter.fill('data[*].id')
    await expect(builder.lines('Pretty')).toContainText('"p-1"')
    await expect(builder.lines('Pretty')).not.toContainText('employee_number')
    await filter.fill('data[?')
    await expect(filter).toHaveAttribute('aria-invalid', 'true')
    await shot(app.page, 'passthrough-filter')
    expect(asked(practice.default)).toHaveLength(1)
  })

  test('GET goes at once; its answer is marked as the third party’s', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/employees?per_page=5&page=2')
    await expect(builder.path).toHaveValue('/employees')
    await expect(builder.cell('Param', 1, 'name')).toHaveValue('per_page')
    await expect(builder.cell('Param', 2, 'value')).toHaveValue('2')
    await builder.send.click()
    await builder.answered()
    await expect(builder.dialog).toBeHidden()
    await expect(builder.response).toContainText('200')
    // The second page of five.
    await expect(builder.lines('Pretty')).toContainText('"id": "p-6"')
    expect(asked(practice.default)).toMatchObject([{ method: 'POST', connectorToken: true, status: 200 }])
    await shot(app.page, 'passthrough-answer')
  })

  test('the connector is found by end user, integration, origin id and id', async ({ app, practice }) => {
    const { builder } = await atTheBuilder(app, practice)
    const connector = connectorOf(practice.default, 'bamboohr')
    const option = builder.found.getByRole('option').filter({ hasText: connector.origin_id ?? 'none' })
    for (const text of [connector.end_user, connector.origin_id ?? '', connector.id]) {
      await builder.look(text)
      await expect(option).toHaveCount(1)
      await expect(option).toContainText(connector.end_user)
      await builder.connector.press('Escape')
      await expect(builder.found).toBeHidden()
    }
    await builder.look('bamboohr')
    await expect(builder.found.getByRole('option').first()).toContainText('BambooHR')
    await shot(app.page, 'passthrough-picker')
    await builder.connector.fill('no such connector anywhere')
    await expect(builder.found.getByRole('option')).toHaveCount(0)
    await expect(app.page.getByText('No connector in this region matches')).toBeVisible()
    await builder.connector.fill(connector.end_user)
    await expect(builder.found.getByRole('option')).toHaveCount(1)
    await builder.connector.press('Enter')
    await expect(builder.connector).toHaveValue(new RegExp(`${connector.end_user}, BambooHR, HRIS`))
  })

  test('POST is asked about once, by end user, integration and region; Cancel sends nothing', async ({
    app,
    practice
  }) => {
    const { builder, connector } = await ready(app, practice, 'bamboohr')
    await builder.target('POST', '/counter/one')
    await builder.typeBody('{"name": "Ada"}')
    await builder.send.click()
    const confirm = await Confirm.asked(app.page)
    const main = confirm.page.getByRole('main')
    for (const words of [connector.end_user, 'BambooHR', 'Default', 'POST /counter/one', '"name": "Ada"'])
      await expect(main).toContainText(words)
    await expectClean(confirm.page, 'the confirmation')
    await shot(confirm.page, 'confirm-post')
    await confirm.ending(() => confirm.cancel.click())
    await expect(builder.progress).toBeHidden()

    await builder.send.click()
    await (await Confirm.asked(app.page)).goBack()
    await expect(builder.progress).toBeHidden()
    // After its answer the cancelled write would have arrived. It still has the body, so it asks first.
    await builder.target('GET', '/counter/one')
    await builder.sendConfirmed()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText('"count": 0')
    expect(written(practice.default)).toEqual({})
    expect(asked(practice.default)).toHaveLength(1)
  })

  test('confirmed, it arrives exactly once, also where "Send" was pressed twice', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('POST', '/counter/one')
    await builder.typeBody('{"name": "Ada"}')
    await builder.send.dblclick()
    const confirm = await Confirm.asked(app.page)
    await confirm.pressing(() => confirm.yes.dblclick())
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText('"count": 1')
    expect(written(practice.default)).toEqual({ one: 1 })
    expect(asked(practice.default)).toHaveLength(1)
  })

  for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
    test(`${method} is asked about, and arrives once`, async ({ app, practice }) => {
      const { builder, connector } = await ready(app, practice)
      await builder.target(method, '/counter/one')
      await builder.send.click()
      const confirm = await Confirm.asked(app.page)
      await expect(confirm.title).toHaveText(`Send ${method} to ${connector.end_user}?`)
      expect(written(practice.default)).toEqual({})
      await confirm.agreeWithEnter()
      await builder.answered()
      await expect(builder.lines('Pretty')).toContainText(`"method": "${method}"`)
      expect(written(practice.default)).toEqual({ one: 1 })
    })
  }

  test('in EU: the question says so, and it arrives there only', async ({ app, practice }) => {
    const { desk, builder } = await atTheBuilder(app, practice)
    await desk.switchTo('EU')
    await desk.refreshed()
    await expect.poll(() => desk.connectors()).toBe(practice.eu.connectors.length)
    const connector = connectorOf(practice.eu)
    await builder.choose(connector)
    await builder.target('POST', '/counter/eu')
    await builder.send.click()
    const confirm = await Confirm.asked(app.page)
    await expect(confirm.page.getByRole('main')).toContainText(connector.end_user)
    await expect(confirm.page.getByRole('definition').filter({ hasText: practice.eu.url })).toContainText('EU')
    await shot(confirm.page, 'confirm-post-eu')
    await confirm.agree()
    await builder.answered()
    expect(written(practice.eu)).toEqual({ eu: 1 })
    expect(asked(practice.default)).toEqual([])
  })
})
