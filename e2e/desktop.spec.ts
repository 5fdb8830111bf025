import type { ElectronApplication, Page } from '@playwright/test'
import { hasExited } from './fixtures/process'
import { runApp } from './fixtures/run-app'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { Issues } from './pages/issues'

test.use({ practiceOptions: { connectors: 200 } })

const connector = (page: Page) => page.getByRole('complementary', { name: 'Connector' })
const isVisible = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()))

/** The name and the copied link. */
async function copiedFrom(page: Page, row: number): Promise<{ name: string; link: string }> {
  await new Desk(page).grid.getByRole('row').nth(row).click()
  const name = (await connector(page).getByRole('heading').first().textContent()) ?? ''
  await connector(page).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const link = (await page.getByRole('region', { name: 'What was copied' }).textContent()) ?? ''
  expect(link).toMatch(/^connector-desk:\/\/connector\/[0-9a-f]{16}\/[0-9a-f-]{36}$/)
  await page.keyboard.press('Escape')
  await expect(connector(page)).toBeHidden()
  return { name, link }
}

test('a second start hands its link to the first, which opens one drawer or says why not', async ({
  connected,
  profileDir
}) => {
  const { page } = await connected()
  const follow = (link: string) => runApp({ profileDir, args: [link] }).ended
  const desk = new Desk(page)
  await desk.refreshed()
  await desk.go('Connectors')
  const { name, link } = await copiedFrom(page, 3)
  await desk.go('Settings')
  expect((await follow(link)).code).toBe(0)
  await expect(connector(page)).toContainText(name)

  await follow(`${link}?send=1`)
  await expect(desk.banner('This link cannot be opened')).toBeVisible()
  await shot(page, 'link-malformed')
  await follow('connector-desk://connector/00000000-0000-4000-8000-000000000000')
  await expect(desk.banner('This link names a connector that this workspace does not know')).toBeVisible()
  await expect(connector(page)).toContainText(name)
  await shot(page, 'link-unknown')
  await page.getByRole('button', { name: 'Dismiss' }).click()

  // While the app is locked, the link waits.
  await page.keyboard.press('Escape')
  await expect(connector(page)).toBeHidden()
  await desk.go('Settings')
  await page.getByRole('button', { name: 'Lock now' }).click()
  await follow(link)
  await expect(page.getByRole('heading', { name: 'Connector Desk is locked' })).toBeVisible()
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(connector(page)).toContainText(name)
})

test('a closed window keeps refreshing where the operator wants that, and a second start brings it back', async ({
  connected,
  practice,
  profileDir
}) => {
  const running = await connected()
  const { app, page, child } = running
  const desk = new Desk(page)
  await desk.refreshed()
  await page.clock.install()
  await page.reload()
  await desk.refreshed()
  await new Issues(page).show()
  await page.getByRole('button', { name: 'Auto-refresh: off' }).click()
  await page.getByRole('radio', { name: 'Every 5 min' }).check()
  await page.keyboard.press('Escape')
  await desk.go('Settings')
  const settings = page.getByRole('region', { name: 'Desktop' })
  await settings.getByRole('checkbox', { name: /Show the number/ }).click()
  await settings.getByRole('checkbox', { name: /Keep refreshing/ }).click()
  await expect(settings).toContainText('It refreshes every 5 min until it locks.')
  await settings.scrollIntoViewIfNeeded()
  await shot(page, 'settings-desktop')

  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await expect.poll(() => isVisible(app)).toEqual([false])
  const requests = () => practice.default.requests.length
  const before = requests()
  await page.clock.fastForward('05:10')
  await expect.poll(requests).toBeGreaterThan(before)
  await desk.refreshed()
  expect(hasExited(child)).toBe(false)

  expect((await runApp({ profileDir, args: ['--hidden'] }).ended).code).toBe(0)
  expect(await isVisible(app)).toEqual([false])
  expect((await runApp({ profileDir }).ended).code).toBe(0)
  await expect.poll(() => isVisible(app)).toEqual([true])
  // Quit ignores the preference.
  await running.close()
  expect(hasExited(child)).toBe(true)
})
