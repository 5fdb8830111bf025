import type { Regions } from '../src/practice/regions'
import type { OpenApp } from './fixtures/app'
import { expectClean } from './fixtures/axe'
import { held, standStill, untilQuiet } from './fixtures/held'
import { expect, shot, test } from './fixtures/test'
import { Activity } from './pages/activity'
import { DataView } from './pages/data'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { Webhooks } from './pages/webhooks'

test.use({ practiceOptions: { connectors: 200, limitPerMinute: 0 } })

const logs = '/api/v1/webhooks/logs'

async function atTheView({ page }: OpenApp, practice: Regions) {
  standStill(practice.default)
  await page.setViewportSize({ width: 1280, height: 800 })
  await new FirstRun(page).connectTo(practice)
  const desk = new Desk(page)
  await desk.refreshed()
  const view = new Webhooks(page)
  await view.show()
  return { desk, view }
}

/** With the heading; 200 are read at first. */
const first = (rows: number) => String(Math.min(rows, 200) + 1)

const failed = (one: Record<string, unknown>) => {
  const code = one['response_code'] as number | null
  return code !== null && code >= 400
}

test.describe('@collections webhooks', () => {
  test('are listed with their deliveries, errors on their own', async ({ app, practice }) => {
    const { view } = await atTheView(app, practice)
    const webhooks = await held(practice.default, '/api/v1/webhooks')
    await expect(view.list.getByRole('row')).toHaveCount(webhooks.length + 1)
    for (const { name, webhook_id } of webhooks) await expect(view.list).toContainText(String(name ?? webhook_id))
    const deliveries = await held(practice.default, logs)
    expect(deliveries.length).toBeGreaterThan(deliveries.filter(failed).length)
    await expect(view.rows.first()).toContainText(String(deliveries[0]?.['webhook_action']))
    await shot(app.page, 'webhooks')

    // 200 are read at first.
    expect(deliveries.length).toBeGreaterThan(200)
    await expect(view.deliveries).toHaveAttribute('aria-rowcount', '201')
    await app.page.getByRole('button', { name: /^Load up to / }).click()
    await expect(view.deliveries).not.toHaveAttribute('aria-rowcount', '201')

    await view.errorsOnly.check()
    const bad = deliveries.filter(failed)
    await expect(view.deliveries).toHaveAttribute('aria-rowcount', first(bad.length))
    for (const row of await view.rows.all()) await expect(row).toContainText(/[45]\d\d/)
    const asked = practice.default.requests.filter(({ path }) => path === logs)
    expect(asked.some(({ query }) => query['errors_only'] === 'true')).toBe(true)
    await shot(app.page, 'webhooks-errors')

    await view.codes.fill('500')
    await view.codes.press('Enter')
    const of500 = deliveries.filter((one) => one['response_code'] === 500).length
    expect(of500).toBeGreaterThan(0)
    await expect(view.deliveries).toHaveAttribute('aria-rowcount', first(of500))
    await view.codes.fill('five hundred')
    await view.codes.press('Enter')
    await expect(view.codes).toHaveAttribute('aria-invalid', 'true')
    await shot(app.page, 'webhooks-wrong-code')
    await view.filters.getByRole('button', { name: 'Clear filters' }).click()
    await expect(view.deliveries).not.toHaveAttribute('aria-rowcount', String(of500 + 1))
  })

  test('a delivery that failed is opened, and leads to the data of its connector', async ({ app, practice }) => {
    const { view } = await atTheView(app, practice)
    await view.codes.fill('500')
    await view.codes.press('Enter')
    const [first] = (await held(practice.default, logs)).filter((one) => one['response_code'] === 500)
    await expect(view.rows.first()).toContainText('500')
    await view.rows.first().click()
    await expect(view.drawer.getByRole('heading', { level: 2 })).toHaveText(String(first?.['end_user_name']).trim())
    await expect(view.drawer).toContainText('500')
    await expect(view.drawer).toContainText(String(first?.['connector_id']))
    await view.drawer.getByLabel('Body, pretty', { exact: true }).press('End')
    await expect(view.drawer).toContainText('Internal Server Error')
    const secrets = practice.default.connectors.map(({ connector_token }) => connector_token)
    const text = (await view.drawer.textContent()) ?? ''
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    await shot(app.page, 'webhooks-delivery')
    await view.drawer.getByRole('button', { name: 'View data' }).click()
    const collections = new DataView(app.page)
    await expect(collections.collection).toBeVisible()
    await expect(collections.connector).toHaveValue(new RegExp(String(first?.['integration_name'])))
  })

  test('the log is filtered by webhook, and by the times of the day', async ({ app, practice }) => {
    const { view } = await atTheView(app, practice)
    const deliveries = await held(practice.default, logs)
    const count = (name: unknown) => deliveries.filter((one) => one['webhook_name'] === name).length
    const names = [...new Set(deliveries.flatMap((one) => (one['webhook_name'] as string | null) ?? []))]
    const rarest = names.reduce((one, other) => (count(other) < count(one) ? other : one))
    expect(count(rarest)).toBeLessThan(200)
    // Then the failing ones have come first, and no row moves under the click.
    await expect(app.page.getByText(/^Results are counted in/)).toBeVisible()
    await view.list.getByRole('button', { name: rarest }).click()
    await expect(view.deliveries).toHaveAttribute('aria-rowcount', String(count(rarest) + 1))
    await expect(view.rows.first()).toContainText(rarest)
    await view.filters.getByRole('button', { name: 'Clear filters' }).click()
    const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16)
    await view.filters.getByLabel('From').fill(from)
    await view.filters.getByLabel('From').blur()
    const since = deliveries.filter((one) => Date.parse(String(one['created_at'])) >= Date.parse(`${from}:00Z`))
    await expect(view.deliveries).toHaveAttribute('aria-rowcount', first(since.length))
    await expect(view.filters).toContainText('UTC')
  })

  test('that the service does not offer show as such, each on its own', async ({ app, practice }) => {
    practice.default.set({ operations: { webhookLogs: false, webhookLog: false } })
    const { desk, view } = await atTheView(app, practice)
    await expect(view.list).toBeVisible()
    await expect(app.page.getByRole('heading', { name: 'The delivery log is not available' })).toBeVisible()
    await expect(view.filters).toBeHidden()
    await shot(app.page, 'webhooks-no-log')
    practice.eu.set({ operations: { webhooks: false, webhookLogs: false, webhookLog: false } })
    await desk.switchTo('EU')
    await expect(app.page.getByRole('heading', { name: 'Webhooks are not available' })).toBeVisible()
    await expect(view.list).toBeHidden()
    await shot(app.page, 'webhooks-not-offered')
  })

  test('that the service does not offer are no failures in the activity', async ({ app, practice }) => {
    practice.default.set({ operations: { webhooks: false, webhookLogs: false, webhookLog: false } })
    await atTheView(app, practice)
    await expect(app.page.getByRole('heading', { name: 'Webhooks are not available' })).toBeVisible()
    await untilQuiet(practice.default)
    const activity = new Activity(app.page)
    await activity.show()
    await activity.checks.check()
    // Asked after the refresh, and by the view.
    await expect(activity.row('404 (expected)').filter({ hasText: logs })).not.toHaveCount(0)
    await shot(app.page, 'activity-not-offered')
    await activity.view.selectOption({ label: 'Webhooks' })
    // The rows of before leave once the others have come.
    await expect(activity.rows.filter({ hasNotText: '404 (expected)' })).toHaveCount(0)
    await expect(activity.rows).not.toHaveCount(0)
    const asked = await activity.rows.count()
    await app.page.getByRole('button', { name: 'Show as table' }).click()
    const table = app.page.getByRole('region', { name: 'Requests over time as a table' })
    const sum = async (column: number) => {
      const numbers = await table.locator(`td:nth-of-type(${column})`).allInnerTexts()
      return numbers.reduce((total, text) => total + Number(text), 0)
    }
    await expect.poll(() => sum(1)).toBe(asked)
    await expect.poll(() => sum(3)).toBe(0)
    await activity.outcome.selectOption({ label: 'Succeeded' })
    await expect(activity.rows).toHaveCount(asked)
  })

  test('are clean for axe in both themes, an opened delivery too', async ({ app, practice }) => {
    const { view } = await atTheView(app, practice)
    await expect(view.rows.first()).toBeVisible()
    await expectClean(app.page, 'webhooks')
    await view.rows.first().click()
    await expect(view.drawer).toContainText('Delivery ID')
    await expect(view.drawer.getByRole('status')).not.toContainText('Loading…')
    await expectClean(app.page, 'a delivery')
  })
})
