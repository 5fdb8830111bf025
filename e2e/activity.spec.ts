import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Regions } from '../src/practice/regions'
import type { OpenApp } from './fixtures/app'
import { expectClean } from './fixtures/axe'
import { atWork } from './fixtures/connected'
import { readable } from './fixtures/held'
import { filesHolding } from './fixtures/profile'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Activity } from './pages/activity'
import { DataView } from './pages/data'
import { confirmed } from './pages/confirm'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'

test.use({ practiceOptions: { connectors: 200, collectionSize: 40, limitPerMinute: 0 } })

const employees = '/api/hris/v1/employees'

/** Connects, then fetches the employees of one connector. */
async function afterRefreshes(app: OpenApp, practice: Regions) {
  const { page } = app
  await page.setViewportSize({ width: 1280, height: 800 })
  const desk = await atWork(app, practice)
  const connector = readable(practice.default)
  const collections = new DataView(page)
  await collections.show()
  await collections.fill(employees, connector, 10)
  await collections.start()
  await collections.fetched()
  return { desk, connector, collections, view: new Activity(page) }
}

async function deleteIt(desk: Desk, name: string): Promise<void> {
  await desk.go('Connectors')
  await desk.search.fill(name)
  await desk.row(name).click()
  await desk.page
    .getByRole('complementary', { name: 'Connector' })
    .getByRole('button', { name: 'Delete connector' })
    .click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete connector' }).click()
  await confirmed(desk.page, name)
  await dialog.getByRole('button', { name: 'Close' }).click()
}

/** The list is of one moment, and the app goes on reading after a refresh. */
async function listsAll(view: Activity, { default: { requests } }: Regions): Promise<void> {
  await expect(async () => {
    await view.checks.uncheck()
    await view.checks.check()
    await expect(view.total).toHaveText(`${requests.length} requests`, { timeout: 1_000 })
  }).toPass()
}

