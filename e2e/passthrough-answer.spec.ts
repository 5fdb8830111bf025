import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DOCUMENTS } from '../src/practice/passthrough/file-system'
import { ready } from './fixtures/passthrough'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'

test.use({ practiceOptions: { connectors: 200 } })

test.describe('@passthrough the answer', () => {
  test('of 50 MB opens, and the window still answers', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/huge?megabytes=50')
    await app.page.evaluate(() => {
      const seen = window as unknown as { longest: number }
      seen.longest = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
      }).observe({ type: 'longtask' })
    })
    await builder.send.click()
    await builder.answered()
    const rows = 50 * 4096
    await expect(builder.lines('Pretty')).toHaveAttribute('aria-rowcount', String(rows * 7 + 2))
    await expect(builder.lines('Pretty')).toContainText('Worker 0000000')
    await expect(builder.response).toContainText('52 MB') // 50 MiB in decimal units
    await builder.lines('Pretty').focus()
    await app.page.keyboard.press('End')
    await expect(builder.lines('Pretty')).toContainText(`Worker ${String(rows - 1).padStart(7, '0')}`)
    await shot(app.page, 'passthrough-50mb')
    await builder.part('Options')
    await expect(builder.timeout).toBeVisible()
    const longest = await app.page.evaluate(() => (window as unknown as { longest: number }).longest)
    test.info().annotations.push({ type: 'longest task, ms', description: String(longest) })
  })

  test('shows big integers, exponents and repeated keys as they came', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/broken?kind=bigint')
    await builder.send.click()
    await builder.answered()
    for (const form of ['Pretty', 'Raw'] as const) {
      const lines = await builder.shownAs(form)
      for (const text of [
        '"id": 9007199254740993',
        '"negative": -9223372036854775808',
        '0.1000000000000000055511151231257827',
        '1e400',
        '-0',
        '12.50',
        '"first of two"',
        '"second of two"',
        '"__proto__"',
        '90071992547409931',
        '90071992547409932'
      ]) {
        await expect(lines).toContainText(text)
      }
    }
    const tree = await builder.shownAs('Tree')
    await expect(tree.getByRole('treeitem').filter({ hasText: 'twice' }).first()).toContainText('name')
    await shot(app.page, 'passthrough-repeated-keys')
  })

  test('a list of objects is a table; the tree opens and closes', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/employees?per_page=10')
    await builder.send.click()
    await builder.answered()
    const table = await builder.shownAs('Table')
    await expect(table).toHaveAttribute('aria-rowcount', '11')
    await expect(table.getByRole('columnheader', { name: 'id', exact: true })).toBeVisible()
    await expect(table.getByRole('gridcell', { name: 'p-10', exact: true })).toBeVisible()
    await shot(app.page, 'passthrough-table')

    const tree = await builder.shownAs('Tree')
    const data = tree.getByRole('treeitem').filter({ hasText: /data.*10 items/ })
    await expect(data).toBeVisible()
    if ((await data.getAttribute('aria-expanded')) === 'false') await data.getByRole('button', { name: 'Open' }).click()
    await expect(data).toHaveAttribute('aria-expanded', 'true')
    const items = tree.getByRole('treeitem').and(app.page.locator('[aria-level="3"]'))
    await expect(items.first()).toBeVisible()
    await data.click({ button: 'right' })
    // The mouse button is up, and the menu stays.
    await expect(app.page.getByRole('menuitem', { name: 'Copy value' })).toBeFocused()
    await app.page.keyboard.press('Escape')
    await expect(app.page.getByRole('menu', { name: 'Value' })).toBeHidden()
    await shot(app.page, 'passthrough-tree')
    await data.getByRole('button', { name: 'Close' }).click()
    await expect(items).toHaveCount(0)
  })

  test('find counts the places and goes from one to the next', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/huge?megabytes=1')
    await builder.send.click()
    await builder.answered()
    await builder.response.getByRole('button', { name: 'Find in the response' }).click()
    const find = builder.response.getByRole('searchbox', { name: 'Find', exact: true })
    await find.fill('Worker 000205')
    const said = builder.response.getByRole('status').filter({ hasText: /^\s*\d+ of/ })
    await expect(said).toHaveText(/1 of 10/)
    await expect(builder.lines('Pretty').locator('mark.current')).toHaveText('Worker 000205')
    await find.press('Enter')
    await expect(said).toHaveText(/2 of 10/)
    await expect(builder.lines('Pretty')).toContainText('Worker 0002051')
    await find.fill('nowhere at all')
    await expect(builder.response.getByText('No matches')).toBeVisible()
  })

  test('that is a file is saved byte for byte, for its owner only', async ({ app, practice, folder }) => {
    const { builder } = await ready(app, practice, 'gusto', 'deel')
    const file = join(folder, 'badge.bin')
    await answerSaveDialogs(app.app, file)
    await builder.target('GET', '/documents/badge/content')
    await builder.part('Options')
    await app.page.getByRole('combobox', { name: 'Read as' }).selectOption('BINARY')
    await builder.send.click()
    await builder.answered()
    await expect(builder.response).toContainText('Binary response')
    await shot(app.page, 'passthrough-binary')
    await builder.response.getByRole('button', { name: 'Save to a file' }).click()
    await expect(builder.response.getByText(/Saved as .*badge\.bin/)).toBeVisible()
    const sent = DOCUMENTS.find(({ id }) => id === 'badge')?.bytes
    expect(Buffer.compare(await readFile(file), sent ?? Buffer.alloc(0))).toBe(0)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })
})
