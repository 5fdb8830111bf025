import Database from 'libsql'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { ready } from './fixtures/passthrough'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Activity } from './pages/activity'
import { confirmed } from './pages/confirm'

test.use({ practiceOptions: { connectors: 200 } })

test('@attack a change that was edited or removed in the profile is found by Verify, and the export says so', async ({
  launch,
  practice,
  profileDir,
  folder
}) => {
  const first = await launch()
  const { builder } = await ready(first, practice)
  for (const name of ['one', 'two', 'three']) {
    await builder.target('POST', `/counter/${name}`)
    await builder.send.click()
    await confirmed(first.page)
    await builder.answered()
  }
  const activity = new Activity(first.page)
  await activity.show()
  await first.page.getByRole('button', { name: 'Verify' }).click()
  await expect(first.page.getByRole('region', { name: 'The record of write requests is unchanged' })).toContainText(
    '3 records'
  )
  for (const width of [1280, 1440]) {
    await first.page.setViewportSize({ width, height: 800 })
    await shot(first.page, `verify-whole-${width}`)
  }
  await first.close()

  const database = new Database(join(profileDir, 'history.db'))
  database.exec(`UPDATE call SET forwarded = 'POST /harmless' WHERE forwarded LIKE '%one%'`)
  database.exec(`DELETE FROM call WHERE forwarded LIKE '%two%'`)
  database.close()

  const { app, page } = await launch()
  const again = new Activity(page)
  await again.show()
  await page.getByRole('button', { name: 'Verify' }).click()
  const said = page.getByRole('region', { name: 'The record of write requests was changed: 2 findings' })
  await expect(said).toContainText('was edited after it was recorded')
  await expect(said).toContainText('was deleted before its time')
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await shot(page, `verify-found-${width}`)
  }
  const file = join(folder, 'activity.json')
  await answerSaveDialogs(app, file)
  await again.changesOnly.check()
  await again.export('JSON')
  await expect(page.getByText('saved as')).toBeVisible()
  const lines = JSON.parse(await readFile(file, 'utf8')) as { forwarded?: string; record: string; operator: string }[]
  expect(lines.map(({ record }) => record).sort()).toEqual([
    'as recorded',
    'deleted after it was recorded',
    'edited after it was recorded'
  ])
  expect(new Set(lines.map(({ operator }) => operator))).toEqual(new Set([userInfo().username]))
})
