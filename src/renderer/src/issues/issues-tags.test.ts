import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hour, madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const list = page.getByRole('treegrid', { name: 'Issues' })
const drawer = page.getByRole('complementary', { name: 'Issue' })
const field = drawer.getByLabelText('Tags', { exact: true })
const rowOf = (name: string) => list.getByRole('row').filter({ hasText: name })
const chip = (tag: string) => drawer.getByRole('button', { name: `Remove tag ${tag}` })

const issues = [
  madeUpIssue('a', 3 * hour, { endUser: 'Aldermoor', tags: ['VIP', 'waiting for bank', 'third', 'fourth'] }),
  madeUpIssue('b', 2 * hour, { endUser: 'Brightwater' }),
  madeUpIssue('c', hour, { endUser: 'Castellan', cause: 'failed', tags: ['VIP'] })
]
async function withIssues() {
  const client = issuesClient(issues)
  await open(client, '#/issues')
  await expect.element(list).toBeVisible()
  return client
}
const changes = (client: ReturnType<typeof issuesClient>) => client.asked('issues:change').map(({ change }) => change)

test('a tag is added and removed by keyboard, in the spelling that is in use', async () => {
  const client = await withIssues()
  await rowOf('Brightwater').click()
  await drawer.getByRole('button', { name: 'Tags and note' }).click()
  await field.fill('  vip ')
  await userEvent.keyboard('{Enter}')
  await expect.element(chip('VIP')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
  await userEvent.keyboard('new one{Enter}')
  await expect.element(chip('new one')).toBeVisible()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
  await expect.element(chip('new one')).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  expect(changes(client)).toEqual([{ tagged: 'VIP' }, { tagged: 'new one' }, { untagged: 'new one' }])
})

test('Esc takes back what was typed, and only then closes the drawer', async () => {
  const client = await withIssues()
  await rowOf('Brightwater').click()
  await drawer.getByRole('button', { name: 'Tags and note' }).click()
  await field.fill('half')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  expect(changes(client)).toEqual([])
})

test('rows show tags, and a tag narrows the list beside what the chart does', async () => {
  await withIssues()
  await expect.element(rowOf('Aldermoor')).toHaveTextContent('+3')
  await expect.element(rowOf('Aldermoor').getByText('Tags: VIP, waiting for bank, third, fourth')).toBeInTheDocument()
  await page.getByRole('combobox', { name: 'Tag' }).selectOptions('VIP')
  await expect.element(rowOf('Brightwater')).not.toBeInTheDocument()
  await expect.element(page.getByText('Showing 2 of 3: tag VIP')).toBeVisible()
  await page
    .getByRole('button', { name: /^Last sync failed/ })
    .first()
    .click()
  await expect.element(rowOf('Aldermoor')).not.toBeInTheDocument()
  await expect.element(rowOf('Castellan')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.element(rowOf('Brightwater')).toBeVisible()
})

test('no tag is offered where none is in use', async () => {
  await open(issuesClient([madeUpIssue('b', hour, { endUser: 'Brightwater' })]), '#/issues')
  await expect.element(rowOf('Brightwater')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Tag' })).not.toBeInTheDocument()
})
