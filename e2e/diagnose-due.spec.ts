import { atWork } from './fixtures/connected'
import { expect, shot, test } from './fixtures/test'
import { Issues } from './pages/issues'

test.describe('@diagnose', () => {
  test('nothing is due until targets are set; then a drawer says what is left, or that it waits, until they are off', async ({
    app,
    practice
  }) => {
    const one = practice.default.connectors.find(
      ({ status, integration_slug, is_test_connector }) =>
        status === 'RELINK_NEEDED' && integration_slug !== 'workday' && !is_test_connector
    )
    if (!one) throw new Error('no relink')
    const desk = await atWork(app, practice)
    const issues = new Issues(app.page)
    const due = issues.drawer.getByRole('region', { name: 'Due' })
    const look = async () => {
      await issues.show()
      await issues.filter('Relink needed')
      await issues.open(one.end_user)
      await expect(issues.drawer.getByRole('region', { name: 'Diagnosis' })).toBeVisible()
    }
    await look()
    await expect(due).toHaveCount(0)

    await desk.go('Settings')
    await app.page.getByRole('button', { name: /^Start from an example/ }).click()
    const dialog = app.page.getByRole('dialog', { name: /^Due times of/ })
    await dialog.getByRole('textbox', { name: 'Customer tiers' }).fill(`Gold: ${one.origin_id}`)
    await dialog.getByRole('textbox', { name: 'Hours for Relink needed, Gold' }).fill('1000')
    await shot(app.page, 'due-settings')
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
      for (const end of ['from', 'to']) await dialog.getByLabel(`${day} ${end}`, { exact: true }).fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toContainText('The calendar has no working hours, so nothing would ever be due.')
    await dialog.getByLabel('Mon from', { exact: true }).fill('00:00')
    await dialog.getByLabel('Mon to', { exact: true }).fill('00:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)

    await look()
    await expect(due).toContainText('target 1,000 h')
    await expect(due).toContainText(/\d h( \d+ min)? left, due /)
    await shot(app.page, 'due-drawer')

    await issues.drawer.getByRole('button', { name: 'Request relink…' }).click()
    const request = app.page.getByRole('dialog')
    await request.getByRole('textbox', { name: 'Relink link' }).fill('https://link.example/abc')
    await request.getByRole('button', { name: 'Copy' }).click()
    await app.page.keyboard.press('Escape')
    await expect(due).toContainText(/\d h( \d+ min)? left, paused: waits for the customer since \d\d:\d\d/)

    await desk.go('Settings')
    await app.page.getByRole('button', { name: /^Edit… Due times/ }).click()
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await expect(app.page.getByText('Off: no issue has a target')).toBeVisible()
    await look()
    await expect(due).toHaveCount(0)
  })

  test('the list of issues says what is left, sorts by it, and narrows to what is over', async ({ app, practice }) => {
    const desk = await atWork(app, practice)
    const { page } = app
    const issues = new Issues(page)
    const list = page.getByRole('treegrid', { name: 'Issues' })
    await issues.show()
    await expect(list.getByRole('columnheader', { name: 'Due' })).toHaveCount(0)
    await desk.go('Settings')
    await page.getByRole('button', { name: /^Start from an example/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Due times of/ })
    await dialog.getByRole('textbox', { name: 'Hours for Relink needed, All others' }).fill('0')
    await expect(dialog.getByLabel('Mon to', { exact: true })).toHaveValue('17:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)

    await issues.show()
    const over = page.getByRole('button', { name: /^[\d,]+ over$/ })
    await over.click()
    await expect(over).toHaveAttribute('aria-pressed', 'true')
    await list.getByRole('columnheader', { name: 'Due' }).getByRole('button').click()
    await expect(list.getByRole('columnheader', { name: 'Due' })).toHaveAttribute('aria-sort', 'ascending')
    const rows = list.locator('[data-key]')
    await expect(rows.first()).toContainText(/ (min|h) over/)
    await expect(rows.filter({ hasText: / left|paused/ })).toHaveCount(0)
    await shot(page, 'due-list')
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 640 })
      await expect(page.getByRole('button', { name: /^Auto-refresh/ })).toBeInViewport({ ratio: 1 })
      await shot(page, `due-list-${width}`)
    }
  })
})
