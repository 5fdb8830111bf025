import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './call-log'

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
