import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors'
import type { Wait } from '../../shared/connectors/refresh'
import { maskerOf } from '../secrets/testing'
import { FakeClock, granted, scripted, target, testClient, type Scripted } from '../testing/fakes'
import { RateLimits } from './rate-limit'
import type { LoggedCall } from './call-log'
import type { Call, Target } from './call'
import { Grant } from '../guard/grant'
import { createClient, leavingOf } from './client'
import { maxTries } from './retry-policy'
import { TransportFailure } from './transport'

function setUp(answers: Scripted[]) {
  const clock = new FakeClock()
  const changed = vi.fn()
  const transport = scripted(answers)
  const redact = (text: string) => text.replaceAll(target.bearerToken, '[token]')
  const logged: LoggedCall[] = []
  const log = (call: LoggedCall) => void logged.push(call)
  const client = createClient({ transport, clock, rateLimits: new RateLimits(changed), redact, log })
  const controller = new AbortController()
  const waits: (Wait | null)[] = []
  const send = (method = 'GET', failFast = false, again = false) =>
    client.send(
      target,
      granted({
        asker: 'connectors',
        method,
        path: '/api/v1/x',
        failFast,
        again,
        signal: controller.signal,
        onWait: (wait) => waits.push(wait)
      })
    )
  return { client, clock, changed, transport, controller, waits, send, logged }
}

const limited = (headers = {}): Scripted => ({ status: 429, headers, json: { detail: 'Slow down' } })

describe('a token that is replaced while a request is on its way', () => {
  const sent = async (method: string, more: Partial<Target> = {}) => {
    let tokenNow = target.bearerToken
    const transport = scripted(() => {
      const status = tokenNow === target.bearerToken ? 401 : 200
      tokenNow = 'token-new'
      return { status, json: {} }
    })
    const parts = { transport, clock: new FakeClock(), redact: (text: string) => text, log: () => undefined }
    const client = createClient({ ...parts, rateLimits: new RateLimits(() => undefined), tokenNow: () => tokenNow })
    const { signal } = new AbortController()
    const done = client.send(
      { ...target, ...more },
      granted({ asker: 'connectors', method, path: '/api/v1/x', signal })
    )
    const ended = await done.then(
      () => 'answered',
      (error: AppError) => error.code
    )
    return [ended, transport.requests.map(({ headers }) => headers.authorization)]
  }

  it('lets a read be asked again with the new one', async () => {
    expect(await sent('GET')).toEqual(['answered', [`Bearer ${target.bearerToken}`, 'Bearer token-new']])
  })

  it('a token that is being tested is sent as it is', async () => {
    expect(await sent('GET', { isTyped: true })).toEqual(['unauthorized', [`Bearer ${target.bearerToken}`]])
  })

  it('repeats no change', async () => {
    expect(await sent('POST')).toEqual(['unauthorized', [`Bearer ${target.bearerToken}`]])
  })
})

it.each([
  ['an own call', {}, {}, true],
  ['a forwarded one', { forwarded: 'GET /x' }, { 'www-authenticate': 'Bearer' }, true],
  ['a forwarded one, by the provider', { forwarded: 'GET /x' }, {}, false]
])('a 401 says which colleague replaced the token: %s', async (_, call, headers, isSaid) => {
  const transport = scripted([{ status: 401, json: { detail: 'No' }, headers }])
  const tokenChange = { by: 'Ada', at: Date.parse('2026-03-10T10:02:00') }
  const parts = { transport, clock: new FakeClock(), redact: (text: string) => text, log: () => undefined }
  const rateLimits = new RateLimits(() => undefined)
  const client = createClient({ ...parts, rateLimits, tokenChange: async () => tokenChange })
  const { signal } = new AbortController()
  const sent = client.send(target, { asker: 'connectors', method: 'GET', path: '/x', signal, ...call })
  const failed = await sent.catch((error: unknown) => error as AppError)
  expect(failed).toMatchObject({ code: 'unauthorized' })
  expect((failed as AppError).info.tokenChange).toEqual(isSaid ? tokenChange : undefined)
})

