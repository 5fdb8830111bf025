import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '../src/practice/faults'
import type { Regions } from '../src/practice/regions'
import { catalogue } from '../src/shared/collections/catalogue'
import type { RunningApp } from './fixtures/app'
import { asked, held, readable } from './fixtures/held'
import { answerSaveDialogs, watchFolders } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Collections } from './pages/collections'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'

test.describe.configure({ timeout: 180_000 })
test.use({ practiceOptions: { connectors: 200, collectionSize: 60, limitPerMinute: 0 } })

const employees = '/api/hris/v1/employees'
const onEmployees = (fault: object) => ({ path: employees, ...fault }) as Fault

/** Connects, walks the connectors, and shows the view; nothing is chosen yet. */
async function atTheView({ page }: RunningApp, practice: Regions) {
  await page.setViewportSize({ width: 1280, height: 800 })
  await new FirstRun(page).connectTo(practice)
  const desk = new Desk(page)
  await desk.walked()
  const view = new Collections(page)
  await view.show()
  return { desk, view, connector: readable(practice.default) }
}

/** The same, with the employees of a connector chosen. */
async function atEmployees(app: RunningApp, practice: Regions, pageSize = 10) {
  const there = await atTheView(app, practice)
  await there.view.fill(employees, there.connector, pageSize)
  return there
}

/** Walks the connectors once more: what was on its way before has arrived by then. */
async function refreshed(desk: Desk, practice: Regions): Promise<void> {
  const answered = () => asked(practice.default, '/api/lms/v1/connectors').filter(({ status }) => status === 200).length
  const before = answered()
  await desk.refresh.click()
  await expect.poll(answered).toBeGreaterThan(before)
  await desk.walked()
}

const idsOf = (items: readonly Record<string, unknown>[]) => items.map(({ id }) => id)

