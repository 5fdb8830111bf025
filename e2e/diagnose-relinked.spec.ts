import type { PracticeConnector } from '../src/practice/connector'
import type { Regions } from '../src/practice/regions'
import { atWork } from './fixtures/connected'
import { expect, shot, test } from './fixtures/test'
import { Confirm } from './pages/confirm'
import { Desk } from './pages/desk'
import { Issues } from './pages/issues'

const starts = (practice: Regions) => practice.default.requests.filter(({ path }) => path.endsWith('/resync')).length

/** A sync of this connector ends now. */
const ends = (one: PracticeConnector, state: 'Done' | 'Failed') => Object.assign(one, { sync_status: state })

test.describe('@diagnose', () => {
  test('who connected again is synced from the relink board, and watched to the end', async ({ app, practice }) => {
    const one = practice.default.connectors.find(
      (each) => each.status === 'RELINK_NEEDED' && !each.is_test_connector && each.integration_slug !== 'workday'
    )
    if (!one) throw new Error('no relink')
    const desk = await atWork(app, practice)
    const { page } = app
    const issues = new Issues(page)
    await issues.show()
    await issues.filter('Relink needed')
    await issues.open(one.end_user)
    await issues.drawer.getByRole('button', { name: 'Request relink…' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Relink link' }).fill('https://link.example/abc')
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click()
    await expect(issues.row(one.end_user)).toContainText(/Requested .* ago/)
    await page.keyboard.press('Escape')
    Object.assign(one, { status: 'COMPLETE', is_active: true, sync_status: 'Failed', relink_needed_at: null })
    await desk.refresh.click()
    await desk.refreshed()
    await page.getByRole('button', { name: 'Relink board' }).click()
    await page.getByRole('button', { name: 'Sync 1…' }).click()
    const confirm = await Confirm.asked(page)
    await expect(confirm.title).toHaveText('Start 1 sync now?')
    await expect(confirm.requests).toContainText(one.end_user)
    await confirm.agree()
    const dialog = page.getByRole('dialog', { name: 'Syncs of a group' })
    await expect(dialog.getByRole('row').filter({ hasText: one.end_user })).toContainText('Syncing')
    await shot(page, 'diagnose-relinked')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Syncs: 0 of 1' }).click()
    ends(one, 'Failed')
    await expect(dialog.getByRole('row').filter({ hasText: one.end_user })).toContainText(
      /Failed again.*Last sync failed/,
      { timeout: 60_000 }
    )
    expect(starts(practice)).toBe(1)
  })

  test('a restart watches on what was started, and starts none again', async ({ connected, launch, practice }) => {
    const first = await connected()
    await new Desk(first.page).refreshed()
    const one = practice.default.connectors.find(
      (each) => each.status === 'COMPLETE' && each.is_active && each.sync_status === 'Done' && !each.is_test_connector
    )
    if (!one) throw new Error('no good connector')
    await new Desk(first.page).go('Connectors')
    await first.page.getByRole('searchbox').first().fill(one.id)
    await first.page.getByRole('button', { name: 'Sync 1…' }).click()
    await (await Confirm.asked(first.page)).agree()
    await expect(first.page.getByRole('dialog').getByRole('row').last()).toContainText('Syncing')
    await first.close()

    const again = await launch()
    await new Desk(again.page).refreshed()
    await again.page.getByRole('button', { name: 'Syncs: 0 of 1' }).click()
    ends(one, 'Done')
    const row = again.page.getByRole('dialog', { name: 'Syncs of a group' }).getByRole('row').last()
    await expect(row).toContainText('Good', { timeout: 60_000 })
    expect(starts(practice)).toBe(1)
  })
})
