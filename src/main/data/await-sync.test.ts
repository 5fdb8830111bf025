import { Agent } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import type { ConnectorRow } from '../../shared/connectors/connector'
import { undiciTransport } from '../http/transport'
import { FakeClock, testClient } from '../testing/fakes'
import { key, page, place, testData, type Answer, type TestData } from './testing'
import { awaitSync, type SyncOf, type AwaitSyncParts } from './await-sync'

let test: TestData
const agent = new Agent()
afterEach(() => test.remove())

/** @param start hour of the day */
const syncing = (status: unknown, progress: unknown = null, start: number | null = null): ConnectorRow => ({
  key,
  category: 'HRIS',
  tokenRef: null,
  record: {
    id: 'c1',
    sync_status: status,
    sync_progress: progress,
    last_sync_start_time: start === null ? null : `2026-02-28T${start}:00:00Z`
  }
})
const none: Answer = { status: 404, json: { detail: 'Not found' } }

async function waiting(rows: (ConnectorRow | null | Error)[], log: () => Answer = () => none, withinMs = 3_600_000) {
  const clock = new FakeClock()
  const began = clock.time
  test = await testData(log)
  const waits: Parameters<SyncOf['tell']>[0][] = []
  const controller = new AbortController()
  const parts: AwaitSyncParts = {
    client: testClient(
      undiciTransport(async () => agent),
      clock
    ),
    clock,
    workspaces: { target: async () => test.target },
    async readOne() {
      const row = rows.length > 1 ? rows.shift() : rows[0]
      if (row instanceof Error) throw row
      return row ?? null
    }
  }
  const of: SyncOf = { place, key, withinMs, signal: controller.signal, tell: (wait) => waits.push(wait) }
  const looksAt = () => waits.map(({ nextLookAt }) => (nextLookAt - began) / 1_000)
  return { done: awaitSync(parts, of), waits, clock, controller, looksAt }
}

describe('waiting for a sync', () => {
  it('does not take a Done of an earlier sync for the one that was just asked for', async () => {
    const earlier = syncing('Done', null, 10)
    const { done, waits } = await waiting([earlier, earlier, syncing('Syncing', 5, 12), syncing('Done', null, 12)])
    expect(await done).toMatchObject({ how: 'status' })
    expect(waits.map(({ syncStatus, begun }) => [syncStatus, begun])).toEqual([
      ['Done', false],
      ['Done', false],
      ['Syncing', true]
    ])
  })

  it('ends with a sync that began and ended between two looks', async () => {
    const { done, waits } = await waiting([syncing('Done', null, 10), syncing('Done', null, 12)])
    expect(await done).toMatchObject({ how: 'status' })
    expect(waits).toHaveLength(1)
  })

  it.each([
    ['that was running', syncing('Syncing', 40, 10), syncing('Failed', null, 10)],
    ['that began after an earlier failure', syncing('Failed', null, 10), syncing('Failed', null, 12)]
  ])('ends with words where a sync %s failed', async (_, first, second) => {
    const { done, waits } = await waiting([first, first, second])
    await expect(done).rejects.toMatchObject({ code: 'sync-failed' })
    expect(waits).toHaveLength(2)
  })

  it('is not ended by a failure that was there before', async () => {
    const failed = syncing('Failed', null, 10)
    const { done } = await waiting([failed, failed, syncing('Done', null, 12)])
    expect(await done).toMatchObject({ how: 'status' })
  })

  it('takes the first look that succeeds for the moment of asking', async () => {
    const lost = new AppError('unreachable', 'Lost.')
    const { done, waits } = await waiting([lost, syncing('Done', null, 10), syncing('Done', null, 12)])
    expect(await done).toMatchObject({ how: 'status' })
    expect(waits).toHaveLength(2)
  })

  it('looks every 15 s at first, less often later, and reports the state', async () => {
    const running = syncing('Syncing', 40)
    const { done, waits, looksAt } = await waiting([running, running, running, running, running, syncing('Done')])
    expect(await done).toMatchObject({ how: 'status' })
    expect(waits[0]).toMatchObject({ syncStatus: 'Syncing', syncProgress: 40, looks: 1 })
    expect(looksAt()).toEqual([15, 37.5, 71.25, 121.875, 181.875])
    // Asks only once for a missing log.
    expect(test.asked).toHaveLength(1)
  })

  it('ends with a delivery of this connector since then', async () => {
    const delivery = { connector_id: 'c1', webhook_action: 'connector_synced', created_at: '2026-03-01T12:00:09Z' }
    const items: object[][] = [
      [],
      [{ ...delivery, connector_id: 'c2' }],
      [{ ...delivery, created_at: '2026-03-01T11:59:00Z' }],
      [delivery]
    ]
    const { done, looksAt } = await waiting([syncing('Failed')], () => page(null, items.shift() ?? []))
    expect(await done).toMatchObject({ how: 'delivery' })
    expect(looksAt()).toHaveLength(3)
    expect(test.asked[0]).toMatchObject({
      path: '/api/v1/webhooks/logs',
      query: { connector_id: 'c1', webhook_action: 'connector_synced', created_at_from: '2026-03-01T12:00:00.000Z' }
    })
  })

  it.each([
    ['2026-03-01T12:00:09', 0],
    ['2026-03-01T11:59:59', 1]
  ])('takes the time of a delivery without an offset, %s, for UTC', async (created_at, looks) => {
    const zone = process.env['TZ']
    for (const elsewhere of ['Asia/Tokyo', 'America/Lima']) {
      process.env['TZ'] = elsewhere
      const delivery = { connector_id: 'c1', webhook_action: 'connector_synced', created_at }
      const { done, waits } = await waiting([syncing('Failed'), syncing('Done')], () => page(null, [delivery]))
      await done
      expect([elsewhere, waits.length]).toEqual([elsewhere, looks])
      if (elsewhere === 'Asia/Tokyo') await test.remove()
    }
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })

  it('is not ended by a failure that passes, but by one that stays', async () => {
    const lost = new AppError('unreachable', 'Lost.')
    const passing = await waiting([lost, syncing(null), syncing('Done')])
    expect(await passing.done).toMatchObject({ how: 'status' })
    expect(passing.waits[0]).toMatchObject({ syncStatus: null, looks: 1 })
    await test.remove()
    const staying = await waiting([syncing('Syncing'), new AppError('unauthorized', 'No.')])
    await expect(staying.done).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('ends where the connector is gone', async () => {
    const { done } = await waiting([syncing('Syncing'), null])
    await expect(done).rejects.toMatchObject({ code: 'not-found' })
  })

  it('ends after its time, with a last look then', async () => {
    const { done, looksAt } = await waiting([syncing('Syncing')], () => none, 60_000)
    await expect(done).rejects.toMatchObject({ code: 'timeout' })
    expect(looksAt().at(-1)).toBe(60)
  })

  it('can be cancelled', async () => {
    const { done, clock, controller } = await waiting([syncing('Syncing')])
    clock.duringNap = () => controller.abort()
    await expect(done).rejects.toMatchObject({ code: 'cancelled' })
  })
})
