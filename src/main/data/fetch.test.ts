import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FetchProgress } from '../../shared/data/collection'
import { AppError } from '../../shared/errors'
import { FakeClock } from '../testing/fakes'
import { fetchOf } from './page-request'
import { notKept } from './check-request'
import { asking, idOf, key, listing, page, path, people, place, testData, type TestData } from './testing'

let test: TestData
afterEach(() => test.remove())

async function fetched(...setUp: Parameters<typeof testData>): Promise<FetchProgress> {
  test = await testData(...setUp)
  const { opened, ended } = await test.fetch()
  await ended
  return opened.fetch.progress
}
const rows = (from: number, count: number, columns: string[] = []) =>
  test.collections.rows({ fetchId: idOf(1), from, count, columns })

describe('a request', () => {
  it.each([
    ['path', { path: '/other/v1' }],
    ['path', { path: '/api/../v1' }],
    ['path', { path: '/api/hris/%2e%2E/v1' }],
    ['path', { path: '/api//v1' }],
    ['path', { path: '/api/v1/x?y=1' }],
    ['path', { path: '/api/v1/x\r\ny' }],
    ['path', { path: `/api/v1/${notKept}/x` }],
    ['pageSize', { pageSize: 201 }],
    ['pageSize', { pageSize: 0 }],
    ['pageSize', { pageSize: 1.5 }],
    ['pageSize', { path: '/api/v1/webhooks/logs', connectorKey: null, pageSize: 51 }],
    ['pageSize', { path: '/api/v1/webhooks', connectorKey: null, pageSize: 101 }],
    ['connectorKey', { connectorKey: null }],
    ['connectorKey', { connectorKey: 'CRM:1' }],
    ['params.cursor', { params: { cursor: 'x' } }],
    ['params.page_size', { params: { page_size: '1' } }],
    ['params.ids', { params: { ids: notKept } }]
  ])('is refused before anything is sent, at %s: %j', async (field, request) => {
    test = await testData(listing(1))
    await expect(test.begin(request)).rejects.toMatchObject({
      code: 'invalid-input',
      info: { fields: { [field]: expect.any(String) } }
    })
    expect(test.asked).toEqual([])
  })

  it('says in the activity what its pages are of', async () => {
    await fetched(listing(60))
    const subjects = test.logged.map(({ subject }) => subject)
    expect(subjects).toEqual(['Fetch Employees (HRIS)', 'Fetch Employees (HRIS)'])
    expect(fetchOf(path, 'Acme')).toBe('Fetch Employees (HRIS) of Acme')
    expect(fetchOf('/api/hris/v1/typed', '')).toBe('Fetch /api/hris/v1/typed')
  })

  it('goes with the connector’s token, and its parameters stay for the whole walk', async () => {
    test = await testData(listing(120))
    const params = { modified_after: '2026-03-01T00:00:00', expand: 'manager[first_name,last_name]' }
    const { ended } = await test.fetch({ params })
    await ended
    expect(test.asked.map(({ query: { cursor: _, ...rest } }) => rest)).toEqual(
      Array.from({ length: 3 }, () => ({ ...params, page_size: '50' }))
    )
    expect(new Set(test.asked.map(({ token }) => token))).toEqual(new Set(['connector-secret-1']))
  })
})