it('@attack a change whose approval counts no more does not leave, and is not recorded as sent', async () => {
  const transport = scripted([])
  const begin = vi.fn()
  const parts = { transport, clock: new FakeClock(), redact: (text: string) => text, log: () => undefined }
  const client = createClient({ ...parts, rateLimits: new RateLimits(() => undefined), begin })
  const { signal } = new AbortController()
  const call: Call = { asker: 'connectors', method: 'DELETE', path: '/x', signal }
  const grant = new Grant(
    [leavingOf(target, call)],
    Infinity,
    () => 0,
    false,
    async () => false
  )
  await expect(client.send(target, { ...call, grant })).rejects.toMatchObject({ code: 'confirmation-needed' })
  expect([transport.requests, begin.mock.calls]).toEqual([[], []])
})

describe('an error', () => {
  const secret = 'a+b/c==secret'
  const { mask } = maskerOf(secret)

  it.each([
    ['as it is', secret],
    ['in quotes, percent-encoded', `Bad value "${encodeURIComponent(secret)}"`],
    ['in base64, behind a line break', `Sent:\n${Buffer.from(secret).toString('base64')}`]
  ])('holds no secret that the service repeats: %s', async (_, said) => {
    const detail = [{ loc: ['header', said], msg: said, type: 'x', input: { [said]: [said] } }]
    const transport = scripted([{ status: 422, json: { detail }, headers: { 'x-request-id': said.replace('\n', '') } }])
    const parts = { transport, clock: new FakeClock(), log: () => undefined }
    const client = createClient({ ...parts, rateLimits: new RateLimits(() => undefined), redact: mask })
    const { signal } = new AbortController()
    const failed = await client
      .send(target, { asker: 'connectors', method: 'GET', path: '/x', signal })
      .catch((error: unknown) => error as AppError)
    if (!(failed instanceof AppError)) return expect.fail('It did not fail.')
    expect(failed.code).toBe('validation')
    const shown = JSON.stringify(failed.toShape())
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
      expect(shown).not.toContain(form)
    }
    expect(shown).toContain('[token]')
  })
})

