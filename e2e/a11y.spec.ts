import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { Queue } from './pages/queue'

/** WCAG 2.2 AA and below, in both themes. Electron opens no second page for axe, hence the legacy mode. */
async function expectClean(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .setLegacyMode()
      .analyze()
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
    expect(told, `${what}, ${colorScheme}`).toEqual([])
  }
}

test('@main-job first run, connectors and settings are clean for axe in both themes', async ({ launch, practice }) => {
  const { page } = await launch()
  const firstRun = new FirstRun(page)
  await expect(firstRun.tryPractice).toBeVisible()
  await expectClean(page, 'first run')
  await firstRun.connectTo(practice, { token: 'wrong-token-wrong-token' })
  await expect(page.getByRole('heading', { name: 'The service refused this token' })).toBeVisible()
  await expectClean(page, 'connect form with an error')
  await firstRun.connectTo(practice)
  const desk = new Desk(page)
  await desk.walked()
  await desk.go('Connectors')
  await expect(desk.grid).toBeVisible()
  await expectClean(page, 'connectors')
  await desk.go('Settings')
  await expectClean(page, 'settings')
})

test('@relink the queue and a case are clean for axe in both themes', async ({ launch, practice }) => {
  const { page } = await launch()
  await new FirstRun(page).connectTo(practice)
  await new Desk(page).walked()
  const queue = new Queue(page)
  await queue.show()
  await expect(queue.cases).toBeVisible()
  await expectClean(page, 'queue')
  await queue.filter('Link never finished')
  await queue.cases.locator('[role=row][aria-level="3"]').first().click()
  await expect(queue.drawer).toBeVisible()
  await expectClean(page, 'case')
})
