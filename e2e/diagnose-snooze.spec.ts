import type { Regions } from '../src/practice/regions'
import { atWork } from './fixtures/connected'
import { test as teamTest } from './fixtures/team'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { Issues } from './pages/issues'

const hour = 3_600_000
/** Of a sync that failed so many hours ago; the next is due tomorrow. */
const failedAgo = (hours: number) => ({
  sync_status: 'Failed' as const,
  last_sync_start_time: new Date(Date.now() - hours * hour).toISOString(),
  next_sync_start_time: new Date(Date.now() + 20 * hour).toISOString()
})

/** Its last sync failed, alone. */
function failedOne(practice: Regions) {
  const one = practice.default.connectors.find(
    ({ status, sync_status, integration_slug, is_active, is_test_connector }) =>
      status === 'COMPLETE' &&
      sync_status === 'Done' &&
      integration_slug !== 'workday' &&
      is_active &&
      !is_test_connector
  )
  if (!one) throw new Error('no healthy connector')
  return Object.assign(one, failedAgo(4))
}

/** By search: the list may be longer than the window. */
async function openOne(issues: Issues, { end_user }: { end_user: string }): Promise<void> {
  await issues.page.getByRole('searchbox', { name: 'Search issues' }).fill(end_user)
  await issues.open(end_user)
}

const history = (issues: Issues) => issues.drawer.getByRole('region', { name: 'History', exact: true })

test.describe('@diagnose', () => {
  test('an issue sleeps until it fails again, and its history says why it woke', async ({ app, practice }) => {
    const one = failedOne(practice)
    const desk = await atWork(app, practice)
    const issues = new Issues(app.page)
    await issues.show()
    await openOne(issues, one)
    await issues.snooze.selectOption('it fails again')
    await expect(app.page.getByText('Snoozed 1 issue until it fails again')).toBeVisible()
    await expect(issues.drawer).toContainText(
      /Snoozed until it fails again, at most until .+ This computer watches for it\./
    )
    await expect(history(issues)).toContainText('Snoozed until it fails again')
    await expect(app.page.getByText(/1 snoozed/).first()).toBeVisible()
    await shot(app.page, 'snooze-waits')

    await desk.refresh.click()
    await desk.refreshed()
    await expect(issues.snooze).toHaveValue('now')
    await expect(issues.drawer).toContainText('This computer watches for it.')
    Object.assign(one, failedAgo(1))
    await desk.refresh.click()
    await desk.refreshed()
    await expect(history(issues)).toContainText('Woke: failed again')
    await expect(issues.snooze.locator('option:checked')).toHaveText('Not snoozed')
    await expect(issues.drawer).not.toContainText('This computer watches for it.')
    await expect(app.page.getByText(/1 snoozed/)).toHaveCount(0)
    await shot(app.page, 'snooze-woke')
  })

  test('several wait for their customers, and who connected has woken', async ({ app, practice }) => {
    const [first, second] = practice.default.connectors.filter(
      ({ status, integration_slug, is_test_connector }) =>
        status === 'RELINK_NEEDED' && integration_slug !== 'workday' && !is_test_connector
    )
    if (!first || !second) throw new Error('too few relinks')
    const desk = await atWork(app, practice)
    const issues = new Issues(app.page)
    await issues.show()
    await issues.filter('Relink needed')
    for (const { end_user } of [first, second]) await issues.row(end_user).click({ modifiers: ['ControlOrMeta'] })
    const bar = app.page.getByRole('toolbar', { name: 'Selected issues' })
    await bar.getByRole('button', { name: 'Snooze' }).click()
    await expect(bar.getByRole('menuitem', { name: 'Until the provider’s incident is resolved' })).toHaveCount(0)
    await bar.getByRole('menuitem', { name: 'Until the customer connects' }).click()
    await expect(app.page.getByText('Snoozed 2 issues until the customer connects')).toBeVisible()
    await expect(app.page.getByText(/2 snoozed/).first()).toBeVisible()
    const completed_at = new Date(Date.now() - 2 * hour).toISOString()
    Object.assign(first, { status: 'COMPLETE', relink_needed_at: null, completed_at, ...failedAgo(1) })
    await desk.refresh.click()
    await desk.refreshed()
    await expect(app.page.getByText(/1 snoozed/).first()).toBeVisible()
    await issues.filter('Relink needed')
    await openOne(issues, first)
    await expect(history(issues)).toContainText('Woke: the customer connected')
  })
})

teamTest.describe('@diagnose', () => {
  teamTest(
    '@team each desk watches for what a snooze waits for; colleagues see why it ended',
    async ({ practice, member }) => {
      const one = failedOne(practice)
      const [ada, grace] = [await member('ada'), await member('grace')]
      await openOne(ada.issues, one)
      await ada.issues.snooze.selectOption('it fails again')
      await expect(grace.running.page.getByText(/1 snoozed/).first()).toBeVisible()
      await expect(ada.issues.drawer).toContainText('Each desk of your team watches for it.')
      Object.assign(one, failedAgo(1))
      const desk = new Desk(ada.running.page)
      await desk.refresh.click()
      await desk.refreshed()
      await expect(history(ada.issues)).toContainText('Woke: failed again')
      await expect(grace.running.page.getByText(/1 snoozed/)).toHaveCount(0)
      await openOne(grace.issues, one)
      await expect(history(grace.issues)).toContainText(/Woke: failed again \(.+\)/)
    }
  )
})
