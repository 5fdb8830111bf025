import { describe, expect, it } from 'vitest'
import { contractOperations, fieldsOf, wrongIn } from '../contract-table'
import { DAY, HOUR } from '../data/draft'
import type { PracticeConnector } from '../connector'
import { startRegions } from '../regions'
import { systemOf } from '../passthrough'
import { body, call, HRIS, refresh, send, START, stopped } from '../testing'
import { FAULTS, yearEvents, type YearEvent } from './year-events'

const YEAR = 365 * DAY
const OPTIONS = { count: 2000, seed: 1, region: 'default', now: START } as const
const events = yearEvents(OPTIONS)
/** As `playing` has by default. */
const few = yearEvents({ ...OPTIONS, count: 600 })
const faults = events.filter((one) => one.from >= START && (FAULTS as readonly string[]).includes(one.kind))
const of = (kind: YearEvent['kind'], among = few) => among.filter((one) => one.kind === kind && one.from >= START)
const copy = (all: readonly PracticeConnector[]) => structuredClone(all) as PracticeConnector[]
const at = (text: string | null | undefined) => Date.parse(text ?? '')

const playing = (connectors = 600, speed = 1) => stopped({ connectors, play: 'year', speed, limitPerMinute: 0 })
type Playing = Awaited<ReturnType<typeof playing>>
const one = ({ service }: Playing, id = '') => service.connectors.find((item) => item.id === id)

describe('the events of a year', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(yearEvents(OPTIONS)).toEqual(events)
    expect(yearEvents({ ...OPTIONS, seed: 2 }).map((event) => event.ids)).not.toEqual(events.map((event) => event.ids))
  })

  it('have 40 faults among 2,000 connectors, besides ordinary life', () => {
    expect(faults).toHaveLength(40)
    expect([...new Set(faults.map(({ kind }) => kind))].sort()).toEqual([...FAULTS].sort())
    for (const kind of ['relink', 'returns', 'dead', 'month-end', 'layoff', 'merger', 'joins', 'leaves'] as const)
      expect(of(kind, events).length, kind).toBeGreaterThan(3)
    expect(of('month-end', events)).toHaveLength(12)
    expect(of('relink', events).length).toBeGreaterThan(400)
  })

  it('happen within the year, to connectors that exist, and to none two at once', () => {
    const all = new Set(events.flatMap(({ newcomer }) => newcomer?.id ?? []))
    const open = new Map<string, number>()
    for (const event of events) {
      expect(event.until ?? event.from).toBeLessThan(START + YEAR)
      expect(event.until ?? Infinity).toBeGreaterThan(event.from)
      if (event.from < START || ['month-end', 'shape'].includes(event.kind)) continue
      for (const id of event.ids) {
        expect(event.from, event.kind).toBeGreaterThan(open.get(id) ?? 0)
        open.set(id, event.until ?? event.from)
        all.add(id)
      }
    }
    expect(all.size).toBeGreaterThan(600)
  })

  it.each([0, 1, 7, 40, 421])('can be drawn for %i connectors', (count) => {
    for (const { ids, kind } of yearEvents({ ...OPTIONS, count })) if (kind !== 'webhook') expect(ids).not.toEqual([])
  })
})

