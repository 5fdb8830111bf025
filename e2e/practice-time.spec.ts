import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { Issues } from './pages/issues'

// Practice time goes on until the app quits.
test('the next event in the practice workspace is told, and seen in Issues after a refresh', async ({ launch }) => {
  const { page } = await launch()
  await new FirstRun(page).tryPractice.click()
  const [desk, issues] = [new Desk(page), new Issues(page)]
  await desk.refreshed()
  await issues.show()
  await issues.filter('Relink needed')
  await page.getByRole('button', { name: /^Group by/ }).click()
  await page.getByRole('radio', { name: 'nothing' }).check()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Practice time' }).click()
  const panel = page.getByRole('dialog', { name: 'Practice time' })
  await expect(panel).toContainText('Nothing has happened yet.')
  const told = panel.getByRole('listitem')
  let found: RegExpExecArray | null = null
  for (let events = 1; found === null; events++) {
    expect(events, 'events until a relink is needed').toBeLessThan(15)
    await panel.getByRole('button', { name: 'Next event' }).click()
    await expect(told).toHaveCount(events)
    found = /Relink needed: (.+) \((.+)\)$/.exec((await told.first().textContent())?.trim() ?? '')
  }
  await shot(page, 'practice-time')
  await panel.press('Escape')

  const [, customer = '', integration = ''] = found
  const fresh = issues.issues.getByRole('row').filter({ hasText: customer }).filter({ hasText: integration })
  // The newest is the last row: rows below the window are not drawn.
  await issues.issues.press('End')
  await expect(fresh).toHaveCount(0)
  await desk.refresh.click()
  await expect(async () => {
    await issues.issues.press('End')
    await expect(fresh).toBeVisible({ timeout: 500 })
  }).toPass()
})
