import { readFileSync } from 'node:fs'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelled, type Clock } from '../base/clock'
import type { LoggedCall } from '../http/call-log'
import { callRow } from '../store/tables/activity/testing'
import { place, testHistory, type TestHistory } from '../testing/history'
import { Activity, unrecordedWhy, type ActivityParts } from './activity'
import type { Masker } from '../secrets/masker'
import { maskerOf } from '../secrets/testing'
import type { CallStore } from './store'
import { promisedCalls } from './testing'

const { workspaceId } = place
const token = 'ct_live_8fK2mQ7x'

class HeldClock implements Clock {
  private naps: { ms: number; end: () => void }[] = []
  now = () => 0
  random = () => 0
  sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) return reject(cancelled())
      signal.addEventListener('abort', () => reject(cancelled()))
      this.naps.push({ ms, end: resolve })
    })
  lengths = () => this.naps.map(({ ms }) => ms)
  async pass(ms: number) {
    const over = this.naps.filter((nap) => nap.ms === ms)
    this.naps = this.naps.filter((nap) => nap.ms !== ms)
    for (const { end } of over) end()
    await settle()
  }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

let test: TestHistory
let clock: HeldClock
let announced: [string, number][]
let failed: unknown[]
let activity: Activity
let masker: Masker
let unrecorded: string | null
const open = (store?: CallStore) => new Activity(partsOf(store))
const partsOf = (store: CallStore = promisedCalls(() => test.history)): ActivityParts => ({
  store,
  clock,
  masker,
  operator: () => 'Ada',
  added: (...added) => void announced.push(added),
  unrecorded: () => unrecorded,
  failed: (error) => void failed.push(error)
})
beforeEach(() => {
  test = testHistory()
  clock = new HeldClock()
  announced = []
  failed = []
  masker = maskerOf(token)
  unrecorded = null
  activity = open()
})
afterEach(() => test.remove())

const call = (change: Partial<LoggedCall> = {}): LoggedCall => ({ ...callRow(), connectorKey: '', ...change })
const log = (...changes: Partial<LoggedCall>[]) => changes.forEach((change) => activity.log(call(change)))
const kept = () => test.history.countCalls({ workspaceId, filters: {} })
/** As another process sees it: what a kill leaves. */
const onDisk = (where = '') => {
  const database = new Database(test.file)
  const [row] = database.prepare(`SELECT count(*) AS n FROM call ${where}`).all() as { n: number }[]
  database.close()
  return row?.n
}
const list = (more = {}) => activity.list({ workspaceId, filters: {}, limit: 500, ...more })

describe('calls that ended', () => {
  it('are written together after half a second', async () => {
    log({}, {}, {})
    expect(kept()).toBe(0)
    expect(clock.lengths()).toEqual([500])
    await clock.pass(500)
    expect(kept()).toBe(3)
  })

  it('are written when there are many', async () => {
    log(...Array.from({ length: 199 }, () => ({})))
    await settle()
    expect(kept()).toBe(0)
    log({})
    await settle()
    expect(kept()).toBe(200)
  })

  it('are written at once on request', async () => {
    log({})
    await activity.flush()
    expect(kept()).toBe(1)
  })

  it('are written when the app stops', async () => {
    log({})
    await activity.stop()
    expect(kept()).toBe(1)
  })

  it('are in a list at once, and are not announced to it again', async () => {
    log({ path: '/1' }, { path: '/2' })
    expect((await list()).calls.map(({ path }) => path)).toEqual(['/2', '/1'])
    expect(announced).toEqual([])
    log({}, { workspaceId: 'other' })
    await list()
    log({})
    await list({ before: { at: 0, id: 1 } })
    await clock.pass(1_000)
    expect(announced).toEqual([
      ['other', 1],
      [workspaceId, 1]
    ])
  })

  it('are announced at most once a second', async () => {
    log({}, {})
    await clock.pass(500)
    expect(announced).toEqual([[workspaceId, 2]])
    log({}, {})
    await clock.pass(500)
    log({ workspaceId: 'other' })
    await clock.pass(500)
    expect(announced).toHaveLength(1)
    await clock.pass(1_000)
    expect(announced.slice(1)).toEqual([
      [workspaceId, 2],
      ['other', 1]
    ])
  })

  it('are lost where the store fails, but nothing else is', async () => {
    const broken = () => {
      throw new Error('The history stopped.')
    }
    activity = open(promisedCalls(() => ({ ...test.history, addCalls: broken, beginCall: broken })))
    log({})
    const end = await activity.begin(call({ mutation: true }), true)
    await end(call({ mutation: true }))
    expect(failed).toHaveLength(3)
    expect((await list()).calls).toEqual([])
  })
})