/** Reads NDJSON. */
const records = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test.describe('@collections a walk', () => {
  test('reaches the end of all 53 collections, each with what the service holds', async ({ launch, practice }) => {
    test.setTimeout(600_000)
    const app = await launch()
    const { view } = await atTheView(app, practice)
    expect(catalogue).toHaveLength(53)
    const found: Record<string, number> = {}
    const wanted: Record<string, number> = {}
    for (const { id, path, category, needsConnector, pageSize } of catalogue) {
      const connector = needsConnector ? readable(practice.default, category ?? '') : undefined
      wanted[id] = (await held(practice.default, path, connector)).length
      await view.newWalk.click()
      await view.fill(path, connector, pageSize.max)
      await view.start()
      await view.walked()
      found[id] = await view.count('Rows')
      expect(await view.fact('Repeated ids').innerText(), id).toBe('0')
    }
    expect(found).toEqual(wanted)
    expect(Object.values(found).filter((count) => count === 0)).toEqual([])
    await shot(app.page, 'collections-53')
  })

  test('explains short and empty pages, and shows each row', async ({ launch, practice }) => {
    const app = await launch()
    await shot(app.page, 'collections-first-run')
    const { view, connector } = await atTheView(app, practice)
    await shot(app.page, 'collections-empty')
    await view.collection.click()
    await expect(app.page.getByRole('listbox', { name: 'Collections found' }).getByRole('option')).toHaveCount(53)
    await shot(app.page, 'collections-picker')
    await view.fill(employees, connector, 10)
    await view.start()
    await view.walked()
    const people = await held(practice.default, employees, connector)
    expect(await view.count('Rows')).toBe(people.length)
    await expect(
      app.page.getByText(/short pages? and \d+ empty pages?: normal, only a null cursor ends a walk/)
    ).toBeVisible()
    await expect(view.rows).toHaveAttribute('aria-rowcount', String(people.length))
    await expect(view.rows.locator('[aria-rowindex="1"]')).toContainText(String(people[0]?.['id']))
    await expect(view.inspector).not.toContainText(connector.connector_token)
    await shot(app.page, 'collections-done')
  })

  test('is paused after a page, and goes on with the same cursor', async ({ launch, practice }) => {
    const app = await launch()
    const { desk, view, connector } = await atEmployees(app, practice, 5)
    const people = await held(practice.default, employees, connector)
    const since = practice.default.requests.length
    practice.default.set({ latencyMs: 150 })
    await view.start()
    await expect(view.rows).toBeVisible()
    await view.pause.click()
    await view.walked('paused')
    // Walks that come after it, and take longer than a page: by then the page it was on has come.
    await refreshed(desk, practice)
    const pages = asked(practice.default, employees, since).length
    expect(pages).toBeGreaterThan(0)
    expect(await view.count('Pages')).toBe(pages)
    await expect(view.state).toContainText(`Paused after page ${pages}, goes on with the same cursor`)
    await refreshed(desk, practice)
    expect(asked(practice.default, employees, since)).toHaveLength(pages)
    await shot(app.page, 'collections-paused')

    await view.resume.click()
    await view.walked()
    expect(await view.count('Rows')).toBe(people.length)
    const all = asked(practice.default, employees, since)
    expect(new Set(all.map(({ cursor }) => cursor)).size).toBe(all.length)
    expect(all.every(({ status }) => status === 200)).toBe(true)
  })

  test('keeps its rows when it is cancelled, and says that it is not whole', async ({ launch, practice }) => {
    const app = await launch()
    const { desk, view } = await atEmployees(app, practice, 5)
    practice.default.set({ latencyMs: 150 })
    await view.start()
    await expect(view.rows).toBeVisible()
    await view.cancel.click()
    await view.walked('cancelled')
    await expect(view.state).toContainText(/Cancelled after page \d+, .* it is not whole/)
    const rows = await view.count('Rows')
    expect(rows).toBeGreaterThan(0)
    await expect(view.rows).toHaveAttribute('aria-rowcount', String(rows))
    const before = asked(practice.default, employees).length
    await refreshed(desk, practice)
    expect(asked(practice.default, employees)).toHaveLength(before)
    await shot(app.page, 'collections-cancelled')
  })

  test('asks for the same all the way; another page size is for a new walk', async ({ launch, practice }) => {
    const app = await launch()
    const { view, connector } = await atEmployees(app, practice, 5)
    const people = await held(practice.default, employees, connector)
    const since = practice.default.requests.length
    practice.default.set({ latencyMs: 150 })
    await view.start()
    await expect(view.rows).toBeVisible()
    await expect(view.request).toContainText('What this walk asks for is frozen')
    await view.pageSize.fill('50')
    await expect(view.request.getByRole('status')).toContainText('Changed since this walk: walk anew.')
    await shot(app.page, 'collections-changed')
    await view.walked()
    expect(new Set(asked(practice.default, employees, since).map(({ pageSize }) => pageSize))).toEqual(new Set(['5']))
    practice.default.set({ latencyMs: 0 })
    await view.start()
    await view.walked()
    expect(await view.count('Rows')).toBe(people.length)
    expect(new Set(asked(practice.default, employees, since).map(({ pageSize }) => pageSize))).toEqual(
      new Set(['5', '50'])
    )
    await view.tabs.first().click()
    await expect(view.pageSize).toHaveValue('5')
  })

  test('sends what it is narrowed by with every page, times in UTC', async ({ launch, practice }) => {
    const app = await launch()
    const { view, connector } = await atEmployees(app, practice, 5)
    const people = await held(practice.default, employees, connector)
    const since = practice.default.requests.length
    await view.request.getByRole('button', { name: '7 d' }).click()
    await view.request.getByRole('checkbox', { name: 'include_raw_data' }).check()
    await shot(app.page, 'collections-narrowed')
    await view.start()
    await view.walked()
    const queries = practice.default.requests.slice(since).map(({ query }) => query)
    const after = queries[0]?.['modified_after'] ?? ''
    expect(after).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    for (const query of queries) expect(query).toMatchObject({ modified_after: after, include_raw_data: 'true' })
    const changed = people.filter((one) => String(one['modified_at']) > after)
    expect(changed.length).toBeLessThan(people.length)
    expect(await view.count('Rows')).toBe(changed.length)
    await view.rows.locator('[aria-rowindex="1"]').click()
    await expect(view.record.getByRole('tree')).toContainText('raw_data')
  })

  test('waits where the service is limited, and asks for the same page again', async ({ launch, practice }) => {
    const app = await launch()
    const { view, connector } = await atEmployees(app, practice, 10)
    const people = await held(practice.default, employees, connector)
    const headers = { 'Retry-After': '3', 'X-RateLimit-Limit': '200', 'X-RateLimit-Remaining': '0' }
    practice.default.set({ faults: [onEmployees({ name: 'status', status: 429, headers, nth: 3, times: 1 })] })
    const since = practice.default.requests.length
    await view.start()
    await view.walked('waiting')
    await expect(view.state).toContainText('rate limit; then page 3 again')
    await shot(app.page, 'collections-waiting')
    await view.walked()
    expect(await view.count('Rows')).toBe(people.length)
    await expect(view.fact('Waits')).toHaveText(/^1, \d+ s$/)
    const pages = asked(practice.default, employees, since)
    const at = pages.findIndex(({ status }) => status === 429)
    expect(at).toBe(2)
    expect(pages[3]?.cursor).toBe(pages[2]?.cursor)
    expect(pages[2]?.cursor).not.toBe(pages[1]?.cursor)
  })

  test('belongs to its region: the other has its own', async ({ launch, practice }) => {
    const app = await launch()
    const { desk, view, connector } = await atEmployees(app, practice)
    const people = await held(practice.default, employees, connector)
    await view.start()
    await view.walked()
    await desk.region.selectOption({ label: 'EU' })
    await desk.walked()
    await expect(view.tabs).toHaveCount(0)
    const other = readable(practice.eu)
    const theirs = await held(practice.eu, employees, other)
    await view.fill(employees, other)
    await view.start()
    await view.walked()
    expect(await view.count('Rows')).toBe(theirs.length)
    await expect(view.rows.locator('[aria-rowindex="1"]')).toContainText(String(theirs[0]?.['id']))
    await shot(app.page, 'collections-eu')
    await desk.region.selectOption({ label: 'Default' })
    await expect(view.tabs).toHaveCount(1)
    await expect(view.rows.locator('[aria-rowindex="1"]')).toContainText(String(people[0]?.['id']))
  })

  test('that goes on is told in the other region; several are told apart by their tabs', async ({
    launch,
    practice
  }) => {
    const app = await launch()
    const { desk, view, connector } = await atEmployees(app, practice, 50)
    // The time on a tab is to the second: the first walk takes longer than one.
    practice.default.set({ latencyMs: 1_100 })
    await view.start()
    await view.walked()
    practice.default.set({ latencyMs: 0 })
    await view.start()
    await view.walked()
    await expect(view.tabs.first()).toContainText(connector.end_user.trim())
    const began = (await view.tabs.allInnerTexts()).map((tab) => /\d\d:\d\d:\d\d/.exec(tab)?.[0])
    expect(began).not.toContain(undefined)
    expect(began).toHaveLength(2)
    expect(new Set(began).size).toBe(2)
    await view.fill(employees, connector, 5)
    // It goes on as long as the test looks at it: it is cancelled at the end.
    practice.default.set({ latencyMs: 6_000 })
    await view.start()
    await shot(app.page, 'collections-tabs')
    await desk.region.selectOption({ label: 'EU' })
    await desk.walked()
    await expect(view.elsewhere).toContainText('1 walk runs in Default')
    await shot(app.page, 'collections-elsewhere')
    await app.page.getByRole('button', { name: 'Show Default' }).click()
    await expect(view.tabs).toHaveCount(3)
    await expect(view.elsewhere).toBeHidden()
    await view.cancel.click()
    await view.walked('cancelled')
  })

  test('is one press away from a connector that is looked at', async ({ launch, practice }) => {
    const app = await launch()
    const { desk, view, connector } = await atTheView(app, practice)
    await desk.go('Connectors')
    await desk.search.fill(connector.id)
    await desk.row(connector.end_user.trim()).first().click()
    await shot(app.page, 'connector-drawer')
    await app.page.getByRole('button', { name: 'Walk its data' }).click()
    await expect(view.connector).toHaveValue(new RegExp(`${connector.category}$`))
    await view.start()
    await view.walked()
    expect(await view.count('Rows')).toBe((await held(practice.default, employees, connector)).length)
    await shot(app.page, 'collections-names-first')
  })

  test('is made with the keyboard alone', async ({ launch, practice }) => {
    const app = await launch()
    const { view, connector } = await atTheView(app, practice)
    const { keyboard } = app.page
    await view.collection.focus()
    await keyboard.type('employees')
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    await expect(view.connector).toBeFocused()
    await keyboard.type(connector.id)
    await expect(app.page.getByRole('listbox', { name: 'Connectors found' }).getByRole('option')).toHaveCount(1)
    await keyboard.press('Enter')
    await keyboard.press('Control+Enter')
    await view.walked()
    await view.rows.focus()
    await keyboard.press('j')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(view.record.getByRole('heading')).toContainText('Row 3')
    await keyboard.press('Escape')
    await expect(view.record).toBeHidden()
    await expect(view.rows).toBeFocused()
    await view.tabs.first().focus()
    await keyboard.press('Delete')
    await expect(view.tabs).toHaveCount(0)
  })
})

