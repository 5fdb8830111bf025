import { describe, expect, it } from 'vitest'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { scripted, type Scripted } from '../../testing/fakes'
import { TransportFailure, type Transport } from '../../http/transport'
import { connectorToken, requestOf, testSender } from '../testing'

const path = '/api/hris/v1/time-off'
const unified: Partial<PassthroughDraft> = {
  ...{ route: 'unified', method: 'POST', path, body: { kind: 'json', text: '{"employee_id":"e1"}' } }
}
const created: Scripted = { status: 201, json: { id: 'r1' } }
const lost = () => new TransportFailure('timeout', 'No answer came.', true)
const limited = {
  status: 429,
  headers: { 'x-ratelimit-limit': '200', 'x-ratelimit-remaining': '0', 'retry-after': '30' }
}
const minutes = (count: number) => count * 60_000

function tested(answers: Scripted[], agrees?: () => boolean) {
  const transport = scripted(answers)
  const keys = () => transport.requests.map(({ headers }) => headers['x-idempotency-key'])
  return { ...testSender(transport, agrees ? { agrees } : {}), transport, keys }
}

describe('a unified write', () => {
  it('goes to the operation itself, with the connector’s token and a key that main made', async () => {
    const { send, transport, keys } = tested([created])
    const result = await send(requestOf(unified))
    expect(result).toMatchObject({ outcome: 'answered', status: 201, path, method: 'POST' })
    expect(transport.requests).toMatchObject([
      { method: 'POST', url: new URL(`https://api.example.com${path}`), body: '{"employee_id":"e1"}' }
    ])
    expect(transport.requests[0]?.headers).toMatchObject({ 'x-connector-token': connectorToken })
    expect(result.idempotency).toMatchObject({ key: keys()[0], again: false })
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is asked about with whom it reaches, its path, its bytes and its key', async () => {
    const { send, acts, keys } = tested([created])
    await send(requestOf(unified))
    expect(acts).toMatchObject([
      {
        title: 'Create time off for Acme?',
        verb: 'Send POST',
        region: 'default',
        connector: { key: 'HRIS:c1', endUser: 'Acme', integration: 'Personio' },
        facts: [['Idempotency key', keys()[0]]],
        requests: [{ method: 'POST', path, body: { bytes: 20 } }]
      }
    ])
    expect(JSON.stringify(acts)).not.toContain(connectorToken)
  })

  it('leaves nothing behind where the operator says no', async () => {
    const { send, transport, sends } = tested([], () => false)
    await expect(send(requestOf(unified))).rejects.toMatchObject({ code: 'cancelled' })
    expect([transport.requests, sends.size]).toEqual([[], 0])
  })

  it('has a new key for each act', async () => {
    const { send, keys } = tested([created, created])
    await send(requestOf(unified))
    await send(requestOf(unified))
    expect(new Set(keys()).size).toBe(2)
  })

  it('has no key where the contract declares none', async () => {
    const { send, keys, acts, tokens } = tested([{ status: 200, json: 'Created' }])
    const { workspaceId } = requestOf().draft
    tokens.toRow({ workspaceId, region: 'default', category: 'ATS' }, { id: 'a1', connector_token: 'ct_ats_of_acme' })
    const connector = { ...requestOf().draft.connector, key: 'ATS:a1' } as PassthroughDraft['connector']
    const result = await send(requestOf({ ...unified, path: '/api/ats/v1/tags', connector }))
    expect(keys()).toEqual([undefined])
    expect(result.idempotency).toBeUndefined()
    expect(acts[0]?.note).toContain('accepts no idempotency key')
  })

  it.each<[string, Partial<PassthroughDraft>, string]>([
    ['of another category', { path: '/api/ats/v1/tags' }, 'path'],
    ['to a path that creates nothing', { path: '/api/hris/v1/groups' }, 'path'],
    ['to the passthrough', { path: '/api/v1/passthrough' }, 'path'],
    ['that is not a POST', { method: 'GET' }, 'method'],
    ['without a body', { body: { kind: 'none' } }, 'body'],
    ['with parts', { body: { kind: 'parts', parts: [] } }, 'body'],
    ['with half a JSON', { body: { kind: 'json', text: '{"a":' } }, 'body'],
    ['without a connector', { connector: null }, 'connector']
  ])('@attack %s is refused before the operator is asked', async (_, change, field) => {
    const { send, transport, acts } = tested([])
    const refusal = { code: 'invalid-input', info: { fields: { [field]: expect.any(String) } } }
    await expect(send(requestOf({ ...unified, ...change }))).rejects.toMatchObject(refusal)
    expect([transport.requests, acts]).toEqual([[], []])
  })

  it.each<[string, Scripted]>([
    ['no answer', lost()],
    ['a 503', { status: 503 }],
    ['a 500', { status: 500 }],
    ['a 429 that may be the third party’s', { status: 429 }]
  ])('is not repeated by itself after %s, and its outcome is unknown', async (_, answer) => {
    const { send, transport } = tested([answer])
    expect(await send(requestOf(unified))).toMatchObject({ outcome: 'unknown', tries: 1 })
    expect(transport.requests).toHaveLength(1)
  })

  it('waits out the service’s own limit, which did nothing', async () => {
    const { send, keys } = tested([limited, created])
    expect(await send(requestOf(unified))).toMatchObject({ outcome: 'answered', tries: 2 })
    expect(new Set(keys()).size).toBe(1)
  })

  it('has what the service found wrong at the fields of its body', async () => {
    const detail = [
      { loc: ['body', 'start_time'], msg: 'Field required', type: 'missing' },
      { loc: ['body', 'groups', 0, 'a/b'], msg: 'Not a group', type: 'value' },
      { loc: ['header', 'x-connector-token'], msg: 'Unknown', type: 'value' }
    ]
    const { send } = tested([{ status: 422, json: { detail } }])
    const { outcome, issues, advice } = await send(requestOf(unified))
    expect([outcome, issues.map(({ field }) => field)]).toEqual([
      'refused',
      ['body#/start_time', 'body#/groups/0/a~1b', 'connector']
    ])
    expect(advice).toEqual(['The API rejected the request. The fields it names are marked.'])
  })

  it('is on record with its key before it leaves', async () => {
    const { send, sends } = tested([lost()])
    const request = requestOf(unified)
    const { idempotency } = await send(request)
    expect(sends.get(request.requestId)).toMatchObject({ envelope: '{"employee_id":"e1"}', idempotency })
  })
})

