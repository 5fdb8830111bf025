import { madeUpOpenApi } from '../src/main/passthrough/shelf/testing'
import { filesWithCanaries } from './fixtures/canary'
import { brokenOne, test } from './fixtures/team'
import { expect, shot } from './fixtures/test'
import { Desk } from './pages/desk'
import { Passthrough } from './pages/passthrough'
import { Shelf } from './pages/shelf'

test.use({ practiceOptions: { connectors: 200 } })

test('@team a tag and a saved request of one desk are on the other, and the database holds no token', async ({
  server,
  practice,
  member
}) => {
  const name = brokenOne(practice)
  const [ada, grace] = [await member('ada'), await member('grace')]

  await ada.issues.open(name)
  const tags = ada.issues.drawer.getByRole('combobox', { name: 'Tags', exact: true })
  await tags.fill('waiting for bank')
  await tags.press('Enter')
  await expect(grace.issues.row(name)).toContainText('waiting for bank')
  await grace.issues.open(name)
  await expect(grace.issues.drawer.getByRole('region', { name: 'History' })).toContainText('Tag added')
  await grace.running.page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('waiting for bank')
  await expect(grace.issues.issues.getByRole('row').filter({ hasText: 'waiting for bank' })).toHaveCount(1)
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

test('@team a filter saved on one desk is used on the other, and deleted there without a connection', async ({
  server,
  member
}) => {
  const [ada, grace] = [await member('ada'), await member('grace')]
  for (const { running } of [ada, grace]) await new Desk(running.page).go('Connectors')

  const from = ada.running.page
  await new Desk(from).search.fill('workday')
  await from.getByRole('button', { name: 'Save filter' }).click()
  const dialog = from.getByRole('dialog', { name: 'Save filter' })
  await expect(dialog).toContainText('on all desks of your team')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Only Workday')
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
  const own = from.getByRole('button', { name: /^Only Workday/ })
  await expect(own).toHaveAttribute('aria-pressed', 'true')

  const to = grace.running.page
  await to.getByRole('button', { name: 'Team filters' }).click()
  const item = to.getByRole('menuitem', { name: /^Only Workday/ })
  for (const width of [1280, 1440]) {
    await to.setViewportSize({ width, height: 900 })
    await expect(item).toBeVisible()
    await shot(to, `team-filters-${width}`)
  }
  await item.click()
  const chip = to.getByRole('button', { name: /^Only Workday/ })
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await expect(new Desk(to).search).toHaveValue('workday')

  await server.stop()
  await expect(grace.team.line).toContainText('server not reachable since')
  await to.getByRole('button', { name: 'More for Only Workday' }).click()
  await shot(to, 'team-filter-more')
  await to.getByRole('menuitem', { name: 'Delete for the whole team' }).click()
  await expect(chip).toBeHidden()
  await expect(grace.team.line).toContainText('1 change waiting')
  await expect(own).toBeVisible()
  await server.start()
  await expect(own).toBeHidden({ timeout: 90_000 })
  await expect(grace.team.line).toHaveText('Team: up to date')
})

test('@team a file on the shelf of one desk fills requests of the other; a newer one tells there what it changes', async ({
  server,
  member
}) => {
  const [ada, vera] = [await member('ada'), await member('vera')]
  const [mine, hers] = [new Shelf(ada.running.page), new Shelf(vera.running.page)]
  for (const shelf of [mine, hers]) {
    await shelf.open()
    await shelf.show()
  }
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXF1ZXR6YWw'
  await mine.paste(JSON.stringify(madeUpOpenApi({ token })))
  await hers.operation('List employees').click()
  await expect(new Passthrough(vera.running.page).path).toHaveValue('/company/employees')
  await expect(hers.library).toContainText('OpenAPI 3.0, shared with the team')
  await expect(hers.library.getByRole('button', { name: 'Import a file…' })).toBeDisabled()

  await mine.paste(
    JSON.stringify(madeUpOpenApi({ version: '2.5', change: ({ paths }) => void delete paths['/company/employees'] }))
  )
  await mine.library.getByRole('button', { name: 'Review' }).click()
  await mine.newer.getByRole('button', { name: 'Use 2.5' }).click()
  await expect(hers.library.getByText('The team’s file: 2 removed')).toBeVisible()
  await hers.library.getByRole('button', { name: 'Review' }).click()
  const told = vera.running.page.getByRole('region', { name: 'New file of the team' })
  await expect(told.getByRole('button', { name: 'Use 2.4' })).toBeDisabled()
  await told.getByRole('button', { name: 'Keep 2.5' }).click()
  await expect(hers.library.getByText('The team’s file')).toHaveCount(0)
  await expect(hers.operation('List employees')).toHaveCount(0)

  await mine.library.getByRole('button', { name: 'About this file' }).click()
  await ada.running.page.getByRole('button', { name: 'Remove from the shelf…' }).click()
  await expect(mine.dialog).toContainText('on all desks of the team')
  await mine.dialog.getByRole('button', { name: 'Remove from the shelf' }).click()
  await expect(hers.library.getByText('No API on the shelf yet.', { exact: false })).toBeVisible()
  await server.stop()
  expect(await filesWithCanaries(server.folder)).toEqual({})
})