describe('send', () => {
  it('asks with the bearer token and parses the answer', async () => {
    const { send, transport } = setUp([{ json: { a: 1 } }])
    expect(await send()).toMatchObject({ status: 200, json: { a: 1 }, bytes: 7 })
    expect(transport.requests[0]?.headers['authorization']).toBe('Bearer bearer-secret-1')
    expect(transport.requests[0]?.url.href).toBe('https://api.example.com/api/v1/x')
  })

  it('takes any 2xx for a success and parses no empty body', async () => {
    const { send } = setUp([{ status: 204 }])
    expect(await send()).toMatchObject({ status: 204, json: undefined })
  })

  it('waits as long as a 429 asks, reports it, and sends the same again', async () => {
    const { send, transport, waits, clock } = setUp([limited({ 'retry-after': '40' }), { json: 'done' }])
    const start = clock.time
    expect((await send()).json).toBe('done')
    expect(clock.naps).toEqual([15_000, 15_000, 10_000])
    expect(waits).toEqual([{ until: start + 40_000, reason: 'rate-limit', source: 'retry-after', status: 429 }, null])
    expect(transport.requests[1]?.url.href).toBe(transport.requests[0]?.url.href)
  })

  it('keeps a wait against the clock on the wall: what the computer slept through is not waited again', async () => {
    const { send, clock } = setUp([limited({ 'retry-after': '3600' }), { json: 1 }])
    clock.duringNap = () => (clock.time += 3_600_000)
    await send()
    expect(clock.naps).toHaveLength(1)
  })

  it('can be cancelled during a wait', async () => {
    const { send, clock, controller, waits, transport } = setUp([limited({ 'retry-after': '40' }), { json: 1 }])
    clock.duringNap = () => controller.abort()
    await expect(send()).rejects.toMatchObject({ code: 'cancelled' })
    expect(waits.at(-1)).toBeNull()
    expect(transport.requests).toHaveLength(1)
  })

  it('gives up after a bounded number of tries and says how long the service asked to wait', async () => {
    const { send, transport } = setUp(Array.from({ length: 20 }, () => limited({ 'retry-after': '2' })))
    await expect(send()).rejects.toMatchObject({
      code: 'rate-limited',
      info: { status: 429, detail: 'Slow down', retryAfterMs: 2_000 }
    })
    expect(transport.requests).toHaveLength(maxTries.limited)
  })

  it('retries a write after a 429, but not after a 503', async () => {
    const retried = setUp([limited({ 'retry-after': '1' }), { json: 1 }])
    await retried.send('POST')
    expect(retried.transport.requests).toHaveLength(2)
    const once = setUp([{ status: 503 }, { json: 1 }])
    await expect(once.send('POST')).rejects.toMatchObject({ code: 'service-unavailable', info: { status: 503 } })
    expect(once.transport.requests).toHaveLength(1)
  })

  it.each<[string, Scripted, unknown: boolean, again?: boolean]>([
    ['it was lost after it left', new TransportFailure('unreachable', 'The connection was lost: reset.', true), true],
    ['it never left', new TransportFailure('untrusted-certificate', 'The certificate has expired.', false), false],
    ['a gateway gave up', { status: 502 }, true],
    ['the API refused it', { status: 409 }, false],
    ['it was done', { status: 204 }, false],
    ['an earlier one with its key still runs', { status: 409 }, true, true]
  ])('records whether the outcome of a change is unknown where %s', async (_, answer, unknown, again = false) => {
    const { send, logged } = setUp([answer])
    await send('DELETE', false, again).catch(() => undefined)
    expect(logged).toMatchObject([{ mutation: true, unknown }])
  })

  it('repeats a read that lost its connection, and not a write', async () => {
    const lost = () => new TransportFailure('unreachable', 'The connection was lost: reset.', true)
    const read = setUp([lost(), { json: 1 }])
    await read.send('GET')
    expect(read.waits[0]).toMatchObject({ reason: 'retry', source: 'backoff' })
    const write = setUp([lost(), { json: 1 }])
    await expect(write.send('POST')).rejects.toMatchObject({ code: 'unreachable' })
    expect(write.transport.requests).toHaveLength(1)
  })

  it.each<[string, Scripted, object]>([
    [
      'the network is lost',
      new TransportFailure('unreachable', 'This computer has no network.', false),
      { code: 'unreachable', message: 'This computer has no network.' }
    ],
    [
      'the API is away',
      { status: 503, json: { detail: 'Back at noon' } },
      { code: 'service-unavailable', status: 503, detail: 'Back at noon' }
    ]
  ])('names host and reason at the first wait where %s', async (_, failed, error) => {
    const { send, waits } = setUp([failed, { json: 1 }])
    await send('GET')
    expect(waits[0]).toMatchObject({ reason: 'retry', failure: { host: 'api.example.com', error } })
  })

  it('reports a failure at once where an operator waits for it, but waits out a 429', async () => {
    const lost = setUp([new TransportFailure('unreachable', 'Nobody.', false), { json: 1 }])
    await expect(lost.send('GET', true)).rejects.toMatchObject({ code: 'unreachable' })
    await expect(setUp([{ status: 503 }, { json: 1 }]).send('GET', true)).rejects.toMatchObject({
      info: { status: 503 }
    })
    await expect(setUp([limited({ 'retry-after': '1' }), { json: 1 }]).send('GET', true)).resolves.toMatchObject({
      json: 1
    })
  })

  it.each(['too-large', 'untrusted-certificate', 'cancelled'] as const)(
    'does not repeat a read that was %s',
    async (code) => {
      const { send, transport } = setUp([new TransportFailure(code, 'No.', true), { json: 1 }])
      await expect(send()).rejects.toMatchObject({ code })
      expect(transport.requests).toHaveLength(1)
    }
  )

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [422, 'validation'],
    [307, 'redirected'],
    [400, 'bad-request'],
    [405, 'not-offered'],
    [409, 'conflict'],
    [413, 'request-too-large'],
    [415, 'format-refused'],
    [423, 'locked'],
    [418, 'rejected'],
    [501, 'not-offered'],
    [507, 'service-error']
  ])('turns %i into %s, with the detail and the endpoint', async (status, code) => {
    const { send, transport } = setUp([{ status, json: { detail: 'Why' }, headers: { 'x-request-id': 'r-1' } }])
    await expect(send()).rejects.toMatchObject({
      code,
      info: { status, detail: 'Why', requestId: 'r-1', endpoint: 'GET /api/v1/x' }
    })
    expect(transport.requests).toHaveLength(1)
  })

  it('reads a 400 that lists what is wrong like a 422', async () => {
    const detail = [{ loc: ['query', 'page_size'], msg: 'too big', type: 'x' }]
    await expect(setUp([{ status: 400, json: { detail } }]).send()).rejects.toMatchObject({
      code: 'validation',
      info: { status: 400, detail }
    })
  })

  it('keeps what a 401 asks for', async () => {
    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
    await expect(setUp([{ status: 401, headers, json: { detail: 'No' } }]).send()).rejects.toMatchObject({
      info: { challenge: 'Bearer error="invalid_token"' }
    })
  })

  it('says how often it asked, where that was more than once', async () => {
    const four = setUp([503, 503, 503, 503].map((status) => ({ status })))
    await expect(four.send()).rejects.toMatchObject({ code: 'service-unavailable', info: { tries: 4 } })
    const once = await setUp([{ status: 404 }])
      .send()
      .catch((error: AppError) => error.info)
    expect(once).not.toHaveProperty('tries')
  })

  it('waits no longer than its limit, also where the token rests already', async () => {
    const { client, transport, clock } = setUp([limited({ 'retry-after': '30' }), { json: 1 }])
    const signal = new AbortController().signal
    const call = { asker: 'workspace', method: 'GET', path: '/api/v1/x', longestWaitMs: 5_000, signal } as const
    const refusal = { code: 'rate-limited', info: { status: 429, retryAfterMs: 30_000 } }
    await expect(client.send(target, call)).rejects.toMatchObject(refusal)
    await expect(client.send(target, call)).rejects.toMatchObject(refusal)
    expect(clock.naps).toEqual([])
    expect(transport.requests).toHaveLength(1)
    clock.time += 26_000
    await expect(client.send(target, call)).resolves.toMatchObject({ json: 1 })
  })

  it('reads the list of a validation error, and loses nothing with a body of neither shape', async () => {
    const detail = [{ loc: ['query', 'page_size'], msg: 'too big', type: 'less_than_equal', input: '500' }]
    await expect(setUp([{ status: 422, json: { detail } }]).send()).rejects.toMatchObject({ info: { detail } })
    const odd = setUp([{ status: 422, body: Buffer.from('<html>') }]).send()
    await expect(odd).rejects.toMatchObject({ code: 'validation', info: { status: 422 } })
  })

  it('takes the token out of what the service repeats', async () => {
    const { send } = setUp([{ status: 403, json: { detail: `Token ${target.bearerToken} may not` } }])
    await expect(send()).rejects.toMatchObject({ info: { detail: 'Token [token] may not' } })
  })
})