test.describe('@collections activity', () => {
  test('holds every call of the app, a change marked as one', async ({ app, practice }) => {
    const { desk, connector, view } = await afterRefreshes(app, practice)
    await deleteIt(desk, connector.end_user)
    await view.show()
    await expect(view.row('CHANGE')).toHaveCount(1)
    await expect(view.row('CHANGE')).toContainText(connector.end_user)
    await expect(view.row('Refreshed connectors')).toBeVisible()
    await listsAll(view, practice)
    await shot(app.page, 'activity')
    await view.changesOnly.check()
    await expect(view.calls).toHaveAttribute('aria-rowcount', '2')
    await view.row('CHANGE').click()
    await expect(view.drawer).toContainText('DELETE')
    await expect(view.drawer).toContainText('Write request · kept 400 days')
    await expect(view.drawer).toContainText('Default')
    await expect(view.drawer).not.toContainText(connector.connector_token)
    await shot(app.page, 'activity-call')
    await app.page.keyboard.press('Escape')
    await expect(view.drawer).toBeHidden()
    await view.clear.click()
    await listsAll(view, practice)
  })

  test('is searched, filtered and charted', async ({ app, practice }) => {
    const { view, collections } = await afterRefreshes(app, practice)
    const headers = { 'Retry-After': '1', 'X-RateLimit-Limit': '200', 'X-RateLimit-Remaining': '0' }
    practice.default.set({
      faults: [{ name: 'status', path: employees, status: 429, headers, nth: 2, times: 1 }]
    })
    await collections.fetchAgain.click()
    await expect(collections.tabs).toHaveCount(2)
    await collections.fetched()
    const pages = practice.default.requests.filter(({ path, status }) => path === employees && status === 200).length
    await view.show()
    await view.view.selectOption({ label: 'Data' })
    await expect(view.total).toHaveText(`${pages} requests`)
    await view.outcome.selectOption({ label: 'Rate limited (429)' })
    await expect(view.calls).toHaveAttribute('aria-rowcount', '2')
    await view.rows.first().click()
    await expect(view.drawer).toContainText('1 time')
    await app.page.keyboard.press('Escape')
    await view.clear.click()
    await view.search.fill('no-such-call')
    await expect(app.page.getByRole('heading', { name: 'No request matches' })).toBeVisible()
    await shot(app.page, 'activity-none')
    await view.search.fill('hris employees')
    await expect(view.total).toHaveText(`${pages} requests`)
    await app.page.getByRole('button', { name: 'Show as table' }).click()
    const table = app.page.getByRole('region', { name: 'Requests over time as a table' })
    const limited = async () => {
      const numbers = await table.getByRole('row').locator('td:nth-of-type(2)').allInnerTexts()
      return numbers.reduce((sum, text) => sum + Number(text), 0)
    }
    await expect.poll(limited).toBe(1)
    await shot(app.page, 'activity-table')
  })

  test('is exported without a token, and the profile holds none', async ({ connected, practice, profileDir }) => {
    const app = await connected()
    const { desk, connector, view } = await afterRefreshes(app, practice)
    const secrets = [
      practice.default.bearerToken,
      practice.eu.bearerToken,
      ...practice.default.connectors.map(({ connector_token }) => connector_token)
    ]
    await deleteIt(desk, connector.end_user)
    await view.show()
    await expect(view.row('CHANGE')).toHaveCount(1)
    const before = practice.default.requests.length
    for (const kind of ['CSV', 'JSON'] as const) {
      const file = join(profileDir, `calls.${kind.toLowerCase()}`)
      await answerSaveDialogs(app.app, file)
      await view.export(kind)
      await expect(app.page.getByText(`calls.${kind.toLowerCase()}`).first()).toBeVisible()
      const text = await readFile(file, 'utf8')
      expect(text).toContain(employees)
      expect(text).toContain('DELETE')
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
      expect((await stat(file)).mode & 0o777).toBe(0o600)
    }
    const list = JSON.parse(await readFile(join(profileDir, 'calls.json'), 'utf8')) as unknown[]
    // What was asked and answered before is in it, and nothing twice.
    expect(list.length).toBeGreaterThanOrEqual(before)
    expect(list.length).toBeLessThanOrEqual(practice.default.requests.length)
    await app.close()
    for (const secret of [practice.default.bearerToken, practice.eu.bearerToken, connector.connector_token]) {
      expect(await filesHolding(profileDir, secret)).toEqual([])
    }
  })

  test('is still there after a restart', async ({ connected, launch, practice }) => {
    const first = await connected()
    const { desk, connector } = await afterRefreshes(first, practice)
    await deleteIt(desk, connector.end_user)
    const before = practice.default.requests.length
    await first.close()
    const { page } = await launch()
    await new Desk(page).refreshed()
    const view = new Activity(page)
    await view.show()
    await listsAll(view, practice)
    expect(practice.default.requests.length).toBeGreaterThan(before)
    await view.changesOnly.check()
    await expect(view.row('CHANGE')).toHaveCount(1)
    await expect(view.row('CHANGE')).toContainText(connector.end_user)
  })

  test('keeps what a removed workspace changed, beside the one that is open', async ({
    connected,
    launch,
    practice,
    profileDir
  }) => {
    const app = await connected()
    const { desk, connector, view } = await afterRefreshes(app, practice)
    await deleteIt(desk, connector.end_user)
    await view.show()
    await expect(view.row('CHANGE')).toHaveCount(1)
    await expect(view.workspace).toBeHidden()
    await desk.go('Settings')
    await app.page.getByRole('button', { name: 'Remove Harbourline' }).click()
    await app.page.getByRole('dialog').getByRole('button', { name: 'Remove workspace' }).click()
    await new FirstRun(app.page).connectTo(practice, { name: 'Brightwater' })
    await desk.refreshed()
    await view.show()
    await expect(view.rows.first()).toBeVisible()
    await expect(view.row('CHANGE')).toHaveCount(0)
    await shot(app.page, 'activity-beside-removed')
    await view.workspace.selectOption({ label: 'Deleted: Harbourline' })
    await expect(view.calls).toHaveAttribute('aria-rowcount', '2')
    await expect(view.row('CHANGE')).toContainText(connector.end_user)
    await shot(app.page, 'activity-removed')
    await expectClean(app.page, 'the activity of a removed workspace')
    const file = join(profileDir, 'removed.csv')
    await answerSaveDialogs(app.app, file)
    await view.export('CSV')
    await expect(app.page.getByText('1 request saved as')).toBeVisible()
    const saved = await readFile(file, 'utf8')
    expect(saved).toContain(`Delete connector ${connector.end_user}`)
    expect(saved).not.toContain(connector.connector_token)
    await view.workspace.selectOption({ label: 'Brightwater' })
    await expect(view.calls).not.toHaveAttribute('aria-rowcount', '2')
    await app.close()
    const { page } = await launch()
    await new Desk(page).refreshed()
    const again = new Activity(page)
    await again.show()
    await again.workspace.selectOption({ label: 'Deleted: Harbourline' })
    await expect(again.row('CHANGE')).toContainText(connector.end_user)
  })

  test('and collections are clean for axe in both themes, with an open drawer too', async ({ app, practice }) => {
    const { collections, view } = await afterRefreshes(app, practice)
    await expectClean(app.page, 'a walk')
    await collections.rows.locator('[data-index="0"]').click()
    await expect(collections.record.getByRole('tablist')).toBeVisible()
    await expectClean(app.page, 'a record')
    await collections.pane('Reconcile')
    await expect(collections.reconciled).toContainText('Distinct IDs')
    await expectClean(app.page, 'reconcile')
    await collections.newFetch.click()
    await collections.collection.click()
    await expectClean(app.page, 'the list of collections')
    await app.page.keyboard.press('Escape')
    await view.show()
    await expect(view.rows.first()).toBeVisible()
    await expectClean(app.page, 'activity')
    await view.row('Fetched Employees').click()
    // Until the row unfolds, another row is second.
    await expect(view.rows.nth(1)).toContainText('GET /api/hris/v1/employees')
    await view.rows.nth(1).click()
    await expect(view.drawer).toContainText('Request ID')
    await expectClean(app.page, 'a call')
  })
})
