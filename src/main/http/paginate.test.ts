import { describe, expect, it } from 'vitest'
import { Jobs } from '../base/jobs'
import { FakeClock, scripted, target, testClient, type Scripted } from '../testing/fakes'
import { paginate, type Paging, type FetchedPage } from './paginate'
import { PagePosition } from './page-position'

const path = '/api/hris/v1/connectors'

function page(cursor: unknown, items: unknown = [{ id: 'a' }]): Scripted {
  return { json: { cursor, page_size: 1, items } }
}

function paging(
  answers: Scripted[] | Parameters<typeof scripted>[0],
  options: Partial<Paging> = {},
  clock = new FakeClock()
) {
  const transport = scripted(answers)
  const signal = new AbortController().signal
  const pages = paginate(testClient(transport, clock), target, {
    asker: 'connectors',
    path,
    pageSize: 200,
    signal,
    ...options
  })
  const query = (index: number) => Object.fromEntries(transport.requests[index]?.url.searchParams ?? [])
  return { pages, transport, query, clock }
}

async function all(pages: AsyncGenerator<FetchedPage>): Promise<FetchedPage[]> {
  const list: FetchedPage[] = []
  for await (const one of pages) list.push(one)
  return list
}

describe('rule 1: page_size first, then the cursor verbatim', () => {
  it('sends them so, whatever the cursor holds', async () => {
    const odd = 'eyJ+/=& é%2F?#"\u2028\r\nx: y&x=1\0'
    const { pages, query } = paging([page(odd), page(null)])
    await all(pages)
    expect(query(0)).toEqual({ page_size: '200' })
    expect(query(1)).toEqual({ page_size: '200', cursor: odd })
  })

  it.each([0, 201, 1.5, -1, Number.NaN])('refuses a page size of %d before asking', async (pageSize) => {
    const { pages, transport } = paging([page(null)], { pageSize })
    await expect(all(pages)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(transport.requests).toHaveLength(0)
  })

  it.each([1, 200])('takes a page size of %d', async (pageSize) => {
    const { pages, query } = paging([page(null)], { pageSize })
    await all(pages)
    expect(query(0)['page_size']).toBe(String(pageSize))
  })
})

describe('rule 2: every other parameter stays', () => {
  it('even when the caller changes its filters meanwhile', async () => {
    const filters = { is_active: true, origin_id: 'o-1' }
    const { pages, query } = paging([page('c1'), page('c2'), page(null)], { filters })
    await pages.next()
    filters.origin_id = 'o-2'
    await all(pages)
    for (const index of [0, 1, 2])
      expect(query(index)).toMatchObject({ is_active: 'true', origin_id: 'o-1', page_size: '200' })
  })
})

describe('rule 3: only a null cursor ends the walk', () => {
  it('goes on after short and empty pages', async () => {
    const { pages } = paging([page('c1', []), page('c2', [{ id: 'a' }]), page('c3', []), page(null, [{ id: 'b' }])])
    const got = await all(pages)
    expect(got.map(({ items }) => items.length)).toEqual([0, 1, 0, 1])
    expect(got.map(({ last }) => last)).toEqual([false, false, false, true])
  })

  it('ends at null though the page is full', async () => {
    const { pages, transport } = paging([
      page(
        null,
        Array.from({ length: 200 }, (_, id) => ({ id: String(id) }))
      )
    ])
    expect((await all(pages))[0]?.items).toHaveLength(200)
    expect(transport.requests).toHaveLength(1)
  })

  it.each([
    ['missing', undefined],
    ['a number', 7],
    ['a boolean', true],
    ['empty', ''],
    ['an array', ['c2']],
    ['an object', {}]
  ])('@attack takes a cursor that is %s for no end but for a fault, and names it', async (kind, cursor) => {
    const { pages } = paging([page('c1'), page(cursor)])
    await expect(all(pages)).rejects.toMatchObject({
      code: 'bad-response',
      message: expect.stringContaining(`cursor is ${kind}`),
      info: { page: 2, endpoint: `GET ${path}` }
    })
  })
})

describe('rule 4: the cursor is opaque', () => {
  it('@attack is not read: a cursor that looks like a number, a date or base64 is sent as it came', async () => {
    const cursors = ['0100', '2026-03-01T00:00:00Z', 'b2Zmc2V0OjEw']
    const { pages, query } = paging([...cursors.map((cursor) => page(cursor)), page(null)])
    await all(pages)
    expect([1, 2, 3].map((index) => query(index)['cursor'])).toEqual(cursors)
  })

  it.each([1, 2, 7])(
    '@attack is a loop when it comes again with period %i, and what came before it is kept',
    async (period) => {
      let count = 0
      const { pages, transport } = paging(() => page(`c${count++ % period}`, [{ id: String(count) }]))
      const got: FetchedPage[] = []
      const walking = (async () => {
        for await (const one of pages) got.push(one)
      })()
      await expect(walking).rejects.toMatchObject({ code: 'cursor-loop', info: { page: period + 1 } })
      expect(got).toHaveLength(period + 1)
      expect(transport.requests).toHaveLength(period + 1)
    }
  )

  it('is refused where it cannot be sent back as it came', async () => {
    await expect(all(paging([page('c\ud800')]).pages)).rejects.toMatchObject({ code: 'bad-response' })
  })

  it('is refused when it is too long to be sent back', async () => {
    await expect(all(paging([page('x'.repeat(8_192)), page(null)]).pages)).resolves.toHaveLength(2)
    await expect(all(paging([page('x'.repeat(1_000_000))]).pages)).rejects.toMatchObject({ code: 'bad-response' })
  })
})

describe('rule 5: no total, no page number', () => {
  it('does not believe page_size, whatever it says', async () => {
    const answer = (cursor: string | null): Scripted => ({ json: { cursor, page_size: 'all', items: [{ id: 'a' }] } })
    expect(await all(paging([answer('c1'), answer(null)]).pages)).toHaveLength(2)
  })

  it('asks with no page number', async () => {
    const { pages, query } = paging([page('c1'), page(null)])
    await all(pages)
    expect(Object.keys(query(1)).sort()).toEqual(['cursor', 'page_size'])
  })
})

describe('rule 6: a 429 asks for the same cursor again', () => {
  it.each([
    ['seconds', { 'retry-after': '3' }],
    ['a date', { 'retry-after': 'Sun, 01 Mar 2026 12:00:03 GMT' }]
  ])('after the wait given in %s', async (_, headers) => {
    const { pages, query, clock } = paging([page('c1'), { status: 429, headers }, page('c2'), page(null)])
    expect(await all(pages)).toHaveLength(3)
    expect([1, 2, 3].map((index) => query(index)['cursor'])).toEqual(['c1', 'c1', 'c2'])
    expect(clock.naps).toEqual([3_000])
  })
})

describe('rules 7 and 8: modified_after, expand and include_raw_data are filters like others', () => {
  it('goes with every page', async () => {
    const filters = { modified_after: '2026-03-01T00:00:00Z', expand: 'manager[first_name]', include_raw_data: true }
    const { pages, query } = paging([page('c1'), page(null)], { filters })
    await all(pages)
    expect(query(1)).toMatchObject({ ...filters, include_raw_data: 'true' })
  })
})

describe('limits and faults', () => {
  it('throws when a limit is exceeded: nothing partial looks whole', async () => {
    let count = 0
    const endless = () => paging(() => page(`c${count++}`), { maxPages: 5 })
    await expect(all(endless().pages)).rejects.toMatchObject({ code: 'too-large', info: { page: 6 } })
    const many = paging(() => page(`c${count++}`, [1, 2, 3]), { maxItems: 7 })
    await expect(all(many.pages)).rejects.toMatchObject({ code: 'too-large', info: { page: 3 } })
  })

  it.each([
    ['items are no list', { cursor: null, page_size: 0, items: {} }],
    ['there are no items', { cursor: null, page_size: 0 }],
    ['the body is a list', []],
    ['the body is null', null]
  ])('says where and what when %s', async (_, json) => {
    await expect(all(paging([page('c1'), { json }]).pages)).rejects.toMatchObject({
      code: 'bad-response',
      info: { page: 2, endpoint: `GET ${path}` }
    })
  })

  it('names the page at which the service said no', async () => {
    const { pages } = paging([page('c1'), { status: 403, json: { detail: 'No' } }])
    await expect(all(pages)).rejects.toMatchObject({ code: 'forbidden', info: { page: 2, detail: 'No' } })
  })

  it('stops before the next page when it is cancelled', async () => {
    const controller = new AbortController()
    const { pages, transport } = paging([page('c1'), page(null)], { signal: controller.signal })
    await pages.next()
    controller.abort()
    await expect(pages.next()).rejects.toMatchObject({ code: 'cancelled' })
    expect(transport.requests).toHaveLength(2)
    expect(transport.requests[1]?.signal.aborted).toBe(true)
  })
})

describe('the page after the one that is handed out', () => {
  it('is asked for before that is used, and no page beyond it', async () => {
    const { pages, transport, query } = paging([page('c1'), page('c2'), page('c3'), page(null)])
    expect((await pages.next()).value).toMatchObject({ number: 1 })
    expect(transport.requests).toHaveLength(2)
    expect(query(1)).toEqual({ page_size: '200', cursor: 'c1' })
    await new Promise(setImmediate)
    expect(transport.requests).toHaveLength(2)
    expect((await pages.next()).value).toMatchObject({ number: 2 })
    expect(transport.requests).toHaveLength(3)
    expect(await all(pages)).toHaveLength(2)
    expect(transport.requests).toHaveLength(4)
  })

  it('that fails fails after the one before it was used', async () => {
    const { pages } = paging([page('c1'), { status: 403, json: { detail: 'No' } }])
    expect((await pages.next()).value).toMatchObject({ number: 1 })
    await expect(pages.next()).rejects.toMatchObject({ code: 'forbidden', info: { page: 2 } })
  })

  it('@attack is not asked for where its cursor came before', async () => {
    const { pages, transport } = paging([page('c1'), page('c1')])
    await pages.next()
    expect((await pages.next()).value).toMatchObject({ number: 2, last: false })
    expect(transport.requests).toHaveLength(2)
    await expect(pages.next()).rejects.toMatchObject({ code: 'cursor-loop' })
  })

  it('is not asked for before its turn by a walk that is about to pause', async () => {
    let pausing = true
    const { pages, transport } = paging([page('c1'), page(null)], { holds: () => pausing })
    await pages.next()
    expect(transport.requests).toHaveLength(1)
    pausing = false
    expect((await pages.next()).value).toMatchObject({ number: 2, last: true })
    expect(transport.requests).toHaveLength(2)
  })

  it('is given up where the walk is left, and says nothing more', async () => {
    const waits: unknown[] = []
    const limited: Scripted = { status: 429, headers: { 'retry-after': '60' }, json: {} }
    const clock = new FakeClock()
    const slept = new Promise<void>((resolve) => (clock.duringNap = resolve))
    const { pages, transport } = paging(
      [page('c1'), limited],
      { onWait: (wait) => waits.push(wait?.reason ?? null) },
      clock
    )
    await pages.next()
    await slept
    await pages.return()
    const said = waits.length
    expect(transport.requests[1]?.signal.aborted).toBe(true)
    await new Promise(setImmediate)
    expect(waits).toHaveLength(said)
  })

  it('goes on where it was cut off, with the page that was not used', async () => {
    const position = new PagePosition()
    const following = new Map([
      [null, 'c1'],
      ['c1', 'c2']
    ])
    const transport = scripted(({ url }) => page(following.get(url.searchParams.get('cursor')) ?? null))
    const start = () =>
      paginate(
        testClient(transport),
        target,
        { asker: 'connectors', path, pageSize: 200, signal: new AbortController().signal },
        position
      )
    const first = start()
    await first.next()
    await first.next()
    await first.return()
    expect(position.next).toEqual({ cursor: 'c1', number: 2 })
    const rest = start()
    expect((await rest.next()).value).toMatchObject({ number: 2 })
    expect((await all(rest)).map(({ number }) => number)).toEqual([3])
  })
})

it('a walk of a job reports what it waits for to the job', async () => {
  const limited: Scripted = { status: 429, headers: { 'retry-after': '60' }, json: {} }
  const reasons: (string | null)[] = []
  const work = (signal: AbortSignal) => all(paging([limited, page('c1'), limited, page(null)], { signal }).pages)
  await new Jobs().run('1', 1, 'read', work, ({ wait }) => reasons.push(wait?.reason ?? null))
  expect(reasons.filter((reason) => reason === 'rate-limit')).toHaveLength(2)
  expect(reasons.at(-1)).toBeNull()
})
