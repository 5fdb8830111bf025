import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { TransportFailure } from '../http/transport'
import { scripted, target } from '../testing/fakes'
import { connectorToken, draft, requestOf, testSender } from './testing'

const post = { method: 'POST' } as const
const failing = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (thrown: unknown) => thrown
  )

it('reads what the provider says of its own failure, and keeps secrets out of it', async () => {
  const error = { status: 422, code: 'invalid_employee', message: `no ${connectorToken}` }
  const { send } = testSender(scripted([{ json: { error } }, { json: { error }, status: 422 }]))
  const answered = await send(requestOf())
  expect(answered.providerError).toEqual({ status: 422, code: 'invalid_employee', message: 'no [token]' })
  expect(answered).toMatchObject({ outcome: 'answered', status: 200 })
  // Nobody can say whose words a refusal has.
  expect((await send(requestOf())).providerError).toBeUndefined()
})

it('names the integration as the API does', async () => {
  const { send } = testSender(scripted([{ json: {}, status: 404 }]))
  const hibob = { ...requestOf().draft.connector, integrationSlug: 'hibob' } as NonNullable<typeof draft.connector>
  expect((await send(requestOf({ connector: hibob }))).advice).toEqual([
    expect.stringMatching(/^HiBob has nothing at GET \/employees/)
  ])
})

