import Database from 'libsql'
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectClean } from './fixtures/axe'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { Trends } from './pages/trends'

test.use({ practiceOptions: { connectors: 200 } })

const hour = 3_600_000
const day = 24 * hour

/** In this computer's zone. */
function mondays(count: number): number[] {
  const now = new Date()
  const monday = now.getDate() - ((now.getDay() + 6) % 7)
  return Array.from({ length: count }, (_, week) =>
    new Date(now.getFullYear(), now.getMonth(), monday - 7 * week).getTime()
  )
}

/**
 * Refreshes in weeks 5, 4, 3 and 1 before this one, and relinks.
 * @returns the database's rows of them
 */
function addHistory(file: string) {
  const database = new Database(file)
  const place = database.prepare('SELECT workspace, region FROM walk').get() as { workspace: string; region: string }
  const starts = mondays(6)
  const week = (before: number, days: number) => (starts[before] ?? 0) + days * day
  const refreshRun = `INSERT INTO walk (id, workspace, region, started_at, ended_at, verdict) VALUES (?, ?, ?, ?, ?, 'complete')`
  const refreshed = [week(5, 0.5), week(5, 1), week(4, 1), week(3, 1), week(1, 1)]
  refreshed.forEach((at, index) =>
    database.prepare(refreshRun).run([index - refreshed.length, place.workspace, place.region, at - 1000, at])
  )
  const connectors = database
    .prepare(
      `SELECT id FROM connector WHERE json_type(record, '$.is_test_connector') IS NOT 'true'
        AND NOT EXISTS (SELECT 1 FROM episode WHERE connector = connector.id) LIMIT 4`
    )
    .all() as { id: number }[]
  const begin = `INSERT INTO episode (connector, cause, opened_at, closed_at, owner, note) VALUES (?, 'relink', ?, ?, ?, '')`
  const tell = 'INSERT INTO episode_event (episode, at, kind) VALUES (?, ?, ?)'
  const relinks = [
    { opened: week(4, 1), days: 2, owner: 'Ada' },
    { opened: week(4, 2), days: 6, owner: 'Ada' },
    { opened: week(4, 2), days: 20, owner: 'Grace' }
  ]
  relinks.forEach(({ opened, days, owner }, at) => {
    const closed = opened + days * day
    const { lastInsertRowid } = database.prepare(begin).run([connectors[at]?.id ?? 0, opened, closed, owner])
    database.prepare(tell).run([lastInsertRowid, opened, 'opened'])
    database.prepare(tell).run([lastInsertRowid, closed, 'recovered'])
  })
  const open = `SELECT count(*) AS n FROM episode JOIN connector ON connector.id = connector
    WHERE closed_at IS NULL AND json_type(record, '$.is_test_connector') IS NOT 'true'`
  const count = (sql: string) => (database.prepare(sql).get() as { n: number }).n
  const held = { relinks: count(`${open} AND cause = 'relink'`), issues: count(open) }
  database.close()
  return held
}

test('@main-job trends show what the history holds, as charts, tables, CSV and a report', async ({
  connected,
  launch,
  profileDir,
  folder
}) => {
  const first = await connected()
  await new Desk(first.page).refreshed()
  // Its issues count from the first refresh on.
  await expect(first.page.getByRole('treegrid', { name: 'Issues' })).toBeVisible()
  await new Trends(first.page).show()
  await expect(first.page.getByText('The history is still short')).toBeVisible()
  await first.close()
  const held = addHistory(join(profileDir, 'history.db'))

  const { app, page } = await launch()
  const trends = new Trends(page)
  await trends.show()
  await expect(trends.chart('Relinks by week')).toBeVisible()
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 900 })
    await shot(page, `trends-${width}`)
  }
  await expectClean(page, 'trends')

  // Newest first: this week, a closed relink, no refresh, three others.
  const weeks = await trends.table('Relinks by week')
  const figures = weeks.map(([, ...cells]) => cells)
  const now = String(held.relinks)
  const unknown = ['Unknown', 'Unknown', 'Unknown', 'Unknown']
  expect(figures[0]).toEqual([expect.any(String), '0', '0', now])
  expect(figures.slice(1)).toEqual([
    ['0', '1', '0', '0'],
    unknown,
    ['0', '1', '0', '1'],
    ['3', '1', '0', '2'],
    ['0', '0', '0', '0']
  ])
  await shot(page, 'trends-table')

  const times = await trends.table('Time to relink')
  expect(times[0]?.slice(0, 5)).toEqual(['All', '3', '6 d', '20 d', now])
  const owners = await trends.table('Issues by owner')
  expect(owners.map((cells) => cells.slice(0, 3))).toEqual([
    ['No owner', String(held.issues), '0'],
    ['Ada', '0', '2'],
    ['Grace', '0', '1']
  ])

  await answerSaveDialogs(app, join(folder, 'weeks.csv'))
  await trends.export('Relinks by week')
  await expect(page.getByText('weeks.csv')).toBeVisible()
  const [head, ...lines] = (await readFile(join(folder, 'weeks.csv'), 'utf8')).trim().split('\r\n')
  expect(head).toBe('week,relinks_opened,relinks_closed,of_those_deleted,relinks_open')
  const inFile = lines.map((line) => line.split(',').slice(1))
  expect(inFile.toReversed()).toEqual(figures.map((cells) => cells.map((cell) => (cell === 'Unknown' ? '' : cell))))

  await answerSaveDialogs(app, join(folder, 'report.pdf'))
  await trends.saveReport.click()
  await expect(page.getByText('report.pdf')).toBeVisible()
  const pdf = await readFile(join(folder, 'report.pdf'), 'latin1')
  if (process.env['TRENDS_PDF']) await copyFile(join(folder, 'report.pdf'), process.env['TRENDS_PDF'])
  expect(pdf.slice(0, 5)).toBe('%PDF-')
  expect(pdf.trimEnd().endsWith('%%EOF')).toBe(true)
  expect((await readdir(folder)).sort()).toEqual(['report.pdf', 'weeks.csv'])
})

test('@fault a report whose page breaks says so, leaves no window, and the next one is saved', async ({
  app: { app, page },
  practice,
  folder
}) => {
  await new FirstRun(page).connectTo(practice)
  await new Desk(page).refreshed()
  const trends = new Trends(page)
  await trends.show()
  await app.evaluate(({ app }) => {
    app.once('web-contents-created', (_, contents) => {
      contents.once('did-start-loading', () => {
        contents.ipc.removeHandler('report:read')
        contents.ipc.handle('report:read', () => 'null')
      })
    })
  })
  await trends.saveReport.click()
  await expect(page.getByText('The report could not be drawn: its page is broken.').first()).toBeVisible()
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  await answerSaveDialogs(app, join(folder, 'report.pdf'))
  await trends.saveReport.click()
  await expect(page.getByText('report.pdf')).toBeVisible()
})