describe('a request that is handed on to a third party', () => {
  const own = { 'x-ratelimit-limit': '200', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9', 'retry-after': '3' }
  const forward = (answers: Scripted[]) => {
    const { transport, clock, changed } = setUp(answers)
    const client = testClient(transport, clock)
    const signal = new AbortController().signal
    const tries: number[] = []
    const call: Call = {
      asker: 'passthrough',
      method: 'POST',
      path: '/api/v1/passthrough',
      body: '{}',
      forwarded: 'POST /employees',
      scope: 'ref',
      signal
    }
    const exchange = () => client.exchange(target, { ...granted(call), onTry: (number) => tries.push(number) })
    return { exchange, transport, clock, changed, tries }
  }

  it('is made again after a 429 that carries the headers of the service’s own limit', async () => {
    const { exchange, tries, clock } = forward([limited(own), { status: 201, json: { done: 1 } }])
    expect(await exchange()).toMatchObject({ status: 201 })
    expect(tries).toEqual([1, 2])
    expect(clock.naps).toEqual([3_000])
  })

  it.each([
    ['a 429 without them', limited({ 'retry-after': '3' })],
    ['a 429 with something left of the service’s own limit', limited({ ...own, 'x-ratelimit-remaining': '41' })],
    ['a 503', { status: 503 }],
    ['a 422', { status: 422, json: { detail: 'No' } }]
  ])('is not made again after %s, which comes back as it is', async (_, answer) => {
    const { exchange, tries } = forward([answer, { json: 1 }])
    expect(await exchange()).toMatchObject({ status: (answer as { status: number }).status })
    expect(tries).toEqual([1])
  })

  it('is made again where it certainly never left, and otherwise returns what was read', async () => {
    const never = forward([new TransportFailure('unreachable', 'Nobody.', false), { json: 1 }])
    await never.exchange()
    expect(never.tries).toEqual([1, 2])
    const part = { status: 200, headers: {}, allHeaders: [], body: Buffer.from('half') }
    const lost = forward([new TransportFailure('unreachable', 'Lost.', true, part), { json: 1 }])
    await expect(lost.exchange()).rejects.toMatchObject({ sent: true, part })
    expect(lost.tries).toEqual([1])
  })

  it('cannot replace the bearer token by a header of its own', async () => {
    const transport = scripted([{ json: 1 }])
    const signal = new AbortController().signal
    const headers = { 'x-connector-token': 'ct', authorization: 'other' }
    const call: Call = { asker: 'connectors', method: 'POST', path: '/x', headers, signal }
    await testClient(transport).exchange(target, granted(call))
    expect(transport.requests[0]?.headers).toMatchObject({
      'x-connector-token': 'ct',
      authorization: 'Bearer bearer-secret-1'
    })
  })
})

describe('the log', () => {
  it('records how a call went: tries, waits, outcome, and no token', async () => {
    const { send, logged, clock } = setUp([
      limited({ 'retry-after': '4' }),
      { json: 'ok', headers: { 'x-request-id': 'r-9' } }
    ])
    const at = clock.time
    await send()
    expect(logged).toEqual([
      {
        at,
        asker: 'connectors',
        subject: '',
        connectorKey: '',
        partOf: '',
        workspaceId: target.workspaceId,
        region: 'default',
        method: 'GET',
        path: '/api/v1/x',
        query: '',
        forwarded: '',
        mutation: false,
        unknown: false,
        probe: false,
        status: 200,
        error: null,
        tries: 2,
        limited: 1,
        waitedMs: 4_000,
        durationMs: 4_000,
        bytes: 4,
        requestId: 'r-9'
      }
    ])
    expect(JSON.stringify(logged)).not.toContain(target.bearerToken)
  })

  it('records the headers of the last try, with the values of those that are known to be harmless', async () => {
    const logged: unknown[] = []
    const headers = { 'x-request-id': 'r-9', 'set-cookie': 'session=1', via: 'a proxy that saw secret-value' }
    const client = createClient({
      transport: scripted([
        limited({ 'x-request-id': 'r-8' }),
        { json: 1, headers: { ...headers, server: 'x'.repeat(999) } }
      ]),
      clock: new FakeClock(),
      rateLimits: new RateLimits(() => undefined),
      redact: (text) => text.replaceAll('secret-value', '[token]'),
      log: (_, seen) => logged.push(seen)
    })
    const { signal } = new AbortController()
    const sent = { 'X-Connector-Token': 'ct_1', 'content-type': 'application/json' }
    await client.send(target, { asker: 'connectors', method: 'GET', path: '/x', headers: sent, signal })
    expect(logged).toEqual([
      {
        sent: {
          'X-Connector-Token': '[left out]',
          'content-type': 'application/json',
          accept: 'application/json',
          authorization: '[left out]'
        },
        received: {
          'x-request-id': 'r-9',
          'set-cookie': '[left out]',
          via: 'a proxy that saw [token]',
          server: 'x'.repeat(300)
        }
      }
    ])
  })

  it('records a call that failed, too', async () => {
    const { send, logged } = setUp([new TransportFailure('too-large', 'Too large.', true)])
    await expect(send()).rejects.toThrow()
    expect(logged).toMatchObject([{ status: null, error: 'too-large', tries: 1, bytes: 0 }])
  })
})

describe('a call in the log', () => {
  const signal = new AbortController().signal
  const log = async (change: Partial<Call>, answers: Scripted[] = [{ json: 1 }]) => {
    const { client, logged } = setUp(answers)
    await client.exchange(target, granted({ asker: 'passthrough', method: 'POST', path: '/x', signal, ...change }))
    return logged[0] ?? expect.fail('Nothing was logged.')
  }

  it('names the parameters that were sent, without their values', async () => {
    const query = { connector_token: 'ct_secret', origin_id: undefined, page_size: 200 }
    expect(await log({ method: 'GET', query })).toMatchObject({ query: 'connector_token,page_size' })
  })

  it.each([
    [{ method: 'GET' }, false],
    [{ method: 'HEAD' }, false],
    [{ method: 'OPTIONS' }, false],
    [{ method: 'DELETE' }, true],
    [{ method: 'POST' }, true],
    [{ method: 'PATCH' }, true],
    [{ method: 'POST', reads: true }, false],
    [{ method: 'POST', probe: true }, false],
    [{ method: 'POST', forwarded: 'GET /employees' }, false],
    [{ method: 'POST', forwarded: 'DELETE /employees/17' }, true],
    [{ method: 'POST', forwarded: 'TRACE /' }, true]
  ])('%j is a mutation: %s', async (call, mutation) => {
    expect((await log(call)).mutation).toBe(mutation)
  })

  it('counts every 429, also the one it ends with', async () => {
    const answers = Array.from({ length: maxTries.limited }, () => limited({ 'retry-after': '1' }))
    expect(await log({}, answers)).toMatchObject({ status: 429, limited: maxTries.limited, tries: maxTries.limited })
  })
})

describe('a mutation', () => {
  const signal = new AbortController().signal
  const setUpBegin = (answer: Scripted) => {
    const events: (string | LoggedCall)[] = []
    const transport = scripted((request) => {
      events.push(`sent ${request.method}`)
      return answer
    })
    const clock = new FakeClock()
    const client = createClient({
      transport,
      clock,
      rateLimits: new RateLimits(() => undefined),
      redact: (text) => text,
      log: () => events.push('logged'),
      begin: async (call) => {
        await Promise.resolve()
        events.push(call)
        return async (ended) => {
          await Promise.resolve()
          events.push(ended)
        }
      }
    })
    const send = (method: string) =>
      client.exchange(target, granted({ asker: 'connectors', method, path: '/x', signal }))
    return { send, events }
  }

  it('is reported before it leaves and again when it ended, and others only when they ended', async () => {
    const { send, events } = setUpBegin({ status: 204 })
    await send('DELETE')
    expect(events).toEqual([
      expect.objectContaining({ status: null, error: 'unanswered', tries: 0, mutation: true }),
      'sent DELETE',
      expect.objectContaining({ status: 204, error: null, tries: 1, mutation: true })
    ])
    await send('GET')
    expect(events.slice(3)).toEqual(['sent GET', 'logged'])
  })

  it('@fault does not leave where it cannot be reported, and says what its grant allows', async () => {
    const transport = scripted(() => ({ status: 204 }))
    const asked: boolean[] = []
    const client = createClient({
      ...{
        transport,
        clock: new FakeClock(),
        rateLimits: new RateLimits(() => undefined),
        redact: (text: string) => text
      },
      log: () => undefined,
      begin: async (_, mayGoUnrecorded) => {
        asked.push(mayGoUnrecorded)
        if (!mayGoUnrecorded) throw new AppError('not-recorded', 'The disk is full.')
        return async () => undefined
      }
    })
    const call: Call = { asker: 'connectors', method: 'DELETE', path: '/x', signal }
    await expect(client.exchange(target, granted(call))).rejects.toMatchObject({ code: 'not-recorded' })
    expect(transport.requests).toEqual([])
    const agreed = new Grant([leavingOf(target, call)], Date.now() + 60_000, Date.now, true)
    await client.exchange(target, { ...call, grant: agreed })
    expect([asked, transport.requests.length]).toEqual([[false, true], 1])
  })

  it('is reported with its error where no answer came', async () => {
    const { send, events } = setUpBegin(new TransportFailure('timeout', 'No answer.', true))
    await expect(send('DELETE')).rejects.toMatchObject({ code: 'timeout' })
    expect(events.at(-1)).toMatchObject({ status: null, error: 'timeout', tries: 1 })
  })
})

describe('@attack what may change something and was not confirmed', () => {
  const signal = new AbortController().signal
  const call: Call = { asker: 'passthrough', method: 'POST', path: '/x', body: '{"a":1}', signal }

  it.each<[string, Call]>([
    ['without a grant', call],
    ['with the grant of another body', { ...granted(call), body: '{"a":2}' }],
    ['with the grant of another path', { ...granted(call), path: '/y' }],
    ['as a forwarded DELETE', { ...call, forwarded: 'DELETE /employees/17' }]
  ])('does not leave %s, and is in no log', async (_, unconfirmed) => {
    const { client, transport, logged } = setUp([{ json: 1 }])
    await expect(client.exchange(target, unconfirmed)).rejects.toMatchObject({ code: 'confirmation-needed' })
    expect(transport.requests).toEqual([])
    expect(logged).toEqual([])
  })

  it('leaves once with its grant', async () => {
    const { client, transport } = setUp([{ json: 1 }, { json: 1 }])
    const once = granted(call)
    await client.exchange(target, once)
    await expect(client.exchange(target, once)).rejects.toMatchObject({ code: 'confirmation-needed' })
    expect(transport.requests).toHaveLength(1)
  })
})

describe('the rest of a token after a 429', () => {
  it('is over when its time is: the next request does not wait', async () => {
    const { send, clock, transport, waits } = setUp([limited({ 'retry-after': '30' }), { json: 1 }, { json: 2 }])
    await send()
    const rateLimitsRest = waits.length
    expect(clock.naps).toEqual([15_000, 15_000])
    await send()
    expect(waits).toHaveLength(rateLimitsRest)
    expect(transport.requests).toHaveLength(3)
  })

  it('applies to a request that begins meanwhile', async () => {
    const clock = new FakeClock()
    const rateLimits = new RateLimits(() => undefined)
    const wait: Wait = { until: clock.time + 9_000, reason: 'rate-limit', source: 'retry-after', status: 429 }
    rateLimits.rest({ ...target, scope: 'bearer' }, wait)
    rateLimits.rest({ ...target, scope: 'bearer' }, { ...wait, until: clock.time + 1_000 })
    const client = createClient({
      transport: scripted([{ json: 1 }, { json: 1 }]),
      clock,
      rateLimits,
      redact: (text) => text,
      log: () => undefined
    })
    const signal = new AbortController().signal
    await client.send({ ...target, region: 'eu' }, { asker: 'connectors', method: 'GET', path: '/x', signal })
    expect(clock.naps).toEqual([])
    await client.send(target, { asker: 'connectors', method: 'GET', path: '/x', signal })
    expect(clock.naps).toEqual([9_000])
  })
})

describe('the budget', () => {
  const headers = { 'x-ratelimit-limit': '200', 'x-ratelimit-remaining': '168', 'x-ratelimit-reset': '1772366400' }

  it('is read from any answer', async () => {
    const { send, changed } = setUp([{ json: 1, headers }])
    await send()
    const used = { connectorKey: '', users: [{ asker: 'connectors', calls: 1 }] }
    const rateLimit = { scope: 'bearer', limit: 200, remaining: 168, resetAt: 1_772_366_400_000, ...used }
    expect(changed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ region: 'default' }), [rateLimit])
  })

  it.each(['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])(
    'stays unknown without %s',
    async (name) => {
      const { send, changed } = setUp([{ json: 1, headers: { ...headers, [name]: 'many' } }])
      await send()
      expect(changed).not.toHaveBeenCalled()
    }
  )
})

