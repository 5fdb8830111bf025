import { expectClean } from './fixtures/axe'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { Issues } from './pages/issues'

// axe reads the page up to eight times.
test.setTimeout(150_000)

test('@main-job first run, connectors and settings are clean for axe in both themes', async ({ page, practice }) => {
  const firstRun = new FirstRun(page)
  await expect(firstRun.tryPractice).toBeVisible()
  await expectClean(page, 'first run')
  await firstRun.connectTo(practice, { token: 'wrong-token-wrong-token' })
  await expect(page.getByRole('heading', { name: 'The token was rejected' })).toBeVisible()
  await expectClean(page, 'connect form with an error')
  await firstRun.connectTo(practice)
  const desk = new Desk(page)
  await desk.refreshed()
  await desk.go('Connectors')
  await expect(desk.grid).toBeVisible()
  await expectClean(page, 'connectors')
  await desk.go('Settings')
  await expectClean(page, 'settings')
})

test('@relink the queue, a case and a connector are clean for axe in both themes', async ({ page, practice }) => {
  await new FirstRun(page).connectTo(practice)
  const desk = new Desk(page)
  await desk.refreshed()
  const issues = new Issues(page)
  await issues.show()
  await expect(issues.issues).toBeVisible()
  await expectClean(page, 'issues')
  await issues.filter('Link never finished')
  await issues.issues.locator('[role=row][aria-level="3"]').first().click()
  await expect(issues.drawer).toBeVisible()
  await expectClean(page, 'case')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Group by/ }).click()
  await page.getByRole('radio', { name: 'Customer' }).click()
  await page.keyboard.press('Escape')
  await expectClean(page, 'queue by end user')
  await desk.go('Connectors')
  await desk.grid.locator('[role=row][data-index]').first().click()
  const drawer = page.getByRole('complementary', { name: 'Connector' })
  await expect(drawer.getByText(/^Based on \d/)).toBeVisible()
  await expectClean(page, 'connector')
  await drawer.getByRole('heading', { level: 2 }).getByRole('button').click()
  await expect(page.getByRole('region', { name: 'Custom field mappings' })).toBeVisible()
  await expectClean(page, 'customer')
  await shot(page, 'customer')
  await page.keyboard.press('Escape')
  await expect(desk.grid).toBeFocused()
  // The menu is of the current row, which a slow machine draws later.
  await expect(desk.grid.locator('.data-row.current')).toBeVisible()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Customer page' })).toBeVisible()
  await expectClean(page, 'menu of a connector')
})
