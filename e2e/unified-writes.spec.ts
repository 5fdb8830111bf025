import type { Fault } from '../src/practice/faults'
import type { Regions } from '../src/practice/regions'
import type { OpenApp } from './fixtures/app'
import { expectClean } from './fixtures/axe'
import { atWork } from './fixtures/connected'
import { connectorOf } from './fixtures/connector-of'
import { written } from './fixtures/passthrough'
import { killed } from './fixtures/process'
import { recordBefore, type Recorder } from './fixtures/recorder'
import { expect, shot, test as base } from './fixtures/test'
import { Activity } from './pages/activity'
import { Confirm } from './pages/confirm'
import { Desk } from './pages/desk'
import { Passthrough } from './pages/passthrough'
import { UnifiedWrite } from './pages/unified'

/** `door`: requests with headers and bodies. */
const test = base.extend<{ door: Recorder }>({
  door: async ({ practice }, use) => {
    const door = await recordBefore(practice.default)
    await use(door)
    await door.close()
  }
})

test.use({ practiceOptions: { connectors: 200 } })

const timeOff = '/api/hris/v1/time-off'
const employee = '5b0c2f6e-7a51-4f0e-9d3c-2f4b8f6f0a11'
const onlyOnce = { [`POST ${timeOff}`]: 1 }

const sent = ({ passages }: Recorder) => passages.filter(({ method, path }) => method === 'POST' && path === timeOff)
const keys = (door: Recorder) => sent(door).map(({ headers }) => headers['x-idempotency-key'])
const onTimeOff = (fault: object) => ({ path: timeOff, ...fault }) as Fault

async function atWrite(app: OpenApp, practice: Regions, door: Recorder, ...slugs: string[]) {
  await atWork(app, practice, { baseUrl: door.url })
  const builder = new Passthrough(app.page)
  await builder.show()
  const connector = connectorOf(practice.default, ...slugs)
  await builder.choose(connector)
  const write = new UnifiedWrite(builder)
  await write.choose(timeOff)
  return { builder, connector, write }
}

/** Required fields, and one choice. */
async function filled(write: UnifiedWrite) {
  await write.field('Employee').fill(employee)
  await write.field('start_time').fill('2026-03-02T00:00:00Z')
  await write.field('end_time').fill('2026-03-03T00:00:00Z')
  await write.choice('request_type').selectOption('"VACATION"')
}

