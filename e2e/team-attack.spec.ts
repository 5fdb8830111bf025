import type { Page } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesNaming, filesWithCanaries } from './fixtures/canary'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { broken, brokenOne, test } from './fixtures/team'
import { byHand, changesOf, valuesOf } from './fixtures/team-rows'
import { expect, shot } from './fixtures/test'
import { schemaScript } from '../src/main/team/schema'
import { addressOf, passwordOf } from '../src/main/team/testing'
import { Desk } from './pages/desk'
import { Doctor } from './pages/doctor'
import { Trends } from './pages/trends'

test.use({ practiceOptions: { connectors: 200, limitPerMinute: 0 } })

test('@team @attack rows written by hand are counted or shown as the text they are, in the window and in a CSV file', async ({
  server,
  practice,
  folder,
  member
}) => {
  const [one] = broken(practice)
  if (!one) throw new Error('No connector is broken.')
  const desk = await member('ada')
  const { issues, team } = desk
  const { page, app } = desk.running
  for (const row of [
    { value: 'x'.repeat(10_000) },
    { value: ['a list'] },
    { field: 'snoozedUntil', value: 1e300 },
    { field: '__proto__', value: 'x' }
  ])
    await byHand(server, one, row)
  await team.show()
  await expect(team.section).toContainText('4 changes of others cannot be read by this version.')

  const hostile = '=cmd|calc <img src=x onerror=alert(1)> \u202Etxt.exe'
  await byHand(server, one, { value: hostile, operator: '<b>Mallory</b> \u202E' })
  await byHand(server, one, { field: 'note', value: '<script>document.title = 1</script>' })
  await issues.show()
  await expect(issues.row(one.end_user)).toContainText('<img src=x onerror=alert(1)>')
  await issues.open(one.end_user)
  await expect(issues.note).toHaveValue(/<script>/)
  await expect(issues.drawer.getByRole('region', { name: 'History' })).toContainText('<b>Mallory</b>')
  await expect(page.locator('img[src="x"], b:text("Mallory")')).toHaveCount(0)
  await shot(page, 'team-hostile')

  const trends = new Trends(page)
  await trends.show()
  await answerSaveDialogs(app, join(folder, 'owners.csv'))
  await trends.export('Issues by owner')
  await expect(page.getByText('owners.csv')).toBeVisible()
  const csv = await readFile(join(folder, 'owners.csv'), 'utf8')
  expect(csv).toContain("'=cmd|calc")
  expect(csv).not.toMatch(/(^|[\n,"])=/)
})

test('@team @attack no token reaches the team’s database or its log of writes, whatever is typed in a working day', async ({
  server,
  practice,
  member
}) => {
  const [one, two] = broken(practice)
  if (!one || !two) throw new Error('Too few connectors are broken.')
  const desk = await member('ada')
  const { issues } = desk
  const tokens = [practice.default.bearerToken, one.connector_token]
  const spellings = [
    (token: string) => token,
    (token: string) => Buffer.from(`: ${token}`).toString('base64'),
    (token: string) => Buffer.from(token).toString('hex'),
    (token: string) => encodeURIComponent(token).replaceAll('_', '%5F')
  ]
  await issues.open(one.end_user)
  for (const token of tokens)
    for (const spelt of spellings) {
      await issues.note.fill(`They sent ${spelt(token)} by mail`)
      await expect(issues.drawer.getByRole('alert')).toContainText('A token this app knows is in what you typed.')
    }
  await shot(desk.running.page, 'team-token-refused')
  for (const [at, { end_user }] of [one, two].entries()) {
    await issues.claim(end_user, `Owner ${at}`)
    await issues.note.fill(`A working day, note ${at}`)
    await issues.snooze.selectOption({ index: 1 })
  }
  await expect.poll(async () => (await changesOf(server)).map(({ value }) => value)).toContain('A working day, note 1')
  await server.stop()
  expect(await filesWithCanaries(server.folder)).toEqual({})
  expect(await filesNaming(server.folder, 'A working day, note 1')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^base\//), expect.stringMatching(/^pg_wal\//)])
  )
})

test('@team @attack what is open in the team’s database is told in Settings and by Doctor, with what closes it', async ({
  server,
  member
}) => {
  await server.query('team', 'GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA connector_desk TO PUBLIC')
  await server.query('team', 'GRANT TEMPORARY ON DATABASE team TO PUBLIC')
  const { running, team } = await member('ada')
  const { page } = running
  await team.show()
  const sentence = team.section.getByText('Accounts of the team’s database may do more than they should.')
  await expect(sentence).toBeVisible()
  const shots = async (name: string) => {
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await shot(page, `${name}-${width}`)
    }
  }
  await shots('team-open')
  await new Desk(page).go('Doctor')
  const doctor = new Doctor(page)
  const finding = doctor.finding('Team database')
  await expect(finding).toHaveAttribute('data-state', 'warning')
  await expect(finding).toContainText('connector-desk team sql | psql --set ON_ERROR_STOP=1 --dbname team')
  await shots('doctor-team-open')

  await server.query('team', schemaScript())
  await doctor.again.click()
  await expect(finding).toHaveAttribute('data-state', 'ok')
  await team.show()
  await expect(team.status).toHaveText('Team: up to date')
  await expect(sentence).toBeHidden()
})

test('@team an organization that allows no team has neither a form nor a connection, whatever was joined before', async ({
  server,
  practice,
  folder,
  member
}) => {
  const name = brokenOne(practice)
  const before = await member('ada')
  const policy = join(folder, 'policy.json')
  await writeFile(policy, JSON.stringify({ version: 1, settings: { 'team.enabled': { value: false } } }))
  const { running, issues, team } = await before.killAndOpen({ env: { CONNECTOR_DESK_POLICY: policy } })
  await issues.claim(name, 'Linus')
  await team.show()
  await expect(team.section).toContainText('Your organization does not allow a team.')
  await expect(team.join).toBeHidden()
  await expect(team.line).toBeHidden()
  await shot(running.page, 'team-not-allowed')
  const asked = { address: addressOf(server, 'team', 'ada'), password: passwordOf('ada') }
  for (const channel of ['team:test', 'team:join', 'team:createTables'])
    expect(await ask(running.page, channel, asked)).toMatchObject({ ok: false, error: { code: 'managed' } })
  const connections = 'SELECT 1 FROM pg_stat_activity WHERE usename = $1'
  expect(await server.query('team', connections, ['ada'])).toEqual([])
  expect(await valuesOf(server, 'owner')).toEqual([])
})

/** As a hostile page would. */
const ask = async (page: Page, channel: string, asked: unknown) =>
  JSON.parse(
    await page.evaluate(
      ([channel, asked]) => {
        const { desk } = window as unknown as { desk: { invoke(channel: unknown, asked: unknown): Promise<string> } }
        return desk.invoke(channel, asked)
      },
      [channel, asked] as const
    )
  ) as { ok: boolean }
