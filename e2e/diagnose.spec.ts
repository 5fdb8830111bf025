import type { Regions } from '../src/practice/regions'
import { atWork } from './fixtures/connected'
import { expect, shot, test } from './fixtures/test'
import { Issues } from './pages/issues'

const hour = 3_600_000

/** A healthy HRIS connector whose employees are counted, and what changes it as syncs do. */
function counted(practice: Regions) {
  const one = practice.default.connectors.find(
    ({ category, status, sync_status, is_active, is_test_connector, total_employees, next_sync_start_time }) =>
      category === 'HRIS' &&
      status === 'COMPLETE' &&
      sync_status === 'Done' &&
      is_active &&
      !is_test_connector &&
      Date.parse(next_sync_start_time ?? '') > Date.now() + hour &&
      (total_employees ?? 0) > 100
  )
  if (!one) throw new Error('no healthy connector')
  const first = Date.parse(one.last_sync_start_time ?? '') - 12 * hour
  return {
    one,
    sync: (n: number, employees: number) => Object.assign(one, { ...at(first + n * hour), total_employees: employees })
  }
}

const at = (time: number) => ({ last_sync_start_time: new Date(time).toISOString() })

test.describe('@diagnose', () => {
  test('far fewer employees than before are an issue, with the syncs that show it, until a limit says otherwise', async ({
    app,
    practice
  }) => {
    const { one, sync } = counted(practice)
    sync(0, 812)
    const desk = await atWork(app, practice)
    const issues = new Issues(app.page)
    for (const [n, employees] of [805, 812, 812, 815, 810, 812, 812, 812, 9].entries()) {
      sync(n + 1, employees)
      await desk.refresh.click()
      await desk.refreshed()
    }
    await issues.show()
    await issues.filter('Sudden drop')
    await expect(issues.issues).toContainText('812 → 9 since')
    await issues.open(one.end_user)
    const diagnosis = issues.drawer.getByRole('region', { name: 'Diagnosis' })
    await expect(diagnosis).toContainText(
      /9 employees since the sync of .+\. In the 9 syncs before, it was between 805 and 815\. No error is reported\./
    )
    await expect(issues.drawer.getByRole('region', { name: 'Employees' })).toContainText('9 to 815 in 10 syncs')
    await shot(app.page, 'diagnose-drop')

    await desk.go('Settings')
    await app.page.getByRole('combobox', { name: /^Sudden drop in/ }).selectOption({ label: 'Never an issue' })
    await desk.go('Issues')
    await expect(desk.main).toContainText('Issues')
    await expect(desk.main).not.toContainText('812 → 9')
  })
})
