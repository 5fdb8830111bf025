import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'

// Slow enough that a running walk is visible.
test.use({ practiceOptions: { latencyMs: 200 } })

test('a keyring that is restarted while the app runs is found again, without a restart of the app', async ({
  launch,
  practice,
  keyring
}) => {
  const { page } = await launch()
  await new FirstRun(page).connectTo(practice)
  const desk = new Desk(page)
  await desk.walked()

  // Restarted between two calls: the operator notices nothing.
  await keyring.stopService()
  await keyring.startService()
  await desk.refresh.click()
  await desk.walked('walking')
  await desk.walked()

  // Missing for a while: the app says so, and finds it again when it is back.
  await keyring.stopService()
  await desk.refresh.click()
  await desk.walked('failed')
  await shot(page, 'keychain-gone')
  await keyring.startService()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await desk.walked()
})

test('a keyring that is locked in the middle of a walk holds nothing up, and shows with the next', async ({
  launch,
  practice,
  keyring
}) => {
  const { page } = await launch()
  await new FirstRun(page).connectTo(practice)
  const desk = new Desk(page)
  await desk.walked('walking')
  await keyring.lock()
  await desk.walked()
  await desk.refresh.click()
  await expect(page.getByText('The keychain is locked, so the token cannot be read')).toBeVisible()
  await expect(page.getByText('Keychain unlocked')).toHaveCount(0)
  await shot(page, 'keychain-locked-meanwhile')
  await keyring.unlock()
  await page.getByRole('button', { name: 'Unlock keychain' }).click()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await desk.walked()
})
