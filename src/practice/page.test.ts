import { describe, expect, it } from 'vitest'
import { ATS, body, call, HRIS, LMS, practice, refresh, type RequestBody } from './testing'

const idsOf = (pages: RequestBody[]) => pages.flatMap((page) => page.items.map((one) => one.id))

describe('pagination (spec: Pagination rules)', () => {
  it.each([
    [HRIS, 'HRIS'],
    [ATS, 'ATS'],
    [LMS, 'LMS']
  ])('walks %s: every connector of its category once, and no other', async (path, category) => {
    const service = await practice({ connectors: 150 })
    const expected = service.connectors.filter((one) => one.category === category).map((one) => one.id)
    expect(expected.length).toBeGreaterThan(2)
    for (const page_size of ['1', '3', '50', '200']) {
      service.set({ limitPerMinute: 0 })
      expect(idsOf(await refresh(service, path, { page_size }))).toEqual(expected)
    }
  })

  it('has short pages and empty pages before the end, also at the largest page size', async () => {
    const pages = await refresh(await practice({ connectors: 1204 }), HRIS, { page_size: '200' })
    const before = pages.slice(0, -1).map((page) => page.items.length)
    expect(before).toContain(0)
    expect(before.some((count) => count > 0 && count < 200)).toBe(true)
    expect(before).toContain(200)
    for (const page of pages) expect(page.page_size).toBe(page.items.length)
    for (const page of pages) expect(Object.keys(page)).toEqual(['cursor', 'page_size', 'items'])
  })

  it('carries the page size in the cursor, 50 by default', async () => {
    const service = await practice({ connectors: 600 })
    const sizes = async (query: Record<string, string>) => {
      const pages = await refresh(service, HRIS, query)
      return pages.map((page) => page.items.length).slice(0, 5)
    }
    expect(await sizes({ page_size: '30' })).toEqual([30, 10, 0, 30, 30])
    expect(await sizes({})).toEqual([50, 17, 0, 50, 50])
  })

  it('gives the same page again for the same cursor', async () => {
    const service = await practice({ connectors: 300 })
    const { cursor } = await body(call(service, `${HRIS}?page_size=20`))
    const next = `${HRIS}?cursor=${encodeURIComponent(cursor ?? '')}`
    expect(await body(call(service, next))).toEqual(await body(call(service, next)))
  })

  it('gives gaps or repeats, not an error, when a filter changes mid-walk', async () => {
    const service = await practice({ connectors: 300 })
    const all = service.connectors.filter((one) => one.category === 'HRIS')
    for (const [n, one] of all.entries()) one.is_active = n % 2 === 0
    const first = await body(call(service, `${HRIS}?page_size=20`))
    const rest = idsOf(await refreshFrom(first.cursor, '&is_active=true'))
    const seen = new Set([...first.items.map((one) => one.id), ...rest])
    const wanted = all.filter((one) => one.is_active).map((one) => one.id)
    expect(wanted.filter((id) => !seen.has(id)).length).toBeGreaterThan(0)

    async function refreshFrom(cursor: string | null, filter: string) {
      const pages: RequestBody[] = []
      for (let at = cursor; at !== null && pages.length < 50; at = pages.at(-1)?.cursor ?? null) {
        const answer = await call(service, `${HRIS}?cursor=${at}${filter}`)
        expect(answer.status).toBe(200)
        pages.push(await body(answer))
      }
      return pages
    }
  })

  it.each(['', 'abc', 'x'.repeat(120), '💥', '0'])('answers 422 to the made-up cursor %j', async (cursor) => {
    const answer = await call(await practice(), `${HRIS}?cursor=${encodeURIComponent(cursor)}`)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ detail: [{ loc: ['query', 'cursor'], type: 'value_error' }] })
  })

  it('refuses a cursor that was changed, of another list, and of the other region', async () => {
    const service = await practice({ connectors: 600 })
    const eu = await practice({ connectors: 600, region: 'eu' })
    const { cursor } = await body(call(service, `${HRIS}?page_size=1`))
    if (!cursor) throw new Error('no cursor')
    const changed = cursor.slice(0, -2) + (cursor.endsWith('AA') ? 'BB' : 'AA')
    expect((await call(service, `${HRIS}?cursor=${cursor}`)).status).toBe(200)
    expect((await call(service, `${HRIS}?cursor=${changed}`)).status).toBe(422)
    expect((await call(service, `${ATS}?cursor=${cursor}`)).status).toBe(422)
    expect((await call(eu, `${HRIS}?cursor=${cursor}`)).status).toBe(422)
  })

  it('has cursors that reveal neither offset nor id', async () => {
    const { cursor, items } = await body(call(await practice(), `${HRIS}?page_size=3`))
    const plain = Buffer.from(cursor ?? '', 'base64url').toString('latin1')
    expect(plain).not.toContain('connectors')
    expect(plain).not.toContain(items.at(-1)?.id)
  })
})

