import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atEmployees, dataPractice, employees, heldUp, idsOf, onEmployees, released } from './fixtures/data'
import { asked, held, type Item } from './fixtures/held'
import { killed } from './fixtures/process'
import { answerSaveDialogs, watchFolders } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { DataView } from './pages/data'
import { Desk } from './pages/desk'

test.use({ practiceOptions: dataPractice })

const records = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Item)

test.describe('@collections an export', () => {
  test('is written while the walk goes on, and has its name only when it is whole', async ({
    app,
    practice,
    folder
  }) => {
    const { view, connector } = await atEmployees(app, practice, 5)
    const people = await held(practice.default, employees, connector)
    const files = { NDJSON: 'people.ndjson', CSV: 'people.csv', JSON: 'people.json' }
    practice.default.set(heldUp)
    await view.start()
    await expect(view.rows).toBeVisible()
    await view.pause.click()
    for (const kind of ['NDJSON', 'CSV', 'JSON'] as const) {
      const file = join(folder, files[kind])
      await answerSaveDialogs(app.app, file)
      await view.export(kind)
      await expect(view.exports).toContainText(files[kind])
      expect(existsSync(`${file}.part`)).toBe(true)
      expect(existsSync(file)).toBe(false)
    }
    await expect(view.exports.getByText('Writing: ')).toHaveCount(3)
    await shot(app.page, 'collections-exporting')
    practice.default.set(released)
    await view.resume.click()
    await view.fetched()
    await expect(view.exports.getByText('Saved: ')).toHaveCount(3)
    const folders = await watchFolders(app.app)
    await view.exports.getByRole('button', { name: 'Show in folder' }).first().click()
    await expect.poll(folders).toEqual([join(folder, files.JSON)])
    await shot(app.page, 'collections-exported')
    for (const name of Object.values(files)) {
      expect(existsSync(join(folder, `${name}.part`))).toBe(false)
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    }
    expect(idsOf(await records(join(folder, files.NDJSON)))).toEqual(idsOf(people))
    const list = JSON.parse(await readFile(join(folder, files.JSON), 'utf8')) as Record<string, unknown>[]
    expect(list).toEqual(await records(join(folder, files.NDJSON)))
    const [head, ...lines] = (await readFile(join(folder, files.CSV), 'utf8'))
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
    expect(head).toMatch(/(^|,)"?id"?(,|$)/)
    expect(lines).toHaveLength(people.length)
  })

  test('is harmless in a spreadsheet, and never follows a link', async ({ app, practice, folder }) => {
    const { view } = await atEmployees(app, practice)
    const formulas = ['=HYPERLINK("https://evil.example","Bill")', '+1+cmd|x', '-2+3', '@SUM(A1)', '\t=1', '\r=1']
    const items = formulas.map((name, at) => ({ id: `p-${at}`, name }))
    const body = { cursor: null, page_size: items.length, items }
    practice.default.set({ faults: [onEmployees({ name: 'status', status: 200, body })] })
    await view.start()
    await view.fetched()
    const file = join(folder, 'formulas.csv')
    await answerSaveDialogs(app.app, file)
    await view.export('CSV')
    await expect(view.exports).toContainText('Saved: 6 rows')
    const text = await readFile(file, 'utf8')
    expect(text).toContain('p-5')
    expect(text).not.toMatch(/(^|[,\n])"?[=+@\t\r-]/)

    const target = join(folder, 'precious.txt')
    await writeFile(target, 'precious')
    await symlink(target, join(folder, 'link.ndjson'))
    await answerSaveDialogs(app.app, join(folder, 'link.ndjson'))
    await view.export('NDJSON')
    await expect(view.inspector.getByRole('alert')).toContainText('link.ndjson is a link to another place')
    await shot(app.page, 'collections-link-refused')
    expect(await readFile(target, 'utf8')).toBe('precious')
    expect(existsSync(join(folder, 'link.ndjson.part'))).toBe(false)
  })

  test('that is cancelled leaves nothing behind, and the walk goes on', async ({ app, practice, folder }) => {
    const { view, connector } = await atEmployees(app, practice, 5)
    const people = await held(practice.default, employees, connector)
    await mkdir(join(folder, 'files'))
    await answerSaveDialogs(app.app, join(folder, 'files/people.ndjson'))
    practice.default.set(heldUp)
    await view.start()
    await expect(view.rows).toBeVisible()
    await view.pause.click()
    await view.export('NDJSON')
    await expect(view.exports).toContainText('Writing: ')
    expect(await readdir(join(folder, 'files'))).toEqual(['people.ndjson.part'])
    await view.exports.getByRole('button', { name: 'Cancel export' }).click()
    await expect(view.exports).toContainText('Cancelled: no file was left behind')
    expect(await readdir(join(folder, 'files'))).toEqual([])
    practice.default.set(released)
    await view.resume.click()
    await view.fetched()
    expect(await view.count('Rows')).toBe(people.length)
  })

  test('killed in the middle leaves only a .part; the walk shows as interrupted and starts again', async ({
    connected,
    launch,
    practice,
    profileDir
  }) => {
    const first = await connected()
    const { view, connector } = await atEmployees(first, practice, 5)
    const people = await held(practice.default, employees, connector)
    const folder = join(profileDir, 'files')
    await mkdir(folder)
    await answerSaveDialogs(first.app, join(folder, 'people.ndjson'))
    practice.default.set(heldUp)
    await view.start()
    await expect(view.rows).toBeVisible()
    await view.export('NDJSON')
    await expect(view.exports).toContainText(/Writing: \d+ rows/)
    const spills = () => readdir(join(profileDir, 'spill'))
    expect(await spills()).toHaveLength(1)
    const spill = await readFile(join(profileDir, 'spill', (await spills())[0] ?? ''))
    expect(spill.length).toBeGreaterThan(0)
    expect(spill.includes(Buffer.from(String(people[0]?.['id'])))).toBe(false)
    await killed(first)
    expect(await readdir(folder)).toEqual(['people.ndjson.part'])
    practice.default.set(released)
    const since = practice.default.requests.length

    const again = await launch()
    await again.page.setViewportSize({ width: 1280, height: 800 })
    await new Desk(again.page).refreshed()
    const later = new DataView(again.page)
    await later.show()
    await expect(later.past).toContainText('Interrupted when the app quit')
    await expect(later.past).toContainText('Fetching starts from the beginning')
    expect(await spills()).toEqual([])
    await shot(again.page, 'collections-interrupted')
    await later.past.getByRole('button', { name: /^Fetch again: Employees of / }).click()
    await later.fetched()
    expect(await later.count('Rows')).toBe(people.length)
    expect(asked(practice.default, employees, since)[0]?.cursor).toBeNull()
  })
})