test.describe('@collections a service that pages wrongly', () => {
  const faults: [what: string, fault: object, said: RegExp, pages: number][] = [
    ['repeats its cursor', { name: 'cursor-loop', period: 1 }, /code: cursor-loop/, 2],
    ['leads round in a circle of three', { name: 'cursor-loop', period: 3 }, /code: cursor-loop/, 4],
    ['answers a number', { name: 'cursor-type', as: 'number', nth: 2 }, /cursor is a number, not a text/, 1],
    ['answers an object', { name: 'cursor-type', as: 'object', nth: 2 }, /cursor is an object, not a text/, 1],
    ['answers 1 MB', { name: 'huge-cursor', nth: 2 }, /cursor is 1000000 characters long and cannot be sent back/, 2]
  ]

  test('is named, the walk ends, and what came stays', async ({ launch, practice }) => {
    const app = await launch()
    const { view } = await atEmployees(app, practice, 10)
    for (const [what, fault, said, pages] of faults) {
      practice.default.set({ faults: [onEmployees(fault)] })
      await test.step(what, async () => {
        const since = practice.default.requests.length
        await view.start()
        await view.walked('failed')
        await expect(view.inspector.getByRole('alert')).toContainText(said)
        expect(await view.count('Pages')).toBe(pages)
        expect(await view.count('Rows')).toBeGreaterThanOrEqual(10)
        await expect(view.rows).toHaveAttribute('aria-rowcount', await view.fact('Rows').innerText())
        expect(asked(practice.default, employees, since).length).toBeLessThanOrEqual(pages + 1)
      })
    }
    await shot(app.page, 'collections-cursor-fault')
    await view.tabs.first().click()
    await shot(app.page, 'collections-cursor-loop')
  })

  test('with odd letters in its cursors gets each one back as it was', async ({ launch, practice }) => {
    const app = await launch()
    const { view, connector } = await atEmployees(app, practice, 10)
    const people = await held(practice.default, employees, connector)
    for (const [name, part] of [
      ['cursor-lines', '\r\nX-Injected: 1\r\n'],
      ['cursor-chars', '&x=1;']
    ] as const) {
      practice.default.set({ faults: [onEmployees({ name })] })
      const since = practice.default.requests.length
      await view.start()
      await view.walked()
      expect(await view.count('Rows')).toBe(people.length)
      const [, ...rest] = practice.default.requests.slice(since).filter(({ path }) => path === employees)
      expect(rest.length).toBeGreaterThan(3)
      for (const { query } of rest) {
        expect(query['cursor']).toContain(part)
        expect(query).not.toHaveProperty('x')
      }
    }
  })

  test('whose data moves gets its repeated ids flagged', async ({ launch, practice }) => {
    practice.default.set({ moving: true })
    const app = await launch()
    const { view } = await atEmployees(app, practice, 10)
    await view.start()
    await view.walked()
    const repeated = await view.count('Repeated ids')
    expect(repeated).toBeGreaterThan(0)
    await expect(app.page.getByText(/came again: data moved during the walk/)).toBeVisible()
    const flagged = view.rows.locator('[aria-rowindex]').filter({ hasText: 'Repeated id' })
    await expect(flagged.first()).toBeVisible()
    await flagged.first().click()
    await expect(view.record).toContainText('This id came before: data moved during the walk.')
    await shot(app.page, 'collections-repeated')
    await view.pane('Reconcile')
    await expect(view.reconciled).toContainText(`Repeated ${repeated}`)
  })
})

