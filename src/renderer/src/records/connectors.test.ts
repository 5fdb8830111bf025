import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors'
import { byAttention, noFilters } from '../../../shared/connectors/list/query'
import { FakeClient } from '../testing/fake-client'
import { ended, progress, row, toShown, workspace } from '../testing/made-up'
import { Connectors } from './connectors.svelte'
import { learnNames, shownNames } from './learned-names.svelte'
import { headWords } from './refresh-words'

const all = { filters: noFilters, sort: byAttention }

function setUp() {
  const client = new FakeClient()
  let now = 1_000_000
  const connectors = new Connectors(client, () => now)
  const list = () => connectors.active ?? expect.fail('no list')
  return {
    ...{ client, connectors, list },
    report: (progressNow: ReturnType<typeof progress>) =>
      client.emit('connectors:progress', { requestId: client.refreshId, progress: progressNow }),
    keys: async () => (await list().range(all, 0, 100)).entries.map(({ key }) => key).sort(),
    pass: (ms: number) => (now += ms)
  }
}

test('a workspace that opens is refreshed at once, subscribed before the request', async () => {
  const { client, connectors, list, keys } = setUp()
  client.answer('connectors:refresh', () => client.connectors.hold([row('HRIS', 'first')]))
  connectors.show(workspace(), true)
  expect(client.asked('connectors:refresh')).toMatchObject([{ workspaceId: workspace().id, region: 'default' }])
  client.connectors.hold([row('ATS', 'second')])
  await expect.poll(() => list().size).toBe(2)
  expect(await keys()).toEqual(['ATS:second', 'HRIS:first'])
})

test('nothing is asked of the service while no call can be made, and at once when it can', () => {
  const { client, connectors } = setUp()
  connectors.show(workspace(), false)
  expect(client.asked('connectors:refresh')).toEqual([])
  connectors.show(workspace(), true)
  expect(client.asked('connectors:refresh')).toHaveLength(1)
  connectors.show(workspace(), true)
  expect(client.asked('connectors:refresh')).toHaveLength(1)
})

test('however many pages arrive, main is asked for the counts once at a time, and for the last of them', async () => {
  const { client, connectors, list } = setUp()
  connectors.show(workspace(), true)
  await expect.poll(() => list().isRead).toBe(true)
  const before = client.asked('connectors:tally').length
  for (let id = 0; id < 50; id++) client.connectors.hold([row('HRIS', String(id))])
  await expect.poll(() => list().size).toBe(50)
  expect(client.asked('connectors:tally').length - before).toBeLessThanOrEqual(2)
})

test('the more rows there are, the longer main rests between two counts of a refresh; its end does not wait', async () => {
  const { client, connectors, list } = setUp()
  const counted: number[] = []
  let total = 200_000
  client.answer('connectors:tally', () => {
    counted.push(performance.now())
    return { total, facets: {}, perCategory: {}, undiagnosed: 0, older: [] }
  })
  connectors.show(workspace(), true)
  await expect.poll(() => list().size).toBe(200_000)
  const place = { workspaceId: workspace().id, region: 'default' as const }
  for (let n = 0; n < 3; n++) {
    const before = counted.length
    for (let page = 0; page < 50; page++) client.emit('connectors:listChanged', place)
    await expect.poll(() => counted.length).toBe(before + 1)
    expect((counted.at(-1) ?? 0) - (counted.at(-2) ?? 0)).toBeGreaterThanOrEqual(399)
  }
  // Now it would rest for half an hour.
  total = 1_000_000_000
  await list().change()
  client.emit('connectors:listChanged', place)
  const before = counted.length
  await list().change()
  expect(counted).toHaveLength(before + 1)
})

test('the reply may overtake events: a refresh ends with its last event, once what it brought is told', async () => {
  const { client, connectors, list, report } = setUp()
  client.answer('connectors:refresh', () => undefined)
  connectors.show(workspace(), true)
  await expect.poll(() => list().isRead).toBe(true)
  expect(list().refreshRun?.state).toBe('walking')
  client.connectors.hold([row('HRIS', '1')])
  report(ended(5))
  expect(list().refreshRun?.state).toBe('walking')
  await expect.poll(() => list().refreshRun?.state).toBe('done')
  expect(list().size).toBe(1)
})

test('a connector is asked for when something reads it, and again once main’s rows changed', async () => {
  const { client, connectors, list } = setUp()
  client.connectors.hold([row('HRIS', 'a', { end_user: 'Before' })])
  connectors.show(workspace(), true)
  expect([list().get('HRIS:a'), list().get('HRIS:none')]).toEqual([null, null])
  await expect.poll(() => list().get('HRIS:a')?.connector.endUser).toBe('Before')
  list().get('HRIS:none')
  expect(client.asked('connectors:rowsOf')[0]?.keys).toEqual(['HRIS:a', 'HRIS:none'])
  client.connectors.hold([row('HRIS', 'a', { end_user: 'After' })])
  await expect.poll(() => list().get('HRIS:a')?.connector.endUser).toBe('After')
  client.connectors.drop(['HRIS:a'])
  await expect.poll(() => list().get('HRIS:a')).toBe(null)
})

