import Database from 'libsql'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { connectorOf } from './fixtures/connector-of'
import { ready, written } from './fixtures/passthrough'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Activity } from './pages/activity'
import { Confirm, confirmed } from './pages/confirm'
import { Desk } from './pages/desk'
import { Passthrough } from './pages/passthrough'

interface Kept {
  workspaces: { id: string }[]
  preferences: { theme: string }
}

test.use({ practiceOptions: { connectors: 200 } })

test('@attack a change that was edited or removed in the profile is found by Verify, and the export says so', async ({
  connected,
  launch,
  practice,
  profileDir,
  folder
}) => {
  const first = await connected()
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

test('@attack a token called like the app’s own words keeps no change out of the record, and no settings from a restart', async ({
  connected,
  launch,
  practice,
  profileDir
}) => {
  const first = await connected()
  const { desk, builder } = await ready(first, practice)
  const { workspaces } = JSON.parse(await readFile(join(profileDir, 'settings.json'), 'utf8')) as Kept
  const place = { workspaceId: workspaces[0]?.id, region: 'default' }
  // The page makes these words secrets, as a service could with tokens.
  for (const key of [
    'mutation',
    'baseUrl',
    'keychain',
    'readTo',
    'production',
    'workspaces',
    'workspaceId',
    'subject'
  ]) {
    const asked = { requestId: crypto.randomUUID(), ...place, of: { body: '{}', signature: 'x' }, key, keep: false }
    const answer = await first.page.evaluate(
      (request) =>
        (window as unknown as { desk: { invoke(channel: string, request: unknown): Promise<string> } }).desk.invoke(
          'webhooks:checkSignature',
          request
        ),
      asked
    )
    expect(JSON.parse(answer)).toMatchObject({ ok: true })
  }
  await builder.target('POST', '/counter/one')
  await builder.send.click()
  await confirmed(first.page)
  await builder.answered()
  const activity = new Activity(first.page)
  await activity.show()
  await first.page.getByRole('button', { name: 'Verify' }).click()
  await expect(first.page.getByRole('region', { name: 'The record of write requests is unchanged' })).toContainText(
    '1 record'
  )
  await desk.go('Settings')
  await first.page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click()
  const theme = async () =>
    (JSON.parse(await readFile(join(profileDir, 'settings.json'), 'utf8')) as Kept).preferences.theme
  await expect.poll(theme).toBe('dark')
  await first.close()

  const again = await launch()
  await expect(again.page.getByText('could not be read')).toHaveCount(0)
  const kept = JSON.parse(await readFile(join(profileDir, 'settings.json'), 'utf8')) as Kept
  expect(kept.workspaces).toEqual(workspaces)
  await new Desk(again.page).refreshed()
})

test('@fault a change that cannot be recorded is said in its confirmation, and only the operator lets it leave', async ({
  connected,
  launch,
  practice,
  profileDir
}) => {
  const first = await connected()
  await ready(first, practice)
  await first.close()
  // Of a later version: this run stays in memory.
  const database = new Database(join(profileDir, 'history.db'))
  database.pragma('user_version = 999')
  database.close()

  const { page } = await launch()
  await new Desk(page).refreshed()
  const builder = new Passthrough(page)
  await builder.show()
  await builder.choose(connectorOf(practice.default))
  await builder.target('POST', '/counter/one')
  await builder.send.click()
  const confirm = await Confirm.asked(page)
  await expect(confirm.page.getByText('This change cannot be recorded')).toBeVisible()
  await shot(confirm.page, 'not-recorded')
  await confirm.goBack()
  expect(written(practice.default)).toEqual({})
  await builder.send.click()
  await confirmed(page)
  await builder.answered()
  expect(written(practice.default)).toEqual({ one: 1 })
})