describe('a mutation', () => {
  const begun = call({ mutation: true, method: 'DELETE', status: null, error: 'unanswered', tries: 0 })

  it('is on the disk before it leaves, and is listed as unanswered after a kill', async () => {
    log({ path: '/before' })
    await activity.begin(begun)
    expect(onDisk()).toBe(2)
    test.restart()
    activity = open()
    expect((await list()).calls).toMatchObject([
      { method: 'DELETE', mutation: true, status: null, error: 'unanswered' },
      { path: '/before' }
    ])
  })

  it('is on the disk with its outcome when it ended, without any flush', async () => {
    const end = await activity.begin(begun)
    log({ path: '/later' })
    await end({ ...begun, status: 204, error: null, tries: 1 })
    expect(onDisk('WHERE status = 204')).toBe(1)
    expect(kept()).toBe(1)
    expect((await list()).calls.at(-1)).toMatchObject({ method: 'DELETE', status: 204, error: null, tries: 1 })
  })

  it('@fault does not leave where no record can be made of it, unless the operator agreed', async () => {
    const beginCall = () => {
      throw new Error('The history stopped.')
    }
    activity = open(promisedCalls(() => ({ ...test.history, beginCall })))
    await expect(activity.begin(begun)).rejects.toMatchObject({ code: 'not-recorded' })
    await expect(activity.begin(begun, true)).resolves.toBeTypeOf('function')
  })

  it('@fault does not leave where the disk turns out to be full, and reads go on', async () => {
    test.remove()
    test = testHistory({ maxPages: 80 })
    activity = new Activity({ ...partsOf(), unrecorded: () => unrecordedWhy(test.history.keeping()) })
    const filling = () => activity.begin({ ...begun, subject: 'x'.repeat(2_000) })
    let thrown: unknown
    for (let at = 0; thrown === undefined && at < 500; at++)
      thrown = await filling().then(
        () => undefined,
        (error: unknown) => error
      )
    expect(thrown).toMatchObject({
      code: 'not-recorded',
      message: expect.stringContaining('the disk is full') as string
    })
    await expect(activity.begin(begun)).rejects.toMatchObject({ code: 'not-recorded' })
    log({ path: '/read' })
    expect((await list()).calls[0]?.path).toBe('/read')
    await expect(activity.begin(begun, true)).resolves.toBeTypeOf('function')
  })

  it('is kept at its end where its beginning could not be', async () => {
    const beginCall = () => {
      throw new Error('Busy.')
    }
    activity = open(promisedCalls(() => ({ ...test.history, beginCall })))
    const end = await activity.begin(begun, true)
    await end({ ...begun, status: 204, error: null })
    expect((await list()).calls).toMatchObject([{ status: 204 }])
  })
})