it('waits out an outage up to its limit, and no longer', async () => {
  const clock = new FakeClock()
  const began = clock.now()
  const lost = () => new TransportFailure('unreachable', 'Nothing answers.', false)
  const back = scripted(() => (clock.now() - began < 20_000 ? lost() : { json: 'back' }))
  const call = { asker: 'connectors', method: 'GET', path: '/x', signal: new AbortController().signal } as const
  const waits: unknown[] = []
  const answer = await testClient(back, clock).send(target, {
    ...call,
    patient: true,
    onWait: (wait) => wait && waits.push(wait.reason)
  })
  expect(answer.json).toBe('back')
  expect(waits.length).toBeGreaterThan(3)
  expect(new Set(waits)).toEqual(new Set(['retry']))

  const never = scripted(lost)
  const start = clock.now()
  await expect(testClient(never, clock).send(target, { ...call, patient: true })).rejects.toMatchObject({
    code: 'unreachable'
  })
  expect(clock.now() - start).toBeGreaterThanOrEqual(100_000)
  expect(clock.now() - start).toBeLessThanOrEqual(120_000)
  expect(never.requests.length).toBeLessThan(15)
})

describe('@fault a service that says nothing', () => {
  /**
   * Ends each try as the transport would.
   * @param headMs its own limit
   */
  const blackHole = (clock: FakeClock, headMs = 30_000) =>
    scripted(({ silenceMs = Infinity }) => {
      clock.pass(Math.min(headMs, silenceMs))
      return new TransportFailure('timeout', 'No answer.', true)
    })
  const read = { asker: 'connectors', method: 'GET', path: '/x', signal: new AbortController().signal } as const

  it.each([true, false])('is given up within 120 s in all (a walk: %s)', async (patient) => {
    const clock = new FakeClock()
    const start = clock.steady()
    const silent = blackHole(clock)
    await expect(testClient(silent, clock).send(target, { ...read, patient })).rejects.toMatchObject({
      code: 'timeout',
      info: { tries: 4 }
    })
    expect(clock.steady() - start).toBeGreaterThan(100_000)
    expect(clock.steady() - start).toBeLessThanOrEqual(120_000)
  })

  it('and speaks again is waited for anew when it falls silent later', async () => {
    const clock = new FakeClock()
    const silence = () => {
      clock.pass(30_000)
      return new TransportFailure('timeout', 'No answer.', true)
    }
    const limited: Scripted = { status: 429, headers: { 'retry-after': '100' } }
    const answers = [silence, silence, () => limited, silence, silence, () => ({ json: 'back' })]
    const transport = scripted(() => (answers.shift() as () => Scripted)())
    expect((await testClient(transport, clock).send(target, { ...read, patient: true })).json).toBe('back')
  })

  it('and answers with a limit is waited for, however often it was tried before', async () => {
    const clock = new FakeClock()
    const limited = { status: 429, headers: { 'retry-after': '5' } }
    const answers = [...Array.from({ length: 8 }, () => ({ status: 503 })), limited, { status: 500 }, limited]
    const transport = scripted((): Scripted => answers.shift() ?? { json: 'back' })
    expect((await testClient(transport, clock).send(target, { ...read, patient: true })).json).toBe('back')
    expect(clock.naps.filter((ms) => ms === 5_000)).toHaveLength(2)
  })

  it('backs off after a failure, whenever the limit is reset', async () => {
    const clock = new FakeClock()
    const reset = String(Math.floor(clock.now() / 1_000) + 55)
    const headers = { 'x-ratelimit-limit': '200', 'x-ratelimit-remaining': '187', 'x-ratelimit-reset': reset }
    const transport = scripted([{ status: 500, headers }, { status: 503, headers }, { json: 'back' }])
    expect((await testClient(transport, clock).send(target, read)).json).toBe('back')
    expect(Math.max(...clock.naps)).toBeLessThanOrEqual(2_000)
  })

  it.each(['a try', 'a wait'])('is asked again after the computer slept in %s', async (when) => {
    const clock = new FakeClock()
    const transport = scripted((): Scripted => {
      const first = transport.requests.length === 1
      if (first && when === 'a try') clock.pass(3_600_000)
      return first ? new TransportFailure('unreachable', 'Gone.', true) : { json: 'back' }
    })
    if (when === 'a wait') clock.duringNap = () => clock.pass(3_600_000)
    expect((await testClient(transport, clock).send(target, read)).json).toBe('back')
  })

  it('a wait that the service asks for is waited, however long it is', async () => {
    const clock = new FakeClock()
    const away: Scripted = { status: 503, headers: { 'retry-after': '300' } }
    const transport = scripted([away, away, { json: 'back' }])
    expect((await testClient(transport, clock).send(target, read)).json).toBe('back')
  })
})
