import { headWords } from './refresh-words'
import { Counter } from './tally'
import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors'
import { FakeClient } from '../testing/fake-client'
import { ended, progress, row, workspace } from '../testing/made-up'
import { Connectors } from './connectors.svelte'

function setUp() {
  const client = new FakeClient()
  const frames: (() => void)[] = []
  let now = 1_000_000
  const connectors = new Connectors(
    client,
    (act) => frames.push(act),
    () => now
  )
  const frame = () => frames.splice(0).forEach((act) => act())
  const rows = (...sent: ReturnType<typeof row>[]) =>
    client.emit('connectors:rows', { requestId: client.refreshId, rows: sent })
  const report = (progressNow: ReturnType<typeof progress>) =>
    client.emit('connectors:progress', { requestId: client.refreshId, progress: progressNow })
  const end = (...args: Parameters<typeof ended>) => {
    report(ended(...args))
    frame()
  }
  const keys = () => connectors.active?.rows.map(({ key }) => key).sort()
  return { client, connectors, frames, frame, rows, report, end, keys, pass: (ms: number) => (now += ms) }
}

const stalled = (key: string) => ({
  key,
  kind: 'stalled' as const,
  since: 0,
  lastGoodSync: { time: null, kind: 'never' as const }
})

test('a workspace that opens is walked at once, subscribed before the request', () => {
  const { client, connectors, rows, frame, keys } = setUp()
  client.answer('connectors:refresh', ({ requestId }) => {
    client.emit('connectors:rows', { requestId, rows: [row('HRIS', 'first')] })
  })
  connectors.show(workspace(), true)
  expect(client.asked('connectors:refresh')).toMatchObject([{ workspaceId: workspace().id, region: 'default' }])
  rows(row('ATS', 'second'))
  frame()
  expect(keys()).toEqual(['ATS:second', 'HRIS:first'])
})

test('nothing is asked while no call can be made, and at once when it can', () => {
  const { client, connectors } = setUp()
  connectors.show(workspace(), false)
  expect(client.asked('connectors:refresh')).toEqual([])
  connectors.show(workspace(), true)
  expect(client.asked('connectors:refresh')).toHaveLength(1)
  connectors.show(workspace(), true)
  expect(client.asked('connectors:refresh')).toHaveLength(1)
})

test('however many pages arrive, the list changes once a frame', () => {
  const { connectors, rows, frames, frame } = setUp()
  connectors.show(workspace(), true)
  for (let id = 0; id < 50; id++) rows(row('HRIS', String(id)))
  expect(frames).toHaveLength(1)
  expect(connectors.active?.rows).toHaveLength(0)
  frame()
  expect(connectors.active?.rows).toHaveLength(50)
})

test('a flood comes into view a part in each frame, and the end of its walk with the last of them', () => {
  const { connectors, rows, report, frame } = setUp()
  connectors.show(workspace(), true)
  rows(...Array.from({ length: 20_000 }, (_, id) => row('HRIS', String(id))))
  report(ended(1))
  const seen = [1, 2, 3].map(() => {
    frame()
    return [connectors.active?.rows.length, connectors.active?.refreshRun?.state]
  })
  expect(seen).toEqual([
    [8000, 'walking'],
    [16_000, 'walking'],
    [20_000, 'done']
  ])
})

test('an id that comes twice in a walk is marked, in view already or not', () => {
  const { connectors, rows, frame } = setUp()
  connectors.show(workspace(), true)
  rows(row('HRIS', 'at once'), row('HRIS', 'at once'), row('HRIS', 'later'), row('HRIS', 'once'))
  frame()
  rows(row('HRIS', 'later'))
  frame()
  const marked = connectors.active?.rows.filter(({ twice }) => twice).map(({ key }) => key)
  expect(marked?.sort()).toEqual(['HRIS:at once', 'HRIS:later'])
})

test('verdicts and remembered rows come into view at the pace of a walk, too', async () => {
  const { client, connectors, rows, end, frame } = setUp()
  const ids = Array.from({ length: 10_000 }, (_, id) => String(id))
  client.answer('connectors:lastRows', () => ({
    refresh: null,
    rows: [{ ...row('ATS', 'kept'), seenAt: 1 }],
    next: null
  }))
  client.answer('connectors:diagnoses', () => ({ rows: ids.map((id) => stalled(`HRIS:${id}`)), next: null }))
  connectors.show(workspace(), true)
  rows(...ids.map((id) => row('HRIS', id)))
  await expect.poll(() => client.asked('connectors:diagnoses').length).toBe(1)
  await expect.poll(() => connectors.active?.waiting).toBe(10_001)
  end(1)
  frame()
  expect(connectors.active?.rows).toHaveLength(10_000)
  expect(connectors.active?.rows.every((entry) => entry.diagnosis?.kind === 'stalled')).toBe(true)
})

