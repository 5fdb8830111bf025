import type { Regions } from '../src/practice/regions'
import { catalogue } from '../src/shared/data/catalogue'
import { atEmployees, atTheView, dataPractice, employees, heldUp, onEmployees, released } from './fixtures/data'
import { asked, held, readable } from './fixtures/held'
import { expect, shot, test } from './fixtures/test'
import type { Desk } from './pages/desk'

test.use({ practiceOptions: dataPractice })

/** Then earlier requests have arrived. */
async function refreshed(desk: Desk, practice: Regions): Promise<void> {
  const answered = () => asked(practice.default, '/api/lms/v1/connectors').filter(({ status }) => status === 200).length
  const before = answered()
  await desk.refresh.click()
  await expect.poll(answered).toBeGreaterThan(before)
  await desk.refreshed()
}

test.describe('@collections a walk', () => {
  test('reaches the end of all 53 collections, each with what the service holds', async ({ app, practice }) => {
    test.setTimeout(600_000)
    const { view } = await atTheView(app, practice)
    expect(catalogue).toHaveLength(53)
    const found: Record<string, number> = {}
    const wanted: Record<string, number> = {}
    for (const { id, path, category, needsConnector, pageSize } of catalogue) {
      const connector = needsConnector ? readable(practice.default, category ?? '') : undefined
      wanted[id] = (await held(practice.default, path, connector)).length
      await view.newFetch.click()
      await view.fill(path, connector, pageSize.max)
      await view.start()
      await view.fetched()
      found[id] = await view.count('Rows')
      expect(await view.fact('Repeated IDs').innerText(), id).toBe('0')
    }
    expect(found).toEqual(wanted)
    expect(Object.values(found).filter((count) => count === 0)).toEqual([])
    await shot(app.page, 'collections-53')
  })

  test('explains short and empty pages, and shows each row', async ({ app, practice }) => {
    await shot(app.page, 'collections-first-run')
    const { view, connector } = await atTheView(app, practice)
    await shot(app.page, 'collections-empty')
    await view.collection.click()
    await expect(app.page.getByRole('listbox', { name: 'Collections found' }).getByRole('option')).toHaveCount(53)
    await shot(app.page, 'collections-picker')
    await view.fill(employees, connector, 10)
    await view.start()
    await view.fetched()
    const people = await held(practice.default, employees, connector)
    expect(await view.count('Rows')).toBe(people.length)
    await expect(
      app.page.getByText(/short pages? and \d+ empty pages?: normal. Only a null cursor ends a collection/)
    ).toBeVisible()
    await expect(view.rows).toHaveAttribute('aria-rowcount', String(people.length + 1))
    await expect(view.rows.locator('[data-index="0"]')).toContainText(String(people[0]?.['id']))
    await expect(view.inspector).not.toContainText(connector.connector_token)
    await shot(app.page, 'collections-done')
  })

  test('is paused after a page, and goes on with the same cursor', async ({ app, practice }) => {
    const { desk, view, connector } = await atEmployees(app, practice, 5)
    const people = await held(practice.default, employees, connector)
    const since = practice.default.requests.length
    practice.default.set(heldUp)
    await view.start()
    await expect(view.rows).toBeVisible()
    await view.pause.click()
    await view.fetched('paused')
    practice.default.set(released)
    // The current page arrives, and no further one.
    await expect.poll(() => asked(practice.default, employees, since).at(2)?.status).toBe(200)
    await refreshed(desk, practice)
    const pages = asked(practice.default, employees, since).length
    expect(pages).toBe(3)
    await expect(view.fact('Pages')).toHaveText(String(pages))
    await expect(view.state).toContainText(`Paused after page ${pages}, can be resumed until the app quits`)
    await refreshed(desk, practice)
    expect(asked(practice.default, employees, since)).toHaveLength(pages)
    await shot(app.page, 'collections-paused')

    await view.resume.click()
    await view.fetched()
    expect(await view.count('Rows')).toBe(people.length)
    const all = asked(practice.default, employees, since)
    expect(new Set(all.map(({ cursor }) => cursor)).size).toBe(all.length)
    expect(all.every(({ status }) => status === 200)).toBe(true)
  })

  test('keeps its rows when it is cancelled, and says that it is not whole', async ({ app, practice }) => {
    const { desk, view } = await atEmployees(app, practice, 5)
    practice.default.set(heldUp)
    await view.start()
    await expect(view.rows).toBeVisible()
    await view.cancel.click()
    await view.fetched('cancelled')
    await expect(view.state).toContainText(/Cancelled after page \d+, .* fetched; incomplete/)
    const rows = await view.count('Rows')
    expect(rows).toBeGreaterThan(0)
    await expect(view.rows).toHaveAttribute('aria-rowcount', String(rows + 1))
    const before = asked(practice.default, employees).length
    await refreshed(desk, practice)
    expect(asked(practice.default, employees)).toHaveLength(before)
    await shot(app.page, 'collections-cancelled')
  })

  test('asks for the same all the way; another page size is for a new walk', async ({ app, practice }) => {
    const { view, connector } = await atEmployees(app, practice, 5)
    const people = await held(practice.default, employees, connector)
    const since = practice.default.requests.length
    practice.default.set(heldUp)
    await view.start()
    await expect(view.rows).toBeVisible()
    await expect(view.request).toContainText('Changes apply to a new fetch, not to this one.')
    await view.pageSize.fill('50')
    await expect(view.request.getByRole('status')).toContainText('Changed since this fetch. Fetch again to apply.')
    await shot(app.page, 'collections-changed')
    practice.default.set(released)
    await view.fetched()
    expect(new Set(asked(practice.default, employees, since).map(({ pageSize }) => pageSize))).toEqual(new Set(['5']))
    await view.start()
    await view.fetched()
    expect(await view.count('Rows')).toBe(people.length)
    expect(new Set(asked(practice.default, employees, since).map(({ pageSize }) => pageSize))).toEqual(
      new Set(['5', '50'])
    )
    await view.tabs.first().click()
    await expect(view.pageSize).toHaveValue('5')
  })

  test('sends its filters with every page, times in UTC', async ({ app, practice }) => {
    const { view, connector } = await atEmployees(app, practice, 5)
    const people = await held(practice.default, employees, connector)
    const since = practice.default.requests.length
    await view.request.getByRole('button', { name: '7 d' }).click()
    await view.request.getByRole('checkbox', { name: 'include_raw_data' }).check()
    await shot(app.page, 'collections-narrowed')
    await view.start()
    await view.fetched()
    const queries = practice.default.requests
      .slice(since)
      .filter(({ path }) => path === employees)
      .map(({ query }) => query)
    const after = queries[0]?.['modified_after'] ?? ''
    expect(after).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    for (const query of queries) expect(query).toMatchObject({ modified_after: after, include_raw_data: 'true' })
    const changed = people.filter((one) => Date.parse(String(one['modified_at'])) > Date.parse(after))
    expect(changed.length).toBeLessThan(people.length)
    expect(await view.count('Rows')).toBe(changed.length)
    await view.rows.locator('[data-index="0"]').click()
    const tree = view.record.getByRole('tree')
    // Raw data comes last, and the tree draws only visible rows. Before it has any, a key goes nowhere.
    await expect(tree).toContainText('remote_id')
    await tree.press('End')
    await expect(tree).toContainText('raw_data')
  })

  test('waits where the service is limited, and asks for the same page again', async ({ app, practice }) => {
    const { view, connector } = await atEmployees(app, practice, 10)
    const people = await held(practice.default, employees, connector)
    const headers = { 'Retry-After': '5', 'X-RateLimit-Limit': '200', 'X-RateLimit-Remaining': '0' }
    practice.default.set({ faults: [onEmployees({ name: 'status', status: 429, headers, nth: 3, times: 1 })] })
    const since = practice.default.requests.length
    await view.start()
    await view.fetched('waiting')
    await expect(view.state).toContainText('rate limit; then page 3 again')
    await shot(app.page, 'collections-waiting')
    await view.fetched()
    expect(await view.count('Rows')).toBe(people.length)
    await expect(view.fact('Waits')).toHaveText(/^1, \d+ s$/)
    const pages = asked(practice.default, employees, since)
    const at = pages.findIndex(({ status }) => status === 429)
    expect(at).toBe(2)
    expect(pages[3]?.cursor).toBe(pages[2]?.cursor)
    expect(pages[2]?.cursor).not.toBe(pages[1]?.cursor)
  })
})
