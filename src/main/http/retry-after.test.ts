import { describe, expect, it } from 'vitest'
import { retryDelay, type Headers } from './retry-after'

const now = Date.parse('2026-03-01T12:00:00Z')
const nowS = now / 1_000
const date = 'Sun, 01 Mar 2026 12:00:00 GMT'
const day = 24 * 3_600

type Row = [name: string, headers: Headers, ms: number, source: string]
const half = 0.5

describe('retryDelay', () => {
  const rows: Row[] = [
    ['seconds', { 'retry-after': '12' }, 12_000, 'retry-after'],
    ['seconds with space around', { 'retry-after': ' 3 ' }, 3_000, 'retry-after'],
    ['more than half a minute is not clamped', { 'retry-after': '60' }, 60_000, 'retry-after'],
    ['thirty days do not overflow a timer', { 'retry-after': String(30 * day) }, 30 * day * 1_000, 'retry-after'],
    ['a year is believed', { 'retry-after': String(366 * day) }, 366 * day * 1_000, 'retry-after'],
    ['more than that is a mistake', { 'retry-after': String(366 * day + 1) }, 500, 'backoff'],
    ['an absurd number too', { 'retry-after': '9'.repeat(400) }, 500, 'backoff'],
    [
      'which yields to Reset',
      { 'retry-after': '9'.repeat(30), 'x-ratelimit-reset': `${nowS + 4}` },
      4_000,
      'rate-limit-reset'
    ],
    ['a fraction is rounded up', { 'retry-after': '0.0001' }, 1, 'retry-after'],
    ['HTTP-date against our clock', { 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30_000, 'retry-after'],
    [
      "HTTP-date against the server's Date, whatever our clock says",
      { 'retry-after': 'Sun, 01 Mar 2026 09:00:05 GMT', date: 'Sun, 01 Mar 2026 09:00:00 GMT' },
      5_000,
      'retry-after'
    ],
    ['RFC 850 date', { 'retry-after': 'Sunday, 01-Mar-26 12:00:07 GMT' }, 7_000, 'retry-after'],
    ['asctime date, which is GMT too', { 'retry-after': 'Sun Mar  1 12:00:09 2026' }, 9_000, 'retry-after'],
    ['wins over X-RateLimit-Reset', { 'retry-after': '2', 'x-ratelimit-reset': `${nowS + 50}` }, 2_000, 'retry-after'],
    ['Reset against our clock', { 'x-ratelimit-reset': `${nowS + 50}` }, 50_000, 'rate-limit-reset'],
    [
      "Reset minus the server's Date",
      { 'x-ratelimit-reset': `${nowS + 50}`, date: 'Sun, 01 Mar 2026 12:00:20 GMT' },
      30_000,
      'rate-limit-reset'
    ],
    [
      'an unreadable Retry-After gives way to Reset',
      { 'retry-after': 'soon', 'x-ratelimit-reset': `${nowS + 4}` },
      4_000,
      'rate-limit-reset'
    ],
    [
      'a negative Retry-After too',
      { 'retry-after': '-5', 'x-ratelimit-reset': `${nowS + 4}` },
      4_000,
      'rate-limit-reset'
    ],
    ['a Retry-After of 0 too', { 'retry-after': '0', 'x-ratelimit-reset': `${nowS + 4}` }, 4_000, 'rate-limit-reset'],
    [
      'a date in the past too',
      { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT', 'x-ratelimit-reset': `${nowS + 4}` },
      4_000,
      'rate-limit-reset'
    ],
    ['an ISO date is not an HTTP-date', { 'retry-after': '2026-03-01T12:00:30Z' }, 500, 'backoff'],
    ['a Reset in the past gives way to backoff', { 'x-ratelimit-reset': `${nowS - 1}` }, 500, 'backoff'],
    ['a Reset in ms is a mistake', { 'x-ratelimit-reset': `${now}` }, 500, 'backoff'],
    ['nothing at all', {}, 500, 'backoff'],
    ['an empty header', { 'retry-after': '', date }, 500, 'backoff']
  ]
  it.each(rows)('%s', (_, headers, ms, source) => {
    expect(retryDelay(headers, now, 1, half)).toEqual({ ms, source })
  })

  it.each([
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [6, 32_000],
    [7, 60_000],
    [50, 60_000]
  ])('backs off with full jitter below a ceiling: try %i, at most %i ms', (attempt, ceiling) => {
    expect(retryDelay({}, now, attempt, 0).ms).toBe(0)
    expect(retryDelay({}, now, attempt, half).ms).toBe(ceiling / 2)
    expect(retryDelay({}, now, attempt, 0.999_999).ms).toBe(ceiling)
  })
})
