import { Agent, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Fault } from './faults'
import { ATS, body, call, HRIS, practice, refresh, type RequestBody } from './testing'
import type { PracticeService } from './types'

const plenty = (fault: Fault) => practice({ connectors: 300, faults: [fault] })
const first = (service: PracticeService) => body(call(service, `${HRIS}?page_size=10`))
const next = (service: PracticeService, cursor: unknown) =>
  body(call(service, `${HRIS}?cursor=${encodeURIComponent(String(cursor))}`))
const idsOf = (pages: RequestBody[]) => pages.flatMap((page) => page.items.map((one) => one.id))

describe('which requests a fault hits', () => {
  const statuses = async (service: PracticeService, paths: string[]) => {
    const out: number[] = []
    for (const path of paths) out.push((await call(service, path)).status)
    return out
  }

  it('all, without conditions, even unauthorized and unknown ones', async () => {
    const service = await practice({ faults: [{ name: 'status' }] })
    expect(await statuses(service, [HRIS, '/nowhere'])).toEqual([500, 500])
    expect((await fetch(service.url + HRIS)).status).toBe(500)
  })

  it('those whose path or query contains its path', async () => {
    const service = await practice({ faults: [{ name: 'status', path: 'ats' }] })
    expect(await statuses(service, [HRIS, ATS, `${HRIS}?origin_id=ats-1`])).toEqual([200, 500, 500])
  })

  it('the nth of them, so many times', async () => {
    const service = await practice({ faults: [{ name: 'status', path: 'hris', nth: 2, times: 2 }] })
    expect(await statuses(service, [HRIS, ATS, HRIS, HRIS, HRIS])).toEqual([200, 200, 500, 500, 200])
  })

  it('the same ones again after being set again, and no request after being cleared', async () => {
    const service = await practice()
    const faults: Fault[] = [{ name: 'status', times: 1 }]
    service.set({ faults })
    expect(await statuses(service, [HRIS, HRIS])).toEqual([500, 200])
    service.set({ faults })
    service.set({ latencyMs: 0 })
    expect(await statuses(service, [HRIS, HRIS])).toEqual([500, 200])
    service.set({ faults: [{ name: 'status' }] })
    service.set({ faults: [] })
    expect(await statuses(service, [HRIS])).toEqual([200])
  })

  it('one after the other, when two fit', async () => {
    const faults: Fault[] = [
      { name: 'status', status: 500, times: 1 },
      { name: 'status', status: 503, nth: 2, times: 1 }
    ]
    expect(await statuses(await practice({ faults }), [HRIS, HRIS, HRIS])).toEqual([500, 503, 200])
  })

  it('only answered pages, when they bend pages', async () => {
    const service = await practice({ limitEveryN: 2, faults: [{ name: 'wrong-shape', nth: 2 }] })
    const shapes: unknown[] = []
    for (let n = 0; n < 3; n++) shapes.push(Array.isArray((await body(call(service, HRIS))).items))
    // The limit refused the second, so the third is the second page.
    expect(shapes).toEqual([true, false, false])
    expect(service.requests.map((one) => one.status)).toEqual([200, 429, 200])
  })
})

describe('slow and latency', () => {
  it('wait before the answer, together', async () => {
    const service = await practice({ latencyMs: 40, faults: [{ name: 'slow', delayMs: 60, path: 'hris' }] })
    const began = performance.now()
    await call(service, ATS)
    const other = performance.now() - began
    await call(service, HRIS)
    const slow = performance.now() - began - other
    // Timers may fire a millisecond early.
    expect(other).toBeGreaterThanOrEqual(39)
    expect(slow).toBeGreaterThanOrEqual(98)
  })

  it('lets go of what a fault holds up when other faults are set', async () => {
    const service = await practice({ faults: [{ name: 'slow', delayMs: 600_000, path: 'hris' }] })
    const answer = call(service, HRIS)
    await expect.poll(() => service.requests).toHaveLength(1)
    service.set({ faults: [] })
    expect((await answer).status).toBe(200)
  })

  it('do not hold up the closing', async () => {
    const service = await practice({ latencyMs: 60_000 })
    const failed = call(service, HRIS).catch((error: Error) => error.message)
    await service.close()
    expect(await failed).toBe('fetch failed')
  })
})

