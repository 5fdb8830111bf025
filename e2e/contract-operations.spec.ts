import { atEmployees, atTheView, dataPractice, employees, onEmployees, released } from './fixtures/data'
import { askedByHand, held } from './fixtures/held'
import { asked, onPassthrough, ready } from './fixtures/passthrough'
import { expect, shot, test } from './fixtures/test'
import { confirmed } from './pages/confirm'
import { FirstRun } from './pages/first-run'
import { Webhooks } from './pages/webhooks'

test.use({ practiceOptions: dataPractice })

const lookups = '/api/v1/lookup/integrations'
const logs = '/api/v1/webhooks/logs'

test.describe('@contract what the service answers', () => {
  test('a 401 shows what it asks for, a 404 that there is no API at the address', async ({
    app: { page },
    practice
  }) => {
    const first = new FirstRun(page)
    await first.connectTo(practice, { token: 'not-the-token' })
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('The token was rejected')
    await expect(alert).toContainText('WWW-Authenticate: Bearer')
    await shot(page, 'contract-401')
    await first.field('Bearer token').fill(practice.default.bearerToken)
    await first.field('Base address').fill(`${practice.default.url}/api/v1`)
    await first.connect.click()
    await expect(alert).toContainText('No API found at this address')
    await expect(first.field('Base address')).toHaveAccessibleDescription(/No API found at this address \(404\)/)
    await shot(page, 'contract-404')
  })

  test('a rate limit while connecting says how long it lasts', async ({ app: { page }, practice }) => {
    practice.default.set({
      faults: [{ name: 'status', path: lookups, status: 429, headers: { 'Retry-After': '40' }, times: 1 }]
    })
    await new FirstRun(page).connectTo(practice)
    const form = page.getByRole('form', { name: 'Connect a workspace' })
    await expect(form).toContainText(/Rate limited, \d+ s left/)
    await form.getByRole('button', { name: 'Stop' }).click()
    await expect(form).not.toContainText('Rate limited')
  })

  test('409 and 423 are no outage: their own words and the service’s are shown', async ({ app, practice }) => {
    const { view } = await atEmployees(app, practice)
    for (const [status, title] of [
      [409, 'The request conflicts with another one'],
      [423, 'Locked for now']
    ] as const) {
      practice.default.set({ faults: [onEmployees({ name: 'status', status, body: { detail: `Because ${status}` } })] })
      const before = practice.default.requests.length
      await view.start()
      await view.fetched('failed')
      await expect(view.inspector).toContainText(title)
      await expect(view.inspector).toContainText(`Because ${status}`)
      expect(askedByHand(practice.default, before)).toHaveLength(1)
    }
    await shot(app.page, 'contract-423')
  })

  test('a 403 of webhooks speaks of the plan, not of a wrong token', async ({ app, practice }) => {
    const { desk } = await atTheView(app, practice)
    await expect(desk.main).toBeVisible()
    practice.default.set({
      faults: [{ name: 'status', path: '/api/v1/webhooks', status: 403, body: { detail: 'Not included in your plan' } }]
    })
    await new Webhooks(app.page).show()
    const alert = app.page.getByRole('alert').first()
    await expect(alert).toContainText('Your plan may not include webhooks')
    await expect(alert).toContainText('Not included in your plan')
    await expect(app.page.getByText('The token was rejected')).toHaveCount(0)
    await shot(app.page, 'contract-plan')
  })

  test('a 500 on a read is asked again, at most four times; what was cut off goes on at its page', async ({
    app,
    practice
  }) => {
    const { view } = await atEmployees(app, practice)
    practice.default.set({ faults: [onEmployees({ name: 'status', status: 500, nth: 2, times: 2 })] })
    await view.start()
    await view.fetched()
    expect(await view.count('Retries')).toBe(2)
    const rows = await view.count('Rows')

    practice.default.set({ faults: [onEmployees({ name: 'status', status: 500, nth: 3, times: 4 })] })
    await view.start()
    await view.fetched('failed')
    await expect(view.inspector).toContainText('We tried 4 times.')
    const kept = await view.count('Rows')
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(rows)
    practice.default.set(released)
    await shot(app.page, 'contract-resume')
    await view.inspector.getByRole('button', { name: 'Resume at page 3' }).click()
    await view.fetched()
    expect(await view.count('Rows')).toBe(rows)
    expect(await view.count('Repeated IDs')).toBe(0)
  })
})

