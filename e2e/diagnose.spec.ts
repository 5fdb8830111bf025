import type { Regions } from '../src/practice/regions'
import { atWork } from './fixtures/connected'
import { expect, shot, test } from './fixtures/test'
import { DataView } from './pages/data'
import { Issues } from './pages/issues'

const hour = 3_600_000
/** With two months of history a weekend or a month's end is told at once: the test finds the same on each day. */
const long = 65 * 24 * hour

/** A healthy connector, of HRIS one whose employees are counted, and what changes it as syncs do. */
function counted(practice: Regions, wanted: 'HRIS' | 'ATS' = 'HRIS') {
  const one = practice.default.connectors.find(
    ({ category, status, sync_status, is_active, is_test_connector, total_employees, next_sync_start_time }) =>
      category === wanted &&
      status === 'COMPLETE' &&
      sync_status === 'Done' &&
      is_active &&
      !is_test_connector &&
      Date.parse(next_sync_start_time ?? '') > Date.now() + hour &&
      (wanted === 'ATS' || (total_employees ?? 0) > 100)
  )
  if (!one) throw new Error('no healthy connector')
  const first = Date.parse(one.last_sync_start_time ?? '') - 12 * hour
  return {
    one,
    sync: (n: number, employees: number | null) =>
      Object.assign(one, { ...at(n === 0 ? first - long : first + n * hour), total_employees: employees })
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
      /9 employees since the sync of .+\. In the 8 syncs before, it was between 805 and 815\. No error is reported\./
    )
    await expect(issues.drawer.getByRole('region', { name: 'Employees' })).toContainText('9 to 815 in 10 syncs')
    await shot(app.page, 'diagnose-drop')

    await desk.go('Settings')
    await app.page.getByRole('combobox', { name: /^Sudden drop in/ }).selectOption({ label: 'Never an issue' })
    await desk.go('Issues')
    await expect(desk.main).toContainText('Issues')
    await expect(desk.main).not.toContainText('812 → 9')
  })

  test('candidates are counted where Data fetches all of them, and far fewer than before are an issue', async ({
    app,
    practice
  }) => {
    const { one, sync } = counted(practice, 'ATS')
    const desk = await atWork(app, practice)
    const { page } = app
    await desk.go('Connectors')
    await page.getByRole('searchbox').first().fill(one.id)
    await page.getByRole('grid').getByRole('row').filter({ hasText: 'ATS' }).first().click()
    const drawer = page.getByRole('complementary', { name: 'Connector' })
    await expect(drawer.getByRole('region', { name: 'Candidates' })).toContainText(
      'The app counts them when all of them are fetched in Data'
    )
    const view = new DataView(page)
    await view.show()
    await view.fill('/api/ats/v1/candidates', one, 200)
    for (let n = 0; n < 10; n++) {
      practice.default.set({ collectionSize: n < 9 ? 60 : 4 })
      sync(n, null)
      await desk.refresh.click()
      await desk.refreshed()
      await (n === 0 ? view.start() : view.fetchAgain.click())
      await expect(view.fact('Rows')).toHaveText(n < 9 ? '60' : '4')
      await view.fetched()
    }
    const issues = new Issues(page)
    await issues.show()
    await issues.filter('Sudden drop')
    await issues.open(one.end_user)
    await expect(issues.drawer.getByRole('region', { name: 'Diagnosis' })).toContainText(
      /4 candidates since the sync of .+\. In the 8 syncs before that were fetched, it was 60\. No error is reported\./
    )
    await expect(issues.drawer.getByRole('region', { name: 'Candidates' })).toContainText('4 to 60 in 10 syncs')
    await shot(page, 'diagnose-candidates')
  })
})