describe('a unified write sent again', () => {
  async function unknownFirst(answers: Scripted[], agrees?: () => boolean) {
    const test = tested([lost(), ...answers], agrees)
    const request = requestOf(unified)
    await test.send(request)
    return { ...test, of: request.requestId }
  }

  it('has the key and the bytes of the first time, and is asked about', async () => {
    const { repeat, of, keys, transport, acts } = await unknownFirst([created])
    const result = await repeat(of)
    expect(result).toMatchObject({ outcome: 'answered', idempotency: { again: true } })
    expect(result.advice).toContain(
      'It had the same key, so there is one record, from this request or from the earlier one.'
    )
    expect(new Set(keys()).size).toBe(1)
    expect(new Set(transport.requests.map(({ body }) => body)).size).toBe(1)
    expect(acts[1]).toMatchObject({ title: 'Send again: create time off for Acme?', verb: 'Send again', warnings: [] })
  })

  it('is warned of when the service may have forgotten the key, and says afterwards what that means', async () => {
    const { repeat, of, acts, clock } = await unknownFirst([created])
    clock.time += minutes(5) + 1
    const { advice } = await repeat(of)
    expect(acts[1]?.warnings).toEqual([expect.stringContaining('this creates a second record')])
    expect(advice.join(' ')).toContain('there are two records')
  })

  it('is refused where it was answered when it was sent again: after 5 minutes it would be a second record', async () => {
    const { repeat, of, clock, transport } = await unknownFirst([created, created])
    await repeat(of)
    clock.time += minutes(6)
    await expect(repeat(of)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('This request succeeded')
    })
    expect(transport.requests).toHaveLength(2)
  })

  it('as a new act is warned of, until the first is known to be there', async () => {
    const { send, repeat, of, acts } = await unknownFirst([lost(), created, created, created])
    await send(requestOf(unified))
    expect(acts[1]?.warnings).toEqual([expect.stringContaining('may create a second record')])
    await send(requestOf({ ...unified, body: { kind: 'json', text: '{"employee_id":"e2"}' } }))
    expect(acts[2]?.warnings).toEqual([])
    await repeat(of)
    await send(requestOf(unified))
    expect(acts[4]?.warnings).toEqual([])
  })

  it('as a new act is warned of also while the first still runs, as after a reload of the page', async () => {
    const answers = scripted([created, created, created])
    const asked: (() => void)[] = []
    const slow: Transport = async (request) => {
      await new Promise<void>((resolve) => asked.push(resolve))
      return answers(request)
    }
    const { send, acts } = testSender(slow)
    const first = send(requestOf(unified))
    await expect.poll(() => asked.length).toBe(1)
    const second = send(requestOf(unified))
    await expect.poll(() => asked.length).toBe(2)
    for (const answer of asked) answer()
    await Promise.all([first, second])
    expect(acts[1]?.warnings).toEqual([expect.stringContaining('may create a second record')])
    const third = send(requestOf(unified))
    await expect.poll(() => asked.length).toBe(3)
    asked[2]?.()
    await third
    expect(acts[2]?.warnings).toEqual([])
  })

  it('does not leave where the key ran out while it was asked about', async () => {
    let late = () => {}
    let asked = 0
    const test = await unknownFirst([], () => {
      if (++asked === 2) late()
      return true
    })
    late = () => (test.clock.time += minutes(6))
    expect(await test.repeat(test.of)).toMatchObject({ outcome: 'failed', error: { code: 'outdated' } })
    expect(test.transport.requests).toHaveLength(1)
  })

  it('stays unknown while the service still works on the first, and when it is refused says so of the first', async () => {
    const { repeat, of } = await unknownFirst([{ status: 409 }, { status: 401 }, created])
    expect(await repeat(of)).toMatchObject({ outcome: 'unknown', advice: [expect.stringContaining('still running')] })
    const refused = await repeat(of)
    expect(refused.outcome).toBe('refused')
    expect(refused.advice.at(-1)).toContain('is still unknown')
    expect(await repeat(of)).toMatchObject({ outcome: 'answered' })
  })

  it('does not wait for a limit: the key could run out', async () => {
    const { repeat, of, clock } = await unknownFirst([limited])
    expect(await repeat(of)).toMatchObject({ outcome: 'failed', error: { code: 'rate-limited' } })
    expect(clock.naps).toEqual([])
  })

  it('@attack is not for what was answered, has no key, is of another workspace, or is not there', async () => {
    const { send, repeat } = tested([created, { status: 200, json: {} }])
    const [done, plain] = [requestOf(unified), requestOf({ method: 'POST' })]
    await send(done)
    await send(plain)
    await expect(repeat(done.requestId)).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(repeat(plain.requestId)).rejects.toMatchObject({ code: 'invalid-input' })
    const other = { workspaceId: '00000000-0000-4000-8000-00000000ffff' }
    await expect(repeat(done.requestId, other)).rejects.toMatchObject({ code: 'not-found' })
    await expect(repeat(requestOf().requestId)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is refused where a token in it was not kept: other bytes would leave under its key', async () => {
    const { repeat, of, history, transport } = await unknownFirst([created])
    const { find } = history
    history.find = async (id) => {
      const found = await find(id)
      return found && { ...found, isExact: false }
    }
    const before = transport.requests.length
    await expect(repeat(of)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('a token')
    })
    expect(transport.requests).toHaveLength(before)
  })

  it('@attack waits for the first to end', async () => {
    const { repeat, of, sends } = await unknownFirst([])
    const entry = sends.get(of)
    if (entry) entry.result = null
    await expect(repeat(of)).rejects.toMatchObject({ code: 'busy' })
  })
})
