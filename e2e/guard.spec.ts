import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { askedByHand } from './fixtures/held'
import { filesHolding } from './fixtures/profile'
import { atMappings, fieldOf, mappingPractice, mappingsOf, withField } from './fixtures/mapping'
import { answerSaveDialogs } from './fixtures/save-dialog'
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
    await mappings.type('employee.cost_center.code')
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
    expect(
      mappingsOf(service, 'cost_center').find(({ integration_slug }) => integration_slug === 'bamboohr')
    ).toMatchObject({
      json_path: 'employee.cost_center.code'
    })
    await desk.go('Issues')
    await expect(section).toContainText('the mapping was saved again')
    await expect(section.getByRole('heading')).toContainText('0')
  })

  test('the matrix shows each field at each integration without a request; keys move, Enter opens the mapping', async ({
    app,
    practice
  }) => {
    const service = practice.default
    const { page } = app
    const { mappings } = await withField(app, practice, 'cost_center')
    const { guard, check, keep } = parts(page)
    await savedAndChecked(mappings)
    await keep.click()
    await expect(guard).toContainText('1 sample, all as expected')
    service.reshape('bamboohr', 'emptied')
    await check.click()
    await expect(guard).toContainText('Fill rate 100 % → 5 %')

    const asked = service.requests.length
    await page.getByRole('button', { name: 'Matrix' }).click()
    const grid = page.getByRole('table', { name: 'Fields by integration' })
    const cell = (name: string) => grid.getByRole('button', { name })
    const drifted = cell('cost_center, BambooHR: Drifted')
    await expect(drifted).toContainText('100 → 5')
    await expect(cell('t_shirt_size, BambooHR: Mapped')).toBeVisible()
    await expect(cell('second_manager, Personio: Not mapped')).toContainText('not mapped')
    await expect(grid.getByRole('button', { name: /^cost_center, Lever/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Drifted 1' })).toBeVisible()
    await shot(page, 'guard-matrix')

    await drifted.click()
    const detail = page.getByRole('region', { name: 'Chosen cell' })
    await expect(detail).toContainText('Fill rate 100 % → 5 %')
    await expect(detail).toContainText('1 kept sample, all as expected.')
    await page.keyboard.press('ArrowUp')
    await expect(cell('center_label, BambooHR: Not mapped')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(drifted).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Control+Home')
    await expect(grid.locator(':focus')).toHaveCount(1)
    await page.getByRole('button', { name: 'Drifted 1' }).click()
    await expect(grid.getByRole('rowheader')).toHaveText(['cost_center'])
    expect(askedByHand(service, asked)).toEqual([])

    await drifted.press('Enter')
    await expect(mappings.expression).toHaveText(code)
    await expect(page.getByRole('heading', { name: 'cost_center', exact: true })).toBeVisible()
  })

  test('fill rates are refreshed once they are asked for, and exported; an issue opens from its cell', async ({
    app,
    practice,
    folder
  }) => {
    const service = practice.default
    const { page } = app
    await atMappings(app, practice)
    await page.getByRole('button', { name: 'Matrix' }).click()
    const grid = page.getByRole('table', { name: 'Fields by integration' })
    const refresh = async () => {
      await page.getByRole('button', { name: 'Refresh fill rates…' }).click()
      await page.getByRole('button', { name: /^Check \d+ mappings?$/ }).click()
      await expect(page.getByText(/^Checking \d/)).toBeHidden()
    }
    await refresh()
    const cell = grid.getByRole('button', { name: /^t_shirt_size, BambooHR/ })
    await expect(cell).toHaveAccessibleName(/Mapped, Fill rate \d+ % of 60 records/)
    service.reshape('bamboohr', 'moved')
    const before = service.requests.length
    await refresh()
    // It is mapped for two integrations, and read once for both.
    const { id } = fieldOf(service, 't_shirt_size')
    const read = service.requests
      .slice(before)
      .filter(({ path, method }) => method === 'GET' && path.endsWith(`/${id}`))
    expect(read).toHaveLength(1)
    await expect(cell).toHaveAccessibleName(/Drifted, Fill rate 0 %/)
    await expect(grid.getByRole('button', { name: /Drifted/ })).toHaveCount(1)

    const file = join(folder, 'matrix.csv')
    await answerSaveDialogs(app.app, file)
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByText(/Exported to .+matrix.csv/).last()).toBeVisible()
    expect(await readFile(file, 'utf8')).toMatch(/t_shirt_size,[^\n]+,HRIS,employee,BambooHR,bamboohr,Drifted,/)

    await cell.click()
    await page.getByRole('button', { name: 'Open issue' }).click()
    await expect(parts(page).drawer).toContainText('t_shirt_size, BambooHR')
  })

  test('copied to another integration it is tried there first, and marked where it has no counterpart', async ({
    app,
    practice
  }) => {
    const service = practice.default
    const { page } = app
    const { mappings } = await withField(app, practice, 'cost_center')
    service.reshape('personio', 'renamed')
    await mappings.forIntegration('bamboohr')
    await mappings.type(code)
    await mappings.more('Copy to another integration…')
    const copy = mappings.dialog.getByRole('button', { name: /as a draft$/ })
    await expect(copy).toBeDisabled()
    const integration = mappings.dialog.getByRole('combobox', { name: 'Integration' })
    await integration.fill('personio')
    await integration.press('Enter')
    const writes = service.requests.filter(({ method }) => method !== 'GET').length
    await mappings.dialog.getByRole('button', { name: 'Try it' }).click()
    await expect(mappings.dialog).toContainText('0 of 60 records of')
    await expect(mappings.dialog).toContainText('There is no key cost_centre; did you mean cost_center?')
    const row = mappings.dialog.getByRole('row', { name: /no counterpart/ })
    await expect(row).toContainText('cost_centre')
    await shot(page, 'guard-copy')
    await mappings.dialog.getByRole('button', { name: 'Copy to Personio as a draft' }).click()
    await expect(mappings.integration).toHaveValue('Personio')
    await expect(mappings.expression).toHaveText(code)
    await expect(mappings.draft).toContainText('Draft for Personio')
    expect(service.requests.filter(({ method }) => method !== 'GET').length).toBe(writes)
  })

  test('a failing sample stops the save until its result is expected; an anonymous one has no value of the record', async ({
    app,
    practice
  }) => {
    const service = practice.default
    const { page } = app
    const { mappings } = await withField(app, practice, 'second_manager')
    const { guard, keep } = parts(page)
    await mappings.forIntegration('bamboohr')
    await mappings.paste({ id: 77, who: 'Ada Lovelace', boss: 'M-12' }, { id: 78, who: 'Grace', boss: 'M-13' })
    await mappings.type('boss')
    await keep.click()
    await guard.getByRole('button', { name: 'Keep a sample' }).click()
    await page.getByRole('menuitem', { name: /^Keep it anonymous/ }).click()
    await expect(guard).toContainText('2 samples, all as expected')
    const anonymous = guard.getByRole('listitem').filter({ hasText: 'anonymous' })
    await expect(anonymous).toContainText(/Expected "[A-Z]-\d\d"/)
    await expect(anonymous).not.toContainText('Lovelace')

    await mappings.type('who')
    await expect(guard).toContainText('2 of 2 samples fail')
    await expect(guard).toContainText('Expected "M-12", gives "Ada Lovelace"')
    await expect(mappings.save).toBeDisabled()
    await expect(mappings.check).toContainText('The kept sample 77 fails.')
    await shot(page, 'guard-fails')
    const writes = () =>
      service.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/mapping')).length
    const before = writes()
    await page.keyboard.press('Control+S')
    await expect(page.getByText('Not saved: The kept sample 77 fails.')).toBeAttached()
    expect(writes()).toBe(before)

    await guard.getByRole('button', { name: 'Expect this result for 77' }).click()
    await expect(guard).toContainText('1 of 2 samples fails')
    await anonymous.getByRole('button', { name: /^Drop the sample/ }).click()
    await expect(mappings.check).toContainText('Valid.')
    await mappings.saved()
    expect(mappingsOf(service, 'second_manager')).toMatchObject([{ json_path: 'who' }])
  })

  test('drift closes by itself once a later check fits again; a sample of another model is named', async ({
    app,
    practice
  }) => {
    const service = practice.default
    const { page } = app
    const { desk, mappings } = await withField(app, practice, 'cost_center')
    const { guard, check, section } = parts(page)
    await savedAndChecked(mappings)
    service.reshape('bamboohr', 'numbers')
    await check.click()
    await expect(guard).toContainText('Type string 60 → number 60')
    await desk.go('Issues')
    await expect(section).toContainText('Type string 60 → number 60')
    await desk.go('Mappings')
    service.reshape('bamboohr', null)
    await check.click()
    await expect(guard).toContainText('as it was')
    await desk.go('Issues')
    await expect(section).toContainText('a later look fits again')

    await desk.go('Mappings')
    await mappings.type('location.id')
    await mappings.source('Fetch records…')
    await mappings.dialog.getByRole('combobox', { name: 'Collection' }).selectOption('/api/hris/v1/locations')
    await mappings.dialog.getByRole('button', { name: 'Fetch records' }).click()
    await expect(mappings.dialog).toBeHidden()
    await expect(mappings.check).toContainText('Tested on location records, not on employee records.')
  })

  test('kept samples outlive a restart, and no value of them is readable in the profile', async ({
    launch,
    profileDir,
    practice
  }) => {
    const first = await launch()
    const { mappings } = await withField(first, practice, 'second_manager')
    const { guard, keep } = parts(first.page)
    await mappings.forIntegration('bamboohr')
    const secret = 'Zephyrine Quillfeather'
    await mappings.paste({ id: 77, who: secret, badge: '90210-4711' })
    await mappings.type('who')
    await keep.click()
    await expect(guard).toContainText(secret)
    await mappings.saved()
    await expect(guard).toContainText('1 sample, all as expected')
    // As it is while the app runs, its log file too.
    for (const word of [secret, '90210-4711']) expect(await filesHolding(profileDir, word)).toEqual([])
    await first.close()
    for (const word of [secret, '90210-4711']) expect(await filesHolding(profileDir, word)).toEqual([])

    const again = await launch()
    const second = await withField({ ...again, connected: true }, practice, 'second_manager')
    await expect(parts(again.page).guard).toContainText(`Expected "${secret}"`)
    await second.mappings.type('badge')
    await expect(second.mappings.check).toContainText('The kept sample 77 fails.')
  })
})