describe('a year of practice time', () => {
  it('ends for 2,000 connectors, and the world is sound', async () => {
    const world = await playing(2000)
    world.clock.at += YEAR
    const after = world.service.connectors
    expect(world.service.time()).toMatchObject({ now: START + YEAR, next: null })
    expect(after.length).toBeGreaterThan(1900)
    const stuck = (item: PracticeConnector) => item.status === 'COMPLETE' && item.is_active && !item.is_test_connector
    const due = after.filter((item) => stuck(item) && at(item.next_sync_start_time) < world.clock.at)
    // Those that stalled before the year: nobody helps them.
    expect(due.length).toBeLessThan(30)
  })

  it('leads to the same, however often somebody looks', async () => {
    const [often, once] = [await playing(300), await playing(300)]
    for (let day = 0; day <= 30; day++) {
      often.clock.at = START + day * DAY
      expect(often.service.connectors.length).toBeGreaterThan(280)
    }
    once.clock.at = often.clock.at
    expect(often.service.connectors).toEqual(once.service.connectors)
    expect(often.service.time()).toEqual(once.service.time())
  })

  it('keeps the contract’s shape, and no time of the past lies ahead', async () => {
    const world = await playing(400)
    const { response = '' } = contractOperations.find(({ path, method }) => path === HRIS && method === 'GET') ?? {}
    const { inside } = fieldsOf(response).find(({ name }) => name === 'items') ?? expect.fail('no items')
    for (let month = 1; month <= 12; month++) {
      world.clock.at = START + month * 30 * DAY
      const listed = (await refresh(world.service, HRIS, { page_size: '200' })).flatMap((page) => page.items)
      expect(listed.length).toBeGreaterThan(200)
      for (const item of listed) {
        expect(wrongIn(item, inside)).toEqual([])
        for (const past of ['created_at', 'completed_at', 'relink_needed_at', 'last_sync_start_time'] as const)
          expect(at(item[past]) || 0).toBeLessThanOrEqual(world.clock.at)
        expect(item.active_employees ?? 0).toBeLessThanOrEqual(item.total_employees ?? 0)
      }
    }
  })

  it('heals what heals: relinks, outages, expired credentials, stalls, slow syncs and webhooks', async () => {
    const world = await playing()
    const begins = { relink: 'RELINK_NEEDED', expired: 'Failed', outage: 'Failed' } as const
    const first = [
      of('relink')[0],
      of('expired')[0],
      of('outage')[0],
      of('stalled')[0],
      of('slow')[0],
      of('webhook')[0]
    ]
    const usual = one(world, of('slow')[0]?.ids[0])?.avg_sync_duration
    for (const event of first.filter((item) => item !== undefined).sort((a, b) => a.from - b.from)) {
      const again = await playing()
      again.clock.at = event.from + 1
      const there = event.ids.map((id) => one(again, id))
      for (const item of there) {
        if (event.kind in begins) expect([item?.status, item?.sync_status]).toContain(begins[event.kind as 'relink'])
        if (event.kind === 'stalled') expect(at(item?.next_sync_start_time)).toBeLessThan(again.clock.at - HOUR)
        if (event.kind === 'slow') expect(item?.avg_sync_duration).not.toBe(usual)
      }
      again.clock.at = (event.until ?? 0) + 1
      for (const id of event.ids) {
        const item = one(again, id)
        expect(item?.status, event.kind).toBe('COMPLETE')
        expect(item?.sync_status, event.kind).not.toBe('Failed')
        expect(at(item?.next_sync_start_time)).toBeGreaterThan(again.clock.at)
        if (event.kind === 'slow') expect(item?.avg_sync_duration).toBe(usual)
      }
    }
  })

  it('fails every sync of an outage until it is over, though syncs go on', async () => {
    const world = await playing()
    const [outage] = of('outage').sort((a, b) => (b.until ?? 0) - b.from - ((a.until ?? 0) - a.from))
    world.clock.at = (outage?.until ?? 0) - 1
    const hit = outage?.ids.map((id) => one(world, id)) ?? []
    expect(hit.length).toBeGreaterThanOrEqual(6)
    for (const item of hit) expect(['Failed', 'Syncing']).toContain(item?.sync_status)
  })

  /** What the provider itself answers, as Check now asks it. */
  async function provider(world: Playing, id = '', path = '/employees'): Promise<number> {
    const token = one(world, id)?.connector_token ?? ''
    const message = { method: 'GET', path, headers: {} }
    const answer = await body<{ error?: { status: number } }>(
      send(world.service, '/api/v1/passthrough', message, { 'x-connector-token': token })
    )
    return answer.error?.status ?? 200
  }

  it('lets credentials die without a word in the record, until the customer connects', async () => {
    const world = await playing()
    const [dead] = of('dead')
    const [id] = dead?.ids ?? []
    for (const [moment, status] of [
      [(dead?.from ?? 0) - 1, 200],
      [(dead?.from ?? 0) + 3 * DAY, 401],
      [(dead?.until ?? 0) + 1, 200]
    ] as const) {
      world.clock.at = moment
      expect(one(world, id)).toMatchObject({ status: 'COMPLETE', relink_needed_at: null })
      expect(one(world, id)?.sync_status).not.toBe('Failed')
      expect(await provider(world, id)).toBe(status)
      expect(await provider(world, id, '/company')).toBe(status)
    }
  })

  it('brings a relink back hours after the customer connected', async () => {
    const world = await playing()
    const [again] = of('returns')
    const [id] = again?.ids ?? []
    const states: (string | undefined)[] = []
    for (let at = (again?.from ?? 0) + 1; at < (again?.until ?? 0) + HOUR; at += HOUR / 2) {
      world.clock.at = at
      const { status } = one(world, id) ?? {}
      if (states.at(-1) !== status) states.push(status)
    }
    expect(states).toEqual(['RELINK_NEEDED', 'COMPLETE', 'RELINK_NEEDED', 'COMPLETE'])
  })

  it('has providers of an outage answer that they are down, beside their status page, and others not', async () => {
    const world = await playing()
    const hit = of('outage').find(({ ids: [id] }) => systemOf(one(world, id)?.integration_slug ?? '') !== 'soap')
    const [id] = hit?.ids ?? []
    world.clock.at = (hit?.from ?? 0) + HOUR
    expect(await provider(world, id)).toBe(503)
    const page = await body<{ incidents: { status: string }[] }>(
      fetch(`${world.service.url}/status/${hit?.integration}/api/v2/incidents.json`)
    )
    expect(page.incidents[0]?.status).not.toBe('resolved')
    world.clock.at = (hit?.until ?? 0) + HOUR
    expect(await provider(world, id)).toBe(200)
  })

  it('moves employees, drops and freezes them as planned', async () => {
    const world = await playing()
    const events = ([...of('drop'), ...of('frozen')] as YearEvent[]).toSorted((a, b) => a.from - b.from)
    const moments = events.flatMap(({ from, until }) => [from - 3 * DAY, from + 5 * DAY, until ?? 0])
    const seen = new Map<number, Map<string, number>>()
    for (const moment of moments.toSorted((a, b) => a - b)) {
      world.clock.at = moment
      const all = world.service.connectors.map((item) => [item.id, item.total_employees ?? 0] as const)
      seen.set(moment, new Map(all))
    }
    const totalAt = (moment: number | null, id = '') => seen.get(moment ?? 0)?.get(id) ?? 0
    for (const {
      kind,
      ids: [id],
      from,
      until
    } of events) {
      const [before, during, last] = [totalAt(from - 3 * DAY, id), totalAt(from + 5 * DAY, id), totalAt(until, id)]
      expect(before, kind).toBeGreaterThan(50)
      if (kind === 'drop') expect(during / before).toBeLessThan(0.5)
      else expect(last, 'frozen').toBe(during)
    }
    world.clock.at = START + YEAR
    const first = [...seen.values()][0]
    const large = world.service.connectors.filter(
      (item) =>
        item.status === 'COMPLETE' && item.is_active && !item.is_test_connector && (first?.get(item.id) ?? 0) >= 100
    )
    const moved = large.filter((item) => item.total_employees !== first?.get(item.id))
    expect(large.length).toBeGreaterThan(150)
    expect(moved.length / large.length).toBeGreaterThan(0.9)
  })

  it('brings customers, and takes them away', async () => {
    const world = await playing()
    const [joins, leaves] = [of('joins')[0], of('leaves')[0]]
    world.clock.at = Math.max(joins?.until ?? 0, leaves?.from ?? 0) + DAY
    expect(one(world, joins?.ids[0])).toMatchObject({ status: 'COMPLETE', avg_sync_duration: expect.any(String) })
    expect(one(world, joins?.ids[0])?.total_employees).toBeGreaterThan(0)
    for (const id of leaves?.ids ?? []) expect(one(world, id)).toBeUndefined()
  })

  it('changes the shape of an integration’s records overnight', async () => {
    const world = await playing()
    const [shape] = of('shape')
    const ask = async () => {
      const token = world.service.connectors.find(
        ({ id, avg_sync_duration: took, status, is_active }) =>
          shape?.ids.includes(id) && took && status === 'COMPLETE' && is_active
      )?.connector_token
      const query = new URLSearchParams({ connector_token: token ?? '', category: 'HRIS', model: 'employee' })
      return body<Record<string, unknown>>(call(world.service, `/api/v1/custom-fields/raw-data?${query}`))
    }
    world.clock.at = (shape?.from ?? 0) - 1
    expect(Object.keys(await ask())).toContain('custom')
    world.clock.at += 2
    expect(Object.keys(await ask())).not.toContain('custom')
    expect(await ask()).toHaveProperty('profile.attributes')
  })

  it('has webhooks that begin to fail and work again', async () => {
    const world = await playing(300)
    const [event] = yearEvents({ ...OPTIONS, count: 300 }).filter(({ kind }) => kind === 'webhook')
    const codes = async () => {
      const path = `/api/v1/webhooks/logs?webhook_id=${event?.webhook}&created_at_from=${new Date(world.clock.at - HOUR).toISOString()}`
      const { items } = await body<{ items: { response_code: number | null }[] }>(call(world.service, path))
      return items.map((item) => item.response_code)
    }
    for (let hour = 0; hour < 3; hour++) {
      world.clock.at = (event?.from ?? 0) + (hour + 1) * HOUR
      expect(world.service.connectors).not.toEqual([])
    }
    const failing = await codes()
    expect(failing.length).toBeGreaterThan(0)
    expect(failing.filter((code) => code !== 404 && code !== null)).toEqual([])
    for (let hour = 0; hour < 3; hour++) {
      world.clock.at = (event?.until ?? 0) + (hour + 1) * HOUR
      expect(world.service.connectors).not.toEqual([])
    }
    expect((await codes()).filter((code) => code === 200).length).toBeGreaterThan(0)
  })
})

