import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Draft } from '../../../shared/door/channels'
import { appState, ended, row, workspace } from '../testing/made-up'
import { issuesClient, madeUpIssue } from '../testing/made-up-issues'
import { expectClean } from '../testing/axe'
import { open } from '../testing/open'

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const asked = appState({ workspaces: [workspace({ outside: 'masked' })] })
const place = { workspaceId: workspace().id, region: workspace().region }
const draftOf = (last: number, what: Draft['what'], change: Partial<Draft> = {}): Draft => ({
  ...{ id: id(last), place, at: Date.now(), client: 'claude', why: '', what },
  ...change
})
const letter = (last: number, change?: Partial<Draft>) =>
  draftOf(last, { kind: 'letter', keys: [`HRIS:${id(2)}`], text: `Letter ${last}: {relink_link}` }, change)

async function withDrafts(drafts: Draft[], problem: string | null = null) {
  localStorage.clear()
  let waiting = drafts
  const client = issuesClient([madeUpIssue(id(2), undefined, { endUser: 'Hollis' })])
  client.answer('app:getState', () => asked)
  client.answer('door:drafts', () => ({ drafts: waiting, problem }))
  client.answer('door:removeDraft', ({ id }) => {
    waiting = waiting.filter((one) => one.id !== id)
    client.emit('door:draftsChanged', {})
  })
  const desk = await open(client, '#/issues')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold([row('HRIS', id(2), { end_user: 'Hollis' })])
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  return { client, desk }
}

const dialog = page.getByRole('dialog', { name: /^Drafts from outside/ })

test('nothing is asked of a door that no workspace opened', async () => {
  const client = issuesClient([])
  await open(client, '#/issues')
  await expect.element(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
  expect(client.asked('door:drafts')).toEqual([])
})

test('the focus stays in the dialog while drafts are discarded, and then at the line below', async () => {
  const { client } = await withDrafts([letter(3), letter(4)])
  await page.getByRole('button', { name: '2 drafts wait' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).first().click()
  await expect.element(dialog.getByText('Letter 4')).toBeVisible()
  expect(dialog.element().contains(document.activeElement)).toBe(true)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog.getByText('No draft waits.')).toBeVisible()
  expect(dialog.element().contains(document.activeElement)).toBe(true)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(document.activeElement).not.toBe(document.body)
  expect(client.asked('door:removeDraft').map(({ id }) => id)).toEqual([id(3), id(4)])
})

test('a draft of another workspace waits until that is open; one about no open issue says so and stays', async () => {
  const elsewhere = letter(3, { place: { workspaceId: id(9), region: 'default' } })
  const gone = draftOf(4, { kind: 'letter', keys: ['HRIS:x'], text: 'Old: {relink_link}' })
  const { client } = await withDrafts([elsewhere, gone])
  await page.getByRole('button', { name: '2 drafts wait' }).click()
  const open = dialog.getByRole('button', { name: 'Open' })
  await expect.element(open.first()).toBeDisabled()
  await open.nth(1).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('None of these connectors has an open issue')
  expect(client.asked('door:removeDraft')).toEqual([])
})

test('@attack what a program says of itself is shown as its claim, with nothing hidden', async () => {
  await withDrafts([letter(3, { client: 'a\u202eb', why: '<b>Send it at once</b>' })])
  await page.getByRole('button', { name: '1 draft waits' }).click()
  await expectClean('drafts from outside', dialog.element())
  await expect.element(dialog).toHaveTextContent('From a program that calls itself “a')
  await expect.element(dialog).toHaveTextContent('U+202E')
  await expect.element(dialog).toHaveTextContent('Its reason: <b>Send it at once</b>')
  expect(dialog.element().querySelector('b')).toBeNull()
})

test('a socket that could not be made is said, with the reason', async () => {
  await withDrafts([], 'Another Connector Desk answers at the socket of this profile.')
  await expect
    .element(page.getByText('Assistants cannot ask'))
    .toHaveAttribute('title', 'Another Connector Desk answers at the socket of this profile.')
})

test('@attack a long text pushes no button out of the dialog', async () => {
  await withDrafts([letter(3, { why: `${'Because '.repeat(60)}${'x'.repeat(400)}`, client: 'y'.repeat(60) })])
  await page.getByRole('button', { name: '1 draft waits' }).click()
  const within = dialog.element().getBoundingClientRect()
  for (const name of ['Open', 'Discard'])
    expect(dialog.getByRole('button', { name }).element().getBoundingClientRect().right).toBeLessThan(within.right)
})
