import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deskLink } from '../../../shared/desktop/link'
import type { Arrival } from '../../../shared/desktop/channels'
import { appState, ended, row, workspace } from '../testing/made-up'
import { madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { withFilters } from '../testing/made-up-filters'
import { open } from '../testing/open'
import { everything } from '../issues/issues-tree'

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const [larkfield, hollis] = [id(1), id(2)]
const other = workspace({ id: '22222222-2222-4222-8222-222222222222', name: 'Staging' })
const both = appState({ workspaces: [workspace(), other] })
const rows = [row('HRIS', larkfield, { end_user: 'Larkfield' }), row('HRIS', hollis, { end_user: 'Hollis' })]

const connector = page.getByRole('complementary', { name: 'Connector' })
const oneIssue = page.getByRole('complementary', { name: 'Issue' })
const said = (title: string) => page.getByRole('region', { name: title })

/** The window before its rows came; `arrive` hands it a link. */
async function withWindow(state = both, hash = '#/settings') {
  localStorage.clear()
  const client = issuesClient([madeUpIssue(hollis, undefined, { endUser: 'Hollis' })])
  let waiting: Arrival | null = null
  client.answer('desktop:link', () => {
    const arrival = waiting
    waiting = null
    return arrival
  })
  client.answer('app:getState', () => state)
  client.answer('connectors:operations', () => ({ resync: false, linkToken: false }))
  client.answer('connectors:pinned', () => [])
  const desk = await open(client, hash)
  return {
    client,
    desk,
    arrive(arrival: Arrival) {
      waiting = arrival
      client.emit('desktop:linkCame', {})
    },
    async refreshed() {
      await expect.poll(() => client.refreshId).not.toBe('')
      client.connectors.hold(rows)
      client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
    }
  }
}

test('a link to a connector opens its drawer, also where its row comes a moment later', async () => {
  const { arrive, refreshed } = await withWindow()
  arrive({ found: 'here', kind: 'connector', key: `HRIS:${hollis}` })
  await expect.element(connector).not.toBeInTheDocument()
  await refreshed()
  await expect.element(connector).toHaveTextContent('Hollis')
  arrive({ found: 'here', kind: 'connector', key: `HRIS:${larkfield}` })
  await expect.element(connector).toHaveTextContent('Larkfield')
  expect(page.getByRole('complementary', { name: 'Connector' }).elements()).toHaveLength(1)
})

test('a link to a case opens it, whatever the queue is filtered by', async () => {
  const { arrive, refreshed, desk } = await withWindow()
  await refreshed()
  desk.relink.view.narrow({ ...everything, cause: 'stalled' })
  arrive({ found: 'here', kind: 'issue', key: `HRIS:${hollis}` })
  await expect.element(oneIssue).toHaveTextContent('Hollis')
})

test('a link to a saved filter opens the list that it is of, from either one', async () => {
  const { arrive, refreshed, client } = await withWindow()
  const [ofIssues, ofConnectors] = [crypto.randomUUID(), crypto.randomUUID()]
  const mine = { maker: null, isShared: false }
  withFilters(client, [
    { ...mine, id: ofIssues, name: 'Stalled', filters: { place: 'issues', cause: 'stalled' } },
    { ...mine, id: ofConnectors, name: 'Hollis', filters: { text: 'hollis' } }
  ])
  await refreshed()
  arrive({ found: 'here', kind: 'filter', key: ofIssues })
  await expect.element(page.getByRole('heading', { name: 'Issues', exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No issue matches' })).toBeVisible()
  await expect.element(page.getByText('Showing 0 of 1: Sync stalled')).toBeVisible()
  arrive({ found: 'here', kind: 'filter', key: ofConnectors })
  await expect.element(page.getByRole('searchbox', { name: 'Search connectors' })).toHaveValue('hollis')
  arrive({ found: 'here', kind: 'filter', key: ofIssues })
  await expect.element(page.getByText('Showing 0 of 1: Sync stalled')).toBeVisible()
})

test('a link to a saved filter that this version cannot read says so', async () => {
  const { arrive, client } = await withWindow()
  withFilters(client, [])
  arrive({ found: 'here', kind: 'filter', key: crypto.randomUUID() })
  await expect.element(said('This link names a saved filter that this workspace does not know')).toBeVisible()
})

test('a link waits for the state of the app, and for the end of the lock', async () => {
  const lock = { reason: 'asked' as const, at: 0, stopped: 0, followed: 0 }
  const { arrive, client } = await withWindow(appState({ workspaces: [], activeWorkspaceId: null, lock }))
  client.answer('app:unlock', () => both)
  await expect.element(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
  expect(client.asked('desktop:link')).toHaveLength(0)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect.poll(() => client.asked('desktop:link').length).toBe(1)
  client.emit('app:changed', both)
  arrive({ found: 'unknown', kind: 'issue', name: null })
  await expect.element(said('This link names an issue that this workspace does not know')).toBeVisible()
  expect(client.asked('desktop:link')).toHaveLength(2)
})

for (const [found, title] of [
  [{ found: 'malformed' }, 'This link cannot be opened'],
  [
    { found: 'unknown', kind: 'connector', name: null },
    'This link names a connector that this workspace does not know'
  ],
  [{ found: 'unknown', kind: 'run', name: 'Staging' }, 'This link names a run of Ask many that Staging does not know'],
  [
    { found: 'no-workspace', kind: 'customer' },
    'This link names a customer of a workspace that is not on this computer'
  ]
] as const)
  test(`@attack a link that is ${found.found} is said, and nothing changes: ${title}`, async () => {
    const { arrive, client } = await withWindow()
    await expect.element(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
    const before = client.calls.length
    arrive(found)
    await expect.element(said(title)).toHaveTextContent('Nothing was changed.')
    await said(title).getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(said(title)).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
    // The window saves its state some time after it opened, whatever comes.
    const asked = client.calls.slice(before).filter(({ channel }) => channel !== 'app:keepWindow')
    expect(asked.map(({ channel }) => channel)).toEqual(['desktop:link'])
  })

test('before there is a workspace a link is said on the first screen', async () => {
  const { arrive } = await withWindow(appState({ workspaces: [], activeWorkspaceId: null }), '')
  await expect.element(page.getByRole('button', { name: /Try the practice workspace/ })).toBeVisible()
  arrive({ found: 'unknown', kind: 'connector', name: null })
  await expect.element(said('This link names a connector that this workspace does not know')).toBeVisible()
})

test('a link into another workspace names it, and switches only when asked to', async () => {
  const { arrive, client, refreshed } = await withWindow()
  await refreshed()
  const place = { workspaceId: other.id, region: 'eu' as const, name: 'Staging', key: `HRIS:${hollis}` }
  arrive({ found: 'elsewhere', kind: 'issue', places: [place] })
  const banner = said('This link names an issue of another workspace or region')
  await expect.element(banner).toBeVisible()
  expect(client.asked('workspaces:open')).toEqual([])
  await expect.element(oneIssue).not.toBeInTheDocument()
  client.answer('workspaces:open', () =>
    appState({ workspaces: [workspace(), { ...other, region: 'eu' }], activeWorkspaceId: other.id })
  )
  await banner.getByRole('button', { name: 'Open in Staging, EU' }).click()
  await expect.element(oneIssue).toHaveTextContent('Hollis')
  await expect.element(banner).not.toBeInTheDocument()
  expect(client.asked('workspaces:open')).toEqual([{ workspaceId: other.id, region: 'eu' }])
})

test('where the switch fails nothing opens, and the link is still there', async () => {
  const { arrive, client } = await withWindow()
  const place = { workspaceId: other.id, region: 'default' as const, name: 'Staging', key: `HRIS:${hollis}` }
  arrive({ found: 'elsewhere', kind: 'issue', places: [place] })
  client.answer('workspaces:open', () => both)
  await page.getByRole('button', { name: 'Open in Staging, Default' }).click()
  await expect.poll(() => client.asked('workspaces:open')).toHaveLength(1)
  await expect.element(said('This link names an issue of another workspace or region')).toBeVisible()
  await expect.element(oneIssue).not.toBeInTheDocument()
})

test('a closed case leads to its connector', async () => {
  const { arrive, refreshed } = await withWindow()
  await refreshed()
  arrive({ found: 'no-issue', key: `HRIS:${larkfield}` })
  await said('This link names an issue that is not open').getByRole('button', { name: 'Open connector' }).click()
  await expect.element(connector).toHaveTextContent('Larkfield')
})

test('a link to a customer opens the page, also where the rows come a moment later', async () => {
  const { arrive, refreshed } = await withWindow()
  arrive({ found: 'here', kind: 'customer', key: `HRIS:${hollis}` })
  await refreshed()
  await expect.element(page.getByRole('region', { name: 'Customer Hollis' })).toBeVisible()
})

test('a copied link is said in the status line, for a moment', async () => {
  const { arrive, client, refreshed } = await withWindow()
  await refreshed()
  client.answer('desktop:writeLink', ({ kind, key }) => deskLink(kind, '0123456789abcdef', key) ?? '')
  arrive({ found: 'here', kind: 'customer', key: `HRIS:${hollis}` })
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(page.getByText(/^Link (not )?copied/)).toBeVisible()
  expect(client.asked('desktop:writeLink')).toEqual([
    { workspaceId: workspace().id, region: 'default', kind: 'customer', key: `HRIS:${hollis}` }
  ])
})

test('connector and issue have a link to copy', async () => {
  const { arrive, client, refreshed } = await withWindow()
  client.answer('desktop:writeLink', ({ kind, key }) => deskLink(kind, '0123456789abcdef', key) ?? '')
  await refreshed()
  arrive({ found: 'here', kind: 'connector', key: `HRIS:${larkfield}` })
  await connector.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect.element(connector).toHaveTextContent(`connector-desk://connector/0123456789abcdef/${larkfield}`)
  arrive({ found: 'here', kind: 'issue', key: `HRIS:${hollis}` })
  await oneIssue.getByRole('button', { name: 'More for this issue' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect.element(oneIssue).toHaveTextContent(`connector-desk://issue/0123456789abcdef/${hollis}`)
})