describe('practice time', () => {
  it('runs faster on request: a day in a minute, and nothing lies ahead of the computer’s clock', async () => {
    const { clock, service } = await playing(300)
    const before = copy(service.connectors)
    service.run(1440)
    clock.at += 60_000
    expect(service.time().now).toBe(START + DAY)
    const after = new Map(service.connectors.map((item) => [item.id, item]))
    let synced = 0
    for (const was of before) {
      const now = after.get(was.id)
      expect(at(now?.last_sync_start_time) || 0).toBeLessThanOrEqual(clock.at)
      expect(now?.created_at).toBe(was.created_at)
      if (at(now?.last_sync_start_time) > START) synced++
    }
    expect(synced).toBeGreaterThan(200)
    service.run(1)
    const planned = service.connectors.filter((item) => at(item.next_sync_start_time) > clock.at + HOUR)
    expect(planned.length).toBeGreaterThan(150)
  })

  it('jumps to the next event, which happens now', async () => {
    const { clock, service } = await playing(300)
    const [played] = service.advance()
    const { now, told, next } = service.time()
    expect(played).toMatchObject({ at: clock.at, practiceAt: now })
    expect(told[0]).toEqual({ at: now, words: played?.words })
    expect(next).toBeGreaterThan(now)
    expect(now).toBeGreaterThan(clock.at)
    for (const item of service.connectors) expect(at(item.last_sync_start_time) || 0).toBeLessThanOrEqual(clock.at)
  })

  it('is one for both regions', async () => {
    const { default: first, eu, close } = await startRegions({ connectors: 200, play: 'year' })
    try {
      first.advance()
      eu.run(60)
      expect(first.time().speed).toBe(60)
      expect(Math.abs(first.time().now - eu.time().now)).toBeLessThan(60_000)
    } finally {
      await close()
    }
  })
})
