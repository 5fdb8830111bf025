import type { Page } from '@playwright/test'
import { atWork } from './fixtures/connected'
import { expect, shot, test } from './fixtures/test'
import { Issues } from './pages/issues'

test.use({ practiceOptions: { connectors: 200, limitPerMinute: 0 } })

const failing = 'Old HR export'
const logs = '/api/v1/webhooks/logs'

function parts(page: Page) {
  const section = page.getByRole('region', { name: 'Failing webhooks' }).first()
  return {
    section,
    row: section.getByRole('button', { name: failing }),
    drawer: page.getByRole('complementary', { name: /^(Failing webhook|Webhook, closed)$/ }),
    recovery: page.getByRole('dialog', { name: 'Recover missed deliveries' })
  }
}

test.describe('@diagnose', () => {
  test('a webhook that fails is an issue after a refresh, and leads to what was missed', async ({ app, practice }) => {
    const desk = await atWork(app, practice)
    await new Issues(app.page).show()
    const { section, row, drawer, recovery } = parts(app.page)
    await expect(row).toBeVisible()
    // One is taken at the fifth attempt, one has no name, and others fail now and then.
    await expect(section.getByRole('button')).toHaveCount(1)
    await expect(section).toContainText(/20 of 20 deliveries failed at the end; last: (404|no answer)/)
    await row.click()
    await expect(drawer).toContainText('Of the newest 20 deliveries, 20 failed at the end')
    await expect(drawer).toContainText(/Judged .+ from \d+ lines of the log/)
    await expect(drawer).toContainText(/connector_synced × 20/)
    await expect(drawer.getByRole('img', { name: /20 of 20 failed/ })).toBeVisible()
    await shot(app.page, 'diagnose-webhook')

    await drawer.getByRole('button', { name: 'Open in Webhooks' }).click()
    await expect(app.page.getByRole('combobox', { name: 'Webhook', exact: true })).toContainText(failing)
    await expect(app.page.getByRole('grid', { name: 'Deliveries' })).toContainText('404 rejected')
    await desk.go('Issues')
    await row.click()
    await drawer.getByRole('button', { name: 'Recover missed deliveries…' }).click()
    await expect(recovery).toBeVisible()
    await shot(app.page, 'diagnose-webhook-recovery')
  })

  test('it closes by itself once its receiver takes deliveries again', async ({ app, practice }) => {
    const desk = await atWork(app, practice)
    await new Issues(app.page).show()
    const { section, row } = parts(app.page)
    await expect(row).toBeVisible()
    for (const webhook of practice.default.webhooks) webhook.fails = false
    // Practice time brings a day of syncs in some seconds.
    practice.default.run(8_640)
    await expect(async () => {
      await desk.refresh.click()
      await desk.refreshed()
      await expect(section).toContainText('fewer than half of its deliveries fail', { timeout: 5_000 })
    }).toPass()
    await expect(section.getByRole('heading')).toContainText('0')
  })

  test('not wanted it closes with a word, and nothing more is read', async ({ app, practice }) => {
    const desk = await atWork(app, practice)
    await new Issues(app.page).show()
    const { section, row } = parts(app.page)
    await expect(row).toBeVisible()
    await desk.go('Settings')
    const watched = app.page.getByRole('combobox', { name: /^Failing webhooks in/ })
    await watched.selectOption({ label: 'Never an issue' })
    await desk.go('Issues')
    await expect(section).toContainText('turned off in Settings')
    const read = () => practice.default.requests.filter(({ path }) => path === logs).length
    const before = read()
    await desk.refresh.click()
    await desk.refreshed()
    expect(read()).toBe(before)
  })
})
