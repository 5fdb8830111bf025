import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { Desk, RecentCommands } from './desk.svelte'
import { Router, type ViewName } from '../kit/router.svelte'
import { appState } from '../testing/made-up'
import { madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const hollis = madeUpIssue('hollis', undefined, { endUser: 'Hollis Freight' })

/** A window that left this view open; main answers once `answer` is called. */
function keptAt(view: ViewName | 'none of this version', others: object = {}) {
  const state = appState()
  const [workspace] = state.workspaces
  const client = issuesClient([hollis])
  client.answer('app:keepWindow', () => undefined)
  const place = `${workspace?.id} ${workspace?.region}`
  const kept = JSON.stringify({ place, views: { view, ...others } })
  let answer = () => {}
  const answered = new Promise<string>((resolve) => (answer = () => resolve(kept)))
  client.answer('app:keptWindow', () => answered)
  return { client, answer }
}

test('the window opens at the issues', async () => {
  await open(issuesClient([hollis]))
  await expect.element(heading('Issues')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Issues/ })).toHaveAttribute('aria-current', 'page')
})

test('the view that was open comes back at the next start', async () => {
  const { client, answer } = keptAt('settings')
  answer()
  const desk = await open(client)
  await expect.element(heading('Settings')).toBeVisible()
  desk.router.go('activity')
  const last = () => JSON.parse(client.asked('app:keepWindow').at(-1)?.state ?? '{}') as { views?: { view: unknown } }
  await expect.poll(() => last().views?.view).toBe('activity')
})

test('a view of another version leads to the issues', async () => {
  const { client, answer } = keptAt('none of this version')
  answer()
  await open(client)
  await expect.element(heading('Issues')).toBeVisible()
})

test('a notification that starts the app wins over the view that was open', async () => {
  const { client, answer } = keptAt('settings')
  let arrival: { found: 'here'; kind: 'issue'; key: string } | null = { found: 'here', kind: 'issue', key: hollis.key }
  client.answer('desktop:link', () => {
    const first = arrival
    arrival = null
    return first
  })
  await open(client)
  await expect.element(page.getByRole('complementary')).toHaveTextContent('Hollis Freight')
  answer()
  await expect.poll(() => client.asked('app:keepWindow').length).toBeGreaterThan(0)
  await expect.element(heading('Issues')).toBeVisible()
  await expect.element(page.getByRole('complementary')).toHaveTextContent('Hollis Freight')
})

test('who is quicker than main stays in the view that was chosen', async () => {
  const { client, answer } = keptAt('settings')
  const desk = await open(client)
  await page.getByRole('link', { name: 'Activity' }).click()
  answer()
  await expect.poll(() => client.asked('app:keepWindow').length).toBeGreaterThan(0)
  expect(desk.router.view).toBe('activity')
})

test('what is asked of a room before its state is loaded happens once it is', async () => {
  const desk = new Desk(issuesClient([hollis]))
  onTestFinished(desk.start())
  await expect.poll(() => desk.app.workspace).not.toBeNull()
  expect(desk.rooms).toBeNull()
  desk.showData({ collectionId: 'hris/companies' })
  expect(desk.router.view).toBe('data')
  await expect.poll(() => desk.rooms?.collections.place?.blank.path).toBe('/api/hris/v1/companies')
})

test('the state of a room that is not loaded yet is kept, and is there when it is', async () => {
  const { client, answer } = keptAt('issues', { passthrough: { library: 333 } })
  const desk = new Desk(client)
  onTestFinished(desk.start())
  answer()
  const last = () => JSON.parse(client.asked('app:keepWindow').at(-1)?.state ?? '{}') as { views?: object }
  await expect.poll(() => last().views).toMatchObject({ passthrough: { library: 333 } })
  const { rooms } = await desk.loadRooms()
  expect(rooms.passthrough.panes.library).toBe(333)
  rooms.passthrough.panes.library = 250
  await expect.poll(() => last().views).toMatchObject({ passthrough: { library: 250 } })
})