describe('faults that bend a page', () => {
  it('wrong-shape: items, cursor, or no envelope at all', async () => {
    expect((await first(await plenty({ name: 'wrong-shape' }))).items).toEqual({ 0: 'not an array' })
    expect((await first(await plenty({ name: 'wrong-shape', shape: 'cursor' }))).cursor).toBe(42)
    expect(await first(await plenty({ name: 'wrong-shape', shape: 'array' }))).toHaveLength(10)
  })

  it.each([1, 2, 3])('cursor-loop: the cursor comes back with period %i', async (period) => {
    const service = await plenty({ name: 'cursor-loop', period })
    const seen = [(await first(service)).cursor]
    for (let n = 1; n < 8; n++) seen.push((await next(service, seen.at(-1))).cursor)
    expect(new Set(seen).size).toBe(period)
    for (let n = 0; n + period < seen.length; n++) expect(seen[n + period]).toBe(seen[n])
  })

  it('cursor-loop: also when the list would end before', async () => {
    const service = await plenty({ name: 'cursor-loop', period: 1000 })
    service.set({ limitPerMinute: 0 })
    await expect(refresh(service, HRIS, { page_size: '150' })).rejects.toThrow('does not end')
  })

  it('huge-cursor: 1 MB, and it works when it comes back', async () => {
    const service = await plenty({ name: 'huge-cursor' })
    const page = await first(service)
    expect(page.cursor).toHaveLength(1_000_000)
    service.set({ faults: [] })
    const plain = await first(service)
    expect((await next(service, page.cursor)).items).toEqual((await next(service, plain.cursor)).items)
  })

  it('cursor-chars: works verbatim, and in no other way', async () => {
    const service = await plenty({ name: 'cursor-chars' })
    const { cursor } = await first(service)
    expect(cursor).toMatch(/&x=.*[^\x20-\x7e]/)
    const expected = service.connectors.filter((one) => one.category === 'HRIS').map((one) => one.id)
    expect(idsOf(await refresh(service, HRIS, { page_size: '10' }))).toEqual(expected)
    for (const careless of [cursor, encodeURI(cursor ?? ''), encodeURIComponent(cursor?.trim().slice(0, -1) ?? '')]) {
      expect((await call(service, `${HRIS}?cursor=${careless}`)).status).toBe(422)
    }
  })

  it('unknown-enums: unknown values and fields, every third record', async () => {
    const { items } = await first(await plenty({ name: 'unknown-enums' }))
    const odd = items.map((one) => one.status === 'SUSPENDED')
    expect(odd).toEqual([true, false, false, true, false, false, true, false, false, true])
    expect(items[0]).toMatchObject({ sync_status: 'Queued', category: 'CUSTOM', data_residency: 'zone-7' })
    expect(items[1]).toMatchObject({ category: 'HRIS', labels: [{ key: 'tier', value: null }] })
  })

  it('unknown-enums: leaves the data alone', async () => {
    const service = await plenty({ name: 'unknown-enums', every: 1 })
    await first(service)
    expect(service.connectors.filter((one) => one.status === 'SUSPENDED')).toEqual([])
  })

  it('repeat-ids: pages overlap, and nothing is lost', async () => {
    const service = await plenty({ name: 'repeat-ids', count: 2 })
    const pages = await refresh(service, HRIS, { page_size: '30' })
    const ids = idsOf(pages)
    const expected = service.connectors.filter((one) => one.category === 'HRIS').map((one) => one.id)
    expect([...new Set(ids)]).toEqual(expected)
    expect(ids.length).toBe(expected.length + 2 * (pages.length - 1))
    expect(pages[1]?.items.slice(0, 2)).toEqual(pages[0]?.items.slice(-2))
  })
})

describe('a keep-alive connection lost unseen', () => {
  it('resets only what comes over a used socket', async () => {
    const service = await practice({ faults: [{ name: 'stale-socket', times: 1 }] })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { authorization: `Bearer ${service.bearerToken}` }
        const req = request(service.url + HRIS, { agent, headers }, (res) => {
          res.resume().on('end', () => resolve(res.statusCode))
        })
        req.on('error', reject).end()
      })
    try {
      expect(await get()).toBe(200)
      await expect(get()).rejects.toThrow('ECONNRESET')
      expect(await get()).toBe(200)
      expect(await get()).toBe(200)
    } finally {
      agent.destroy()
    }
  })
})
