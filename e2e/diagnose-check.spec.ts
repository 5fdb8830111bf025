import { madeUpOpenApi } from '../src/main/passthrough/shelf/testing'
import { oddityOf } from '../src/practice/passthrough/company'
import type { Regions } from '../src/practice/regions'
import { atWork } from './fixtures/connected'
import { expect, shot, test } from './fixtures/test'
import { Issues } from './pages/issues'
import { Passthrough } from './pages/passthrough'
import { Shelf } from './pages/shelf'

const DAY = 86_400_000

/** Good by its status, linked long ago, and odd in this way at its provider. */
function linked(practice: Regions, oddity: ReturnType<typeof oddityOf>) {
  const found = practice.default.connectors.find(
    (one) =>
      oddityOf(one) === oddity &&
      one.category === 'HRIS' &&
      one.status === 'COMPLETE' &&
      one.sync_status === 'Done' &&
      one.is_active &&
      !one.is_test_connector &&
      Date.parse(one.next_sync_start_time ?? '') > Date.now() &&
      Date.parse(one.completed_at ?? '') < Date.now() - DAY
  )
  if (!found) throw new Error(`no good connector with ${oddity}`)
  return found
}

test.describe('@diagnose', () => {
  test('a status that is good beside dead credentials becomes an issue by Check now, and ends with them', async ({
    app,
    practice
  }) => {
    const dead = linked(practice, 'signed-out')
    const desk = await atWork(app, practice)
    const { page } = app
    const builder = new Passthrough(page)
    await builder.show()
    await builder.choose(dead)
    await builder.target('GET', '/company')
    await page.keyboard.press('Control+s')
    await builder.dialog.getByRole('textbox', { name: 'Name' }).fill('Company')
    await builder.dialog.getByRole('button', { name: 'Save request' }).click()

    await desk.go('Connectors')
    await page.getByRole('searchbox').first().fill(dead.id)
    await page.getByRole('grid').getByRole('row').filter({ hasText: 'HRIS' }).first().click()
    const drawer = page.getByRole('complementary', { name: 'Connector' })
    const access = drawer.getByRole('region', { name: /^Access at/ })
    await expect(access).toContainText('was not asked yet')
    await access.getByRole('combobox', { name: 'Check now asks' }).selectOption({ label: 'Company (GET /company)' })
    await access.getByRole('button', { name: 'Check now' }).click()
    await expect(access).toContainText('rejected the credentials (401, Check now)')
    await shot(page, 'diagnose-check')

    const issues = new Issues(page)
    await issues.show()
    await issues.filter('Inconsistent data')
    await issues.open(dead.end_user)
    await expect(issues.drawer.getByRole('region', { name: 'Diagnosis' })).toContainText(
      /Its status says linked, but the provider rejects its credentials, seen first .+\./
    )
    const sent = () => practice.default.requests.filter(({ path }) => path === '/api/v1/passthrough').length
    const before = sent()
    dead.status = 'RELINK_NEEDED'
    await desk.refresh.click()
    await desk.refreshed()
    await expect(issues.drawer).toContainText('Relink needed')
    expect(sent()).toBe(before)
  })

  test('a GET of the integration’s file on the shelf is asked, without a saved request', async ({ app, practice }) => {
    const works = linked(practice, null)
    const desk = await atWork(app, practice)
    const { page } = app
    const builder = new Passthrough(page)
    await builder.show()
    await builder.choose(works)
    const shelf = new Shelf(page)
    await shelf.show()
    const company = { get: { summary: 'The company', responses: { 200: { description: 'ok' } } } }
    const file = madeUpOpenApi({ change: ({ paths }) => void Object.assign(paths, { '/company': company }) })
    await shelf.paste(JSON.stringify(file))

    await desk.go('Connectors')
    await page.getByRole('searchbox').first().fill(works.id)
    await page.getByRole('grid').getByRole('row').filter({ hasText: 'HRIS' }).first().click()
    const access = page.getByRole('complementary', { name: 'Connector' }).getByRole('region', { name: /^Access at/ })
    const label = 'The company (GET /company, of the shelf)'
    await access.getByRole('combobox', { name: 'Check now asks' }).selectOption({ label })
    await access.getByRole('button', { name: 'Check now' }).click()
    await expect(access).toContainText('answered with data: the credentials work (200, Check now)')
  })

  test('in the made-up year, an operator’s request finds credentials that died behind a good status, and a refresh an outage', async ({
    app,
    practice
  }) => {
    practice.default.play('year', { speed: 0 })
    const [id] = practice.default.advance('credentials-died').at(-1)?.ids ?? []
    const dead = practice.default.connectors.find((one) => one.id === id)
    if (!dead) throw new Error('no credentials died')
    const desk = await atWork(app, practice)
    const { page } = app
    const builder = new Passthrough(page)
    await builder.show()
    await builder.choose(dead)
    await builder.target('GET', '/company')
    await page.keyboard.press('Control+Enter')
    await desk.go('Connectors')
    await page.getByRole('searchbox').first().fill(dead.id)
    await page.getByRole('grid').getByRole('row').filter({ hasText: dead.category }).first().click()
    const drawer = page.getByRole('complementary', { name: 'Connector' })
    await expect(drawer.getByRole('region', { name: /^Access at/ })).toContainText(
      'rejected the credentials (401, Passthrough)'
    )
    const issues = new Issues(page)
    await issues.show()
    await issues.filter('Inconsistent data')
    await issues.open(dead.end_user)
    await expect(issues.drawer.getByRole('region', { name: 'Diagnosis' })).toContainText(
      'the provider rejects its credentials'
    )

    practice.default.advance('outage')
    await desk.refresh.click()
    await desk.refreshed()
    await issues.filter('Inconsistent data')
    await issues.filter('Possible outage')
    await expect(issues.issues).toContainText(/connectors failed within/)
    await shot(page, 'diagnose-year')
  })
})