test('connectors that views read are asked for once each, however many, and forgotten once nothing reads them', async () => {
  const { client, connectors, list } = setUp()
  const keys = Array.from({ length: 1_000 }, (_, id) => `HRIS:${id}`)
  client.connectors.hold(keys.map((key) => row('HRIS', key.slice(5))))
  connectors.show(workspace(), true)
  const asked = () => client.asked('connectors:rowsOf').map(({ keys }) => keys.length)
  const read = () => keys.filter((key) => list().get(key) !== null).length
  await expect.poll(() => list().isRead).toBe(true)
  await expect.poll(read).toBe(1_000)
  expect(asked()).toEqual([400, 400, 200])
  // Read since: asked for again. Not read since then: forgotten.
  client.connectors.hold([])
  await expect.poll(asked).toEqual([400, 400, 200, 400, 400, 200])
  // Answered by then, too.
  await new Promise(requestAnimationFrame)
  client.connectors.hold([])
  await expect.poll(() => list().get('HRIS:0')).not.toBe(null)
  await expect.poll(() => asked().slice(6)).toEqual([1])
})

test('what main could not answer is asked for with the next change', async () => {
  const { client, connectors, list } = setUp()
  client.connectors.hold([row('HRIS', 'a')])
  connectors.show(workspace(), true)
  let fails = true
  client.answer('connectors:rowsOf', ({ keys }) => {
    if (fails) throw new AppError('internal', 'stopped')
    return keys.map((key) => toShown(row('HRIS', key.slice(5))))
  })
  list().get('HRIS:a')
  await expect.poll(() => client.asked('connectors:rowsOf')).toHaveLength(1)
  fails = false
  client.connectors.hold([])
  await expect.poll(() => list().get('HRIS:a')?.id).toBe('a')
})

test('no number of relinks is told before every connector is diagnosed: an outage has some of them', async () => {
  const { client, connectors, list, report } = setUp()
  const told = () => headWords(list().refreshRun, list().tally, 1_000_000)
  connectors.show(workspace(), true)
  client.connectors.hold([row('HRIS', '1', { status: 'RELINK_NEEDED' }), row('HRIS', '2', { status: 'RELINK_NEEDED' })])
  report(ended(2))
  await expect.poll(told).toMatch(/^2 connectors, /)
  expect(told()).not.toContain('relink')
  const judged = { since: null, lastGoodSync: { time: null, kind: 'never' } } as const
  client.connectors.diagnose([
    { key: 'HRIS:1', kind: 'relink', ...judged },
    { key: 'HRIS:2', kind: 'incident', ...judged }
  ])
  await expect.poll(told).toMatch(/^2 connectors, 1 needs a relink/)
})

test('a row that an earlier session read, or the last refresh did not bring, is older', async () => {
  const { client, connectors, list, report, pass } = setUp()
  client.connectors.hold([row('HRIS', 'old')], { seenAt: 999_999 })
  connectors.show(workspace(), true)
  client.connectors.hold([row('HRIS', 'new')], { seenAt: 1_000_001 })
  const older = async () => {
    const { entries } = await list().range(all, 0, 10)
    return entries.filter((entry) => list().isOlder(entry)).map(({ key }) => key)
  }
  expect(await older()).toEqual(['HRIS:old'])
  report({ ...ended(1_000_002), startedAt: 1_000_000 })
  await expect.poll(() => list().refreshRun?.state).toBe('done')
  pass(10)
  void connectors.refresh()
  expect(await older()).toEqual(['HRIS:old'])
  client.connectors.hold([row('HRIS', 'old')], { seenAt: 1_000_011 })
  report({ ...ended(1_000_020), startedAt: 1_000_010 })
  await expect.poll(() => list().refreshRun?.state).toBe('done')
  expect(await older()).toEqual(['HRIS:new'])
})

test('rows of a refresh that a colleague made before this session are not older', async () => {
  const { client, connectors, list, report } = setUp()
  connectors.show(workspace(), true)
  client.connectors.hold([row('HRIS', 'a')], { seenAt: 900_000 })
  report({ ...ended(900_000), startedAt: 890_000 })
  await expect.poll(() => list().refreshRun?.state).toBe('done')
  const { entries } = await list().range(all, 0, 1)
  expect(entries.map((entry) => list().isOlder(entry))).toEqual([false])
})

test('a region switch cancels the refresh, drops its late events and shows the other region’s rows', async () => {
  const { client, connectors, list, report, keys } = setUp()
  connectors.show(workspace(), true)
  const old = client.refreshId
  client.connectors.hold([row('HRIS', 'default-1')])
  connectors.show(workspace({ region: 'eu' }), true)
  expect(client.asked('app:cancelJob')).toEqual([{ requestId: old }])
  expect(client.refreshId).not.toBe(old)
  client.emit('connectors:progress', { requestId: old, progress: ended(9) })
  client.connectors.hold([row('HRIS', 'eu-1')], { region: 'eu' })
  await expect.poll(() => list().size).toBe(1)
  expect(await keys()).toEqual(['HRIS:eu-1'])
  expect(list().refreshRun?.state).toBe('walking')
  report(ended(5))
  await expect.poll(() => list().refreshRun?.state).toBe('done')

  // After the switch back, the earlier rows are there, shown as incomplete, and no refresh starts by itself.
  connectors.show(workspace(), true)
  await expect.poll(() => list().size).toBe(1)
  expect(await keys()).toEqual(['HRIS:default-1'])
  expect(list().refreshRun?.state).toBe('cancelled')
  client.emit('connectors:progress', { requestId: old, progress: progress() })
  expect(list().refreshRun?.state).toBe('cancelled')
  expect(client.asked('connectors:refresh')).toHaveLength(2)
})

