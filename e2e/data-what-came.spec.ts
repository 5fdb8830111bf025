import { atEmployees, dataPractice, employees, idsOf } from './fixtures/data'
import { asked, held } from './fixtures/held'
import { expect, shot, test } from './fixtures/test'

test.use({ practiceOptions: dataPractice })

test.describe('@collections what came', () => {
  test('is reconciled with a number, by value, and with a list of ids', async ({ app, practice }) => {
    const { view, connector } = await atEmployees(app, practice, 200)
    const people = await held(practice.default, employees, connector)
    await view.start()
    await view.fetched()
    await view.pane('Reconcile')
    const expected = view.reconciled.getByRole('textbox', { name: 'Expected' })
    await expected.fill(String(people.length))
    await expect(view.reconciled).toContainText('Equal')
    await expected.fill(String(people.length + 3))
    await expect(view.reconciled).toContainText('3 fewer here')

    await view.reconciled.getByRole('combobox', { name: 'Column' }).selectOption('employment_status')
    const values = people.map((one) => String(one['employment_status']))
    expect(new Set(values).size).toBeGreaterThan(1)
    for (const value of new Set(values)) {
      await expect(
        view.reconciled.getByRole('row').filter({ has: app.page.getByRole('rowheader', { name: value, exact: true }) })
      ).toContainText(String(values.filter((one) => one === value).length))
    }

    await view.reconciled.getByRole('button', { name: 'Paste IDs' }).click()
    const ids = idsOf(people).map(String)
    await view.reconciled
      .getByRole('textbox', { name: 'IDs, one per line' })
      .fill(['id', ...ids.slice(2), 'nobody-1', ''].join('\n'))
    await view.reconciled.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(view.reconciled.getByRole('region', { name: 'Missing here' })).toHaveText(/nobody-1/)
    await expect(view.reconciled.getByRole('region', { name: 'Missing in the list' })).toContainText(ids[0] ?? '')
    await expect(view.reconciled.getByRole('region', { name: 'Missing in the list' })).toContainText(ids[1] ?? '')
    await expect(view.reconciled).toContainText(`${people.length - 2} IDs are in both.`)
    await shot(app.page, 'collections-reconcile')
  })

  test('is counted over several connectors at once', async ({ app, practice }) => {
    const { view, connector } = await atEmployees(app, practice, 200)
    const others = practice.default.connectors.filter(
      ({ category, integration_slug, status }) =>
        category === 'HRIS' && integration_slug === connector.integration_slug && status === 'COMPLETE'
    )
    const chosen = [connector, ...others.filter(({ id }) => id !== connector.id)].slice(0, 3)
    expect(chosen.length).toBeGreaterThan(1)
    const counts = await Promise.all(chosen.map(async (one) => (await held(practice.default, employees, one)).length))
    await view.severalConnectors.click()
    for (const one of chosen) {
      await view.dialog.getByRole('searchbox', { name: 'Find connectors' }).fill(one.id)
      await view.dialog.getByRole('list', { name: 'Connectors found' }).getByRole('checkbox').check()
    }
    await shot(app.page, 'collections-choose-many')
    await view.dialog.getByRole('button', { name: `Count ${chosen.length} connectors` }).click()
    const all = counts.reduce((sum, count) => sum + count, 0)
    const summary = app.page.getByRole('region', { name: 'Count', exact: true })
    await expect(summary).toContainText(`${all.toLocaleString('en-US')} rows of ${chosen.length} connectors`)
    await expect(summary).toContainText(`${chosen.length} complete`)
    const table = app.page.getByRole('region', { name: 'Counts by connector' })
    for (const [at, one] of chosen.entries()) {
      const row = table.getByRole('row').filter({ hasText: one.end_user.trim() })
      await expect(row.getByRole('cell').nth(2)).toHaveText(String(counts[at]))
    }
    await shot(app.page, 'collections-many')
  })

  test('is walked when the connector\u2019s sync is done, not before', async ({ app, practice }) => {
    const { view, connector } = await atEmployees(app, practice)
    connector.sync_status = 'Syncing'
    await view.request.getByRole('button', { name: 'Fetch after the next sync' }).click()
    const wait = app.page.getByRole('region', { name: 'Waiting for the sync' })
    await expect(wait).toContainText('Syncing')
    await expect(wait).toContainText('checked 1 time')
    await expect(view.tabs).toHaveCount(0)
    expect(asked(practice.default, employees)).toEqual([])
    await shot(app.page, 'collections-waiting-for-sync')
    connector.sync_status = 'Done'
    await expect(view.tabs).toHaveCount(1)
    await view.fetched()
    await expect(wait).toBeHidden()
  })

  test('is opened record by record, nested values as a tree', async ({ app, practice }) => {
    const { view, connector } = await atEmployees(app, practice)
    const people = await held(practice.default, employees, connector)
    await view.start()
    await view.fetched()
    await view.rows.locator('[data-index="1"]').click()
    await expect(view.record.getByRole('heading')).toContainText('Row 2, page 1')
    await view.record.getByRole('tab', { name: 'Tree' }).click()
    const tree = view.record.getByRole('tree')
    await expect(tree).toContainText(String(people[1]?.['id']))
    await shot(app.page, 'collections-record')
    await view.record.getByRole('button', { name: 'Next record' }).click()
    await expect(view.record.getByRole('heading')).toContainText('Row 3')
    await expect(tree).toContainText(String(people[2]?.['id']))
    await app.page.keyboard.press('Escape')
    await expect(view.record).toBeHidden()
    await expect(view.rows).toBeFocused()
  })
})
