import { describe, expect, it } from 'vitest'
import { CallLog, withoutSecrets, type KeptCall } from './call-log'

const redact = (text: string) => text.replaceAll('ct_known', '[token]')

describe('withoutSecrets', () => {
  it.each([
    ['X-Auth', 'hush'],
    ['X-Session-Id', 'hush'],
    ['X-JWT', 'hush'],
    ['Authentication-Info', 'nextnonce="hush"'],
    ['WWW-Authenticate', 'Bearer hush'],
    ['Location', 'https://u:pw@files.example/a?X-Amz-Signature=hush'],
    ['Link', '<https://files.example/a?sig=hush>; rel="next"'],
    ['authorization', 'Bearer hush'],
    ['x-connector-token', 'hush'],
    ['set-cookie', 'session=hush'],
    ['x-ratelimit-token', 'hush'],
    ['a-name-nobody-knows', 'hush']
  ])('keeps of %s its name alone', (name, value) => {
    expect(withoutSecrets({ [name]: value }, redact)).toEqual({ [name]: '[left out]' })
  })

  it.each([
    ['accept', 'application/json'],
    ['Content-Type', 'application/json'],
    ['date', 'Tue, 10 Mar 2026 12:00:00 GMT'],
    ['Retry-After', '30'],
    ['X-RateLimit-Remaining', '12'],
    ['ratelimit-reset', '30'],
    ['x-request-id', 'r-9'],
    ['server', 'a server'],
    ['cf-ray', '7d1']
  ])('keeps %s whole', (name, value) => {
    expect(withoutSecrets({ [name]: value }, redact)).toEqual({ [name]: value })
  })

  it('masks known secrets in what it keeps, and cuts it', () => {
    expect(withoutSecrets({ via: 'saw ct_known', server: 'x'.repeat(999) }, redact)).toEqual({
      via: 'saw [token]',
      server: 'x'.repeat(300)
    })
  })
})

describe('CallLog', () => {
  const call = (subject: string, at: number) => ({ subject, at }) as KeptCall

  it('gives the latest of each, oldest first, asking once of every call', () => {
    const log = new CallLog()
    for (let at = 0; at < 9; at++) log.add(call(['a', 'b', 'other'][at % 3] ?? '', at))
    let asked = 0
    const found = log.find(({ subject }) => {
      asked++
      return subject === 'other' ? null : subject
    }, 2)
    const times = [...found].map(([name, calls]) => [name, ...calls.map(({ at }) => at)])
    expect(times).toEqual([
      ['a', 3, 6],
      ['b', 4, 7]
    ])
    expect(asked).toBe(9)
    expect(log.find(() => false, 2).size).toBe(0)
  })
})