test.describe('@collections what the service refuses', () => {
  test('is said at its parameter, until that is changed', async ({ launch, practice }) => {
    const app = await launch()
    const { view } = await atEmployees(app, practice)
    await view.param('expand').fill('nothing_like_that')
    await view.start()
    await view.walked('failed')
    await expect(view.param('expand')).toHaveAttribute('aria-invalid', 'true')
    await expect(view.param('expand')).toHaveAccessibleDescription(/nothing_like_that/)
    await expect(view.inspector).toContainText('expand')
    await shot(app.page, 'collections-refused')
    await view.param('expand').fill('manager')
    await expect(view.param('expand')).not.toHaveAttribute('aria-invalid', 'true')
    await view.start()
    await view.walked()
  })

  test('with 403 names the category of the token', async ({ launch, practice }) => {
    const app = await launch()
    const { view } = await atEmployees(app, practice)
    practice.default.set({ faults: [onEmployees({ name: 'status', status: 403 })] })
    await view.start()
    await view.walked('failed')
    await expect(view.inspector).toContainText("The connector's token belongs to HRIS.")
    await expect(view.inspector).toContainText('The service does not permit this with this token')
    await shot(app.page, 'collections-forbidden')
  })

  test('a path typed by hand is walked; one that leads elsewhere is never asked for', async ({ launch, practice }) => {
    const app = await launch()
    const { view } = await atTheView(app, practice)
    const before = practice.default.requests.length
    for (const [path, why] of [
      ['/api/../admin', 'A path has no . or .. in it'],
      ['/api/hris/%2e%2e/secret', 'A path has no . or .. in it'],
      ['/admin/users', 'A path begins with /api/.'],
      ['/api/hris/v1/employees?x=1', 'Leave out everything from ? or # on'],
      ['//evil.example/api/', 'A path begins with /api/.']
    ] as const) {
      await view.choose(path)
      await view.walk.click()
      await expect(view.collection).toHaveAttribute('aria-invalid', 'true')
      await expect(view.collection).toHaveAccessibleDescription(new RegExp(why.replace(/[.?]/g, '\\$&')))
    }
    await shot(app.page, 'collections-path-refused')
    await expect(view.tabs).toHaveCount(0)
    expect(practice.default.requests).toHaveLength(before)

    await view.choose('/api/v1/webhooks/logs/')
    await view.walk.click()
    await view.walked('failed')
    await expect(view.inspector.getByRole('alert')).toContainText('status: 404')
    await view.newWalk.click()
    await view.choose('/api/ats/v1/connectors')
    await view.start()
    await view.walked()
    expect(await view.count('Rows')).toBe(
      practice.default.connectors.filter(({ category }) => category === 'ATS').length
    )
  })
})

