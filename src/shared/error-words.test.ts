import { describe, expect, it } from 'vitest'
import { saidOf, wordsOf } from './error-words'
import { errorCodes, type AppErrorShape, type ErrorCode } from './errors'

const shape = (code: ErrorCode, more: Partial<AppErrorShape> = {}): AppErrorShape => ({
  code,
  message: 'What happened.',
  ...more
})
const all = (error: AppErrorShape) => Object.values(wordsOf(error)).join(' ')

describe('wordsOf', () => {
  it.each(errorCodes)(
    '%s: every part says something, and not “this window may not ask” but for a strange page',
    (code) => {
      const { title, cause, next } = wordsOf(shape(code, { status: 499 }))
      for (const part of [title, cause, next]) expect(part).toMatch(/^[A-Z].*[a-z)]/)
      expect(title.includes('window may not')).toBe(code === 'not-permitted')
    }
  )

  it.each([
    'unsupported',
    'other-address',
    'busy',
    'outdated',
    'leak-refused',
    'file-conflict',
    'file-refused',
    'disk-full',
    'invalid-input',
    'not-the-service',
    'internal'
  ] as const)('%s shows the message itself', (code) => {
    expect(wordsOf(shape(code)).cause).toContain('What happened.')
  })

  it.each([
    [400, 'bad-request'],
    [405, 'not-offered'],
    [413, 'request-too-large'],
    [418, 'rejected'],
    [500, 'service-error'],
    [503, 'service-unavailable']
  ] as const)('names the status %i, and claims several tries only after several', (status, code) => {
    expect(wordsOf(shape(code, { status })).cause).toContain(String(status))
    expect(all(shape(code, { status }))).not.toContain('tried')
    expect(wordsOf(shape(code, { status, tries: 4 })).cause).toContain('We tried 4 times.')
  })

  it('calls a 403 of webhooks a question of the plan, not of a wrong token', () => {
    const said = all(shape('forbidden', { status: 403, endpoint: 'GET /api/v1/webhooks/logs' }))
    expect(said).toContain('The token works. Your plan may not include webhooks')
    expect(said).not.toMatch(/mistyped|another token|revoked/)
  })

  it('names the category of a 403', () => {
    const { next } = wordsOf(shape('forbidden', { status: 403, endpoint: 'GET /api/lms/v1/connectors' }))
    expect(next).toContain('enable LMS')
  })

  it('says how long a rate limit lasts', () => {
    const { cause, next } = wordsOf(shape('rate-limited', { retryAfterMs: 29_400 }))
    expect([cause, next]).toEqual(['The API asked us to wait 30 s (rate limit).', 'Try again in 30 s.'])
  })

  it('says after a 404 that the record is gone, and names what is missing here', () => {
    expect(wordsOf(shape('not-found', { status: 404 })).cause).toContain('removed in the meantime')
    expect(wordsOf(shape('not-found')).cause).toBe('What happened.')
  })
})

describe('saidOf', () => {
  it('repeats the service: its sentence, its list, and what a 401 asks for', () => {
    expect(saidOf(shape('conflict', { detail: 'Key in use' }))).toEqual(['Key in use'])
    const detail = [{ loc: ['query', 'page_size'], msg: 'too big', type: 'x' }]
    expect(saidOf(shape('validation', { detail }))).toEqual(['query.page_size: too big'])
    const challenge = 'Bearer realm="api"'
    expect(saidOf(shape('unauthorized', { detail: 'No', challenge }))).toEqual(['No', `WWW-Authenticate: ${challenge}`])
  })

  it('says nothing where the service did not', () => {
    expect(saidOf(shape('bad-request'))).toEqual([])
  })
})
