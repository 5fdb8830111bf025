import { filesNaming, filesWithCanaries } from './fixtures/canary'
import { broken, test } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { Activity } from './pages/activity'
import { Passthrough } from './pages/passthrough'

test.use({ practiceOptions: { connectors: 200 } })

test('@team a DELETE of one desk is in the other’s Activity: who, what, where and how it ended, and no body', async ({
  server,
  practice,
  member
}) => {
  const [one] = broken(practice)
  if (!one) throw new Error('No connector is broken.')
  const [ada, grace] = [await member('ada', 'Ada'), await member('grace', 'Grace')]
  const [sender, reader] = [new Passthrough(ada.running.page), new Activity(grace.running.page)]
  await reader.show()
  await sender.show()
  await sender.choose(one)
  await sender.target('DELETE', '/counter/one?reason=value-that-stays')
  await sender.typeBody('{"name": "body-that-stays"}')
  await sender.sendConfirmed()
  await sender.answered()

  const { page } = grace.running
  await expect(page.getByText(/new request/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Sender' }).selectOption('Colleagues')
  const row = reader.row('/counter/one')
  await expect(row).toContainText('Ada')
  await expect(row).toContainText(one.end_user)
  await expect(row).toContainText('200')
  await expect(reader.rows).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Sender' }).selectOption('Any sender')
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(row).toBeVisible()
    await shot(page, `team-activity-${width}`)
    await row.click()
    await expect(reader.drawer).toContainText('DELETE /counter/one')
    await expect(reader.drawer.getByRole('button', { name: 'Open connector' })).toBeVisible()
    await expect(reader.drawer.getByRole('button', { name: 'Open in Passthrough' })).toBeHidden()
    await shot(page, `team-activity-call-${width}`)
    await page.keyboard.press('Escape')
  }

  await expect(ada.team.line).toHaveText('Team: up to date')
  await server.stop()
  expect(await filesWithCanaries(server.folder)).toEqual({})
  expect(await filesNaming(server.folder, '/counter/one')).not.toEqual([])
  for (const text of ['body-that-stays', 'value-that-stays']) expect(await filesNaming(server.folder, text)).toEqual([])
})