test('a list that was judged out of view is judged when it comes back', async () => {
  const { client, connectors, rows, end } = setUp()
  client.answer('connectors:lastRows', () => ({ refresh: null, rows: [], next: null }))
  client.answer('connectors:diagnoses', () => ({ rows: [], next: null }))
  connectors.show(workspace(), true)
  rows(row('HRIS', '1'))
  end(1)
  connectors.show(workspace({ region: 'eu' }), true)
  client.answer('connectors:diagnoses', ({ region }) => ({
    rows: region === 'default' ? [stalled('HRIS:1')] : [],
    next: null
  }))
  client.emit('connectors:snapshotChanged', { workspaceId: workspace().id, region: 'default', snapshot: null as never })
  connectors.show(workspace(), true)
  await expect.poll(() => connectors.active?.waiting).toBe(1)
})

test('a connector that was read by itself is not marked as brought twice', () => {
  const { connectors, rows, frame } = setUp()
  connectors.show(workspace(), true)
  connectors.active?.refresh('HRIS:1', row('HRIS', '1'))
  rows(row('HRIS', '1'))
  frame()
  expect(connectors.active?.rows.map(({ twice }) => twice)).toEqual([false])
})

test('the reply may overtake events: the walk ends with its last event', async () => {
  const { client, connectors, rows, end, keys } = setUp()
  client.answer('connectors:refresh', () => undefined)
  connectors.show(workspace(), true)
  await Promise.resolve()
  expect(connectors.active?.refreshRun?.state).toBe('walking')
  rows(row('HRIS', '1'))
  end(5)
  expect(keys()).toEqual(['HRIS:1'])
  expect(connectors.active?.refreshRun?.state).toBe('done')
})

test('walking again keeps rows until they are replaced, and drops gone rows at the end of a category', () => {
  const { connectors, rows, report, frame, end, keys, pass } = setUp()
  connectors.show(workspace(), true)
  rows(row('HRIS', '1'), row('HRIS', '2'), row('ATS', '3'))
  end(1)
  pass(60_000)
  void connectors.refresh()
  rows(row('HRIS', '1', { status: 'RELINK_NEEDED' }))
  frame()
  expect(keys()).toEqual(['ATS:3', 'HRIS:1', 'HRIS:2'])
  expect(connectors.active?.tally.kept).toEqual([
    { category: 'HRIS', count: 1, since: 1_000_000 },
    { category: 'ATS', count: 1, since: 1_000_000 }
  ])
  report(progress({ HRIS: { state: 'done' } }))
  frame()
  expect(keys()).toEqual(['ATS:3', 'HRIS:1'])
  expect(connectors.active?.tally.facets.get('relink')).toBe(1)
})

test('no number of relinks is told before every connector is diagnosed: an outage has some of them', () => {
  const { connectors, rows, end } = setUp()
  const list = () => connectors.active ?? expect.fail('no list')
  const told = () => headWords(list().refreshRun, list().tally, 1_000_000)
  connectors.show(workspace(), true)
  rows(row('HRIS', '1', { status: 'RELINK_NEEDED' }), row('HRIS', '2', { status: 'RELINK_NEEDED' }))
  end(2)
  expect(told()).toMatch(/^2 connectors, /)
  expect(told()).not.toContain('relink')
  const diagnosed = list().rows.map((one, at) =>
    one.judged({
      ...{ key: one.key, kind: at === 0 ? 'relink' : 'incident', since: null },
      lastGoodSync: { time: null, kind: 'never' }
    })
  )
  const counter = new Counter()
  counter.add(diagnosed)
  expect(headWords(list().refreshRun, counter.tally(1, [0, 0]), 1_000_000)).toMatch(/^2 connectors, 1 needs a relink/)
})

test('a failed or cancelled category keeps its rows, and the walk is not called done', () => {
  const { connectors, rows, end, keys } = setUp()
  connectors.show(workspace(), true)
  rows(row('HRIS', '1'), row('ATS', '2'), row('LMS', '3'))
  end(1)
  void connectors.refresh()
  end(2, { HRIS: { state: 'failed' }, ATS: { state: 'cancelled' } })
  expect(keys()).toEqual(['ATS:2', 'HRIS:1'])
  expect(connectors.active?.refreshRun?.state).toBe('failed')
})

test('ids that came twice: nothing counts as gone', () => {
  const { connectors, rows, end, keys } = setUp()
  connectors.show(workspace(), true)
  rows(row('HRIS', '1'), row('HRIS', '2'))
  end(1)
  void connectors.refresh()
  rows(row('HRIS', '1'))
  end(2, { HRIS: { repeated: 1 } })
  expect(keys()).toEqual(['HRIS:1', 'HRIS:2'])
})

