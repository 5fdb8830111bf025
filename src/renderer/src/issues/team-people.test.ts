import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { TeamState } from '../../../shared/team/team'
import { madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'
import { quietTeam } from '../testing/made-up-team'

const address = { host: 'db.example.com', port: 5432, database: 'desk', user: 'vera', tls: true }
const team = (writes: boolean | null): TeamState => ({
  address,
  status: { kind: 'away', waiting: 0, since: Date.now(), writes, words: 'No server listens.', fault: 'unreachable' },
  ...quietTeam
})
const list = page.getByRole('treegrid', { name: 'Issues' })
const drawer = page.getByRole('complementary', { name: 'Issue' })
const editor = drawer.getByRole('region', { name: 'Saved on this computer' }).getByRole('group').first()

async function issues(first: TeamState) {
  const client = issuesClient([madeUpIssue('a', 5_000, { owner: 'Ines' }), madeUpIssue('b')])
  client.answer('team:get', () => first)
  client.answer('team:look', () => undefined)
  const desk = await open(client, '#/issues')
  await list.getByRole('row').filter({ hasText: 'Customer a' }).click()
  await expect.element(drawer).toBeVisible()
  return { client, desk }
}

test('a viewer sees what it may not change, and why', async () => {
  const { client } = await issues(team(false))
  await expect.element(editor).toHaveAccessibleDescription('You may only read in this team.')
  const owner = drawer.getByRole('combobox', { name: 'Owner' })
  await expect.element(owner).toBeDisabled()
  await expect.element(owner).toHaveValue('Ines')
  await expect.element(drawer.getByRole('combobox', { name: 'Snooze until' })).toBeDisabled()
  await drawer.getByRole('button', { name: 'Tags and note' }).click()
  await expect.element(drawer.getByRole('textbox', { name: 'Note' })).toBeDisabled()
  const request = drawer.getByRole('button', { name: 'Request relink…' })
  await expect.element(request).toBeDisabled()
  await expect.element(request).toHaveAccessibleDescription('You may only read in this team.')
  await list.getByRole('row').filter({ hasText: 'Customer b' }).click({ button: 'right' })
  for (const name of ['Assign…', 'Request relink…'])
    await expect.element(page.getByRole('menuitem', { name, exact: true })).toBeDisabled()
  client.emit('team:changed', team(true))
  await expect.element(owner).toBeEnabled()
  await expect.element(drawer).not.toHaveTextContent('You may only read')
})

test.each([true, null])('a desk that may write, or does not know yet (%s), changes as before', async (writes) => {
  await issues(team(writes))
  await expect.element(drawer.getByRole('combobox', { name: 'Owner' })).toBeEnabled()
  await expect.element(drawer.getByRole('button', { name: 'Request relink…' })).toBeEnabled()
})

test('an issue that a colleague assigned is marked as new, and the team’s names are offered as owners', async () => {
  const { client, desk } = await issues(team(true))
  client.answer('team:names', () => ['Vera', 'Grace'])
  const place = desk.relink.issues.place ?? { workspaceId: '', region: 'default' }
  client.emit('team:assigned', { ...place, keys: ['HRIS:b'] })
  await expect.poll(() => [...desk.relink.issues.fresh]).toEqual(['HRIS:b'])
  await drawer.getByRole('combobox', { name: 'Owner' }).click()
  const offered = () => [...document.querySelectorAll('datalist option')].map((one) => one.getAttribute('value'))
  await expect.poll(offered).toEqual(['Ines', 'Vera', 'Grace'])
})

test('who else looks at the issue is said beside its age, moves nothing, and is of this issue only', async () => {
  const { client, desk } = await issues(team(true))
  await drawer.getByRole('button', { name: 'Tags and note' }).click()
  const note = drawer.getByRole('textbox', { name: 'Note' })
  await expect.poll(() => client.asked('team:look')).toHaveLength(1)
  const at = { ...(desk.relink.issues.place ?? { workspaceId: '', region: 'default' as const }), key: 'HRIS:a' }
  expect(client.asked('team:look')).toEqual([at])
  const place = () => note.element().getBoundingClientRect().toJSON()
  // Content that is still loading would move the drawer too.
  await expect.element(drawer).toHaveTextContent('shared with your team')
  await document.fonts.ready
  const before = place()
  const line = drawer.getByText(/looking at this/)
  for (const [names, words] of [
    [['Grace'], 'Grace is looking at this'],
    [['Ada', 'Grace', 'Grace'], 'Ada and Grace (2 desks) are looking at this'],
    [['Ada', 'Grace', 'x'.repeat(500)], 'Ada and 2 others are looking at this']
  ] as const) {
    client.emit('team:lookers', { ...at, names: [...names] })
    await expect.element(line).toHaveTextContent(words)
    expect(place()).toEqual(before)
  }
  await expect.element(line).toHaveAttribute('aria-live', 'polite')
  client.emit('team:lookers', { ...at, key: 'HRIS:b', names: [] })
  await expect.element(line).toBeVisible()
  client.emit('team:lookers', { ...at, names: [] })
  await expect.element(drawer).toHaveTextContent('shared with your team')
  expect(place()).toEqual(before)

  await list.getByRole('row').filter({ hasText: 'Customer b' }).click()
  await expect.poll(() => client.asked('team:look').slice(1)).toEqual([null, { ...at, key: 'HRIS:b' }])
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => client.asked('team:look').at(-1)).toBeNull()
})

test('without a team nothing says which issue is shown', async () => {
  const { client } = await issues({
    address: null,
    status: null,
    ...quietTeam
  })
  await drawer.getByRole('button', { name: 'Tags and note' }).click()
  await expect.element(drawer).toHaveTextContent('saved on this computer')
  expect(client.asked('team:look')).toEqual([])
})