const twoPlaces = () => {
  const state = appState()
  const [first] = state.workspaces
  if (!first) throw new Error('The made-up state has a workspace.')
  return { state, second: { ...first, id: '00000000-0000-4000-8000-00000000b000', name: 'Second' } }
}

test.each([
  ['workspace', (change: ReturnType<typeof twoPlaces>) => [change.second]],
  [
    'region',
    ({ state }: ReturnType<typeof twoPlaces>) => state.workspaces.map((one) => ({ ...one, region: 'eu' as const }))
  ]
])('@attack what is asked of a room before its state is loaded is dropped in another %s', async (_, into) => {
  const client = issuesClient([hollis])
  const desk = new Desk(client)
  onTestFinished(desk.start())
  await expect.poll(() => desk.app.workspace).not.toBeNull()
  desk.askMany({ keys: ['HRIS:of-the-first'] })
  desk.showData({ collectionId: 'hris/companies' })
  const places = twoPlaces()
  const workspaces = into(places)
  client.emit('app:changed', { ...places.state, workspaces, activeWorkspaceId: workspaces[0]?.id ?? null })
  const { rooms } = await desk.loadRooms()
  expect(rooms.passthrough.bench?.many.shown).toBe(false)
  expect(rooms.collections.place?.blank.path).not.toBe('/api/hris/v1/companies')
})

test('kept state that is none of this version opens its room as at first, and the other rooms too', async () => {
  const { client, answer } = keptAt('issues', { mappings: 'no object', passthrough: { library: 333 } })
  const desk = new Desk(client)
  onTestFinished(desk.start())
  answer()
  await expect.poll(() => client.asked('app:keepWindow').length).toBeGreaterThan(0)
  const { rooms } = await desk.loadRooms()
  expect(rooms.mappings.kept).toEqual({ field: null })
  expect(rooms.passthrough.panes.library).toBe(333)
})

test('rooms that could not be loaded are loaded when they are needed again', async () => {
  const client = issuesClient([hollis])
  const desk = new Desk(client)
  const { on } = client
  client.on = () => {
    throw new Error('The chunk is not there.')
  }
  await expect(desk.loadRooms()).rejects.toThrow('The chunk is not there.')
  client.on = on
  const { rooms } = await desk.loadRooms()
  expect(rooms).toBe(desk.rooms)
})

test('@attack state kept for one workspace is not that of another', async () => {
  const { client, answer } = keptAt('issues', {
    mappings: { field: 'of the first' },
    passthrough: { library: 333 }
  })
  const desk = new Desk(client)
  onTestFinished(desk.start())
  answer()
  const last = () =>
    JSON.parse(client.asked('app:keepWindow').at(-1)?.state ?? '{}') as { place?: string; views?: object }
  await expect
    .poll(() => last().views)
    .toMatchObject({
      mappings: { field: 'of the first' },
      passthrough: { library: 333 }
    })
  const { state, second } = twoPlaces()
  client.emit('app:changed', { ...state, workspaces: [...state.workspaces, second], activeWorkspaceId: second.id })
  await expect.poll(() => last().place).toMatch(second.id)
  expect(JSON.stringify(last().views)).not.toContain('of the first')
  const { rooms } = await desk.loadRooms()
  expect(rooms.mappings.bench?.returnTo).toBeNull()
  expect(rooms.passthrough.panes.library).toBe(333)
})

test('a room that is loaded before the kept state is known gets it', async () => {
  const { client, answer } = keptAt('issues', { passthrough: { library: 333 } })
  const desk = await open(client)
  answer()
  await expect.poll(() => desk.rooms?.passthrough.panes.library).toBe(333)
})

test.each([
  ['queue', 'issues'],
  ['collections', 'data']
])('the view that an earlier version kept as %s opens as %s', (kept, view) => {
  history.replaceState(null, '', location.pathname)
  const router = new Router()
  router.restore(kept)
  expect(router.view).toBe(view)
  history.replaceState(null, '', location.pathname)
})

test('views of an earlier version are among the recent commands by their names of today', () => {
  const recent = new RecentCommands()
  recent.restore(['view queue', 'lock', 'view collections'])
  expect(recent.kept).toEqual(['view issues', 'lock', 'view data'])
})
