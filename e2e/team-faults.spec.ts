import type { IssueChange } from '../src/shared/issues/issue'
import type { Regions } from '../src/practice/regions'
import { broken, brokenOne, joined, test, upToDate, type OpenDesk } from './fixtures/team'
import { byHand, changesOf, disconnect, held, inTheMiddle, valuesOf } from './fixtures/team-rows'
import { Wire } from './fixtures/wire'
import { expect, shot } from './fixtures/test'

test.use({ practiceOptions: { connectors: 200, limitPerMinute: 0 } })

/** As the window does, but without clicks. */
async function changeAll({ running: { page } }: OpenDesk, practice: Regions, change: IssueChange): Promise<void> {
  const keys = broken(practice).map(({ category, id }) => `${category}:${id}`)
  const said = await page.evaluate(
    async ([keys, change]) => {
      const { desk } = window as unknown as { desk: { invoke(channel: string, asked?: unknown): Promise<string> } }
      const { value } = JSON.parse(await desk.invoke('app:getState')) as { value: { activeWorkspaceId: string } }
      const place = { workspaceId: value.activeWorkspaceId, region: 'default' }
      return JSON.parse(await desk.invoke('issues:change', { ...place, keys, change })) as { ok: boolean }
    },
    [keys, change] as const
  )
  expect(said).toMatchObject({ ok: true })
}

const named = ({ team }: OpenDesk, words: string | RegExp) => expect(team.section).toContainText(words)

test('@team @fault an hour of changes without the server, with a restart in between, is there once on both desks', async ({
  server,
  practice,
  member
}) => {
  const name = brokenOne(practice)
  const [first, grace] = [await member('ada'), await member('grace')]
  await server.stop()
  await expect(first.team.line).toContainText('server not reachable since')
  for (let minute = 0; minute < 30; minute += 2) await changeAll(first, practice, { owner: `Ada ${minute}` })
  await first.issues.claim(name, 'Linus')
  const ada = await first.killAndOpen()
  await expect(ada.issues.row(name)).toContainText('Linus')
  for (let minute = 30; minute < 60; minute += 2) await changeAll(ada, practice, { owner: `Ada ${minute}` })
  for (let minute = 0; minute < 60; minute += 2) await changeAll(grace, practice, { note: `Grace ${minute}` })
  await ada.issues.claim(name, 'Otto')
  await grace.issues.claim(name, 'Maya')

  await server.start()
  await upToDate(ada)
  await upToDate(grace)
  const others = broken(practice).length
  const owners = await valuesOf(server, 'owner')
  expect(owners).toHaveLength(30 * others + 3)
  for (let minute = 0; minute < 60; minute += 2)
    expect(owners.filter((owner) => owner === `Ada ${minute}`)).toHaveLength(others)
  // Only the last waiting note is sent.
  expect(await valuesOf(server, 'note')).toEqual(Array.from({ length: others }, () => 'Grace 58'))

  // The owner that reached the server later wins.
  const later = owners.findLast((owner) => owner === 'Otto' || owner === 'Maya') as string
  for (const { issues } of [ada, grace]) {
    await expect(issues.row(name)).toContainText(later)
    await issues.open(name)
    await expect(issues.note).toHaveValue('Grace 58')
    await issues.drawer.getByRole('button', { name: /earlier event/ }).click()
    const history = issues.drawer.getByRole('region', { name: 'History' })
    for (const owner of ['Linus', 'Otto', 'Maya']) await expect(history).toContainText(`Owner: ${owner}`)
  }
  await shot(ada.running.page, 'team-both-sides')
})

test('@team @fault a server that is killed or restarted in the middle of an exchange gets every change once', async ({
  server,
  practice,
  member
}) => {
  const desk = await member('ada')
  const rounds = { SIGKILL: 'the kill', SIGINT: 'the restart' } as const
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const holder = await held(server)
    for (let change = 0; change < 20; change++)
      await changeAll(desk, practice, { owner: `Before ${rounds[signal]} ${change}` })
    await inTheMiddle(server, 'ada')
    await server.stop(signal)
    holder.end()
    await server.start()
    await upToDate(desk)
  }
  const owners = await valuesOf(server, 'owner')
  for (const round of Object.values(rounds))
    for (let change = 0; change < 20; change++)
      expect(owners.filter((owner) => owner === `Before ${round} ${change}`)).toHaveLength(broken(practice).length)
})