describe('before anything leaves', () => {
  it.each(['CONNECT', 'TRACE', 'DELETE', 'PATCH', 'POST', 'PUT'] as const)(
    '@attack %s is sent only with the operator’s permission',
    async (method) => {
      const transport = scripted([])
      const { send, kept, acts } = testSender(transport, { agrees: () => false })
      expect(await failing(send(requestOf({ method })))).toMatchObject({ code: 'cancelled' })
      expect(acts).toHaveLength(1)
      expect(transport.requests).toHaveLength(0)
      expect(kept).toEqual([])
    }
  )

  it.each(['GET', 'HEAD', 'OPTIONS'] as const)('%s needs none', async (method) => {
    const { send, acts } = testSender(scripted([{ json: 1 }]), { agrees: () => false })
    expect(await send(requestOf({ method }))).toMatchObject({ outcome: 'answered' })
    expect(acts).toEqual([])
  })

  it('@attack shows the customer main will reach, whatever the page calls them, and what it will send', async () => {
    const transport = scripted([{ json: 1 }])
    const { send, acts } = testSender(transport)
    const claimed = { key: 'HRIS:c1', endUser: 'Harmless', integrationSlug: 'x', isTest: true }
    const connector = { ...claimed, tokenRef: null, originId: null }
    const body = { kind: 'json' as const, text: '{"a":{{number}}}' }
    const request = requestOf({ ...post, path: '/employees/{{id}}', connector, body })
    const variables = ['id', 'number'].map((name, at) => ({ name, value: String(at + 16) }))
    await send({ ...request, variables })
    const sent = transport.requests[0]?.body ?? ''
    expect(acts).toMatchObject([
      {
        region: 'default',
        connector: { key: 'HRIS:c1', endUser: 'Acme', integration: 'Personio', isTest: false },
        requests: [
          {
            method: 'POST',
            path: '/employees/16',
            body: { bytes: sent.length, digest: createHash('sha256').update(sent).digest('hex') }
          }
        ]
      }
    ])
    expect(acts[0]?.requests[0]?.body?.text).toContain('{"a":17}')
    expect(JSON.stringify(acts)).not.toContain(connectorToken)
  })

  it('dots in a path need the operator’s agreement, in a read too', async () => {
    const odd = { path: '/a/%2e%2e/b' }
    const refused = testSender(scripted([]), { agrees: () => false })
    expect(await failing(refused.send(requestOf(odd)))).toMatchObject({ code: 'cancelled' })
    expect(refused.acts).toMatchObject([{ warnings: [expect.any(String)] }])
    expect(await testSender(scripted([{ json: 1 }])).send(requestOf(odd))).toMatchObject({ outcome: 'answered' })
  })

  const row = (name: string) => [{ name, value: 'DELETE', enabled: true }]
  it.each([
    ['Host', { headers: row('Host') }],
    ['Authorization', { headers: row('authorization') }],
    ['X-Connector-Token', { headers: row('X-Connector-Token') }],
    ['X-HTTP-Method-Override', { headers: row('X-HTTP-Method-Override') }],
    ['X-Original-URL', { headers: row('X-Original-URL') }],
    ['_method', { params: row('_method') }],
    ['_method as JSON', { paramsJson: '{"\\u005fmethod": "DELETE"}' }],
    ['_method beside a name that occurs twice', { paramsJson: '{"a": 1, "a": 2, "_method": "DELETE"}' }],
    ['a body', { body: { kind: 'json' as const, text: '{}' } }]
  ])('@attack a read with %s leaves only with the operator’s permission', async (_, change) => {
    const transport = scripted([])
    const { send, acts } = testSender(transport, { agrees: () => false })
    expect(await failing(send(requestOf(change)))).toMatchObject({ code: 'cancelled' })
    expect(acts).toMatchObject([{ warnings: [expect.any(String)] }])
    expect(transport.requests).toHaveLength(0)
  })

  it('@attack a read that may act as another method counts as a write: in its confirmation, its record and its end', async () => {
    const transport = scripted([new TransportFailure('unreachable', 'gone', true)])
    const { send, acts, logged } = testSender(transport)
    const result = await send(requestOf({ headers: row('X-HTTP-Method-Override') }))
    expect(acts).toMatchObject([
      { note: expect.stringContaining('can change data'), danger: true, typed: { text: 'Acme' } }
    ])
    expect(logged).toMatchObject([{ mutation: true }])
    expect(result.outcome).toBe('unknown')
    expect(result.advice.join(' ')).not.toContain('Nothing was changed')
  })

  it('@attack a POST that may act as DELETE is confirmed by name, as a DELETE is', async () => {
    const { send, acts } = testSender(scripted([{ json: 1 }, { json: 1 }]))
    await send(requestOf(post))
    await send(requestOf({ ...post, headers: row('X-HTTP-Method-Override') }))
    expect(acts).toMatchObject([{ typed: null }, { danger: true, typed: { text: 'Acme' } }])
  })

  const part = { name: '_method', enabled: true, content: { kind: 'text' as const, value: 'DELETE' } }
  it.each([
    ['a JSON body', { kind: 'json' as const, text: '{"_method": "DELETE"}' }],
    ['a JSON body with a name that occurs twice', { kind: 'json' as const, text: '{"a": 1, "a": 1, "_method": 1}' }],
    ['a form as one text', { kind: 'json' as const, text: '"a=1&%5Fmethod=DELETE"' }],
    ['a form of parts', { kind: 'parts' as const, parts: [part] }]
  ])('@attack so is one that names another method in %s', async (_, body) => {
    const { send, acts } = testSender(scripted([{ json: 1 }]))
    await send(requestOf({ ...post, body }))
    expect(acts).toMatchObject([{ danger: true, typed: { text: 'Acme' }, warnings: [expect.any(String)] }])
  })

  it.each([
    ['an absolute URL', { path: 'https://evil.example' }, 'path'],
    ['a line break in a header', { headers: [{ name: 'A', value: 'x\nB: y', enabled: true }] }, 'headers.0.value'],
    ['invalid JSON', { ...post, body: { kind: 'json' as const, text: '{' } }, 'body'],
    ['an unknown variable', { path: '/{{nobody}}' }, 'path']
  ])('%s is refused at its field', async (_, change, field) => {
    const transport = scripted([])
    expect(await failing(testSender(transport).send(requestOf(change)))).toMatchObject({
      code: 'invalid-input',
      info: { fields: { [field]: expect.any(String) } }
    })
    expect(transport.requests).toHaveLength(0)
  })
})

