import { describe, expect, it } from 'vitest'
import { HOUR } from '../data/draft'
import { startRegions } from '../regions'
import { body, call, HRIS, START, stopped, refresh } from '../testing'
import type { PracticeConnector } from '../connector'
import type { PracticeService } from '../types'

const STEPS = [
  ...['first-break', 'runs-fail', 'incident', 'stalls', 'relinked'],
  ...['link-finished', 'gone', 'new', 'recovered']
]
const at = (time: string | null | undefined) => Date.parse(time ?? '')

function of(service: PracticeService, ids: readonly string[] = []): PracticeConnector[] {
  return service.connectors.filter((one) => ids.includes(one.id))
}

describe('the morning, step by step', () => {
  it('happens by hand, in order, and ends', async () => {
    const { service } = await stopped({ connectors: 1204 })
    const scenario = service.play('morning', { speed: 0 })
    expect(scenario.steps).toEqual(STEPS)
    for (const name of STEPS) expect(scenario.next()?.name).toBe(name)
    expect(scenario.next()).toBeUndefined()
    expect(scenario.played.map((one) => one.ids.length)).toEqual([3, 4, 4, 3, 1, 1, 1, 1, 2])
    expect(service.connectors).toHaveLength(1204)
  })

  it('breaks seven connectors of one integration within the hour, a fifth of it or more', async () => {
    const { service } = await stopped({ connectors: 1204 })
    const [one, fails, two] = (service.play('morning', { speed: 0 }), service.advance('incident'))
    expect(fails?.name).toBe('runs-fail')
    const broken = of(service, [...(one?.ids ?? []), ...(two?.ids ?? [])])
    const [slug] = new Set(broken.map((item) => item.integration_slug))
    expect(new Set(broken.map((item) => item.integration_slug)).size).toBe(1)
    expect(slug).not.toBe('workday')
    expect(broken).toHaveLength(7)
    const whole = service.connectors.filter((item) => item.integration_slug === slug && !item.is_test_connector)
    expect(7 / whole.length).toBeGreaterThanOrEqual(0.2)
    for (const item of broken) {
      expect(item).toMatchObject({ status: 'RELINK_NEEDED', sync_status: 'Failed', next_sync_start_time: null })
      expect(Math.abs(START - at(item.relink_needed_at))).toBeLessThan(HOUR)
      expect(at(item.last_sync_start_time)).toBeLessThan(at(item.relink_needed_at))
      expect(item.sync_progress ?? null).toBeNull()
    }
  })

  it('fails runs, stalls syncs, relinks, finishes a link, and makes two runs good', async () => {
    const { service } = await stopped({ connectors: 1204, syncSeconds: 30 })
    service.play('morning', { speed: 0 })
    const played = new Map(service.advance('stalls').map((one) => [one.name, one.ids]))
    for (const one of of(service, played.get('runs-fail'))) {
      expect([one.status, one.sync_status]).toEqual(['COMPLETE', 'Failed'])
      expect(at(one.next_sync_start_time)).toBeGreaterThan(START)
    }
    for (const one of of(service, played.get('stalls'))) {
      expect([one.status, one.is_active, one.sync_status]).toEqual(['COMPLETE', true, 'Done'])
      expect(at(one.next_sync_start_time)).toBe(START - 2 * HOUR)
      expect(at(one.last_sync_start_time)).toBeLessThan(at(one.next_sync_start_time))
    }
    const [relinking] = service.advance('relinked')
    expect(of(service, relinking?.ids)[0]).toMatchObject({
      status: 'COMPLETE',
      relink_needed_at: null,
      sync_status: 'Syncing'
    })
    const [finishing] = service.advance('link-finished')
    expect(of(service, finishing?.ids)[0]).toMatchObject({ status: 'COMPLETE', sync_status: 'Syncing' })
    const recovered = service.advance('recovered').at(-1)?.ids
    expect(of(service, recovered).map((one) => one.sync_status)).toEqual(['Done', 'Done'])
    expect(recovered?.every((id) => played.get('runs-fail')?.includes(id))).toBe(true)
  })

  it('takes one connector away and brings one, seen in the list', async () => {
    const { clock, service } = await stopped({ connectors: 300, syncSeconds: 30 })
    service.play('morning', { speed: 0 })
    service.advance('link-finished')
    const before = new Set(service.connectors.map((one) => one.id))
    const [gone, come] = service.advance('new')
    const listed = (await refresh(service, HRIS)).flatMap((page) => page.items)
    expect([gone?.ids.length, before.has(gone?.ids[0] ?? '')]).toEqual([1, true])
    expect(service.connectors.some((one) => one.id === gone?.ids[0])).toBe(false)
    expect(before.has(come?.ids[0] ?? '')).toBe(false)
    expect(listed[0]).toMatchObject({ id: come?.ids[0], sync_status: 'Syncing', total_employees: null })
    clock.at += 30_000
    const path = `${HRIS}?connector_token=${listed[0]?.connector_token}`
    expect((await body(call(service, path))).items[0]).toMatchObject({
      sync_status: 'Done',
      avg_sync_duration: '0 min 30 sec'
    })
  })

  it('leaves alone what is gone by then', async () => {
    const { service } = await stopped({ connectors: 300 })
    const rehearsal = await stopped({ connectors: 300 })
    const [planned] = (rehearsal.service.play('morning', { speed: 0 }), rehearsal.service.advance())
    const [gone, ...others] = planned?.ids ?? []
    const { category } = of(service, [gone ?? ''])[0] ?? {}
    const path = `/api/${category?.toLowerCase()}/v1/connectors`
    service.play('morning', { speed: 0 })
    expect((await call(service, `${path}/${gone}/delete`, { method: 'DELETE' })).status).toBe(200)
    expect(service.advance()[0]?.ids).toEqual(others)
  })

  it('refuses a step that is not ahead, and to go on with nothing', async () => {
    const { service } = await stopped()
    expect(() => service.advance()).toThrow('nothing is being played')
    service.play('morning', { speed: 0 })
    service.advance('incident')
    expect(() => service.advance('first-break')).toThrow('no step "first-break" is ahead: stalls, relinked')
    service.advance('recovered')
    expect(() => service.advance('recovered')).toThrow('none is')
    expect(service.advance()).toEqual([])
  })

  it.each([0, 1, 7, 40, 60, 421])('can be played with %i connectors', async (connectors) => {
    const { service } = await stopped({ connectors })
    service.play('morning', { speed: 0 })
    expect(service.advance('recovered').map((one) => one.name)).toEqual(STEPS)
  })
})