test.describe('@contract passthrough', () => {
  test('a 429 with calls left of the limit is not the service’s: a write is not repeated', async ({
    app,
    practice
  }) => {
    const { builder } = await ready(app, practice)
    const headers = {
      'X-RateLimit-Limit': '200',
      'X-RateLimit-Remaining': '150',
      'X-RateLimit-Reset': '9999999999',
      'Retry-After': '1'
    }
    practice.default.set({ faults: [onPassthrough({ name: 'status', status: 429, headers, times: 1 })] })
    await builder.target('POST', '/counter/relayed')
    await builder.sendConfirmed()
    await expect(builder.outcome).toContainText('Outcome unknown')
    await expect(builder.outcome).toContainText('the response does not say which of the two. It was not retried.')
    expect(asked(practice.default)).toHaveLength(1)
    await shot(app.page, 'contract-relayed-429')
  })

  test('params as JSON keep their types; a bare number is not a body', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('POST', '/echo')
    await builder.part('Params')
    await app.page.getByRole('group', { name: 'Kind of params' }).getByRole('button', { name: 'JSON' }).click()
    await app.page.getByRole('textbox', { name: 'Params as JSON' }).fill('{"limit": 50, "deep": {"all": true}}')
    await shot(app.page, 'contract-params')
    await builder.typeBody('42')
    await builder.send.click()
    await expect(app.page.getByText(/not a single number, true or false/).first()).toBeVisible()
    expect(asked(practice.default)).toHaveLength(0)
    await builder.typeBody('[42]')
    await builder.sendConfirmed()
    await builder.answered()
    const echoed = await builder.shownAs('Raw')
    await expect(echoed).toContainText('"limit":50')
    await expect(echoed).toContainText('"deep":{"all":true}')
    await expect(echoed).toContainText('[42]')
  })
})

test.describe('@contract connectors, webhooks, lookups', () => {
  test('a link is for a new connector: those of the customer are shown first', async ({ app, practice }) => {
    const { desk } = await atTheView(app, practice)
    await desk.go('Connectors')
    const one = practice.default.connectors.find(({ origin_id, category }) => origin_id !== null && category === 'HRIS')
    if (!one) throw new Error('No connector has an origin id.')
    await app.page.getByRole('button', { name: 'New link', exact: true }).click()
    const dialog = app.page.getByRole('dialog', { name: 'New link' })
    await dialog.getByRole('textbox', { name: 'Customer' }).fill('Acme')
    await dialog.getByRole('textbox', { name: 'Origin ID' }).fill(one.origin_id ?? '')
    await dialog.getByRole('textbox', { name: 'Integration' }).fill(one.integration_slug)
    await dialog.getByRole('button', { name: 'Create link token' }).click()
    await expect(dialog.getByRole('alert')).toContainText(`HRIS:${one.id}`)
    const made = () => practice.default.requests.filter(({ path }) => path.endsWith('/create-link-token'))
    const before = made().length
    await shot(app.page, 'contract-new-link')
    await dialog.getByRole('button', { name: 'Create a link for another connector' }).click()
    await confirmed(app.page)
    await expect(dialog.getByRole('button', { name: /^Copy link token/ })).toBeVisible()
    expect(made().length).toBe(before + 1)
  })

  test('the signature of a delivery is verified with the organization’s key', async ({ app, practice }) => {
    const { desk } = await atTheView(app, practice)
    await desk.go('Webhooks')
    const view = new Webhooks(app.page)
    expect((await held(practice.default, logs)).length).toBeGreaterThan(0)
    await view.rows.first().click()
    await view.drawer.getByRole('button', { name: 'Check signature' }).click()
    const dialog = app.page.getByRole('dialog', { name: 'Check a signature' })
    const key = dialog.getByLabel('Signature key')
    await key.fill('whsec_wrong')
    await dialog.getByRole('button', { name: 'Check signature' }).click()
    await expect(dialog.getByRole('status')).toContainText('Not verified.')
    await key.fill(practice.default.signatureKey)
    await dialog.getByRole('button', { name: 'Check signature' }).click()
    await expect(dialog.getByRole('status')).toContainText('Verified.')
    await shot(app.page, 'contract-signature')
  })

  test('lookups have a place of their own, and their category goes to the service', async ({ app, practice }) => {
    const { desk } = await atTheView(app, practice)
    await desk.go('Lookups')
    const rows = app.page.getByRole('region', { name: 'Integrations', exact: true }).getByRole('row')
    await expect(rows.filter({ hasText: 'BambooHR' })).toHaveCount(1)
    await app.page.getByRole('combobox', { name: 'Category' }).selectOption('LMS')
    await expect(rows.filter({ hasText: 'BambooHR' })).toHaveCount(0)
    expect(practice.default.requests.filter(({ path }) => path === lookups).at(-1)?.query).toEqual({ category: 'LMS' })
    await shot(app.page, 'contract-lookups')
  })

  test('the environment of the keys is named, and shown beside the region', async ({ app, practice }) => {
    const { desk } = await atTheView(app, practice)
    await desk.go('Settings')
    await app.page.getByRole('combobox', { name: 'Environment of Harbourline' }).selectOption('Development')
    await confirmed(app.page)
    await expect(app.page.getByTitle('The environment of its tokens, as set in Settings')).toHaveText('Development')
    await shot(app.page, 'contract-environment')
  })

  test('a Done of an earlier sync does not end the wait for the next', async ({ app, practice }) => {
    const { view, connector } = await atEmployees(app, practice)
    connector.sync_status = 'Done'
    await view.request.getByRole('combobox', { name: 'Wait at most' }).selectOption('1 h')
    await view.request.getByRole('button', { name: 'Fetch after the next sync' }).click()
    const wait = app.page.getByRole('region', { name: 'Waiting for the sync' })
    await expect(wait).toContainText('No sync is running: waiting for the next one')
    await expect(view.tabs).toHaveCount(0)
    await shot(app.page, 'contract-sync-wait')
    connector.sync_status = 'Failed'
    await expect(app.page.getByRole('alert')).toContainText('The sync failed')
    expect(practice.default.requests.filter(({ path }) => path === employees)).toEqual([])
  })
})
