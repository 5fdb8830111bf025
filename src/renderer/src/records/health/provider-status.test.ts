import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { StatusIncident, StatusPage, StatusRead } from '../../../../shared/lookups/status-page'
import { expectClean } from '../../testing/axe'
import { FakeClient } from '../../testing/fake-client'
import { appState, ended, row } from '../../testing/made-up'
import { madeUpHealth, madeUpIssue } from '../../testing/made-up-issues'
import { open } from '../../testing/open'

const said = page.getByRole('region', { name: 'Provider’s status page' })
const button = (name: string) => said.getByRole('button', { name, exact: true })
const minute = 60_000
const readAt = Date.now()

const incident = (change: Partial<StatusIncident> = {}): StatusIncident => ({
  ...{ title: 'Sign-ins fail', impact: 'major', stage: 'identified', open: true, since: readAt - 90 * minute },
  ...{ updatedAt: readAt - 5 * minute, resolvedAt: null, words: 'We work on it.', link: 'https://status.example/i/1' },
  ...change
})
const readOf = (change: Partial<StatusRead> = {}): StatusRead => ({
  ...{ askedAt: readAt, readAt, incidents: [incident()], more: 0, problem: null },
  ...change
})
const pageOf = (read: StatusRead | null, state: StatusPage['state'] = 'agreed'): StatusPage => ({
  ...{ integration: 'personio', address: 'https://status.example/history.rss', state, read }
})

/** @param kept what main has; `fresh`: what it reads */
async function shown(kept: StatusPage | null, fresh: StatusPage | null = kept, allowed = true) {
  localStorage.clear()
  const client = new FakeClient(appState())
  client.answer('connectors:health', () => madeUpHealth(madeUpIssue('a'), ''))
  client.answer('connectors:operations', () => ({ resync: false, linkToken: false }))
  client.answer('connectors:pinned', () => [])
  const main = { kept, fresh }
  client.answer('lookups:statusPage', ({ ask }) => ({ allowed, page: ask ? main.fresh : main.kept }))
  client.answer('lookups:setStatusPage', ({ address }) => {
    main.kept = main.fresh = address ? { ...pageOf(null), address } : null
    return main.kept
  })
  client.answer('lookups:openStatusPage', () => undefined)
  await open(client, '#/connectors')
  await expect.poll(() => client.refreshId).not.toBe('')
  const rows = [row('HRIS', 'a', { end_user: 'Larkfield', integration_slug: 'personio' })]
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await page.getByRole('row', { name: /Larkfield/ }).click()
  await expect.poll(() => client.asked('lookups:statusPage').length).toBeGreaterThan(0)
  return { client, main }
}

test('incidents stand there with their times, as text', async () => {
  const title = '<script>alert(1)</script>\u202e'
  await shown(pageOf(readOf({ incidents: [incident(), incident({ title, since: readAt + 99_999 * minute }), incident({ open: null, since: null, stage: '', impact: '', link: 'https://evil.example/' })] }))) // prettier-ignore
  const items = said.getByRole('listitem')
  await expect.poll(() => items.elements()).toHaveLength(3)
  await expect
    .element(items.nth(0))
    .toHaveTextContent(/Sign-ins fail.*open · major · identified.*Since .*last update .*We work/)
  await expect.element(items.nth(1)).toHaveTextContent(/<script>alert\(1\)<\/script>U\+202E.*which lies ahead/)
  await expect.element(items.nth(2)).toHaveTextContent(/open or over: not said.*Since when is not said/)
  expect(items.nth(2).getByRole('button').elements()).toEqual([])
  await expectClean('a status page with incidents', said.element())
})

test('silence is shown as silence, with the time of the read', async () => {
  await shown(pageOf(readOf({ incidents: [] })))
  await expect.element(said).toHaveTextContent('status.example shows no incident. That proves nothing')
  await expect.element(said).toHaveTextContent(/read \d\d:\d\d/)
})

test('a page that fails says why, and from when the incidents are', async () => {
  await shown(pageOf(readOf({ problem: 'It answered 503.', askedAt: readAt + minute })))
  await expect.element(said).toHaveTextContent(/It could not be read at .*: It answered 503\. What follows is from \d/)
  await expect.element(said).toHaveTextContent('Sign-ins fail')
})

test('what is read while the pointer is there waits until it leaves', async () => {
  let answer: (page: StatusPage) => void = () => undefined
  const fresh = new Promise<StatusPage>((resolve) => (answer = resolve))
  const { client } = await shown(pageOf(readOf()))
  client.answer('lookups:statusPage', async ({ ask }) => ({
    allowed: true,
    page: ask ? await fresh : pageOf(readOf())
  }))
  // The row of another connector, and back: it is read again.
  await page
    .getByRole('button', { name: /^Close/ })
    .first()
    .click()
  await page.getByRole('row', { name: /Larkfield/ }).click()
  await userEvent.hover(said)
  answer(pageOf(readOf({ incidents: [incident({ title: 'Another one' })] })))
  await expect.element(said).toHaveTextContent(/read \d\d:\d\d/)
  await expect.element(said).toHaveTextContent('Sign-ins fail')
  await userEvent.hover(page.getByRole('row', { name: /Larkfield/ }))
  await expect.element(said).toHaveTextContent('Another one')
})

test('nothing is asked at the provider before the person agrees, and the focus stays as the acts change', async () => {
  const { client } = await shown(pageOf(null, 'offered'))
  await expect.element(said).toHaveTextContent('status.example is not read before you agree.')
  expect(client.asked('lookups:statusPage').map(({ ask }) => ask)).toEqual([false])
  await button('Read this page…').click()
  await expect.element(button('Open page')).toHaveFocus()
  expect(client.asked('lookups:statusPage').map(({ ask }) => ask)).toEqual([false, false, true])
  await button('Stop reading it').click()
  await expect.element(button('Add the provider’s status page…')).toHaveFocus()
})

test('an organization that forbids them leaves nothing of them', async () => {
  await shown(null, null, false)
  await expect.element(page.getByRole('complementary', { name: 'Connector' })).toBeVisible()
  expect(said.elements()).toEqual([])
})
