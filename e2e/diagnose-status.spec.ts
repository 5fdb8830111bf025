import type { Page } from '@playwright/test'
import { practiceStatusPath } from '../src/shared/lookups/status-page'
import { atWork } from './fixtures/connected'
import { expect, shot, test } from './fixtures/test'
import { Confirm, confirmed } from './pages/confirm'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { Issues } from './pages/issues'

const section = (page: Page) => page.getByRole('region', { name: 'Provider’s status page' })

async function openOutage(page: Page): Promise<void> {
  const issues = new Issues(page)
  await issues.show()
  await issues.filter('Possible outage')
  await issues.issues.getByRole('button', { name: 'Open incident' }).first().click()
  await expect(page.getByRole('complementary', { name: 'Incident' })).toBeVisible()
}

test.describe('@diagnose', () => {
  test('in the practice workspace, a possible outage shows what its provider says, once agreed to', async ({
    launch
  }) => {
    const { page } = await launch()
    await new FirstRun(page).tryPractice.click()
    await new Desk(page).refreshed()
    await openOutage(page)
    const said = section(page)
    await expect(said).toContainText(/127\.0\.0\.1:\d+ is not read before you agree\./)
    await shot(page, 'status-offered')
    await said.getByRole('button', { name: 'Read this page…' }).click()
    await confirmed(page)
    await expect(said).toContainText('Sign-ins through the API fail')
    await expect(said).toContainText('open · major · identified')
    await expect(said).toContainText(/Since [^]+,\s*last update/)
    await expect(said).toContainText('The cause is found. A fix is on its way.')
    await expect(said).toContainText(/read \d\d:\d\d/)
    await said.scrollIntoViewIfNeeded()
    await shot(page, 'status-incident')
  })

  test('an address is typed, agreed to in main’s window, read by GET alone, kept for later, and taken away', async ({
    app,
    practice
  }) => {
    const { page } = app
    const desk = await atWork(app, practice)
    await openOutage(page)
    const said = section(page)
    const add = said.getByRole('button', { name: 'Add the provider’s status page…' })
    await add.click()
    const dialog = page.getByRole('dialog', { name: 'Status page of Workday' })
    const address = dialog.getByRole('textbox')
    await address.fill('http://status.workday.example/feed')
    await address.press('Enter')
    await expect(dialog).toContainText('must start with https://')
    const asked = () => practice.default.requests.filter(({ path }) => path.startsWith('/status/'))
    await address.fill(practice.default.url + practiceStatusPath('workday'))
    await address.press('Enter')
    await (await Confirm.asked(page)).goBack()
    await expect(dialog).toBeVisible()
    expect(asked()).toEqual([])
    await address.press('Enter')
    await confirmed(page)
    await expect(dialog).toBeHidden()
    await expect(said).toContainText('Sign-ins through the API fail')
    expect(asked()).toHaveLength(1)
    expect(JSON.stringify(asked())).not.toContain(practice.default.bearerToken)

    await desk.go('Activity')
    await expect(page.getByRole('grid').getByRole('row').filter({ hasText: 'Provider status' }).first()).toContainText(
      '/status/workday/'
    )

    await desk.go('Settings')
    const kept = page.getByRole('region', { name: 'Status pages of providers' })
    await kept.scrollIntoViewIfNeeded()
    await expect(kept).toContainText(/Workday\s*http:.+incidents\.json\s*read/)
    await shot(page, 'status-settings')
    await kept.getByRole('button', { name: 'Stop reading the status page of Workday' }).click()
    await expect(kept).toContainText('None in this workspace.')
    await expect(page.getByRole('heading', { name: 'Status pages of providers' })).toBeFocused()

    await openOutage(page)
    await expect(add).toBeVisible()
  })

  test('silence is shown as silence, and a page that cannot be read says why', async ({ app, practice }) => {
    const { page } = app
    const one = practice.default.connectors.find(
      ({ status, integration_slug, is_test_connector }) =>
        status === 'RELINK_NEEDED' && !['workday', 'personio'].includes(integration_slug) && !is_test_connector
    )
    await atWork(app, practice)
    const issues = new Issues(page)
    await issues.show()
    await issues.filter('Relink needed')
    await issues.open(one?.end_user ?? 'none')
    const said = section(page)
    const set = async (button: string, address: string) => {
      await said.getByRole('button', { name: button }).click()
      await page.getByRole('dialog').getByRole('textbox').fill(address)
      await page.keyboard.press('Enter')
      await confirmed(page)
    }
    await set('Add the provider’s status page…', practice.default.url + practiceStatusPath(one?.integration_slug ?? ''))
    await expect(said).toContainText(/shows no incident\. That proves nothing: providers post late, or not at all\./)
    await expect(said).toContainText(/read \d\d:\d\d/)
    await set('Another address…', `${practice.default.url}/incidents/none`)
    await expect(said).toContainText('The answer is neither JSON nor a feed.')
    await expect(said).not.toContainText('shows no incident')
    await shot(page, 'status-unreadable')
    await said.getByRole('button', { name: 'Stop reading it' }).click()
    await expect(said.getByRole('button', { name: 'Add the provider’s status page…' })).toBeFocused()
  })
})
