import { Agent } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SyncRun } from '../../shared/connectors/sync-run'
import { startPractice, type PracticeService } from '../../practice/server'
import { systemClock } from '../base/clock'
import { personWho } from '../guard/testing'
import type { Target } from '../http/call'
import { createClient, type Client } from '../http/client'
import { RateLimits } from '../http/rate-limit'
import { undiciTransport } from '../http/transport'
import { BearerTokens } from '../secrets/bearer-tokens'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { Masker } from '../secrets/masker'
import { MemoryStore } from '../secrets/memory-store'
import { freshSettings } from '../settings/settings-schema'
import { ConnectorActions } from './connector-actions'
import { Pins } from './pins'
import { SyncRuns, type SyncRunParts } from './sync-runs'
import { TokenFinder } from './token-finder'

const place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' as const }
const { signal } = new AbortController()

let service: PracticeService
/** What the workspace points at. */
let target: Target
let agent: Agent
let client: Client
let bearers: BearerTokens
let agrees: boolean
let actions: ConnectorActions
let person: ReturnType<typeof personWho>
/** What the store holds, as JSON: a killed app has no more. */
let kept: string | null
let onKeep: (run: SyncRun) => void
let opened: SyncRuns[]

beforeEach(async () => {
  service = await startPractice({ connectors: 300 })
  agent = new Agent()
  bearers = new BearerTokens(new MemoryStore(), new Masker())
  target = { ...place, baseUrl: service.url, bearerToken: service.bearerToken }
  client = createClient({
    transport: undiciTransport(async () => agent),
    clock: systemClock,
    rateLimits: new RateLimits(() => undefined),
    redact: (text) => text,
    log: () => undefined,
    tokenNow: (of) => bearers.now(of)
  })
  const tokens = new ConnectorTokens()
  const pins = new Pins({ get: () => freshSettings, update: () => freshSettings }, new MemoryStore())
  const history = { lastRecord: async () => null, markDeleted: async () => true, seeOne: async () => undefined }
  agrees = true
  person = personWho(() => agrees)
  actions = new ConnectorActions({
    ...{ client, tokens, pins, history, confirmer: person.confirmer, now: Date.now },
    workspaces: { target: async () => target },
    finder: new TokenFinder({ client, tokens, pins, history }),
    changed: () => undefined,
    deleted: async () => undefined
  })
  kept = null
  onKeep = () => undefined
  opened = []
})
afterEach(async () => {
  for (const one of opened) one.stopAll()
  await agent.close()
  await service.close()
})

function open(): SyncRuns {
  const history: SyncRunParts['history'] = {
    connector: async () => null,
    keepSyncRun: async ({ run }) => {
      kept = JSON.stringify(run)
      onKeep(run)
    },
    syncRuns: async () => (kept === null ? [] : [{ place, run: JSON.parse(kept) as SyncRun }])
  }
  // A look at the run comes as soon as anything else has its turn.
  const clock = { ...systemClock, sleep: () => new Promise<void>((resolve) => setImmediate(resolve)) }
  const runs = new SyncRuns({
    ...{ client, clock, actions, history, bearers, confirmer: person.confirmer },
    changed: () => undefined,
    failed: () => () => undefined
  })
  opened.push(runs)
  return runs
}

function wellOnes(count: number) {
  const found = service.connectors.filter(
    (one) => one.status === 'COMPLETE' && one.is_active && one.sync_status !== 'Syncing' && !one.is_test_connector
  )
  return found.slice(0, count)
}

const keyOf = (one: { category: string; id: string }) => `${one.category}:${one.id}`
const starts = () => service.requests.filter(({ method }) => method === 'POST').length
const states = (run: SyncRun | null) => run?.syncs.map(({ state }) => state) ?? []

test('a group is asked for once, started one by one, and watched to each end', async () => {
  const [good, bad] = wellOnes(2)
  const unfit = service.connectors.find(({ status }) => status === 'RELINK_NEEDED')
  if (!good || !bad || !unfit) throw new Error('no such connectors')
  const runs = open()
  await runs.start(place, [good, bad, unfit, good].map(keyOf), signal)
  await expect.poll(async () => states(await runs.get(place))).toEqual(['running', 'running', 'left'])
  expect(person.acts.map(({ title, requests }) => [title, requests.length])).toEqual([['Start 2 syncs now?', 2]])
  expect((await runs.get(place))?.syncs[2]?.why).toBe('It still needs a relink.')
  await expect(runs.start(place, [keyOf(good)], signal)).rejects.toMatchObject({ code: 'busy' })
  good.sync_status = 'Done'
  bad.sync_status = 'Failed'
  await expect.poll(async () => states(await runs.get(place))).toEqual(['good', 'failed', 'left'])
  expect(starts()).toBe(2)
})

test('without a confirmation nothing is started or kept', async () => {
  agrees = false
  const runs = open()
  await expect(runs.start(place, wellOnes(2).map(keyOf), signal)).rejects.toMatchObject({ code: 'cancelled' })
  expect([starts(), kept, await runs.get(place)]).toEqual([0, null, null])
})

