import { describe, expect, it } from 'vitest'
import { refusalWords, saidOf, wordsOf } from './error-words'
import { errorCodes, type AppErrorShape, type ErrorCode } from './errors'

const shape = (code: ErrorCode, more: Partial<AppErrorShape> = {}): AppErrorShape => ({
  code,
  message: 'What happened.',
  ...more
})
const all = (error: AppErrorShape) => Object.values(wordsOf(error)).join(' ')

describe('wordsOf', () => {
  it.each(errorCodes)('%s: every part says something', (code) => {
    const { title, cause, next } = wordsOf(shape(code, { status: 499 }))
    for (const part of [title, cause, next]) expect(part).toMatch(/^[A-Z].*[a-z)]/)
  })

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
    'not-permitted',
    'no-approval',
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

  it('advises of a change no category to enable: its list was read', () => {
    const { next } = wordsOf(shape('forbidden', { status: 403, endpoint: 'DELETE /api/hris/v1/connectors/c1/delete' }))
    expect(next).toBe('Ask your admin to allow this change for the token, or use another token.')
  })

  it.each([
    ['DELETE /api/hris/v1/connectors/c1/delete', 'The connector c1 is no longer there: the API answered 404.'],
    ['DELETE /api/v1/custom-fields/mapping/m1', 'The mapping m1 is no longer there: the API answered 404.'],
    ['PATCH /api/v1/custom-fields/f1', 'The custom field f1 is no longer there: the API answered 404.'],
    [
      'POST /api/v1/custom-fields/mapping',
      'The field, integration or connector of this mapping is no longer there: the API answered 404.'
    ],
    [
      'GET /api/hris/v1/connectors',
      'The API has nothing at GET /api/hris/v1/connectors (404): it was removed, or is not offered here.'
    ]
  ])('names what a 404 of %s is about', (endpoint, cause) => {
    expect(wordsOf(shape('not-found', { status: 404, endpoint })).cause).toBe(cause)
  })

  it('names what a change that met a 404 is about, and then what the API says', () => {
    const endpoint = 'DELETE /api/hris/v1/connectors/c1/delete'
    expect(refusalWords(shape('not-found', { status: 404, endpoint, detail: 'Not found' }))).toBe(
      'The connector c1 is no longer there: the API answered 404. The API says: Not found'
    )
  })

  it('says of a read that conflicts nothing about names', () => {
    const words = (endpoint: string) => all(shape('conflict', { status: 409, endpoint }))
    expect(words('GET /api/hris/v1/employees')).not.toContain('name')
    expect(words('POST /api/v1/custom-fields')).toContain('something with that name exists')
  })

  it('says how long a far rate limit lasts in hours and days', () => {
    const after = (ms: number) => wordsOf(shape('rate-limited', { retryAfterMs: ms })).next
    expect([after(600_000), after(19_200_000), after(180_000_000)]).toEqual([
      'Try again in 10 min.',
      'Try again in 5 h 20 min.',
      'Try again in 2 d 2 h.'
    ])
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

  it('says who replaced the token, and what to do', () => {
    const at = new Date(2025, 2, 10, 10, 2).getTime()
    const said = (of: number) => wordsOf(shape('unauthorized', { tokenChange: { by: 'Ada', at: of } }))
    expect(said(at).cause).toBe('Ada changed the token on 10 Mar at 10:02.')
    expect(said(at).next).toBe('Paste the new one: Settings, Workspaces, Replace.')
    const refused = shape('unauthorized', { tokenChange: { by: 'Ada', at }, detail: 'No' })
    expect(refusalWords(refused)).toBe(
      'Ada changed the token on 10 Mar at 10:02. Paste the new one: Settings, Workspaces, Replace. The API says: No'
    )
    expect(said(new Date().setHours(9, 5)).cause).toBe('Ada changed the token at 09:05.')
  })

  it('says nothing where the service did not', () => {
    expect(saidOf(shape('bad-request'))).toEqual([])
  })
})
