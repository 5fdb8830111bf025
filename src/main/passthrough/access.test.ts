import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accessSaid, type AccessSaid } from '../../shared/issues/access'
import type { AppErrorShape } from '../../shared/errors'
import { practice, send } from '../../practice/testing'
import { oddityOf } from '../../practice/passthrough/company'
import { PASSTHROUGH } from '../../practice/passthrough/testing'
import { accessOf, type Answer } from './access'
import { providerErrorIn } from './provider-error'

const error = (more: Partial<AppErrorShape> = {}): AppErrorShape =>
  ({ code: 'unauthorized', message: '', ...more }) as AppErrorShape

function answer(text: string, more: Partial<Answer> = {}): Answer {
  const bytes = Buffer.from(text)
  const contentType = more.contentType ?? 'application/json'
  const providerError = providerErrorIn(bytes, contentType, (one) => one)
  return { status: 200, complete: true, error: null, own: false, providerError, body: bytes, contentType, ...more }
}

describe('what an answer says of a connector’s access', () => {
  it.each<[what: string, of: Answer, said: AccessSaid, status: number]>([
    ['data', answer('{"data": [1]}'), 'works', 200],
    ['a list', answer('[]'), 'works', 200],
    ['XML', answer('<people><one/></people>', { contentType: 'text/xml' }), 'works', 200],
    ['a 401 that the provider wrote', answer('{"error": {"status": 401, "code": "x"}}'), 'dead', 401],
    ['an OAuth token that was revoked', answer('{"error": "invalid_grant"}'), 'dead', 200],
    [
      'a SOAP fault of the sign-in',
      answer(
        '<Envelope><Fault><faultcode>wsse:FailedAuthentication</faultcode><faultstring>x</faultstring></Fault></Envelope>',
        { contentType: 'text/xml' }
      ),
      'dead',
      200
    ],
    ['a 403 that the provider wrote', answer('{"error": {"status": 403, "message": "no"}}'), 'no-right', 403],
    ['a scope that is missing', answer('{"error": "insufficient_scope"}'), 'no-right', 200],
    ['a 429 that the provider wrote', answer('{"status": 429, "message": "slow"}'), 'limited', 429],
    ['a 503 that the provider wrote', answer('{"status": 503, "title": "maintenance"}'), 'down', 503],
    ['a 404 that the provider wrote', answer('{"status": 404, "title": "no such path"}'), 'unclear', 404],
    ['a failure in words only', answer('{"error": {"message": "something"}}'), 'unclear', 200],
    ['a failure in a form of its own', answer('{"Message": "Unauthorized"}'), 'unclear', 200],
    ['another', answer('{"errorCode": "AUTH", "errorMessage": "Session expired"}'), 'unclear', 200],
    ['a third', answer('{"fault": {"faultstring": "Invalid access token"}}'), 'unclear', 200],
    [
      'an error as XML',
      answer('<?xml version="1.0"?><Error><Code>x</Code></Error>', { contentType: 'text/xml' }),
      'unclear',
      200
    ],
    ['an empty object', answer('{}'), 'unclear', 200],
    ['an empty list of people', answer('{"employees": [], "errors": []}'), 'works', 200],
    [
      'a part that was refused',
      answer('{"data": {"id": 1}, "errors": [{"status": 401, "message": "salary"}]}'),
      'unclear',
      401
    ],
    ['a failure in a field of any name', answer('{"result": "Session expired"}'), 'unclear', 200],
    ['a failure in an object', answer('{"response": {"message": "Session expired"}}'), 'unclear', 200],
    [
      'a failure and what was asked',
      answer('{"result": "expired", "path": "/x", "timestamp": 1, "requestId": "r"}'),
      'unclear',
      200
    ],
    ['one person', answer('{"id": 7, "firstName": "Ada", "lastName": "Byron"}'), 'works', 200],
    ['one person in an object', answer('{"employee": {"id": 7}}'), 'works', 200],
    ['a failure in its own form', answer('{"success": false}'), 'unclear', 200],
    [
      'a page to sign in',
      answer('<!doctype html><title>Sign in</title>', { contentType: 'text/html' }),
      'unclear',
      200
    ],
    ['a page that is called JSON', answer('<html></html>'), 'unclear', 200],
    ['nothing', answer(''), 'unclear', 200],
    ['a text cut off', answer('{"data": [1'), 'unclear', 200],
    ['an answer that broke off', answer('{"data": [1]}', { complete: false }), 'unclear', 200],
    [
      'the API’s own 401',
      answer('{"detail": "no"}', { status: 401, error: error({ challenge: 'Bearer' }) }),
      'api',
      401
    ],
    [
      'the API’s own 403',
      answer('{"detail": "no"}', { status: 403, error: error({ detail: 'Not permitted' }) }),
      'api',
      403
    ],
    ['the API’s 422', answer('{"detail": []}', { status: 422, error: error({ detail: [] }) }), 'api', 422],
    ['a 401 that may be either’s', answer('{"x": 1}', { status: 401, error: error() }), 'unclear', 401],
    ['the API’s own limit', answer('', { status: 429, own: true, error: error() }), 'api', 429],
    ['a limit that was passed on', answer('', { status: 429, error: error() }), 'limited', 429],
    ['a 502', answer('', { status: 502, error: error() }), 'unclear', 502]
  ])('%s', (_, of, said, status) => {
    expect(accessOf(of)).toEqual({ said, status })
  })

  it('says nothing where no answer came', () => {
    expect(accessOf(answer('', { status: null, complete: false }))).toBeNull()
  })

  it('never says dead without a failure that the provider itself wrote', () => {
    const facts = fc.record({
      status: fc.integer({ min: 100, max: 599 }),
      complete: fc.boolean(),
      own: fc.boolean(),
      text: fc.oneof(
        fc.json(),
        fc.string(),
        fc.constant('{"error": "invalid_grant"}'),
        fc.constant('{"status": 401, "title": "no"}')
      ),
      challenge: fc.option(fc.constantFrom('Bearer', 'Basic'), { nil: undefined }),
      detail: fc.option(fc.string(), { nil: undefined })
    })
    fc.assert(
      fc.property(facts, ({ text, status, complete, own, challenge, detail }) => {
        const failed =
          status >= 200 && status < 300
            ? null
            : error({ ...(challenge && { challenge }), ...(detail !== undefined && { detail }) })
        const of = answer(text, { status, complete, own, error: failed })
        const found = accessOf(of)
        if (found?.said !== 'dead') return
        expect(status).toBeGreaterThanOrEqual(200)
        expect(status).toBeLessThan(300)
        expect(of.providerError).not.toBeNull()
      }),
      { numRuns: 2_000 }
    )
  })
})