describe('the connector’s token', () => {
  const listed = (items: unknown[], cursor: string | null = null) => ({
    json: { cursor, page_size: items.length, items }
  })
  const acme = { id: 'c1', origin_id: 'acme-1', connector_token: connectorToken }
  const sentToken = (transport: ReturnType<typeof scripted>) => transport.requests.at(-1)?.headers['x-connector-token']

  it('is asked for with one call narrowed to the end user, and kept for the session', async () => {
    const transport = scripted([listed([{ id: 'c0' }, acme]), { json: 1 }, { json: 2 }])
    const { send } = testSender(transport, { listed: false })
    await send()
    await send()
    expect(transport.requests.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
      'GET /api/hris/v1/connectors?origin_id=acme-1&page_size=200',
      'POST /api/v1/passthrough',
      'POST /api/v1/passthrough'
    ])
    expect(sentToken(transport)).toBe(connectorToken)
  })

  it('is searched in the whole category where the end user no longer has such a connector', async () => {
    const transport = scripted([listed([]), listed([], 'next'), listed([acme]), { json: 1 }])
    await testSender(transport, { listed: false }).send()
    expect(transport.requests.map(({ url }) => url.search).slice(1, 3)).toEqual([
      '?page_size=200',
      '?page_size=200&cursor=next'
    ])
    expect(sentToken(transport)).toBe(connectorToken)
  })

  it('comes from the keychain where it was pinned', async () => {
    const transport = scripted([{ json: 1 }])
    const { send, pins } = testSender(transport, { listed: false })
    pins.set(`${target.workspaceId}:default:connector:c1`, 'ct_pinned_one')
    await send()
    expect(sentToken(transport)).toBe('ct_pinned_one')
  })

  it.each([
    ['is no longer listed', [listed([]), listed([{ id: 'other' }])], 'not-found'],
    ['is listed without a token', [listed([{ id: 'c1', connector_token: null }])], 'no-token']
  ])('gives an error in words where the connector %s', async (_, answers, code) => {
    expect(await failing(testSender(scripted(answers), { listed: false }).send())).toMatchObject({ code })
  })

  it('is never another connector’s: not by its handle, and not in another region', async () => {
    const { send, tokens } = testSender(scripted([listed([]), listed([])]))
    const other = tokens.toRow(
      { workspaceId: target.workspaceId, region: 'default', category: 'HRIS' },
      { id: 'c2', connector_token: 'ct_of_another' }
    )
    const { connector } = draft
    const mixed = connector && { ...connector, tokenRef: other.tokenRef }
    expect(await failing(send(requestOf({ connector: mixed })))).toMatchObject({
      code: 'invalid-input',
      info: { fields: { connector: expect.any(String) } }
    })
    expect(await failing(send(requestOf({ region: 'eu' })))).toMatchObject({ code: 'not-found' })
  })
})

it('waits for the third party as long as its timeout, and some more', async () => {
  const transport = scripted([{ json: 1 }, { json: 2 }])
  const { send } = testSender(transport)
  await send()
  await send(requestOf({ timeout: '60' }))
  expect(transport.requests.map(({ timeoutMs }) => timeoutMs)).toEqual([315_000, 75_000])
})

it('is made again where it certainly never left', async () => {
  const transport = scripted([new TransportFailure('unreachable', 'Nobody.', false), { json: 1 }])
  expect(await testSender(transport).send(requestOf(post))).toMatchObject({ outcome: 'answered', tries: 2 })
})

it('says that nothing left where the connection never opened', async () => {
  const never = () => new TransportFailure('unreachable', 'Nobody.', false)
  const result = await testSender(scripted([never(), never(), never(), never()])).send(requestOf(post))
  expect(result).toMatchObject({ outcome: 'failed', tries: 4, timing: { sentAt: null } })
  expect(result.advice).toEqual(['It did not leave this computer. You can send it again.'])
})

