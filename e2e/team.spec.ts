import { filesWithCanaries } from './fixtures/canary'
import { brokenOne, test, upToDate, type OpenDesk } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { addressOf } from '../src/main/team/testing'
import { confirmed } from './pages/confirm'

test.use({ practiceOptions: { connectors: 200 } })

async function claim({ issues }: OpenDesk, name: string, owner: string): Promise<void> {
  await issues.open(name)
  await issues.drawer.getByRole('combobox', { name: 'Owner' }).fill(owner)
  await issues.drawer.getByRole('combobox', { name: 'Owner' }).press('Enter')
  await expect(issues.row(name)).toContainText(owner)
}

test('@team a connection is tested step by step, an owner creates the tables, and the password never comes back', async ({
  server,
  openDesk
}) => {
  const { running, team } = await openDesk()
  await team.show()
  await team.fill(addressOf(server, 'empty', 'postgres'), 'wrong')
  await team.test()
  await expect(team.finding('Connection')).toHaveAccessibleName('Connection: OK')
  await expect(team.finding('Sign-in')).toContainText('The password of postgres is wrong.')
  await expect(team.finding('Tables')).toHaveAccessibleName('Tables: Skipped')
  for (const width of [1280, 1440]) {
    await running.page.setViewportSize({ width, height: 900 })
    await shot(running.page, `team-test-${width}`)
  }

  await team.fill(addressOf(server, 'empty', 'postgres'), server.password)
  await team.test()
  await expect(team.finding('Tables')).toContainText('press Create tables')
  await team.createTables.click()
  await confirmed(running.page)
  await expect(team.finding('Rights')).toContainText('May read and write')
  await team.join.click()
  await confirmed(running.page)
  await expect(team.status).toHaveText('Team: up to date')
  await shot(running.page, 'team-joined')
  expect(await running.page.content()).not.toContain(server.password)

  await team.section.getByRole('button', { name: 'Leave…' }).click()
  await team.section.getByRole('button', { name: 'Leave team' }).click()
  await expect(team.join).toBeVisible()
  await expect(team.line).toBeHidden()
})

test('@team claim, note and snooze of one desk are seen on the other, with who did it', async ({
  server,
  practice,
  member
}) => {
  const name = brokenOne(practice)
  const [ada, grace] = [await member('ada'), await member('grace')]
  await claim(ada, name, 'Linus')
  await expect(grace.issues.row(name)).toContainText('Linus')
  await grace.issues.open(name)
  await expect(grace.issues.drawer).toContainText('shared with your team')
  await ada.issues.note.fill('Their administrator is back, they said.')
  await expect(grace.issues.note).toHaveValue(/they said/)
  await expect(grace.issues.drawer.getByRole('region', { name: 'History' })).toContainText('Owner: Linus (')
  await shot(grace.running.page, 'team-history')
  await ada.issues.snooze.selectOption({ index: 1 })
  await expect(grace.running.page.getByText(/1 snoozed/).first()).toBeVisible()
  await server.stop()
  expect(await filesWithCanaries(server.folder)).toEqual({})
})

test('@team two desks that were apart keep the later write, and work that was done offline is not lost', async ({
  server,
  practice,
  member
}) => {
  const name = brokenOne(practice)
  const [first, grace] = [await member('ada'), await member('grace')]
  await server.stop()
  await expect(first.team.line).toContainText('server not reachable since')
  await claim(first, name, 'Linus')
  await expect(first.team.line).toContainText('1 change waiting')
  await shot(first.running.page, 'team-away')
  const ada = await first.killAndOpen()
  await expect(ada.issues.row(name)).toContainText('Linus')
  await claim(grace, name, 'Maya')

  await server.start()
  await upToDate(grace)
  await upToDate(ada)
  const owners = async () =>
    Promise.all(
      [ada, grace].map(async ({ issues }) => /Linus|Maya/.exec((await issues.row(name).textContent()) ?? '')?.[0])
    )
  await expect.poll(async () => new Set(await owners()).size).toBe(1)
  await ada.issues.open(name)
  const history = ada.issues.drawer.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Owner: Maya (')
  await expect(history).toContainText('Owner: Linus')
})

test('@team @attack a viewer reads, and is told that it may not write', async ({ server, practice, member }) => {
  const name = brokenOne(practice)
  const [ada, vera] = [await member('ada'), await member('vera')]
  await claim(ada, name, 'Linus')
  await expect(vera.issues.row(name)).toContainText('Linus')
  const rows = () => server.query('team', 'SELECT seq FROM connector_desk.change')
  const before = (await rows()).length
  await vera.issues.open(name)
  // Main refuses the change, even if an attacker's page asks for it.
  const owner = vera.issues.drawer.getByRole('combobox', { name: 'Owner' })
  await expect(owner).toBeDisabled()
  await owner.evaluate((input: HTMLInputElement) => {
    input.closest('fieldset')?.removeAttribute('disabled')
    input.value = 'Vera'
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(vera.issues.drawer.getByRole('alert')).toContainText('You may only read in this team')
  await shot(vera.running.page, 'team-viewer')
  await expect(ada.issues.row(name)).toContainText('Linus')
  expect(await rows()).toHaveLength(before)
})
