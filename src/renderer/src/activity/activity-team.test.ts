import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ActivityCall } from '../../../shared/activity/call'
import { activityClient, madeUpCall } from '../testing/made-up-activity'
import { open } from '../testing/open'
import { quietTeam } from '../testing/made-up-team'

const grid = page.getByRole('grid', { name: 'Activity' })
const drawer = page.getByRole('complementary', { name: 'Request', exact: true })
const rowOf = (text: string) => grid.getByRole('row').filter({ hasText: text })
const address = { host: 'db.example.com', port: 5432, database: 'team', user: 'ada', tls: true }
const joined = { address, status: null, ...quietTeam }

const theirs = (change: Partial<ActivityCall> = {}) =>
  madeUpCall(2, {
    ...{ id: -1, asker: 'passthrough', method: 'POST', path: '/api/hris/v1/passthrough', mutation: true },
    ...{ forwarded: 'DELETE /employees/17', subject: 'Passthrough to Brightwater Clinics' },
    ...{ operator: 'Grace', desk: 'grace-laptop', status: 204 },
    ...{ tries: 0, durationMs: 0, bytes: 0, query: '', requestId: null },
    ...change
  })
const own = madeUpCall(3, { method: 'DELETE', path: '/api/own', mutation: true, operator: 'Ada' })

async function opened(calls: ActivityCall[], team = true) {
  const client = activityClient(calls)
  if (team) client.answer('team:get', () => joined)
  const desk = await open(client, '#/activity')
  await expect.element(grid).toBeVisible()
  return { client, desk }
}
beforeEach(() => localStorage.clear())

test('a colleague’s change names who made it and where; an own one is marked as before', async () => {
  await opened([theirs(), own])
  await expect
    .element(rowOf('/employees/17'))
    .toHaveTextContent(/\/employees\/17 forwarded Grace Passthrough to Brightwater Clinics 204 from grace-laptop$/)
  await expect.element(grid.getByTitle('Grace, grace-laptop')).toBeVisible()
  await expect.element(rowOf('/api/own')).toHaveTextContent(/CHANGE/)
  await expect.element(rowOf('/api/own')).not.toHaveTextContent('Ada')
})

test('its drawer has who, where, what and the outcome, and nothing that only the other computer has', async () => {
  await opened([theirs({ status: null, error: 'cut-off' })])
  await rowOf('/employees/17').click()
  await expect.element(drawer).toHaveTextContent(/Operator Grace\s*Computer grace-laptop/)
  await expect.element(drawer).toHaveTextContent(/no response: Sent, but no response was received/)
  await expect.element(drawer).toHaveTextContent(/The rest is only on the computer that sent it/)
  for (const word of ['Tries', 'Took', 'Size', 'Request ID'])
    await expect.element(drawer.getByText(word, { exact: true })).not.toBeInTheDocument()
  await expect.element(drawer.getByRole('button', { name: 'Open in Passthrough' })).not.toBeInTheDocument()
})

test('an outcome that comes later is shown where the change is, in the list and in the drawer', async () => {
  const { client } = await opened([theirs({ status: null, error: 'unanswered' }), own])
  await rowOf('/employees/17').click()
  await expect.element(drawer.getByText('no response', { exact: true })).toBeVisible()
  client.emit('activity:ended', { calls: [{ id: -1, status: 503, error: null }] })
  await expect.element(rowOf('/employees/17')).toHaveTextContent(/503 failed/)
  await expect.element(drawer.getByText('503 failed').first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
})

test('what others sent, or what one sent oneself, can be listed alone; others’ cannot be exported', async () => {
  const { client } = await opened([theirs(), own])
  const whose = page.getByRole('combobox', { name: 'Sender' })
  await whose.selectOptions('Colleagues')
  await expect.poll(() => client.asked('activity:list').at(-1)?.filters.whose).toBe('team')
  await expect.element(rowOf('/api/own')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeDisabled()
  await expect.element(page.getByTitle('Only requests of this computer can be exported')).toBeVisible()
  await whose.selectOptions('Me')
  await expect.element(rowOf('/api/own')).toBeVisible()
  await expect.element(rowOf('/employees/17')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Export' }).click()
  const about = page.getByText(/Requests of colleagues are not in it/)
  await expect.element(about).toBeVisible()
  expect(about.element().getBoundingClientRect().width).toBeLessThanOrEqual(320)
})

test('without a team there is nothing to choose', async () => {
  await opened([own], false)
  await expect.element(page.getByRole('combobox', { name: 'View' })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Sender' })).not.toBeInTheDocument()
})

test('@attack a name that reorders or spells HTML is shown as the text it is', async () => {
  await opened([theirs({ operator: '<b>Mallory</b> \u202Egnp', desk: '<img src=x>\u2066', subject: '' })])
  const row = rowOf('/employees/17')
  await expect.element(row).toHaveTextContent(/<b>Mallory<\/b> U\+202E/)
  await expect.element(row).toHaveTextContent(/from <img src=x>U\+2066/)
  expect(grid.element().querySelectorAll('b, img')).toHaveLength(0)
  expect(grid.element().textContent).not.toContain('\u202E')
  await row.click()
  await expect.element(drawer).toHaveTextContent(/Computer <img src=x>U\+2066/)
})
