import { filesWithCanaries } from './fixtures/canary'
import { brokenOne, joined, test } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { Passthrough } from './pages/passthrough'

test.use({ practiceOptions: { connectors: 200 } })

test('@team a tag and a saved request of one desk are on the other, and the database holds no token', async ({
  server,
  practice,
  openDesk
}) => {
  const name = brokenOne(practice)
  const [ada, grace] = [await openDesk(), await openDesk()]
  await joined(ada, server, 'ada')
  await joined(grace, server, 'grace')

  await ada.queue.open(name)
  const tags = ada.queue.drawer.getByRole('combobox', { name: 'Tags', exact: true })
  await tags.fill('waiting for bank')
  await tags.press('Enter')
  await expect(grace.queue.row(name)).toContainText('waiting for bank')
  await grace.queue.open(name)
  await expect(grace.queue.drawer.getByRole('region', { name: 'History' })).toContainText('Tag added')
  await grace.running.page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('waiting for bank')
  await expect(grace.queue.cases.getByRole('row').filter({ hasText: 'waiting for bank' })).toHaveCount(1)
  await shot(grace.running.page, 'team-tags')

  const [from, to] = [new Passthrough(ada.running.page), new Passthrough(grace.running.page)]
  await from.show()
  await from.target('GET', '/employees/17')
  await ada.running.page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = ada.running.page.getByRole('dialog', { name: 'Save request' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('One employee')
  await dialog.getByRole('button', { name: 'Save request' }).click()
  await to.show()
  await to.library.getByRole('button', { name: /^Saved/ }).click()
  await expect(to.library).toContainText('One employee')
  await to.library.getByText('One employee').click()
  await expect(to.path).toHaveValue('/employees/17')
  await server.stop()
  expect(await filesWithCanaries(server.folder)).toEqual({})
})