test('what main judged while a list was out of view is asked for when it comes back', async () => {
  const { client, connectors, list } = setUp()
  connectors.show(workspace(), true)
  client.connectors.hold([row('HRIS', '1')])
  await expect.poll(() => list().size).toBe(1)
  connectors.show(workspace({ region: 'eu' }), true)
  client.connectors.hold([row('HRIS', '2')])
  connectors.show(workspace(), true)
  await expect.poll(() => list().size).toBe(2)
})

test('lists are in the order of the names that the window shows, also of those it learned before', async () => {
  const { client, connectors, list } = setUp()
  const byName = async () => {
    const query = { filters: noFilters, sort: { by: 'integration' as const, descending: false } }
    return (await list().range(query, 0, 9)).entries.map(({ id }) => id)
  }
  client.connectors.hold([
    row('HRIS', 'a', { integration_slug: 'aaa' }),
    row('HRIS', 'b', { integration_slug: 'bbb' }),
    row('HRIS', 'z', { integration_slug: 'zzz' })
  ])
  learnNames({ workspaceId: workspace().id, region: 'default' }, { aaa: 'YYY' })
  connectors.show(workspace(), true)
  await expect.poll(() => list().size).toBe(3)
  expect(await byName()).toEqual(['b', 'a', 'z'])
  client.emit('connectors:integrations', { requestId: client.refreshId, names: { zzz: 'AAA' } })
  await expect.poll(byName).toEqual(['z', 'b', 'a'])
})

test('names that come after the last row of a refresh count, too', async () => {
  const { client, connectors, list, report } = setUp()
  client.answer('connectors:refresh', () => client.connectors.hold([row('HRIS', 'a', { integration_slug: 'aaa' })]))
  connectors.show(workspace(), true)
  report(ended(1))
  await expect.poll(() => list().refreshRun?.state).toBe('done')
  client.emit('connectors:integrations', { requestId: client.refreshId, names: { aaa: 'Late' } })
  expect(shownNames()).toMatchObject({ aaa: 'Late' })
})

test('a list that is left asks nothing more by itself', async () => {
  const { client, connectors, list } = setUp()
  client.answer('connectors:tally', () => ({
    ...{ total: 200_000, facets: {}, perCategory: {}, undiagnosed: 0, older: [] }
  }))
  connectors.show(workspace(), true)
  await expect.poll(() => list().size).toBe(200_000)
  client.emit('connectors:listChanged', { workspaceId: workspace().id, region: 'default' })
  const eu = workspace({ region: 'eu' })
  connectors.show(eu, true)
  await expect.poll(() => list().size).toBe(200_000)
  // The rest of the list before would be over by then, too.
  client.emit('connectors:listChanged', { workspaceId: eu.id, region: 'eu' })
  const asked = () => client.asked('connectors:tally').filter(({ region }) => region === 'eu').length
  const before = asked()
  await expect.poll(asked).toBe(before + 1)
  expect(client.asked('connectors:tally').at(-1)?.region).toBe('eu')
  expect(client.asked('connectors:tally').filter(({ region }) => region === 'default')).toHaveLength(1)
})

test('a changed address begins a list of its own; a removed workspace is forgotten', () => {
  const { client, connectors, list } = setUp()
  connectors.show(workspace(), true)
  const first = list()
  connectors.show(workspace({ baseUrl: 'https://elsewhere.example' }), true)
  expect(list()).not.toBe(first)
  connectors.show(null, false)
  connectors.retain([])
  connectors.show(workspace(), true)
  expect(list()).not.toBe(first)
  expect(client.asked('connectors:refresh')).toHaveLength(3)
})

test('cancel is sent once, and counts when main says so', async () => {
  const { client, connectors, list, report } = setUp()
  connectors.show(workspace(), true)
  connectors.cancel()
  expect(client.asked('app:cancelJob')).toEqual([{ requestId: client.refreshId }])
  expect(list().refreshRun).toMatchObject({ cancelling: true, state: 'walking' })
  report(ended(1, { HRIS: { state: 'cancelled' } }))
  await expect.poll(() => list().refreshRun?.state).toBe('cancelled')
})

test('a refresh that cannot begin has failed, with its reason', async () => {
  const { client, connectors, list } = setUp()
  client.answer('connectors:refresh', () => Promise.reject(new AppError('keychain-locked', 'locked')))
  connectors.show(workspace(), true)
  await expect.poll(() => list().refreshRun?.state).toBe('failed')
  expect(list().refreshRun?.error?.code).toBe('keychain-locked')
})
