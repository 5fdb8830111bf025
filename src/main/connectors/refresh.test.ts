import { describe, expect, it } from 'vitest'
import type { ConnectorRow } from '../../shared/connectors/connector'
import type { RefreshProgress } from '../../shared/connectors/refresh'
import { cancelled } from '../base/clock'
import type { TransportRequest } from '../http/transport'
import { FakeClock, scripted, target, testClient, type Scripted } from '../testing/fakes'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { refreshConnectors } from './refresh'

type ByCategory = Record<string, Scripted[]>

function page(cursor: string | null, ...ids: string[]): Scripted {
  return { json: { cursor, page_size: ids.length, items: ids.map((id) => ({ id, connector_token: `ct-${id}` })) } }
}

/** @param stuck the cursor whose page never comes */
function setUp(script: ByCategory, drawing?: () => Promise<unknown>, stuck?: string) {
  const clock = new FakeClock()
  const controller = new AbortController()
  const rows: ConnectorRow[] = []
  const reported: RefreshProgress[] = []
  const answered = scripted(({ url }) => {
    const category = url.pathname.split('/')[2] ?? ''
    return script[category]?.shift() ?? page(null)
  })
  let stuckAsked = false
  const never = ({ mark, signal }: TransportRequest) => {
    stuckAsked = true
    mark?.('sent')
    return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(cancelled())))
  }
  const transport = (request: TransportRequest) =>
    request.url.searchParams.get('cursor') === stuck ? never(request) : answered(request)
  const run = () =>
    refreshConnectors(
      { client: testClient(transport, clock), clock, tokens: new ConnectorTokens() },
      {
        target,
        signal: controller.signal,
        onRows: (more) => rows.push(...more),
        onProgress: (progress) => reported.push(progress),
        ...(drawing && { drawing })
      }
    )
  return { run, rows, reported, controller, clock, transport: answered, stuckAsked: () => stuckAsked }
}

const part = (progress: RefreshProgress, category: string) =>
  progress.categories.find((one) => one.category === category)