describe('a walk', () => {
  it('counts pages, items, short and empty pages, repeats and items without an id', async () => {
    const pages = [page('a', people(0, 50)), page('b', people(49, 3)), page('c', []), page(null, [{ x: 1 }, 7])]
    const progress = await fetched(({ number }) => pages[number - 1] ?? page(null, []))
    expect(progress).toMatchObject({
      state: 'done',
      pages: 4,
      items: 55,
      repeated: 1,
      withoutId: 2,
      shortPages: 1,
      emptyPages: 1,
      columns: ['id', 'name.first', 'team', 'x', 'value'],
      error: null
    })
    expect(progress.finishedAt).not.toBeNull()
    const { rows: got } = await rows(49, 3, ['id', 'x'])
    expect(got).toEqual([
      { index: 49, page: 1, id: 'e49', repeated: false, cells: ['e49', null] },
      { index: 50, page: 2, id: 'e49', repeated: true, cells: ['e49', null] },
      { index: 51, page: 2, id: 'e50', repeated: false, cells: ['e50', null] }
    ])
    expect((await rows(53, 9, ['x', 'value'])).rows.map(({ cells }) => cells)).toEqual([
      ['1', null],
      [null, '7']
    ])
    expect(await rows(55, 10)).toEqual({ total: 55, rows: [] })
  })

  it('reports a few times only, the end last', async () => {
    const progress = await fetched(listing(500, 5))
    expect(progress.pages).toBe(100)
    const seconds = ((progress.finishedAt ?? 0) - progress.startedAt) / 1_000
    expect(test.reported.length).toBeLessThanOrEqual(seconds * 5 + 3)
    expect(test.reported.at(-1)).toEqual(progress)
    expect(test.reported.slice(0, -1).every(({ finishedAt }) => finishedAt === null)).toBe(true)
  })

  it('counts waits and retries', async () => {
    const limited = { status: 429, headers: { 'retry-after': '3' }, json: { detail: 'Slow down' } }
    const answers = [limited, { status: 503, json: { detail: 'Later' } }, page(null, people(0, 1))]
    const progress = await fetched(({ number }) => answers[number - 1] ?? limited, { clock: new FakeClock() })
    expect(progress).toMatchObject({ state: 'done', retries: 2, waits: 2, items: 1 })
    expect(progress.waitedMs).toBeGreaterThanOrEqual(3_000)
    expect(test.reported.some(({ state, wait }) => state === 'waiting' && wait?.source === 'retry-after')).toBe(true)
    expect(progress.wait).toBeUndefined()
  })

  it.each([
    ['a loop of one', () => 'same', 'cursor-loop'],
    ['a loop of seven', (number: number) => `c${number % 7}`, 'cursor-loop'],
    ['a number', () => 7, 'bad-response'],
    ['an object', () => ({}), 'bad-response'],
    ['true', () => true, 'bad-response'],
    ['1 MB', () => 'x'.repeat(1_000_000), 'bad-response']
  ])('ends at a cursor that is %s, and keeps what came', async (_, cursorOf, code) => {
    const progress = await fetched(({ number }) => page(cursorOf(number), people(number * 10, 2)))
    expect(progress).toMatchObject({ state: 'failed', error: { code, endpoint: `GET ${path}` } })
    expect((await rows(0, 500)).rows).toHaveLength(progress.items)
  })

  it('sends back a cursor with line breaks and ampersands as it came', async () => {
    const odd = 'a&x=1\r\nX-Evil: 1#%26+ é'
    const progress = await fetched(({ query }) => page(query['cursor'] === undefined ? odd : null, people(0, 1)))
    expect(progress.state).toBe('done')
    expect(test.asked[1]?.query).toEqual({ page_size: '50', cursor: odd })
  })

  it('says after a 403 which category the token belongs to, with the service’s words', async () => {
    test = await testData(() => ({ status: 403, json: { detail: 'Wrong category' } }))
    const { opened, ended } = await test.fetch({ path: '/api/ats/v1/candidates' })
    await ended
    expect(opened.fetch.progress.error).toMatchObject({
      code: 'forbidden',
      detail: 'Wrong category',
      message: expect.stringContaining('belongs to HRIS, and this collection to ATS')
    })
  })

  it('shows a 422 at its parameter', async () => {
    const detail = [{ loc: ['query', 'expand'], msg: 'unknown relation', type: 'value_error' }]
    expect(await fetched(() => ({ status: 422, json: { detail } }))).toMatchObject({
      state: 'failed',
      error: { code: 'validation', fields: { 'params.expand': 'unknown relation' } }
    })
  })
})