describe('parameters of the connector list (spec: Endpoint 1)', () => {
  it.each([
    ['page_size=0', 'page_size', 'greater_than_equal', { ge: 1 }],
    ['page_size=-1', 'page_size', 'greater_than_equal', { ge: 1 }],
    ['page_size=201', 'page_size', 'less_than_equal', { le: 200 }],
    ['page_size=', 'page_size', 'int_parsing', undefined],
    ['page_size=ten', 'page_size', 'int_parsing', undefined],
    ['page_size=2.5', 'page_size', 'int_parsing', undefined],
    ['page_size=1e2', 'page_size', 'int_parsing', undefined],
    ['is_active=maybe', 'is_active', 'bool_parsing', undefined],
    ['is_active=', 'is_active', 'bool_parsing', undefined]
  ])('answers 422 to %s', async (query, name, type, ctx) => {
    const answer = await call(await practice(), `${HRIS}?${query}`)
    expect(answer.status).toBe(422)
    const [entry, ...others] = (await body<{ detail: Record<string, unknown>[] }>(answer)).detail
    expect(others).toEqual([])
    expect(entry).toMatchObject({ loc: ['query', name], type, input: query.split('=')[1] })
    expect(entry?.msg).toEqual(expect.stringMatching(/^Input should be/))
    expect(entry?.ctx).toEqual(ctx)
  })

  it('names everything that is wrong at once', async () => {
    const answer = await call(await practice(), `${HRIS}?is_active=x&page_size=0&cursor=y`)
    const { detail } = await body<{ detail: { loc: string[] }[] }>(answer)
    expect(detail.map((one) => one.loc[1])).toEqual(['is_active', 'page_size', 'cursor'])
  })

  it.each([1, 200])('takes page_size %i', async (size) => {
    const page = await body(call(await practice({ connectors: 600 }), `${HRIS}?page_size=${size}`))
    expect(page.items).toHaveLength(size)
  })

  it('refuses a page_size out of bounds also beside a cursor', async () => {
    const service = await practice()
    const { cursor } = await body(call(service, `${HRIS}?page_size=5`))
    expect((await call(service, `${HRIS}?cursor=${cursor}&page_size=300`)).status).toBe(422)
  })

  it('filters by token, activity and origin id, and by all together', async () => {
    const service = await practice({ connectors: 300 })
    const hris = service.connectors.filter((one) => one.category === 'HRIS')
    const target = hris.find((one) => !one.is_active && one.origin_id !== null)
    if (!target?.origin_id) throw new Error('no inactive connector')
    const listed = async (query: Record<string, string>) => idsOf(await refresh(service, HRIS, query))
    const off = hris.filter((one) => !one.is_active).map((one) => one.id)
    expect(await listed({ connector_token: target.connector_token })).toEqual([target.id])
    expect(await listed({ is_active: 'false' })).toEqual(off)
    expect(await listed({ is_active: 'true' })).toHaveLength(hris.length - off.length)
    const same = hris.filter((one) => one.origin_id === target.origin_id).map((one) => one.id)
    expect(await listed({ origin_id: target.origin_id })).toEqual(same)
    expect(await listed({ origin_id: target.origin_id, is_active: 'true' })).not.toContain(target.id)
  })

  it.each(['connector_token=ct_unknown', 'connector_token=', 'origin_id=nobody'])(
    'answers an empty list to %s',
    async (query) => {
      const page = await body(call(await practice(), `${HRIS}?${query}`))
      expect(page).toEqual({ cursor: null, page_size: 0, items: [] })
    }
  )

  it('answers an empty list to the token of another category', async () => {
    const service = await practice()
    const token = service.connectors.find((one) => one.category === 'ATS')?.connector_token
    expect((await body(call(service, `${HRIS}?connector_token=${token}`))).items).toEqual([])
    expect((await body(call(service, `${ATS}?connector_token=${token}`))).items).toHaveLength(1)
  })
})
