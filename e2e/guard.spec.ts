import type { Page } from '@playwright/test'
import { mappingPractice, mappingsOf, withField } from './fixtures/mapping'
import { expect, shot, test } from './fixtures/test'
import { confirmed } from './pages/confirm'
import type { Mappings } from './pages/mappings'

test.use({ practiceOptions: mappingPractice })

const code = 'employee.cost_centre.code'

function parts(page: Page) {
  const guard = page.getByRole('region', { name: 'Kept samples' })
  const section = page.getByRole('region', { name: 'Mapping drift' }).first()
  return {
    guard,
    check: guard.getByRole('button', { name: 'Check fresh records' }),
    keep: guard.getByRole('button', { name: 'Keep this record' }),
    section,
    row: section.getByRole('button', { name: /^cost_center/ }),
    drawer: page.getByRole('complementary', { name: /^Mapping drift/ })
  }
}

/** A saved mapping of BambooHR, with a fresh look behind it. */
async function savedAndChecked(mappings: Mappings) {
  const { guard, check } = parts(mappings.page)
  await mappings.forIntegration('bamboohr')
  await mappings.type(code)
  await mappings.saved('updated')
  await check.click()
  await expect(guard).toContainText('kept to compare with')
}

/** @returns how many there were in the window since */
async function countingClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number }
    counted.clicks = 0
    addEventListener('click', () => counted.clicks++, true)
  })
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks)
}

test.describe('@guard', () => {
  test('what a provider changed overnight is an issue, and eight clicks lead to a tested mapping', async ({
    app,
    practice
  }) => {
    const service = practice.default
    const { page } = app
    const { desk, mappings } = await withField(app, practice, 'cost_center')
    const { guard, check, keep, section, row, drawer } = parts(page)
    await savedAndChecked(mappings)
    await keep.click()
    await expect(guard).toContainText('1 sample, all as expected')
    await shot(page, 'guard-kept')

    service.reshape('bamboohr', 'renamed')
    await check.click()
    await expect(guard).toContainText('Fill rate 100 % → 0 %')
    await expect(guard).toContainText('New: employee.cost_center')
    await shot(page, 'guard-drift')

    await desk.go('Issues')
    await expect(section).toContainText('Fill rate 100 % → 0 %')
    const clicks = await countingClicks(page)
    await row.click()
    await expect(drawer).toContainText('employee.cost_center')
    await shot(page, 'guard-issue')
    await drawer.getByRole('button', { name: 'Open mapping' }).click()
    await expect(mappings.expression).toHaveText(code)
    await mappings.expression.fill('employee.cost_center.code')
    await expect(mappings.check).toContainText(/The kept sample .+ fails/)
    await expect(mappings.save).toBeDisabled()
    await guard.getByRole('button', { name: 'Use the fetched records' }).click()
    await expect(guard).toContainText('1 sample, all as expected')
    await expect(mappings.check).toContainText('Valid. Ready to save')
    await mappings.save.click()
    await confirmed(page)
    await expect(mappings.outcome).toContainText('Mapping updated.')
    // With the one in the confirmation.
    expect((await clicks()) + 1).toBeLessThanOrEqual(8)
    expect(mappingsOf(service, 'cost_center').find(({ integration_slug }) => integration_slug === 'bamboohr')).toMatchObject({
      json_path: 'employee.cost_center.code'
    })
    await desk.go('Issues')
    await expect(section).toContainText('the mapping was saved anew')
    await expect(section.getByRole('heading')).toContainText('0')
  })
})