test.describe('@contract a unified write', () => {
  test('is a form of the connector’s schema, confirmed with its key, and sent once', async ({
    app,
    practice,
    door
  }) => {
    const { builder, connector, write } = await atWrite(app, practice, door)
    await expect(write.schema).toContainText(`6 fields of ${connector.integration_slug}, 3 required`)
    await builder.send.click()
    await expect(write.field('Employee')).toHaveAccessibleDescription(/This is required/)
    await write.field('Employee').fill('Ada')
    await expect(write.field('Employee')).toHaveAccessibleDescription(/does not look like a UUID/)
    await shot(app.page, 'unified-form')
    await filled(write)
    await write.show('JSON')
    await expect(write.body).toContainText('"request_type": "VACATION"')
    await write.show('Form')
    await builder.send.click()
    const confirm = await Confirm.asked(app.page)
    await expect(confirm.title).toHaveText(`Create time off for ${connector.end_user.trim()}?`)
    await expect(confirm.requests).toContainText(timeOff)
    await expect(confirm.page.getByText('Idempotency key')).toBeVisible()
    await shot(confirm.page, 'unified-confirm')
    await confirm.agree()
    await expect(builder.outcome).toContainText('Accepted. The response is below.')
    expect(keys(door)).toEqual([await write.key()])
    expect(sent(door)[0]?.headers['x-connector-token']).toBe(connector.connector_token)
    await shot(app.page, 'unified-created')
    await builder.sendConfirmed()
    await expect.poll(() => new Set(keys(door)).size).toBe(2)
    await expect(app.page.locator('body')).not.toContainText(connector.connector_token)
  })

  test('writes objects and lists in a form, clean for axe', async ({ app, practice, door }) => {
    const { page } = app
    await page.setViewportSize({ width: 1280, height: 800 })
    const { builder, write } = await atWrite(app, practice, door)
    await write.create.selectOption('/api/hris/v1/employees')
    await write.field('First name').fill('Ada')
    await write.field('Last name').fill('Byron')
    await write.form.getByRole('button', { name: 'Add to groups' }).click()
    await write.field('groups 1').fill(employee)
    const home = write.form.getByRole('group', { name: 'Home' })
    await home.getByRole('textbox', { name: /^street/ }).fill('Hill 1')
    await builder.send.click()
    await expect(home.getByRole('textbox', { name: /^city/ })).toHaveAccessibleDescription(/This is required/)
    await home.scrollIntoViewIfNeeded()
    await shot(page, 'unified-nested-1280x800')
    await expectClean(page, 'a unified write')
    await home.getByRole('textbox', { name: /^city/ }).fill('Bern')
    await builder.sendConfirmed()
    await expect(builder.outcome).toContainText('Accepted. The response is below.')
    const body = door.passages.find(({ path }) => path === '/api/hris/v1/employees')?.body ?? ''
    expect(JSON.parse(body)).toEqual({
      ...{ first_name: 'Ada', last_name: 'Byron', groups: [employee] },
      home_location: { street: 'Hill 1', city: 'Bern' }
    })
  })

  test('without a schema says why, and goes as JSON', async ({ app, practice, door }) => {
    const { builder, write } = await atWrite(app, practice, door, 'deel', 'namely')
    await expect(app.page.getByText('There is no meta schema for')).toBeVisible()
    await expect(write.form).toHaveCount(0)
    const body = { employee_id: employee, start_time: '2026-03-02', end_time: '2026-03-03' }
    await write.body.fill(JSON.stringify(body))
    await shot(app.page, 'unified-without-schema')
    await builder.sendConfirmed()
    await expect(builder.outcome).toContainText('Accepted. The response is below.')
    expect(written(practice.default)).toMatchObject(onlyOnce)
  })

  test('has what the service found wrong at its fields, until they are changed', async ({ app, practice, door }) => {
    const { builder, write } = await atWrite(app, practice, door)
    await filled(write)
    const detail = [{ loc: ['body', 'end_time'], msg: 'Must be after the start', type: 'value_error' }]
    practice.default.set({ faults: [onTimeOff({ name: 'status', status: 422, body: { detail } })] })
    await builder.sendConfirmed()
    await expect(write.field('end_time')).toHaveAccessibleDescription(/The API: Must be after the start/)
    await expect(builder.outcome).toContainText('The fields it names are marked.')
    await shot(app.page, 'unified-422')
    await write.field('end_time').fill('2026-03-04T00:00:00Z')
    await expect(write.field('end_time')).not.toHaveAttribute('aria-invalid', 'true')
  })

  test('with an unknown outcome is sent again with the same key, and makes one record', async ({
    app,
    practice,
    door
  }) => {
    const { builder, write } = await atWrite(app, practice, door)
    await filled(write)
    practice.default.set({ faults: [onTimeOff({ name: 'lost-answer', times: 1 })] })
    await builder.sendConfirmed()
    await expect(builder.outcome).toContainText('Outcome unknown')
    await expect(builder.outcome).toContainText('it is safe to send it again with the same key')
    await shot(app.page, 'unified-unknown')
    const key = await write.key()
    // Later edits do not change a repeat.
    await write.choice('request_type').selectOption('"SICK"')
    await write.again.click()
    const confirm = await Confirm.asked(app.page)
    await expect(confirm.title).toContainText('Send again: create time off for')
    await expect(confirm.page.getByText(key, { exact: true })).toBeVisible()
    await confirm.agree()
    await expect(builder.outcome).toContainText('It had the same key, so there is one record')
    expect(keys(door)).toEqual([key, key])
    expect(new Set(sent(door).map(({ body }) => body)).size).toBe(1)
    expect(written(practice.default)).toMatchObject(onlyOnce)
  })

  test('that is not confirmed is not sent', async ({ app, practice, door }) => {
    const { builder, write } = await atWrite(app, practice, door)
    await filled(write)
    await builder.send.click()
    await (await Confirm.asked(app.page)).goBack()
    await expect(builder.send).toBeVisible()
    expect(sent(door)).toEqual([])
    await expect(builder.sends).toHaveCount(0)
  })

  test('offers the writes of the connector’s category, and says where there is no key', async ({
    app,
    practice,
    door
  }) => {
    const { write, builder } = await atWrite(app, practice, door)
    const options = write.create.getByRole('option')
    await expect(options.filter({ hasText: '/api/ats/' })).toHaveCount(0)
    await expect(options.filter({ hasText: '/api/hris/' })).toHaveCount(4)
    const ats = practice.default.connectors.find(
      ({ category, status, is_active }) => category === 'ATS' && status === 'COMPLETE' && is_active
    )
    if (!ats) throw new Error('The practice service has no ATS connector.')
    await builder.choose(ats)
    await builder.send.click()
    await expect(write.create).toHaveAccessibleDescription(/This needs a connector of HRIS; the selected one is of ATS/)
    await write.create.selectOption('/api/ats/v1/tags')
    await expect(app.page.getByText('The API accepts no idempotency key for this')).toBeVisible()
    await shot(app.page, 'unified-ats')
  })
})

test('@contract a unified write that a kill cut off is sent again with its key', async ({
  connected,
  launch,
  practice,
  door
}) => {
  const first = await connected({ baseUrl: door.url })
  const { builder, write } = await atWrite(first, practice, door)
  await filled(write)
  practice.default.set({ faults: [onTimeOff({ name: 'lost-answer', how: 'hang' })] })
  await builder.sendConfirmed()
  await expect.poll(() => written(practice.default)).toMatchObject(onlyOnce)
  await killed(first)
  practice.default.set({ faults: [] })

  const { page } = await launch()
  await new Desk(page).refreshed()
  const later = new Passthrough(page)
  await later.show()
  // The draft is back, too.
  await expect(new UnifiedWrite(later).create).toHaveValue(timeOff)
  await expect(later.sent('time-off')).toContainText('unknown')
  await later.sent('time-off').getByRole('button').first().click()
  await new UnifiedWrite(later).again.click()
  await later.confirm()
  await expect(later.outcome).toContainText('It had the same key, so there is one record')
  expect(new Set(keys(door)).size).toBe(1)
  expect(sent(door)).toHaveLength(2)
  expect(written(practice.default)).toMatchObject(onlyOnce)

  const activity = new Activity(page)
  await activity.show()
  await activity.changesOnly.check()
  await expect(activity.row(timeOff)).toHaveCount(2)
})
