import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeResults, receiversOf } from './results'
import type { Delivery, Webhook } from './webhook'

const now = Date.parse('2026-03-10T12:00:00Z')
const minute = 60_000
const hour = 60 * minute

const hook = (id: string, change: Partial<Webhook> = {}): Webhook => ({
  ...{ id, name: id, url: `https://${id}.example/hook`, enabled: true, forTests: false },
  ...{ createdAt: null, lastTriggeredAt: null, ...change }
})
let made = 0
const line = (ago: number, code: number | null, change: Partial<Delivery> = {}): Delivery => ({
  ...{
    id: `line-${made++}`,
    connectorId: `c-${made}`,
    connectorKey: null,
    webhookName: 'a',
    action: 'connector_synced'
  },
  ...{ method: 'POST', url: 'https://a.example/hook', responseCode: code, createdAt: now - ago, integrationName: null },
  ...{ endUser: null, originId: null, failed: code === null || code >= 300, odd: [], ...change }
})
const many = (count: number, code: number | null, from = hour, change: Partial<Delivery> = {}) =>
  Array.from({ length: count }, (_, n) => line(from + n * minute, code, change))
/** One message whose attempts got these answers. */
const attempts = (ago: number, codes: (number | null)[], connectorId = `tried-${made}`) =>
  codes.map((code, n) => line(ago - n * 10_000, code, { connectorId }))

function judged(lines: Delivery[], webhooks: Webhook[] | null = [hook('a')]) {
  return receiversOf(webhooks, lines, now).map(({ webhooks, results }) => ({
    of: webhooks.map(({ id, url }) => id || url),
    ...(results && judgeResults(results, now))
  }))
}
const one = (lines: Delivery[]) => judged(lines)[0]

describe('the results of a webhook', () => {
  test('fail with half of the newest 20, whatever came before', () => {
    expect(one([...many(10, 503), ...many(10, 200, 2 * hour), ...many(100, 200, 30 * hour)])).toMatchObject({
      newest: { deliveries: 20, failed: 10 },
      isFailing: true
    })
    expect(one([...many(9, 503), ...many(11, 200, 2 * hour), ...many(100, 200, 4 * hour)])).toMatchObject({
      newest: { deliveries: 20, failed: 9 },
      isFailing: false
    })
  })

  test('fail with half of those of the last 24 h', () => {
    const lines = [...many(20, 200), ...many(40, 500, 2 * hour)]
    expect(one(lines)).toMatchObject({ newest: { failed: 0 }, day: { deliveries: 60, failed: 40 }, isFailing: true })
    expect(one([...many(20, 200), ...many(40, 500, 25 * hour)])).toMatchObject({ isFailing: false })
  })

  test('say nothing from one or two', () => {
    expect(one(many(2, 503))).toMatchObject({ isFailing: false })
    expect(one(many(3, 503))).toMatchObject({ isFailing: true })
    expect(one([])).toEqual({ of: ['a'] })
  })

  test('a success on the fifth attempt is a success, five failures are one failure', () => {
    const tried = Array.from({ length: 20 }, (_, n) => attempts((n + 1) * hour, [500, null, 500, 503, 200]))
    expect(one(tried.flat())).toMatchObject({ newest: { deliveries: 20, failed: 0 }, isFailing: false })
    const lost = Array.from({ length: 4 }, (_, n) => attempts((n + 1) * hour, [500, null, 500, 503, 500]))
    expect(one(lost.flat())).toMatchObject({ newest: { deliveries: 4, failed: 4 } })
  })

  test('a failure is another message after the fifth, after a success, and after the time of retries', () => {
    expect(one(attempts(hour, [500, 500, 500, 500, 500, 500], 'x'))).toMatchObject({ newest: { deliveries: 2 } })
    expect(one(attempts(hour, [200, 500], 'x'))).toMatchObject({ newest: { deliveries: 2, failed: 1 } })
    const later = [line(hour, 500, { connectorId: 'x' }), line(hour - 2 * minute, 500, { connectorId: 'x' })]
    expect(one(later)).toMatchObject({ newest: { deliveries: 2, failed: 2 } })
  })

  test('leave out what may be tried again, by a clock that is ahead as well', () => {
    expect(one([...many(3, 200), line(20_000, 500)])).toMatchObject({ newest: { deliveries: 3 } })
    expect(one(many(3, 500, -5 * hour))).toMatchObject({ newest: { deliveries: 3, failed: 3 }, isFailing: true })
  })

  test('leave out lines without a time, and count a line that came twice once', () => {
    const lines = many(3, 503)
    expect(one([...lines, ...lines, line(0, 503, { createdAt: null })])).toMatchObject({ newest: { deliveries: 3 } })
    const nameless = many(3, 503, hour, { id: '' })
    expect(one([...nameless, ...nameless])).toMatchObject({ newest: { deliveries: 3 } })
  })

  test('where the log names no webhook, the address tells; webhooks that it does not tell apart are judged together', () => {
    const unnamed = { webhookName: null }
    const [a, b] = [hook('a'), hook('b')]
    expect(judged(many(3, 503, hour, unnamed), [a, b])).toMatchObject([{ of: ['a'], isFailing: true }, { of: ['b'] }])
    const same = hook('c', { url: a.url })
    expect(judged(many(3, 503, hour, unnamed), [a, same])).toMatchObject([
      { of: ['a'] },
      { of: ['c'] },
      { of: ['a', 'c'], isFailing: true }
    ])
    const namesake = hook('d', { name: 'a' })
    expect(judged(many(3, 503), [a, namesake])).toMatchObject([{ of: ['a'], isFailing: true }, { of: ['d'] }])
    // Deleted, or renamed since.
    expect(judged(many(3, 503, hour, { webhookName: 'gone' }), [a])).toEqual([{ of: ['a'] }])
  })

  test('without a list of webhooks the log tells which there are', () => {
    expect(judged(many(3, 503), null)).toMatchObject([{ of: ['https://a.example/hook'], isFailing: true }])
    expect(judged(many(3, 503, hour, { webhookName: null, url: null }), null)).toEqual([])
  })

  test('are the same in any order of the lines', () => {
    const lines = [...many(8, 503), ...attempts(hour / 2, [500, 500, 200]), ...many(9, 200, 2 * hour)]
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
        expect(one(shuffled)).toEqual(one(lines))
      })
    )
  })

  test('of 100,000 lines take one pass', () => {
    const lines = Array.from({ length: 100_000 }, (_, n) => line(n * 1_000 + hour, n % 2 ? 503 : 200))
    expect(one(lines)).toMatchObject({ newest: { deliveries: 20, failed: 10 }, isFailing: true })
  })
})