describe('walkConnectors', () => {
  it('walks all categories to their ends and counts what it found', async () => {
    const { run, rows, reported } = setUp({
      hris: [page('h1', 'a', 'b'), page('h2'), page(null, 'c', 'a')],
      ats: [page(null, 'a')]
    })
    const result = await run()
    expect(rows.map(({ key }) => key).sort()).toEqual(['ATS:a', 'HRIS:a', 'HRIS:a', 'HRIS:b', 'HRIS:c'])
    expect(part(result, 'HRIS')).toMatchObject({ state: 'done', pages: 3, items: 4, emptyPages: 1, repeated: 1 })
    expect(part(result, 'ATS')).toMatchObject({ state: 'done', pages: 1, items: 1, repeated: 0 })
    expect(result.finishedAt).not.toBeNull()
    expect(reported[0]?.finishedAt).toBeNull()
  })

  it('lets a category fail alone, with page and endpoint, and keeps what it brought', async () => {
    const { run, rows } = setUp({
      hris: [page('h1', 'a'), { status: 200, body: Buffer.from('<html>') }],
      lms: [{ status: 403, json: { detail: 'No LMS' } }],
      ats: [page(null, 'x')]
    })
    const result = await run()
    expect(part(result, 'HRIS')).toMatchObject({
      state: 'failed',
      items: 1,
      error: { code: 'bad-response', page: 2, endpoint: 'GET /api/hris/v1/connectors' }
    })
    expect(part(result, 'LMS')).toMatchObject({ state: 'failed', error: { code: 'forbidden', detail: 'No LMS' } })
    expect(part(result, 'ATS')?.state).toBe('done')
    expect(rows).toHaveLength(2)
  })

  it('fails a category whose page breaks within an item, with page and endpoint, and keeps what came before', async () => {
    const broken = Buffer.from('{"cursor":null,"items":[{"id":"b"},{"id":}]}')
    const { run, rows } = setUp({ hris: [page('h1', 'a'), { status: 200, body: broken }] })
    expect(part(await run(), 'HRIS')).toMatchObject({
      state: 'failed',
      items: 1,
      error: { code: 'bad-response', page: 2, endpoint: 'GET /api/hris/v1/connectors' }
    })
    expect(rows.map(({ key }) => key)).toEqual(['HRIS:a'])
  })

  it('returns all others where an item is not a connector record, and fails at the end naming its page', async () => {
    const odd = { json: { cursor: 'h2', items: [null, { id: 17 }, { id: 'b' }, []] } }
    const { run, rows } = setUp({ hris: [page('h1', 'a'), odd, page('h3'), page(null, 'c')] })
    const result = await run()
    expect(rows.map(({ key }) => key)).toEqual(['HRIS:a', 'HRIS:b', 'HRIS:c'])
    expect(part(result, 'HRIS')).toMatchObject({
      state: 'failed',
      pages: 4,
      items: 3,
      emptyPages: 1,
      error: { code: 'bad-response', page: 2, endpoint: 'GET /api/hris/v1/connectors' }
    })
  })

  it('shows a wait while it lasts', async () => {
    const { run, reported, clock } = setUp({
      hris: [{ status: 429, headers: { 'retry-after': '12' } }, page(null, 'a')]
    })
    const start = clock.time
    const result = await run()
    const waiting = reported.map((one) => part(one, 'HRIS')).find((one) => one?.state === 'waiting')
    expect(waiting?.wait).toMatchObject({ until: start + 12_000, reason: 'rate-limit' })
    expect(part(result, 'HRIS')).toMatchObject({ state: 'done', waits: 1 })
    expect(part(result, 'HRIS')).not.toHaveProperty('wait')
  })

  it('keeps why a try failed until a later one succeeds', async () => {
    const { run, reported } = setUp({ hris: [{ status: 503 }, { status: 502 }, page('h1', 'a'), page(null, 'b')] })
    const result = await run()
    const statuses = reported.map((one) => part(one, 'HRIS')?.failure?.error.status)
    const changes = statuses.filter((status, at) => at === 0 || status !== statuses[at - 1])
    expect(changes).toEqual([undefined, 503, 502, undefined])
    expect(part(result, 'HRIS')).toMatchObject({ state: 'done', waits: 2 })
  })

  it('drops a page that arrives after a cancel, and reports nothing more', async () => {
    const { run, rows, reported, controller, transport } = setUp({ hris: [page('h1', 'a'), page(null, 'b')] })
    const walking = run()
    controller.abort()
    const before = reported.length
    const result = await walking
    expect(result.categories.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(rows).toEqual([])
    expect(reported).toHaveLength(before)
    expect(transport.requests.length).toBeLessThanOrEqual(3)
  })

  it('counts what is not a record, and loses no row to a token that is called like a field', async () => {
    const items = [{ id: 'a', connector_token: 'id' }, {}, { id: 'b', connector_token: 'id' }, 7, { id: 'c' }]
    const { run, rows } = setUp({ hris: [{ json: { cursor: null, page_size: 5, items } }] })
    const said = '2 items of the list are not connector records: they have no id. The others are shown.'
    expect(part(await run(), 'HRIS')).toMatchObject({ state: 'failed', items: 3, error: { message: said, page: 1 } })
    expect(rows.map(({ key, record }) => [key, record.id])).toEqual([
      ['HRIS:a', 'a'],
      ['HRIS:b', 'b'],
      ['HRIS:c', 'c']
    ])
  })

  it('fails a page with an item that is not a record rather than leave it out', async () => {
    const { run } = setUp({ hris: [{ json: { cursor: null, page_size: 1, items: [{ id: 'a' }, 'b'] } }] })
    expect(part(await run(), 'HRIS')).toMatchObject({ state: 'failed', error: { code: 'bad-response' } })
  })
})

describe('while the window draws the first rows', () => {
  const pages = (many: number) =>
    Array.from({ length: many }, (_, at) => page(at + 1 < many ? `h${at + 1}` : null, `p${at + 1}`))
  function drawn() {
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    return { drawing: () => ended, end: () => end() }
  }
  const keys = (rows: readonly ConnectorRow[]) => rows.map(({ key }) => key)
  const inOrder = (many: number) => Array.from({ length: many }, (_, at) => `HRIS:p${at + 1}`)

  it('later pages are fetched, up to a few, and come in order after it', async () => {
    const { drawing, end } = drawn()
    const { run, rows, transport } = setUp({ hris: [page('h0'), ...pages(20)] }, drawing)
    const running = run()
    const fetched = () => transport.requests.filter(({ url }) => url.pathname.includes('/hris/')).length
    // An empty page and the first with rows, the eight that wait, the one after them, and what the fetch asks ahead.
    await expect.poll(fetched).toBe(12)
    expect(keys(rows)).toEqual(['HRIS:p1'])
    end()
    expect(part(await running, 'HRIS')).toMatchObject({ state: 'done', pages: 21, items: 20 })
    expect(keys(rows)).toEqual(inOrder(20))
  })

  it('a page that never comes holds up none before it', async () => {
    const { drawing, end } = drawn()
    const { run, rows, controller } = setUp({ hris: pages(3) }, drawing, 'h2')
    const running = run()
    end()
    await expect.poll(() => keys(rows)).toEqual(inOrder(2))
    controller.abort()
    expect(part(await running, 'HRIS')).toMatchObject({ state: 'cancelled' })
  })

  it('a page that fails is told after those before it, drawn or not', async () => {
    const { drawing } = drawn()
    const { run, rows } = setUp({ hris: [...pages(4).slice(0, 3), { status: 403, json: { detail: 'No' } }] }, drawing)
    expect(part(await run(), 'HRIS')).toMatchObject({ state: 'failed', error: { page: 4 } })
    expect(keys(rows)).toEqual(inOrder(3))
  })

  it('a page that cannot be read is told at once, while a later one has not come', async () => {
    const { drawing, end } = drawn()
    const broken = { status: 200, body: Buffer.from('{"cursor":"h2","items":[{"id":}]}') }
    const { run, rows, stuckAsked } = setUp({ hris: [...pages(2).slice(0, 1), broken] }, drawing, 'h2')
    const running = run()
    await expect.poll(stuckAsked).toBe(true)
    end()
    expect(part(await running, 'HRIS')).toMatchObject({ state: 'failed', error: { page: 2 } })
    expect(keys(rows)).toEqual(inOrder(1))
  })

  it('the end of the list waits for nothing', async () => {
    const { drawing } = drawn()
    const { run, rows } = setUp({ hris: pages(4) }, drawing)
    expect(part(await run(), 'HRIS')).toMatchObject({ state: 'done', pages: 4 })
    expect(keys(rows)).toEqual(inOrder(4))
  })
})
