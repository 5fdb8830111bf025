import type { Page } from '@playwright/test'
import type { Regions } from '../src/practice/regions'
import { viewLabels } from '../src/shared/app/view'
import { listen } from './fixtures/announced'
import { cutOff, moving } from './fixtures/layout'
import { expect, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { Issues } from './pages/issues'

test.use({ practiceOptions: { connectors: 200, collectionSize: 40, limitPerMinute: 0 } })

async function connected(page: Page, practice: Regions): Promise<Desk> {
  await new FirstRun(page).connectTo(practice)
  const desk = new Desk(page)
  await desk.refreshed()
  return desk
}

/** In the order of the rail. */
async function eachView(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  for (const name of Object.values(viewLabels)) {
    const link = page.getByRole('navigation').getByRole('link', { name, exact: true })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading').first()).toBeAttached()
    await look(name)
  }
}

test('@a11y at 200 % every control of every view can be brought into sight', async ({ page, practice }) => {
  await connected(page, practice)
  // 200 % of a window of 1280 x 800.
  await page.setViewportSize({ width: 640, height: 400 })
  await eachView(page, async (name) => expect.soft(await cutOff(page), name).toEqual([]))
})

test('@a11y nothing moves where the system asks for less motion', async ({ page, practice }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect.soft(await moving(page), 'first screen').toEqual([])
  await connected(page, practice)
  await eachView(page, async (name) => expect.soft(await moving(page), name).toEqual([]))
})

test('@a11y in forced colours one sees what is selected and where the focus is', async ({ page, practice }) => {
  await connected(page, practice)
  await page.emulateMedia({ forcedColors: 'active' })
  const issues = new Issues(page)
  await issues.show()
  const current = page.getByRole('navigation').locator('[aria-current=page]')
  const chosen = await current.screenshot()
  const link = await current.elementHandle()
  await link?.evaluate((one) => one.removeAttribute('aria-current'))
  expect((await link?.screenshot())?.equals(chosen), 'the view in the rail').toBe(false)
  await link?.evaluate((one) => one.setAttribute('aria-current', 'page'))

  const row = issues.issues.locator('[role=row][data-key]').nth(1)
  await page.mouse.move(0, 0)
  const closed = await row.screenshot()
  await row.click()
  await expect(issues.drawer).toBeVisible()
  await page.mouse.move(0, 0)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  expect((await row.screenshot()).equals(closed), 'the open row').toBe(false)

  await page.keyboard.press('Tab')
  for (let stops = 0; stops < 12; stops++) {
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
    expect(ring, 'a ring around the focus').not.toBe('none')
    await page.keyboard.press('Tab')
  }
})

test.describe('a long refresh', () => {
  test.use({ practiceOptions: { connectors: 900, limitEveryN: 7, retryAfterSeconds: 1 } })

  test('@a11y is announced a handful of times, not for each page', async ({ page, practice }) => {
    const desk = await connected(page, practice)
    const announced = await listen(page)
    const before = practice.default.requests.length
    await desk.refresh.click()
    await desk.refreshed('walking')
    await desk.refreshed()
    const said = await announced()
    expect(practice.default.requests.length - before).toBeGreaterThan(8)
    expect(said.length, said.join('\n')).toBeGreaterThan(0)
    expect(said.length, said.join('\n')).toBeLessThanOrEqual(8)
  })
})
