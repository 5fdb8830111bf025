import { mount, unmount } from 'svelte'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import '../app.css'
import { expectClean } from '../testing/axe'
import { namesOfAllShapes } from '../testing/names-of-all-shapes'
import { madeUpTrends } from '../testing/made-up-trends'
import Report from './Report.svelte'

/** Other test files share this page and must not get these styles. */
const ofItsWindow = (on: boolean) => {
  for (const { sheet } of document.querySelectorAll<HTMLStyleElement>('style[data-vite-dev-id*="Report.svelte"]'))
    if (sheet) sheet.disabled = !on
}
beforeAll(() => ofItsWindow(true))
afterAll(() => ofItsWindow(false))

test('the report has every chart with its table, for whom, of when and how it was counted', async () => {
  const names = { bamboohr: 'BambooHR' }
  await render(Report, { report: { workspace: 'Harbourline', region: 'eu', trends: madeUpTrends(), names } })
  await expect.element(page.getByRole('heading', { name: 'Relink report: Harbourline' })).toBeVisible()
  expect(
    page
      .getByRole('img', { name: /./ })
      .elements()
      .map((one) => one.getAttribute('aria-label'))
  ).toEqual([
    ...['Relinks by week', 'Time to relink by integration', 'Time to relink by customer'],
    ...['Last good sync', 'Issues by owner']
  ])
  const cells = page
    .getByRole('table')
    .elements()
    .map((table) =>
      [...table.querySelectorAll('tbody tr')].map((row) =>
        [...row.children].map(({ textContent }) => textContent?.trim())
      )
    )
  expect(cells.map((rows) => rows.length)).toEqual([12, 3, 3, 5, 2])
  expect(cells[0]?.slice(0, 2)).toEqual([
    ['16 Nov (so far)', '11', '0', '1', '19'],
    ['9 Nov', 'Unknown', 'Unknown', 'Unknown', 'Unknown']
  ])
  expect(cells[1]?.[1]).toEqual(['BambooHR', '6', '2 d', '11 d', '1', '5 d'])
  expect(cells[3]?.[0]).toEqual(['Today', '171', '85.5 %'])
  expect(cells[4]?.[1]).toEqual(['Ada', '5', '21'])
  await expect.element(page.getByText(/^EU region · 31 Aug to 18 Nov · weeks begin on Monday/)).toBeVisible()
  await expect.element(page.getByText(/from the history of one computer\.$/)).toBeVisible()
  await expectClean('report', page.getByRole('main').element())
})

test.each(namesOfAllShapes)('@fault the report, alone in its window, draws a name of any shape: %j', async (name) => {
  const { customers, integrations, owners, ...others } = madeUpTrends()
  const named = <T>({ rows, more }: { rows: readonly T[]; more: number }, own: Partial<T>) => ({
    rows: rows.map((row, at) => (at === 0 ? { ...row, ...own } : row)),
    more
  })
  const trends = {
    ...others,
    ...{ customers: named(customers, { name }), integrations: named(integrations, { name }) },
    owners: named(owners, { owner: name })
  }
  const report = { workspace: name, region: 'eu' as const, trends, names: { [name]: name } }
  const shown = mount(Report, { target: document.body, props: { report } })
  onTestFinished(() => unmount(shown))
  await expect.element(page.getByRole('heading', { name: /^Relink report: / })).toBeVisible()
  await expect.poll(() => page.getByRole('table').elements().length).toBe(5)
  expect(document.querySelector('main b')).toBeNull()
})