describe('pause, resume and cancel', () => {
  it('holds after the page it is on and goes on with the same cursor', async () => {
    test = await testData(listing(150))
    const opened = await test.begin()
    expect(test.collections.pause(idOf(1), true).state).toBe('paused')
    const ended = opened.run()
    while (opened.fetch.progress.items < 50) await opened.fetch.moved.next()
    expect(test.asked).toHaveLength(1)
    expect(test.collections.pause(idOf(1), false).state).toBe('walking')
    await ended
    expect(test.asked.map(({ query }) => query['cursor'])).toEqual([undefined, '50', '100'])
    expect(opened.fetch.progress).toMatchObject({ state: 'done', items: 150 })
  })

  it.each(['paused', 'asking', 'waiting'])('ends it while it is %s', async (when) => {
    const controller = new AbortController()
    const clock = new FakeClock()
    clock.duringNap = () => controller.abort()
    const limited = { status: 429, headers: { 'retry-after': '60' }, json: {} }
    const never = new Promise<void>(() => undefined)
    test = await testData(
      ({ number }) => {
        if (number === 1) return page('next', people(0, 1))
        if (when === 'asking') setImmediate(() => controller.abort())
        return when === 'asking' ? { after: never } : limited
      },
      { clock }
    )
    const opened = await test.begin({}, 1, controller.signal)
    if (when === 'paused') opened.fetch.pause(true)
    const ended = opened.run()
    while (opened.fetch.progress.items < 1) await opened.fetch.moved.next()
    if (when === 'paused') controller.abort()
    await ended
    expect(opened.fetch.progress).toMatchObject({ state: 'cancelled', items: 1, error: null })
    expect((await rows(0, 10)).total).toBe(1)
  })
})

describe('a walk that was cut off', () => {
  const resume = (signal = new AbortController().signal) => test.collections.reopen(idOf(1), signal)

  it('waits for nothing any more, also where its next page did', async () => {
    test = await testData(({ number }) =>
      number === 1 ? page('a', people(0, 50)) : { status: 429, headers: { 'retry-after': '60' }, json: {} }
    )
    const opened = await test.begin()
    vi.spyOn(opened.fetch.spill, 'append').mockImplementation(async () => {
      await expect.poll(() => opened.fetch.progress.wait).toBeDefined()
      throw new AppError('disk-full', 'The disk is full.')
    })
    await opened.run()
    const { state, wait, waitedMs } = opened.fetch.progress
    expect({ state, wait }).toEqual({ state: 'failed', wait: undefined })
    expect(opened.fetch.progress.waitedMs).toBe(waitedMs)
  })

  it.each([400, 502])('by a %i goes on with its last cursor, and no row comes twice', async (status) => {
    const whole = listing(150)
    let broken = true
    test = await testData((ask) => (broken && ask.number > 2 ? { status, json: {} } : whole(ask)), {
      clock: new FakeClock()
    })
    const { opened, ended } = await test.fetch()
    await ended
    expect(opened.fetch.progress).toMatchObject({ state: 'failed', resumable: true, items: 100, error: { page: 3 } })
    broken = false
    const before = test.asked.length
    const again = resume()
    expect(again.fetch.progress).toMatchObject({ state: 'walking', resumable: false, error: null, finishedAt: null })
    await again.run()
    expect(test.asked.slice(before).map(({ query }) => query['cursor'])).toEqual(['100'])
    expect(opened.fetch.progress).toMatchObject({ state: 'done', resumable: false, pages: 3, items: 150, repeated: 0 })
    expect((await rows(0, 500)).rows.map(({ index }) => index)).toEqual(Array.from({ length: 150 }, (_, at) => at))
  })

  it('by a cancel in a pause goes on with the page after the one it has, and can be cancelled again', async () => {
    test = await testData(listing(150))
    const controller = new AbortController()
    const opened = await test.begin({}, 1, controller.signal)
    opened.fetch.pause(true)
    const ended = opened.run()
    while (opened.fetch.progress.items < 50) await opened.fetch.moved.next()
    controller.abort()
    await ended
    expect(opened.fetch.progress).toMatchObject({ state: 'cancelled', resumable: true })
    const other = new AbortController()
    const again = resume(other.signal)
    other.abort()
    await again.run()
    expect(opened.fetch.progress).toMatchObject({ state: 'cancelled', items: 50 })
    await resume().run()
    expect(opened.fetch.progress).toMatchObject({ state: 'done', items: 150, repeated: 0 })
  })

  it('before its first page came begins again instead', async () => {
    expect(await fetched(() => ({ status: 400, json: {} }))).toMatchObject({ state: 'failed', resumable: false })
  })

  it('by a bad cursor, or one that came to its end, does not go on', async () => {
    const looped = await fetched(({ number }) => page('same', people(number * 10, 2)))
    expect(looped).toMatchObject({ state: 'failed', resumable: false })
    expect(() => resume()).toThrow(expect.objectContaining({ code: 'outdated' }))
    await test.remove()
    expect(await fetched(listing(10))).toMatchObject({ state: 'done', resumable: false })
    expect(() => resume()).toThrow(expect.objectContaining({ code: 'outdated' }))
  })
})