test('@team @fault a password that was changed and rights that were taken are named, and what waits is kept', async ({
  server,
  practice,
  member
}) => {
  const name = brokenOne(practice)
  const desk = await member('ada')
  const { page } = desk.running
  await server.query('team', `ALTER ROLE ada PASSWORD 'of this month'`)
  await disconnect(server, 'ada')
  await desk.team.show()
  await named(desk, 'The password of ada is wrong.')
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await shot(page, `team-password-${width}`)
  }
  await desk.issues.show()
  await desk.issues.claim(name, 'Linus')
  await expect(desk.team.line).toHaveText('Team: 1 change waiting, sign-in refused: enter the new password in Settings')
  await desk.team.show()
  await desk.team.newPassword.fill('still wrong')
  await desk.team.signIn.click()
  await expect(desk.team.newPassword).toHaveValue('')
  await named(desk, 'The password of ada is wrong.')
  await desk.team.newPassword.fill('of this month')
  await desk.team.signIn.click()
  await expect(desk.team.status).toHaveText('Team: up to date')
  expect(await page.content()).not.toContain('of this month')
  expect(await valuesOf(server, 'owner')).toEqual(['Linus'])

  await server.query('team', 'REVOKE connector_desk_operator FROM ada')
  await desk.issues.show()
  await desk.issues.claim(name, 'Maya')
  await desk.team.show()
  await named(desk, 'ada may not read the team’s tables. Ask your administrator')
  await expect(desk.team.newPassword).toBeHidden()
  await expect(desk.team.line).toHaveText('Team: 1 change waiting, rights missing')
  await server.query('team', 'GRANT connector_desk_operator TO ada')
  await upToDate(desk)
  expect(await valuesOf(server, 'owner')).toEqual(['Linus', 'Maya'])
})

test('@team @fault tables of a newer version, a restored backup and another team are named; leaving keeps the issues', async ({
  server,
  practice,
  member
}) => {
  const name = brokenOne(practice)
  const desk = await member('ada')
  await desk.issues.claim(name, 'Linus')
  await expect.poll(() => valuesOf(server, 'owner')).toEqual(['Linus'])
  await desk.team.show()
  const becomes = async (change: string, words: string) => {
    await server.query('team', `UPDATE connector_desk.team SET ${change}`)
    await disconnect(server, 'ada')
    await named(desk, words)
  }
  await becomes('version = version + 90', 'Update Connector Desk.')
  await becomes('version = version - 90, last_seq = 0', 'The database was taken back to an earlier state.')
  await becomes('last_seq = 1000, id = gen_random_uuid()', 'This database belongs to another team')
  await shot(desk.running.page, 'team-another')

  await desk.team.leave()
  await desk.issues.show()
  await expect(desk.issues.row(name)).toContainText('Linus')
  await desk.issues.open(name)
  await expect(desk.issues.drawer).not.toContainText('shared with your team')
  await joined(desk, server, 'ada')
  await expect(desk.issues.row(name)).toContainText('Linus')
  await expect(desk.team.line).toHaveText('Team: up to date')
})

test('@team @fault a connection that stalls and a server with a full disk are named, and the work goes on', async ({
  server,
  practice,
  openDesk
}) => {
  const name = brokenOne(practice)
  const wire = await Wire.open(server)
  const desk = await openDesk()
  await joined(desk, { ...server, port: wire.port }, 'ada')
  wire.stall()
  await desk.issues.claim(name, 'Linus')
  await expect(desk.team.line).toHaveText('Team: 1 change waiting')
  // A request to the server may take 20 s.
  await expect(desk.team.line).toContainText('server not reachable since', { timeout: 60_000 })
  await desk.team.show()
  await named(desk, `127.0.0.1:${wire.port} was reached and then stopped answering.`)
  wire.resume()
  await upToDate(desk)
  expect(await valuesOf(server, 'owner')).toEqual(['Linus'])

  await server.query(
    'team',
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON connector_desk.change FOR EACH STATEMENT EXECUTE FUNCTION full_disk()`
  )
  await desk.issues.claim(name, 'Maya')
  await desk.team.show()
  await named(desk, 'The disk of the server is full. Changes wait on this computer.')
  await expect(desk.team.line).toContainText('1 change waiting')
  await server.query('team', 'DROP TRIGGER full_disk ON connector_desk.change')
  await upToDate(desk)
  expect(await valuesOf(server, 'owner')).toEqual(['Linus', 'Maya'])
  await wire.close()
})

test('@team @fault a desk whose clock is two hours wrong wins and loses like any other', async ({
  server,
  practice,
  openDesk
}) => {
  const [one] = broken(practice)
  if (!one) throw new Error('No connector is broken.')
  const desk = await openDesk()
  const setClock = (hours: number) =>
    desk.running.app.evaluate((_, ms) => {
      const { now } = Date
      Date.now = () => now() + ms
    }, hours * 3_600_000)
  await joined(desk, server, 'ada')
  const row = desk.issues.row(one.end_user)
  await setClock(2)
  await desk.issues.claim(one.end_user, 'Early')
  await expect.poll(() => valuesOf(server, 'owner')).toEqual(['Early'])
  await byHand(server, one, { value: 'Later' })
  await expect(row).toContainText('Later')
  await setClock(-4)
  await desk.issues.claim(one.end_user, 'Last')
  await expect.poll(() => valuesOf(server, 'owner')).toEqual(['Early', 'Later', 'Last'])
  await upToDate(desk)
  await expect(row).toContainText('Last')
  const times = (await changesOf(server)).map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(Math.abs(Date.now() - (times.at(-1) ?? 0))).toBeLessThan(3_600_000)
})