test('a region switch cancels the walk, drops late pages and shows the other region’s rows', () => {
  const { client, connectors, rows, frame, end, keys } = setUp()
  connectors.show(workspace(), true)
  const old = client.refreshId
  rows(row('HRIS', 'default-1'))
  connectors.show(workspace({ region: 'eu' }), true)
  expect(client.asked('app:cancelJob')).toEqual([{ requestId: old }])
  expect(client.refreshId).not.toBe(old)
  client.emit('connectors:rows', { requestId: old, rows: [row('HRIS', 'default-late')] })
  client.emit('connectors:progress', { requestId: old, progress: ended(9) })
  rows(row('HRIS', 'eu-1'))
  frame()
  expect(keys()).toEqual(['HRIS:eu-1'])
  end(5)

  // After the switch back, the earlier rows are there, shown as incomplete, and no refresh starts by itself.
  connectors.show(workspace(), true)
  expect(keys()).toEqual(['HRIS:default-1'])
  expect(connectors.active?.refreshRun?.state).toBe('cancelled')
  client.emit('connectors:progress', { requestId: old, progress: progress() })
  frame()
  expect(connectors.active?.refreshRun?.state).toBe('cancelled')
  expect(client.asked('connectors:refresh')).toHaveLength(2)
})

test('a refresh says which rows the window holds, and takes those that are the same by their keys', async () => {
  const { client, connectors, rows, end, frame } = setUp()
  const same = (...keys: string[]) => client.emit('connectors:same', { requestId: client.refreshId, keys })
  const [first, second] = ['digest-of-1_', 'digest-of-2_']
  connectors.show(workspace(), true)
  expect(client.asked('connectors:refresh')[0]?.held).toBe('')
  rows({ ...row('HRIS', '1'), digest: first }, { ...row('HRIS', '2'), digest: second }, row('HRIS', '3'))
  end(3)
  void connectors.refresh()
  expect(client.asked('connectors:refresh')[1]?.held).toBe(first + second)

  // The app reads one of them alone meanwhile: the refresh compares with the row from before.
  const list = connectors.active
  list?.refresh('HRIS:2', row('HRIS', '2', { end_user: 'Read by itself' }))
  same('HRIS:1', 'HRIS:2')
  frame()
  expect(list?.get('HRIS:2')).toMatchObject({ seenAt: null, digest: second })
  expect(list?.get('HRIS:2')?.connector.endUser).not.toBe('Read by itself')
  same('HRIS:1')
  end(2)
  expect(list?.rows.map(({ id, refreshRun, twice }) => [id, refreshRun, twice]).sort()).toEqual([
    ['1', 2, true],
    ['2', 2, false]
  ])
})

test('a changed address begins a list of its own; a removed workspace is forgotten', () => {
  const { client, connectors, rows, end } = setUp()
  connectors.show(workspace(), true)
  rows(row('HRIS', '1'))
  end(1)
  connectors.show(workspace({ baseUrl: 'https://elsewhere.example' }), true)
  expect(connectors.active?.rows).toEqual([])
  connectors.show(null, false)
  connectors.retain([])
  connectors.show(workspace(), true)
  expect(connectors.active?.rows).toEqual([])
  expect(client.asked('connectors:refresh')).toHaveLength(3)
})

test('cancel is sent once, and counts when main says so', () => {
  const { client, connectors, end } = setUp()
  connectors.show(workspace(), true)
  connectors.cancel()
  expect(client.asked('app:cancelJob')).toEqual([{ requestId: client.refreshId }])
  expect(connectors.active?.refreshRun).toMatchObject({ cancelling: true, state: 'walking' })
  end(1, { HRIS: { state: 'cancelled' } })
  expect(connectors.active?.refreshRun?.state).toBe('cancelled')
})

test('a walk that cannot begin has failed, with its reason', async () => {
  const { client, connectors } = setUp()
  client.answer('connectors:refresh', () => Promise.reject(new AppError('keychain-locked', 'locked')))
  connectors.show(workspace(), true)
  await expect.poll(() => connectors.active?.refreshRun?.state).toBe('failed')
  expect(connectors.active?.refreshRun?.error?.code).toBe('keychain-locked')
})

test('a list sorted by integration is sorted again once names were learned', async () => {
  const { client, connectors, rows, frame } = setUp()
  connectors.show(workspace(), true)
  rows(row('HRIS', 'a', { integration_slug: 'aaa' }), row('HRIS', 'z', { integration_slug: 'zzz' }))
  frame()
  const list = connectors.active
  const keys = () => list?.rows.map(({ key }) => key)
  await list?.sortBy({ by: 'integration', descending: false })
  expect(keys()).toEqual(['HRIS:a', 'HRIS:z'])
  client.emit('connectors:integrations', { requestId: client.refreshId, names: { zzz: 'AAA', aaa: 'ZZZ' } })
  list?.sortByNames()
  await expect.poll(keys).toEqual(['HRIS:z', 'HRIS:a'])
})