it('agrees with what is planted in the practice service’s providers', async () => {
  const service = await practice({ connectors: 1_000, limitPerMinute: 0 })
  const truth = new Map<string | null, AccessSaid>([
    [null, 'works'],
    ['no-right', 'no-right'],
    ['signed-out', 'dead'],
    ['page', 'unclear'],
    ['empty', 'works'],
    ['no-cost-centers', 'works'],
    ['text-number', 'works'],
    ['large', 'works'],
    ['limited', 'limited'],
    ['garbage', 'unclear']
  ])
  const table = new Map<string, number>()
  const asked = service.connectors.filter(
    (one) => one.is_active && one.status !== 'INCOMPLETE' && truth.has(oddityOf(one))
  )
  for (const connector of asked) {
    const response = await send(
      service,
      PASSTHROUGH,
      { method: 'GET', path: '/company', headers: {} },
      { 'x-connector-token': connector.connector_token }
    )
    const text = await response.text()
    const failed = response.ok ? null : error()
    const found = accessOf(
      answer(text, { status: response.status, error: failed, contentType: response.headers.get('content-type') ?? '' })
    )
    const planted = truth.get(oddityOf(connector)) ?? 'works'
    const name = `${planted} said ${found?.said}`
    table.set(name, (table.get(name) ?? 0) + 1)
  }
  console.info(Object.fromEntries(table))
  expect(asked.length).toBeGreaterThan(500)
  expect(
    [...table.keys()].filter((name) => !accessSaid.options.some((said) => name === `${said} said ${said}`))
  ).toEqual([])
  expect(table.size).toBe(5)
})