it('is cancelled, not unknown, while it waits after a 429', async () => {
  const headers = { 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': '0', 'retry-after': '30' }
  const { send, clock, controller } = testSender(scripted([{ status: 429, headers }]))
  clock.duringNap = () => controller.abort()
  expect(await send(requestOf(post))).toMatchObject({ outcome: 'cancelled', tries: 1, waits: [{ status: 429 }] })
})

it('does not know the outcome of a write that met a 429 with calls left of the service’s own limit', async () => {
  const headers = { 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': '8', 'retry-after': '30' }
  const { send } = testSender(scripted([{ status: 429, headers }, { json: 1 }]))
  const result = await send(requestOf(post))
  expect(result).toMatchObject({ outcome: 'unknown', tries: 1, status: 429 })
  expect(result.advice.join(' ')).toContain('Check in Personio of')
})

it('counts no negative time where the clock is set back while it runs', async () => {
  const headers = { 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': '0', 'retry-after': '30' }
  const { send, clock } = testSender(scripted([{ status: 429, headers }, { json: 1 }]))
  clock.duringNap = () => {
    if (clock.naps.length === 1) clock.time -= 3_600_000
  }
  const { askedAt, doneAt } = (await send()).timing
  expect(doneAt - askedAt).toBe(30_000)
})

it('keeps what was read of an answer that is too large', async () => {
  const part = { status: 200, headers: {}, allHeaders: [], body: Buffer.from('[1,2') }
  const { send, responses } = testSender(scripted([new TransportFailure('too-large', 'Large.', true, part)]))
  const result = await send(requestOf(post))
  expect(result).toMatchObject({ outcome: 'answered', complete: false, bytes: 4, status: 200 })
  expect((await responses.get(result.responseId ?? '')).complete).toBe(false)
})

it('hides both tokens of a body that repeats them', async () => {
  const body = Buffer.from(JSON.stringify({ said: [connectorToken, target.bearerToken] }))
  const { send, responses } = testSender(scripted([{ body }]))
  const { responseId } = await send()
  expect((await responses.get(responseId ?? '')).hidden).toEqual([connectorToken, target.bearerToken])
})

it('@attack hides a token in a body of UTF-16', async () => {
  const body = Buffer.from(`\ufeff{"said":"${connectorToken}"}`, 'utf16le')
  const { send, responses } = testSender(scripted([{ body }]))
  const { responseId } = await send()
  expect((await responses.get(responseId ?? '')).hidden).toEqual([connectorToken])
})

it.each([
  ['a token with escapes', `{"said":"\\u0063${connectorToken.slice(1)}"}`, [`\\u0063${connectorToken.slice(1)}`]],
  ['the token of another connector of this session', '{"said":"ct_of_another"}', ['ct_of_another']]
])('hides %s as it is in the body', async (_, text, hidden) => {
  const { send, responses, masker } = testSender(scripted([{ body: Buffer.from(text) }]))
  masker.add('ct_of_another')
  const { responseId } = await send()
  expect(await responses.get(responseId ?? '')).toMatchObject({ hidden, body: Buffer.from(text) })
})

it('puts a validation error at the fields it names', async () => {
  const issue = (...loc: (string | number)[]) => ({ loc, msg: `bad ${loc.join('.')}`, type: 'value_error' })
  const detail = [
    issue('body', 'path'),
    issue('body', 'headers', 'X-B'),
    issue('body', 'params', 'limit'),
    issue('body', 'params', 'gone'),
    issue('body', 'data', 'name'),
    issue('body', 'request_format'),
    issue('body', 'timeout'),
    issue('header', 'x-connector-token'),
    issue('body', 17)
  ]
  const row = (name: string, enabled = true) => ({ name, value: '1', enabled })
  const change = { headers: [row('X-A'), row('X-B')], params: [row('limit', false), row('limit')] }
  const result = await testSender(scripted([{ status: 422, json: { detail } }])).send(requestOf(change))
  expect(result.outcome).toBe('refused')
  expect(result.issues.map(({ field }) => field)).toEqual([
    'path',
    'headers.1.value',
    'params.1.value',
    'params',
    'body',
    'requestFormat',
    'timeout',
    'connector',
    'request'
  ])
})

it('keeps a send in the history before it leaves, and how it ended after', async () => {
  let keptWhenItLeft = 0
  const { send, kept } = testSender(
    scripted(() => {
      keptWhenItLeft = kept.length
      return { json: 1 }
    })
  )
  const request = requestOf(post)
  await send(request)
  expect(keptWhenItLeft).toBe(1)
  expect(kept).toMatchObject([
    { id: request.requestId, result: null },
    { id: request.requestId, outcome: 'answered' }
  ])
})

it('sends few at a time per token, and lets other tokens go on', async () => {
  let running = 0
  let most = 0
  const ends: (() => void)[] = []
  const transport = Object.assign(async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
    return { status: 200, headers: {}, allHeaders: [], body: Buffer.from('1') }
  })
  const { sender, tokens } = testSender(transport)
  tokens.toRow(
    { workspaceId: target.workspaceId, region: 'default', category: 'ATS' },
    { id: 'c9', connector_token: 't9' }
  )
  const queued: number[] = []
  const signal = new AbortController().signal
  const start = (change = {}, own = signal) =>
    sender.send(requestOf(change), own, ({ stage, ahead }) => stage === 'queued' && queued.push(ahead ?? 0))
  const impatient = new AbortController()
  const all = [start(), start(), start(), start(), start(), start({}, impatient.signal), start()]
  const other = start({ connector: draft.connector && { ...draft.connector, key: 'ATS:c9' } })
  await new Promise((resolve) => setImmediate(resolve))
  expect([running, queued]).toEqual([5, [1, 2, 3]])
  impatient.abort()
  expect(await all[5]).toMatchObject({ outcome: 'cancelled', tries: 0 })
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const results = await Promise.all([...all, other])
  expect(results.filter(({ outcome }) => outcome === 'answered')).toHaveLength(7)
  expect(most).toBe(5)
})

describe('@fault the sign-in page of a network', () => {
  const page = {
    body: Buffer.from('<!DOCTYPE html><title>Sign in to the hotel</title>'),
    headers: { 'content-type': 'text/html' }
  }

  it.each([null, 'JSON'] as const)('with the response format %s delivers no write', async (responseFormat) => {
    const result = await testSender(scripted([page])).send(requestOf({ ...post, responseFormat }))
    expect(result).toMatchObject({ outcome: 'unknown', error: { code: 'bad-response' } })
    expect(result.advice.join(' ')).toMatch(/check/i)
  })

  it.each([null, 'JSON'] as const)(
    'with the response format %s is not what the provider answered to a read',
    async (responseFormat) => {
      const result = await testSender(scripted([page])).send(requestOf({ responseFormat }))
      expect(result).toMatchObject({
        outcome: 'failed',
        error: { message: expect.stringContaining('A web page answered') }
      })
    }
  )

  it('a page that was asked for, and one that the service hands on, is the provider’s', async () => {
    const asked = await testSender(scripted([page])).send(requestOf({ responseFormat: 'BINARY' }))
    const headers = { ...page.headers, 'x-request-id': 'r1' }
    const handedOn = await testSender(scripted([{ ...page, headers }])).send(requestOf({}))
    expect([asked.outcome, handedOn.outcome]).toEqual(['answered', 'answered'])
  })
})

describe('variables of the connector', () => {
  const variables = [{ name: 'employee_id', value: 'a/b 17' }]

  it('are filled in by main, percent-encoded in a path', async () => {
    const transport = scripted([{ json: 1 }])
    const { send } = testSender(transport, { variables })
    await send(requestOf({ path: '/people/{{employee_id}}/of/{{origin_id}}/{{connector_id}}' }))
    expect(JSON.parse(transport.requests[0]?.body ?? '')).toMatchObject({ path: '/people/a%2Fb%2017/of/acme-1/c1' })
  })

  it('@attack the page cannot claim another id', async () => {
    const transport = scripted([{ json: 1 }])
    const { send } = testSender(transport, { variables })
    const claimed = [{ name: 'connector_id', value: 'other' }]
    await send(requestOf({ path: '/x/{{connector_id}}' }, { variables: claimed }))
    expect(JSON.parse(transport.requests[0]?.body ?? '')).toMatchObject({ path: '/x/c1' })
  })

  it('that it does not have stop the send', async () => {
    const { send } = testSender(scripted([]))
    const connector = { ...(draft.connector as NonNullable<typeof draft.connector>), originId: null }
    const refused = send(requestOf({ connector, path: '/x/{{origin_id}}' }))
    await expect(refused).rejects.toMatchObject({ info: { fields: { path: 'The connector has no origin_id.' } } })
  })
})