test('a stop leaves those that were not started', async () => {
  const runs = open()
  onKeep = ({ syncs }) => {
    if (syncs[0]?.state === 'running') runs.stop(place)
  }
  await runs.start(place, wellOnes(3).map(keyOf), signal)
  await expect.poll(async () => states(await runs.get(place))).toEqual(['running', 'left', 'left'])
  expect(starts()).toBe(1)
})

test('a stop leaves the answer of the one that has left', async () => {
  const runs = open()
  service.set({ faults: [{ name: 'slow', path: '/resync', delayMs: 3_600_000 }] })
  await runs.start(place, wellOnes(2).map(keyOf), signal)
  await expect.poll(starts).toBe(1)
  runs.stop(place)
  service.set({ faults: [] })
  await expect.poll(async () => states(await runs.get(place))).toEqual(['running', 'left'])
  expect(starts()).toBe(1)
})

test('a workspace with another address or token starts nothing more, and is not judged by the other service', async () => {
  const runs = open()
  onKeep = ({ syncs }) => {
    if (syncs[0]?.state === 'running') target = { ...target, baseUrl: 'http://127.0.0.1:9' }
  }
  await runs.start(place, wellOnes(3).map(keyOf), signal)
  await expect.poll(async () => states(await runs.get(place))).toEqual(['late', 'left', 'left'])
  const whys = (await runs.get(place))?.syncs.map(({ why }) => why)
  expect(whys?.[0]).toBe('The workspace has another address now.')
  expect(whys?.[1]).toBe('The address or token of this workspace changed after you confirmed.')
  expect(starts()).toBe(1)
})

test('a refused token holds the rest back, and they go on with the one that takes its place', async () => {
  const runs = open()
  let revoked = false
  onKeep = ({ syncs }) => {
    if (syncs[0]?.state !== 'running' || revoked) return
    revoked = true
    service.set({ bearerToken: 'practice_new' })
  }
  await runs.start(place, wellOnes(4).map(keyOf), signal)
  await expect.poll(async () => states(await runs.get(place))).toEqual(['running', 'left', 'waiting', 'waiting'])
  const whys = async () => (await runs.get(place))?.syncs.map(({ why }) => why)
  await expect.poll(whys).toMatchObject({ 3: 'The API rejected the token: it waits for the new one.' })
  const before = target
  target = { ...target, bearerToken: 'practice_new' }
  bearers.succeed(before, target)
  await expect.poll(async () => states(await runs.get(place))).toEqual(['running', 'left', 'running', 'running'])
  expect((await whys())?.slice(2)).toEqual(['', ''])
  // One was refused, and is not sent again.
  expect(starts()).toBe(4)
})

test('a stop ends the wait for a new token', async () => {
  const runs = open()
  onKeep = ({ syncs }) => {
    if (syncs[0]?.state === 'running') service.set({ bearerToken: 'practice_new' })
  }
  await runs.start(place, wellOnes(3).map(keyOf), signal)
  await expect.poll(async () => states(await runs.get(place))).toEqual(['running', 'left', 'waiting'])
  runs.stop(place)
  await expect.poll(async () => states(await runs.get(place))).toEqual(['running', 'left', 'left'])
})

test('are watched for a day at most, and a stop ends the watching for the next group', async () => {
  const [first, second] = wellOnes(2)
  if (!first || !second) throw new Error('no such connectors')
  first.avg_sync_duration = '9000000 min 0 sec'
  const runs = open()
  const { syncs } = await runs.start(place, [keyOf(first)], signal)
  expect((syncs[0]?.until ?? 0) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
  await expect.poll(async () => states(await runs.get(place))).toEqual(['running'])
  await runs.stopWatching(place)
  expect(states(await runs.get(place))).toEqual(['late'])
  await runs.start(place, [keyOf(second)], signal)
  await expect.poll(async () => states(await runs.get(place))).toEqual(['running'])
})

test('runs that could not be read are read again', async () => {
  kept = 'no JSON'
  const runs = open()
  await expect(runs.get(place)).rejects.toThrow()
  kept = null
  expect(await runs.get(place)).toBeNull()
})

test.each(['waiting', 'leaving', 'running'] as const)(
  'an app killed while the second is %s starts none twice, and watches what may have left',
  async (at) => {
    const group = wellOnes(3)
    const before = open()
    let killed: string | null = null
    onKeep = ({ syncs }) => {
      const [first, second] = syncs
      const isThere = second?.state === at && (at !== 'waiting' || first?.state === 'running')
      if (!isThere || killed !== null) return
      killed = kept
      // A kill: nothing after this is written or sent.
      before.stopAll()
      throw new Error('killed')
    }
    await before.start(place, group.map(keyOf), signal)
    await expect.poll(() => killed).not.toBeNull()
    const sent = starts()
    kept = killed
    onKeep = () => undefined
    const after = open()
    await after.begin()
    const second = { waiting: 'left', leaving: 'unknown', running: 'running' }[at]
    expect(states(await after.get(place))).toEqual(['running', second, 'left'])
    for (const one of group) if (one.sync_status === 'Syncing') one.sync_status = 'Done'
    await expect.poll(async () => states(await after.get(place))[0]).toBe('good')
    expect(starts()).toBe(sent)
    expect(sent).toBe(at === 'running' ? 2 : 1)
  }
)