describe('what is kept on disk', () => {
  it('is sealed, readable by its owner only, and gone when the walk is closed', async () => {
    await fetched(listing(100))
    const file = join(test.spillFolder, `${idOf(1)}.spill`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file).length).toBeGreaterThan(5_000)
    expect(readFileSync(file, 'latin1')).not.toContain('First 1')
    await test.collections.close(idOf(1))
    expect(test.spills()).toEqual([])
    await expect(async () => rows(0, 1)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('holds no token, wherever an item repeats one; nor does what is shown', async () => {
    const tokens = ['bearer-secret-1', 'connector-secret-1', 'connector-secret-2']
    const item = {
      id: '1',
      connector_token: tokens[2],
      note: `${tokens[0]} ${tokens[1]} ${tokens[2]}`,
      [tokens[1] ?? '']: 1
    }
    const { columns } = await fetched(() => page(null, [item]))
    const { rows: got } = await rows(0, 1, ['connector_token', 'note'])
    await test.collections.openRecord(idOf(1), 0)
    const shown = JSON.stringify([got, columns, test.bodies, test.reported])
    expect(tokens.filter((token) => shown.includes(token))).toEqual([])
    expect(got[0]?.cells[0]).toBe('[token]')
  })

  it('remembers a walk without what may name people', async () => {
    test = await testData(listing(100))
    const { ended } = await test.fetch({ params: { ids: 'e1,e2', expand: 'manager', typed: 'by hand' } })
    const begun = test.desk.pastFetches(place)
    await ended
    const request = { ...asking, params: { ids: notKept, expand: 'manager', typed: notKept } }
    expect(begun).toMatchObject([{ fetchId: idOf(1), request, state: 'walking', finishedAt: null }])
    await test.collections.close(idOf(1))
    const { open, past } = await test.collections.list(place)
    expect(open).toEqual([])
    expect(past).toMatchObject([{ request, state: 'done', pages: 2, items: 100 }])
  })

  it('remembers no token that was typed into a path or a parameter', async () => {
    test = await testData(listing(1))
    const path = '/api/hris/v1/of/connector-secret-1/employees'
    const params = { expand: 'connector-secret-1', model: 'employee', 'x-bearer-secret-1': '1' }
    const { ended } = await test.fetch({ path, params })
    await ended
    expect(test.asked[0]).toMatchObject({ path, query: params })
    const [past] = test.desk.pastFetches(place)
    expect(JSON.stringify(past)).not.toContain('secret')
    expect(past?.request).toMatchObject({
      path: `/api/hris/v1/of/${notKept}/employees`,
      params: { expand: notKept, model: 'employee', [`x-${notKept}`]: notKept }
    })
    await expect(test.begin(past?.request, 2)).rejects.toMatchObject({
      info: { fields: { path: 'A part of this path was a token and was not kept. Enter it again.' } }
    })
  })

  it('is removed with its workspace, also while it walks', async () => {
    test = await testData(listing(500))
    const { ended } = await test.fetch()
    await test.collections.forgetWorkspace(idOf(99))
    expect(test.spills()).toHaveLength(1)
    await test.collections.forgetWorkspace(place.workspaceId)
    await ended
    expect(test.spills()).toEqual([])
  })

  it('does not begin where its workspace is removed meanwhile', async () => {
    test = await testData(listing(500))
    const beginning = test.begin()
    await test.collections.forgetWorkspace(place.workspaceId)
    await expect(beginning).rejects.toMatchObject({ code: 'cancelled' })
    expect(test.spills()).toEqual([])
    expect(test.asked).toEqual([])
  })

  it('is listed while it is open, in its place only', async () => {
    await fetched(listing(10))
    const { open, past } = await test.collections.list(place)
    expect(open.map(({ fetchId, request }) => [fetchId, request.connectorKey])).toEqual([[idOf(1), key]])
    expect(past).toEqual([])
    expect((await test.collections.list({ ...place, region: 'eu' })).open).toEqual([])
  })
})