describe('what is written', () => {
  it.each([
    ['raw', token],
    ['URL-encoded', [...token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')],
    ['base64', Buffer.from(token).toString('base64')]
  ])('holds no token, %s, in any text', async (_, text) => {
    const everywhere = { path: `/x/${text}/y`, query: text, subject: `Of ${text}.`, forwarded: `GET /${text}` }
    log({ ...everywhere, requestId: text })
    const end = await activity.begin(call({ ...everywhere, mutation: true }))
    await end(call({ ...everywhere, mutation: true, requestId: text }))
    const { calls } = await list()
    expect(calls).toHaveLength(2)
    for (const { path, query, subject, forwarded, requestId } of calls) {
      for (const clean of [path, query, subject, forwarded, requestId]) expect(clean).toContain('[token]')
      expect(path).toMatch(/^\/x\/.*\/y$/)
    }
    test.history.close()
    const disk = readFileSync(test.file, 'latin1')
    test.restart()
    expect(disk).not.toContain(text)
    expect(disk).not.toContain(token)
  })

  it('holds no token that came after others were written', async () => {
    const later = 'ct_live_came_later'
    const path = `/x/${later}`
    log({ path })
    await activity.flush()
    masker.add(later)
    log({ path })
    const end = await activity.begin(call({ path, mutation: true }))
    await end(call({ path, mutation: true }))
    expect((await list()).calls.map((one) => one.path)).toEqual(['/x/[token]', '/x/[token]', path])
  })

  it('survives texts no database likes', async () => {
    log({ subject: `a\u0000b\ud800c ${'x'.repeat(5_000)}`, path: '/\u202eevil' })
    const [kept] = (await list()).calls
    expect(kept?.subject).toMatch(/^a b.c x+$/u)
    expect(kept?.subject).toHaveLength(2_000)
    expect(kept?.path).toBe('/ evil')
  })
})

describe('what the service does not offer', () => {
  const logs = '/api/v1/webhooks/logs'
  const chart = async () => {
    const spans = { since: 0, until: Number.MAX_SAFE_INTEGER, buckets: 1 }
    return (await activity.chart({ workspaceId, filters: {}, ...spans })).buckets[0]
  }

  it.each([
    ['/api/v1/webhooks', 404],
    [logs, 404],
    [logs, 405]
  ])('is an answer where %s is asked for: %i', async (path, status) => {
    log({ asker: 'webhooks', path, query: 'page_size', status })
    expect((await list({ filters: { outcome: 'ok' } })).calls).toMatchObject([{ status, probe: true }])
    expect((await list({ filters: { outcome: 'refused' } })).calls).toEqual([])
    expect(await chart()).toMatchObject({ calls: 1, failed: 0 })
  })

  it.each<[string, Partial<LoggedCall>]>([
    ['where it is one delivery', { path: `${logs}/d1`, query: '', status: 404 }],
    ['where it is a path that only begins alike', { path: '/api/v1/webhooksx', status: 404 }],
    ['in the middle of a walk', { query: 'page_size,cursor', status: 404 }],
    ['where it was refused for another reason', { status: 403 }],
    ['where it failed', { status: 500 }],
    ['where another part of the app asked', { asker: 'connectors', status: 404 }]
  ])('is a failure %s', async (_, change) => {
    log({ asker: 'webhooks', path: logs, query: 'page_size', ...change })
    expect((await list()).calls).toMatchObject([{ probe: false }])
    expect(await chart()).toMatchObject({ calls: 1, failed: 1 })
  })
})

describe('asking', () => {
  it('pages through all, with the total of all', async () => {
    log(...Array.from({ length: 25 }, (_, index) => ({ path: `/${index}` })))
    const first = await list({ limit: 20 })
    const second = await list({ limit: 20, before: first.next })
    expect([first.calls.length, first.total, second.calls.length, second.next]).toEqual([20, 25, 5, null])
    expect(second.calls.at(-1)?.path).toBe('/0')
  })

  it('charts what a filter leaves', async () => {
    log({ at: 0, durationMs: 50, waitedMs: 20 }, { at: 60, region: 'eu' }, { at: 60 }, { at: 100 })
    const spans = { since: 0, until: 100, buckets: 2 }
    const { buckets } = await activity.chart({ workspaceId, filters: { region: 'default' }, ...spans })
    expect(buckets).toMatchObject([
      { at: 0, calls: 1, median: 30, p95: 30 },
      { at: 50, calls: 1 }
    ])
  })
})

describe('an export', () => {
  const every = { workspaceId, filters: {}, format: 'csv' as const }
  const none = async () => new Map()

  it('@attack is CSV whose cells no spreadsheet runs', async () => {
    log({ at: 0, subject: '=HYPERLINK("http://x")', path: '/a,b', status: null, error: 'timeout' })
    const { text, calls } = await activity.export(every, none)
    expect(calls).toBe(1)
    expect(text.startsWith('\ufefftime,region,view,method,path,')).toBe(true)
    expect(text.split('\r\n')[1]).toBe(
      `1970-01-01T00:00:00.000Z,default,connectors,GET,"/a,b",,,"'=HYPERLINK(""http://x"")",,timeout,1,0,0,20,2,,false,,,false,,,,`
    )
  })

  it('is JSON that reads back, of all that a filter leaves, also where it is nothing', async () => {
    log(...Array.from({ length: 5_001 }, (_, index) => ({ at: index, mutation: index === 7 })))
    const all = await activity.export({ ...every, format: 'json' }, none)
    expect(JSON.parse(all.text)).toHaveLength(5_001)
    const one = await activity.export({ ...every, format: 'json', filters: { mutationsOnly: true } }, none)
    expect(JSON.parse(one.text)).toMatchObject([{ time: '1970-01-01T00:00:00.007Z', mutation: true }])
    const nothing = await activity.export({ ...every, format: 'json', filters: { region: 'eu' } }, none)
    expect([nothing.calls, JSON.parse(nothing.text)]).toEqual([0, []])
  })
})

it('tells once of what was under way when the app ended, by what it was about', async () => {
  const change = { ...callRow(), workspaceId, mutation: true, status: null, error: 'unanswered' }
  await activity.begin({ ...change, connectorKey: '', subject: `Delete connector Acme ${token}` })
  const end = await activity.begin({ ...change, connectorKey: '', method: 'POST', path: '/api/v1/passthrough' })
  await end({ ...change, connectorKey: '', status: 200, error: null })
  for (let at = 0; at < 6; at++) await activity.begin({ ...change, connectorKey: '', method: 'PUT', path: `/x/${at}` })
  const next = open()
  expect(await next.cutOffWords()).toBe(
    'The app quit last time while 7 changes were in progress. PUT /x/5; PUT /x/4; PUT /x/3; PUT /x/2; PUT /x/1, and 2 more. Each may or may not have been carried out, and is not sent again. Check the connectors; Activity has the records.'
  )
  expect(await next.cutOffWords()).toBeNull()
  await next.begin({ ...change, connectorKey: '', subject: `Delete connector Acme ${token}` })
  expect(await open().cutOffWords()).toMatch(
    /while a change was in progress\. Delete connector Acme \[token\]: [A-Z]+ \/.*\. Each/
  )
})