test.describe('@collections an export', () => {
  test('is written while the walk goes on, and has its name only when it is whole', async ({
    launch,
    practice,
    profileDir
  }) => {
    const app = await launch()
    const { view, connector } = await atEmployees(app, practice, 5)
    const people = await held(practice.default, employees, connector)
    const files = { NDJSON: 'people.ndjson', CSV: 'people.csv', JSON: 'people.json' }
    practice.default.set({ latencyMs: 200 })
    await view.start()
    await expect(view.rows).toBeVisible()
    await view.pause.click()
    for (const kind of ['NDJSON', 'CSV', 'JSON'] as const) {
      const file = join(profileDir, files[kind])
      await answerSaveDialogs(app.app, file)
      await view.export(kind)
      await expect(view.exports).toContainText(files[kind])
      expect(existsSync(`${file}.part`)).toBe(true)
      expect(existsSync(file)).toBe(false)
    }
    await expect(view.exports.getByText('Writing: ')).toHaveCount(3)
    await shot(app.page, 'collections-exporting')
    await view.resume.click()
    await view.walked()
    await expect(view.exports.getByText('Saved: ')).toHaveCount(3)
    const folders = await watchFolders(app.app)
    await view.exports.getByRole('button', { name: 'Show in folder' }).first().click()
    await expect.poll(folders).toEqual([join(profileDir, files.JSON)])
    await shot(app.page, 'collections-exported')
    for (const name of Object.values(files)) {
      expect(existsSync(join(profileDir, `${name}.part`))).toBe(false)
      expect((await stat(join(profileDir, name))).mode & 0o777).toBe(0o600)
    }
    expect(idsOf(await records(join(profileDir, files.NDJSON)))).toEqual(idsOf(people))
    const list = JSON.parse(await readFile(join(profileDir, files.JSON), 'utf8')) as Record<string, unknown>[]
    expect(list).toEqual(await records(join(profileDir, files.NDJSON)))
    const [head, ...lines] = (await readFile(join(profileDir, files.CSV), 'utf8'))
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
    expect(head).toMatch(/(^|,)"?id"?(,|$)/)
    expect(lines).toHaveLength(people.length)
  })

  test('is harmless in a spreadsheet, and never follows a link', async ({ launch, practice, profileDir }) => {
    const app = await launch()
    const { view } = await atEmployees(app, practice)
    const formulas = ['=HYPERLINK("https://evil.example","Bill")', '+1+cmd|x', '-2+3', '@SUM(A1)', '\t=1', '\r=1']
    const items = formulas.map((name, at) => ({ id: `p-${at}`, name }))
    const body = { cursor: null, page_size: items.length, items }
    practice.default.set({ faults: [onEmployees({ name: 'status', status: 200, body })] })
    await view.start()
    await view.walked()
    const file = join(profileDir, 'formulas.csv')
    await answerSaveDialogs(app.app, file)
    await view.export('CSV')
    await expect(view.exports).toContainText('Saved: 6 rows')
    const text = await readFile(file, 'utf8')
    expect(text).toContain('p-5')
    expect(text).not.toMatch(/(^|[,\n])"?[=+@\t\r-]/)

    const target = join(profileDir, 'precious.txt')
    await writeFile(target, 'precious')
    await symlink(target, join(profileDir, 'link.ndjson'))
    await answerSaveDialogs(app.app, join(profileDir, 'link.ndjson'))
    await view.export('NDJSON')
    await expect(view.inspector.getByRole('alert')).toContainText('link.ndjson is a link to another place')
    await shot(app.page, 'collections-link-refused')
    expect(await readFile(target, 'utf8')).toBe('precious')
    expect(existsSync(join(profileDir, 'link.ndjson.part'))).toBe(false)
  })

  test('that is cancelled leaves nothing behind, and the walk goes on', async ({ launch, practice, profileDir }) => {
    const app = await launch()
    const { view, connector } = await atEmployees(app, practice, 5)
    const people = await held(practice.default, employees, connector)
    await mkdir(join(profileDir, 'files'))
    await answerSaveDialogs(app.app, join(profileDir, 'files/people.ndjson'))
    practice.default.set({ latencyMs: 150 })
    await view.start()
    await expect(view.rows).toBeVisible()
    await view.pause.click()
    await view.export('NDJSON')
    await expect(view.exports).toContainText('Writing: ')
    expect(await readdir(join(profileDir, 'files'))).toEqual(['people.ndjson.part'])
    await view.exports.getByRole('button', { name: 'Cancel export' }).click()
    await expect(view.exports).toContainText('Cancelled: nothing was left behind')
    expect(await readdir(join(profileDir, 'files'))).toEqual([])
    await view.resume.click()
    await view.walked()
    expect(await view.count('Rows')).toBe(people.length)
  })

  test('killed in the middle leaves only a .part; the walk is said to be interrupted and begins anew', async ({
    launch,
    practice,
    profileDir
  }) => {
    const first = await launch()
    const { view, connector } = await atEmployees(first, practice, 5)
    const people = await held(practice.default, employees, connector)
    const folder = join(profileDir, 'files')
    await mkdir(folder)
    await answerSaveDialogs(first.app, join(folder, 'people.ndjson'))
    practice.default.set({ latencyMs: 200 })
    await view.start()
    await expect(view.rows).toBeVisible()
    practice.default.set({ latencyMs: 1_000 })
    await view.export('NDJSON')
    await expect(view.exports).toContainText(/Writing: \d+ rows/)
    const spills = () => readdir(join(profileDir, 'spill'))
    expect(await spills()).toHaveLength(1)
    const spill = await readFile(join(profileDir, 'spill', (await spills())[0] ?? ''))
    expect(spill.length).toBeGreaterThan(0)
    expect(spill.includes(Buffer.from(String(people[0]?.['id'])))).toBe(false)
    const { pid } = first.app.process()
    const gone = new Promise((resolve) => first.app.process().once('exit', resolve))
    if (pid) process.kill(-pid, 'SIGKILL')
    await gone
    expect(await readdir(folder)).toEqual(['people.ndjson.part'])
    practice.default.set({ latencyMs: 0 })
    const since = practice.default.requests.length

    const again = await launch()
    await again.page.setViewportSize({ width: 1280, height: 800 })
    await new Desk(again.page).walked()
    const later = new Collections(again.page)
    await later.show()
    await expect(later.past).toContainText('Interrupted when the app ended')
    await expect(later.past).toContainText('walks start from the beginning')
    expect(await spills()).toEqual([])
    await shot(again.page, 'collections-interrupted')
    await later.past.getByRole('button', { name: /^Walk again: Employees of / }).click()
    await later.walked()
    expect(await later.count('Rows')).toBe(people.length)
    expect(asked(practice.default, employees, since)[0]?.cursor).toBeNull()
  })
})

test.describe('@collections what came', () => {
  test('is reconciled with a number, by value, and with a list of ids', async ({ launch, practice }) => {
    const app = await launch()
    const { view, connector } = await atEmployees(app, practice, 200)
    const people = await held(practice.default, employees, connector)
    await view.start()
    await view.walked()
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

    await view.reconciled.getByRole('button', { name: 'Paste ids' }).click()
    const ids = idsOf(people).map(String)
    await view.reconciled
      .getByRole('textbox', { name: 'Ids, one a line' })
      .fill(['id', ...ids.slice(2), 'nobody-1', ''].join('\n'))
    await view.reconciled.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(view.reconciled.getByRole('region', { name: 'Missing here' })).toHaveText(/nobody-1/)
    await expect(view.reconciled.getByRole('region', { name: 'Missing in the list' })).toContainText(ids[0] ?? '')
    await expect(view.reconciled.getByRole('region', { name: 'Missing in the list' })).toContainText(ids[1] ?? '')
    await expect(view.reconciled).toContainText(`${people.length - 2} ids are in both.`)
    await shot(app.page, 'collections-reconcile')
  })

  test('is counted over several connectors at once', async ({ launch, practice }) => {
    const app = await launch()
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
    await expect(summary).toContainText(`${chosen.length} read to the end`)
    const table = app.page.getByRole('region', { name: 'Counts by connector' })
    for (const [at, one] of chosen.entries()) {
      const row = table.getByRole('row').filter({ hasText: one.end_user.trim() })
      await expect(row.getByRole('cell').nth(2)).toHaveText(String(counts[at]))
    }
    await shot(app.page, 'collections-many')
  })

  test('is walked when the connector\u2019s sync is done, not before', async ({ launch, practice }) => {
    const app = await launch()
    const { view, connector } = await atEmployees(app, practice)
    connector.sync_status = 'Syncing'
    await view.request.getByRole('button', { name: 'Wait for the sync to finish, then walk' }).click()
    const wait = app.page.getByRole('region', { name: 'Waiting for the sync' })
    await expect(wait).toContainText('Syncing')
    await expect(wait).toContainText('looked 1 time')
    await expect(view.tabs).toHaveCount(0)
    expect(asked(practice.default, employees)).toEqual([])
    await shot(app.page, 'collections-waiting-for-sync')
    connector.sync_status = 'Done'
    await expect(view.tabs).toHaveCount(1, { timeout: 40_000 })
    await view.walked()
    await expect(wait).toBeHidden()
  })

  test('is opened record by record, nested values as a tree', async ({ launch, practice }) => {
    const app = await launch()
    const { view, connector } = await atEmployees(app, practice)
    const people = await held(practice.default, employees, connector)
    await view.start()
    await view.walked()
    await view.rows.locator('[aria-rowindex="2"]').click()
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
