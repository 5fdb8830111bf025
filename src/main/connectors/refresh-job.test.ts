import { expect, it, vi } from 'vitest'
import { Jobs } from '../base/jobs'
import { promised } from '../base/promised'
import { cancelled } from '../base/clock'
import { Passing } from '../base/turns'
import { IntegrationNames } from './integration-names'
import { place, testHistory, type TestHistory } from '../testing/history'
import { RefreshKeeper } from './refresh-keeper'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { Masker } from '../secrets/masker'
import type { RefreshSharing } from './refresh-sharing'
import { FakeClock, target, testClient } from '../testing/fakes'
import { refreshHandlers, type RefreshParts } from './refresh-job'

const nothing = () => undefined

function partsOf({
  test,
  masker,
  ...own
}: Pick<RefreshParts, 'client' | 'twice' | 'refreshed'> & { test: TestHistory; masker: Masker; clock: FakeClock }) {
  const failed = (error: unknown) => {
    throw error
  }
  const alone = { kind: 'own', page: nothing, named: nothing, end: async () => undefined, drop: nothing }
  return {
    ...own,
    tokens: new ConnectorTokens(masker),
    jobs: new Jobs(),
    names: new IntegrationNames(own.client),
    workspaces: { target: async () => ({ ...target, ...place }) },
    shared: { begin: async () => alone } as RefreshSharing,
    earlier: new Passing(),
    refreshing: nothing,
    refreshes: new RefreshKeeper({
      ...{ history: promised(() => test.history), masker, clock: own.clock, failed },
      changed: nothing,
      opened: nothing,
      statusPages: { list: async () => [], look: nothing }
    })
  }
}

it.each([
  [403, 1],
  [500, 0]
])('a category that answers %i makes a refresh that counts as whole %i times', async (status, times) => {
  const test = testHistory()
  const [clock, masker, refreshed] = [new FakeClock(), new Masker(), vi.fn()]
  const bytes = (json: object) => Buffer.from(JSON.stringify(json))
  const client = testClient(async ({ url }) => {
    const of = url.pathname.split('/')[2]
    const body = bytes(of === 'v1' ? { integrations: [] } : { cursor: null, items: of === 'hris' ? [{ id: 'a' }] : [] })
    return { status: of === 'lms' ? status : 200, headers: {}, allHeaders: [], body }
  }, clock)
  const handlers = refreshHandlers(partsOf({ test, client, clock, masker, refreshed, twice: new Map() }))
  const refresh = { requestId: '00000000-0000-4000-8000-00000000000a', ...place }
  await handlers['connectors:refresh'](refresh, { owner: 1, emit: (() => undefined) as never })
  expect(refreshed.mock.calls).toEqual(Array.from({ length: times }, () => [place, false]))
  test.remove()
})

it('shows rows while the names of integrations are not there yet, and ends once they are', async () => {
  const test = testHistory()
  const clock = new FakeClock()
  const [masker, events]: [Masker, string[]] = [new Masker(), []]
  let answerNames: () => void = () => undefined
  const answer = (json: object) => ({
    status: 200,
    headers: {},
    allHeaders: [],
    body: Buffer.from(JSON.stringify(json))
  })
  const client = testClient(async ({ url }) => {
    const category = url.pathname.split('/')[2]
    if (category === 'hris')
      return answer({ cursor: null, items: [{ id: 'a', connector_token: 'ct-of-a' }, { id: 'b' }, { id: 'b' }] })
    if (category !== 'v1') return answer({ cursor: null, items: [] })
    await new Promise<void>((resolve) => (answerNames = resolve))
    return answer({ integrations: [{ slug: 'hibob', display_name: 'HiBob' }] })
  }, clock)
  const twice = new Map<string, ReadonlySet<string>>()
  const handlers = refreshHandlers(partsOf({ test, client, clock, masker, twice, refreshed: () => undefined }))
  const emit = ((event: string) => {
    events.push(event)
    if (event === 'connectors:listChanged') answerNames()
  }) as never
  const refresh = { requestId: '00000000-0000-4000-8000-00000000000a', ...place }
  await handlers['connectors:refresh'](refresh, { owner: 1, emit })
  expect(events.indexOf('connectors:listChanged')).toBeGreaterThan(-1)
  expect(events.indexOf('connectors:integrations')).toBeGreaterThan(events.indexOf('connectors:listChanged'))
  expect([...twice.values()].map((keys) => [...keys])).toEqual([['HRIS:b']])
  expect(test.history.refreshes({ place, limit: 1 })).toMatchObject([{ ended: 'inconsistent' }])
  test.remove()
})

it('lets what an earlier session showed pass, and can be cancelled meanwhile', async () => {
  const [jobs, earlier] = [new Jobs(), new Passing()]
  let answerKept = () => {}
  let failIssues = () => {}
  const kept = new Promise<void>((resolve) => (answerKept = resolve))
  const issues = new Promise<void>((_, reject) => (failIssues = () => reject(new Error('The history stopped.'))))
  const asked: string[] = []
  const clock = new FakeClock()
  let losePatience = () => {}
  clock.sleep = (_, signal) =>
    new Promise((resolve, reject) => {
      losePatience = resolve
      signal.addEventListener('abort', () => reject(cancelled()))
    })
  const handlers = refreshHandlers({
    ...{ jobs, earlier, clock, twice: new Map(), refreshing: () => undefined },
    workspaces: {
      async target() {
        asked.push('the service')
        throw new Error('It is enough.')
      }
    }
  } as unknown as Parameters<typeof refreshHandlers>[0])
  const refresh = (requestId: string) =>
    handlers['connectors:refresh']({ requestId, ...place }, { owner: 1, emit: () => undefined })
  void earlier.run(kept)
  const first = refresh('00000000-0000-4000-8000-00000000000a')
  jobs.cancel('00000000-0000-4000-8000-00000000000a', 1)
  await expect(first).rejects.toMatchObject({ code: 'cancelled' })
  const second = refresh('00000000-0000-4000-8000-00000000000b')
  // As the window asks: first its rows, then the refresh, then its issues.
  earlier.run(issues).catch(() => undefined)
  answerKept()
  await new Promise(setImmediate)
  expect(asked).toEqual([])
  failIssues()
  await expect(second).rejects.toThrow('It is enough.')
  expect(asked).toEqual(['the service'])

  void earlier.run(new Promise(() => {}))
  const third = refresh('00000000-0000-4000-8000-00000000000c')
  await new Promise(setImmediate)
  expect(asked).toHaveLength(1)
  losePatience()
  await expect(third).rejects.toThrow('It is enough.')
  expect(asked).toHaveLength(2)
})
