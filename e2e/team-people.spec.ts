import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Authority } from '../src/practice/line/authority'
import { addressOf } from '../src/main/team/testing'
import { certificateServer } from '../src/main/team/testing/certificate-server'
import { watchNotices } from './fixtures/notices'
import { answerOpenDialogs } from './fixtures/save-dialog'
import { brokenOne, type OpenDesk, test } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { confirmed } from './pages/confirm'

test.use({ practiceOptions: { connectors: 200 } })

test('@team a viewer’s controls are disabled with the reason, also after a start without a connection', async ({
  server,
  practice,
  member
}) => {
  const name = brokenOne(practice)
  const vera = await member('vera')
  const disabled = async ({ issues }: OpenDesk) => {
    await issues.open(name)
    await expect(issues.drawer.getByText('You may only read in this team.')).toBeVisible()
    await expect(issues.drawer.getByRole('combobox', { name: 'Owner' })).toBeDisabled()
    for (const control of [issues.note, issues.snooze]) await expect(control).toBeDisabled()
    await expect(issues.drawer.getByRole('button', { name: 'Request relink…' })).toBeDisabled()
  }
  await disabled(vera)
  for (const width of [1280, 1440]) {
    await vera.running.page.setViewportSize({ width, height: 900 })
    await shot(vera.running.page, `team-viewer-${width}`)
  }
  await server.stop()
  const again = await vera.killAndOpen()
  await expect(again.team.line).toContainText('server not reachable since')
  await disabled(again)
})

test('@team who looks at an issue is seen on the other desk, and goes when they close it', async ({
  server,
  practice,
  member
}) => {
  const name = brokenOne(practice)
  const [ada, grace] = [await member('ada'), await member('grace', 'Grace')]
  await ada.issues.open(name)
  const line = ada.issues.drawer.getByText(/looking at this/)
  await expect(line).toBeHidden()
  await grace.issues.open(name)
  await expect(line).toHaveText('Grace is looking at this')
  for (const width of [1280, 1440]) {
    await ada.running.page.setViewportSize({ width, height: 900 })
    await shot(ada.running.page, `team-presence-${width}`)
  }
  await grace.running.page.keyboard.press('Escape')
  await expect(grace.issues.drawer).toBeHidden()
  await expect(line).toBeHidden()
  expect(await server.query('team', `SELECT FROM connector_desk.change WHERE value::text LIKE '%looking%'`)).toEqual([])
})

test('@team an issue that a colleague assigns is told by a notification, which opens it', async ({
  practice,
  member
}) => {
  const name = brokenOne(practice)
  const [ada, grace] = [await member('ada', 'Ada'), await member('grace', 'Grace')]
  const notices = await watchNotices(ada.running.app)
  await grace.issues.open(name)
  const owner = grace.issues.drawer.getByRole('combobox', { name: 'Owner' })
  await owner.fill('ada')
  await owner.press('Enter')
  await expect.poll(() => notices.titles()).toEqual([expect.stringMatching(/^Grace assigned .+ to you$/)])
  expect((await notices.titles())[0]).toContain(name)
  await ada.team.show()
  await notices.click()
  await expect(ada.issues.drawer).toContainText(name)
  await expect(ada.issues.drawer.getByRole('combobox', { name: 'Owner' })).toHaveValue('ada')
})

test('@team a desk joins with a client certificate, and its key stays in the keychain', async ({
  server,
  folder,
  openDesk
}) => {
  const authority = Authority.make('Harbourline Team CA')
  await certificateServer(server, authority)
  const { running, team } = await openDesk()
  const { app, page } = running
  const identity = authority.issue('ada')
  const file = join(folder, 'ada.pem')
  await writeFile(file, identity.cert + identity.key)

  await team.show()
  await answerOpenDialogs(app, authority.file)
  await page.getByRole('region', { name: 'CA certificates' }).getByRole('button', { name: 'Choose a file' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: authority.name })).toBeVisible()
  await team.fill({ ...addressOf(server, 'team', 'ada'), host: 'localhost', tls: true }, '')
  await team.section.getByRole('button', { name: 'Client certificate' }).click()
  await answerOpenDialogs(app, file)
  await team.section.getByRole('button', { name: 'Choose certificate and key…' }).click()
  await expect(team.section).toContainText('ada, signed by Harbourline Team CA')
  await team.test(() => confirmed(page))
  await expect(team.finding('Rights')).toContainText('May read and write')
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await shot(page, `team-certificate-${width}`)
  }
  await team.join.click()
  await confirmed(page)
  await expect(team.status).toHaveText('Team: up to date')
  expect(await page.content()).not.toContain('PRIVATE KEY')
  authority.remove()
})