describe('the morning by the clock', () => {
  it.each([
    [1, 120_000],
    [4, 30_000]
  ])('at speed %i is over after %i ms', async (speed, whole) => {
    const { clock, service } = await stopped({ connectors: 300, play: 'morning', speed })
    const relinks = () => service.connectors.filter((one) => one.status === 'RELINK_NEEDED').length
    const before = relinks()
    clock.at = START + 10_000 / speed - 1
    expect(relinks()).toBe(before)
    clock.at++
    expect(relinks()).toBe(before + 3)
    clock.at = START + whole - 1
    await body(call(service, HRIS))
    expect(service.advance()).toMatchObject([{ name: 'recovered', at: clock.at }])
  })

  it('happens at the times it was due, also when no one looked', async () => {
    const { clock, service } = await stopped({ connectors: 300 })
    const { played } = service.play('morning')
    clock.at += 5 * HOUR
    expect(service.connectors).toHaveLength(300)
    expect(played.map((one) => (one.at - START) / 1000)).toEqual([10, 25, 40, 55, 70, 80, 90, 100, 120])
  })

  it('is played in both regions', async () => {
    const regions = await startRegions({ connectors: 200, play: 'morning', speed: 0 })
    try {
      for (const region of [regions.default, regions.eu]) expect(region.advance()[0]?.ids).toHaveLength(3)
    } finally {
      await regions.close()
    }
  })
})
