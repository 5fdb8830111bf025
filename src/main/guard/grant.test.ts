import { describe, expect, it } from 'vitest'
import { personWho } from './testing'
import { Grant, grantMs, spend, type Leaving } from './grant'
import type { Act } from './confirmer'

const request: Leaving = {
  method: 'POST',
  url: 'https://api.example.com/x?a=1',
  headers: { authorization: 'Bearer one', 'x-connector-token': 'ct_one' },
  body: '{"a":1}'
}
const other = { code: 'confirmation-needed', message: expect.stringContaining('not the one that was confirmed') }
const { signal } = new AbortController()
const act: Act = {
  place: { workspaceId: 'w', region: 'eu' },
  title: 'Delete it',
  verb: 'Delete',
  requests: [{ leaving: request }]
}

describe('@attack a grant', () => {
  it('lets its request leave once', () => {
    const grant = new Grant([request], 100, () => 100)
    grant.spend({ ...request })
    expect(() => grant.spend(request)).toThrow(expect.objectContaining(other))
  })

  it.each<[string, Partial<Leaving>]>([
    ['method', { method: 'DELETE' }],
    ['origin', { url: 'https://evil.example/x?a=1' }],
    ['path', { url: 'https://api.example.com/y?a=1' }],
    ['query', { url: 'https://api.example.com/x?a=2' }],
    ['body', { body: '{"a":2}' }],
    ['body left out', { body: undefined }],
    ['bearer token', { headers: { ...request.headers, authorization: 'Bearer two' } }],
    ['connector token', { headers: { ...request.headers, 'x-connector-token': 'ct_two' } }],
    ['further header', { headers: { ...request.headers, 'x-more': '1' } }]
  ])('lets no request with another %s leave', (_, change) => {
    const grant = new Grant([request], 100, () => 100)
    expect(() => grant.spend({ ...request, ...change })).toThrow(expect.objectContaining(other))
  })

  it('expires after a minute, unless its act has begun', () => {
    let now = 0
    const grant = () => new Grant([request], grantMs, () => now)
    const [late, begun] = [grant(), grant().hold()]
    now = grantMs + 1
    expect(() => late.spend(request)).toThrow(/older than a minute/)
    expect(() => late.hold()).toThrow(/older than a minute/)
    begun.spend(request)
  })

  it('knows a later request by the id that an earlier one brought, and no other', () => {
    const planned = { ...request, body: '{"field":"made in step 1"}' }
    const grant = new Grant([planned], 100, () => 0)
    expect(() => grant.spend({ ...request, body: '{"field":"f-17"}' })).toThrow(expect.objectContaining(other))
    grant.learn('f-17', 'made in step 1')
    grant.spend({ ...request, body: '{"field":"f-17"}' })
  })

  it('is required', () => {
    expect(() => spend(undefined, request)).toThrow(expect.objectContaining({ code: 'confirmation-needed' }))
  })
})

describe('the confirmation', () => {
  it('shows what main will send, and gives a grant for that', async () => {
    const { confirmer, acts } = personWho()
    const grant = await confirmer.confirm(act, signal)
    expect(acts).toMatchObject([
      {
        title: 'Delete it',
        workspace: 'Harbourline',
        region: 'eu',
        requests: [
          {
            method: 'POST',
            path: '/x?a=1',
            body: { bytes: 7, digest: '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862' }
          }
        ]
      }
    ])
    grant.spend(request)
  })

  it('ends with nothing sent where the person does not agree', async () => {
    const { confirmer } = personWho(() => false)
    await expect(confirmer.confirm(act, signal)).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('@attack refuses a second act while one waits, and takes the next after it', async () => {
    let answer: (agreed: boolean) => void = () => undefined
    const { confirmer, acts } = personWho(() => new Promise((resolve) => (answer = resolve)))
    const first = confirmer.confirm(act, signal)
    await expect(confirmer.confirm(act, signal)).rejects.toMatchObject({ code: 'busy' })
    await expect.poll(() => acts).toHaveLength(1)
    answer(true)
    await first
    const next = confirmer.confirm(act, signal)
    await expect.poll(() => acts).toHaveLength(2)
    answer(true)
    await next
    expect(acts).toHaveLength(2)
  })
})
