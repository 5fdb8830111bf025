import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RateLimits } from '../http/rate-limit'
import type { LoggedCall } from '../http/call-log'
import type { Target } from '../http/call'
import { createClient } from '../http/client'
import { undiciTransport } from '../http/transport'
import { masked } from '../secrets/masked'
import { madeUpRow } from '../testing/made-up-rows'
import { FakeClock } from '../testing/fakes'
import { maskerOf } from '../secrets/testing'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { Responses } from '../viewer/responses'
import { Viewer } from '../viewer/viewer'
import { ResponseViews } from '../viewer/views'
import { Webhooks } from './webhooks'

const token = 'ct_live_8fK2mQ7x'
const { signal } = new AbortController()

type Answer = { status?: number; json?: unknown }
let answer: (url: URL) => Answer
let asked: URL[]
let escaped: string | Buffer | null
let server: Server
let agent: Agent
let test: TestHistory
let logged: LoggedCall[]
let responses: Responses
let webhooks: Webhooks

/** A scripted service on a real socket, a real history and a real viewer. */
beforeEach(async () => {
  asked = []
  escaped = null
  logged = []
  server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '', 'http://service')
    asked.push(url)
    const { status = 200, json } = answer(url)
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(escaped ?? (json === undefined ? '' : JSON.stringify(json)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  agent = new Agent()
  test = testHistory()
  const clock = new FakeClock(start)
  const client = createClient({
    transport: undiciTransport(async () => agent),
    clock,
    rateLimits: new RateLimits(() => undefined),
    redact: (text) => text,
    log: (call) => logged.push(call)
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const target: Target = { ...place, baseUrl, bearerToken: 'bearer-secret' }
  const viewer = new Viewer()
  const ask = (async (method: keyof Viewer, ...args: never[]) =>
    (viewer[method] as (...args: never[]) => unknown)(...args)) as ConstructorParameters<typeof ResponseViews>[1]
  responses = new Responses()
  webhooks = new Webhooks({
    client,
    workspaces: { target: async () => target },
    history: { connectorKeys: async (of) => test.history.connectorKeys(of) },
    masker: maskerOf(token),
    responses,
    views: new ResponseViews(responses, ask, { saveFile: async () => null, openFile: async () => null }),
    now: clock.now
  })
})
afterEach(async () => {
  await agent.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  test.remove()
})

const paged = (items: unknown[]) => (url: URL) => {
  const from = Number(url.searchParams.get('cursor') ?? 0)
  const page = items.slice(from, from + 50)
  const next = from + 50
  return { json: { cursor: next < items.length ? String(next) : null, page_size: page.length, items: page } }
}
const delivery = (index: number, change = {}) => ({ id: `d${index}`, response_code: 200, ...change })
const read = (filters = {}, most = 200) => webhooks.deliveries(place, filters, most, signal)

describe('webhooks', () => {
  it('are all read, in the largest pages the service takes', async () => {
    answer = paged(Array.from({ length: 120 }, (_, index) => ({ webhook_id: `w${index}` })))
    const { offered, webhooks: found, readAt } = await webhooks.list(place, signal)
    expect([offered, found.length, found.at(-1)?.id, readAt]).toEqual([true, 120, 'w119', start])
    expect(asked.map(({ pathname, search }) => pathname + search)[0]).toBe('/api/v1/webhooks?page_size=100')
    expect(logged.map(({ asker }) => asker)).toEqual(['webhooks', 'webhooks', 'webhooks'])
  })

  it.each([404, 405])('are not offered where the service answers %i', async (status) => {
    answer = () => ({ status })
    expect(await webhooks.list(place, signal)).toMatchObject({ offered: false, webhooks: [] })
    expect(await read()).toMatchObject({ offered: false, deliveries: [], more: false })
    expect(await webhooks.open(place, 'd1', signal)).toBeNull()
  })

  it('are shown up to a limit where the service answers with 200,000 at once @attack', async () => {
    answer = () => ({
      json: { cursor: null, items: Array.from({ length: 200_000 }, (_, id) => ({ webhook_id: `w${id}` })) }
    })
    expect((await webhooks.list(place, signal)).webhooks).toHaveLength(10_000)
  })

  it('fail as any call does', async () => {
    answer = () => ({ status: 403, json: { detail: 'Not yours' } })
    await expect(webhooks.list(place, signal)).rejects.toMatchObject({
      code: 'forbidden',
      info: { detail: 'Not yours' }
    })
    await expect(webhooks.open(place, 'd1', signal)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('deliveries', () => {
  it.each([
    [49, 50, 49, false],
    [50, 50, 50, false],
    [51, 50, 50, true],
    [100, 50, 50, true],
    [60, 55, 55, true],
    [0, 50, 0, false]
  ])('of %i are read until there are %i: %i, more: %s', async (there, most, found, more) => {
    answer = paged(Array.from({ length: there }, (_, index) => delivery(index)))
    const log = await read({}, most)
    expect([log.offered, log.deliveries.length, log.more]).toEqual([true, found, more])
    expect(asked[0]?.searchParams.get('page_size')).toBe('50')
    expect(asked).toHaveLength(Math.max(1, Math.ceil(Math.min(there, most + 1) / 50)))
  })

  it('take every filter to the service, and leave out what is empty', async () => {
    answer = paged([])
    await read({
      webhookId: 'w1',
      connectorId: 'c1',
      actions: ['connector_synced', 'employee_data_changed'],
      responseCodes: [404, 500],
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-02T00:00:00Z',
      errorsOnly: true
    })
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      webhook_id: 'w1',
      connector_id: 'c1',
      webhook_action: 'connector_synced,employee_data_changed',
      response_code: '404,500',
      created_at_from: '2026-03-01T00:00:00Z',
      created_at_to: '2026-03-02T00:00:00Z',
      errors_only: 'true',
      page_size: '50'
    })
    await read({ webhookId: '', actions: [], errorsOnly: false })
    expect([...(asked[1]?.searchParams.keys() ?? [])]).toEqual(['page_size'])
  })

  it('say which filter the service refuses', async () => {
    const issue = (name: string, msg: string) => ({ loc: ['query', name], msg, type: 'value_error' })
    const detail = [
      issue('created_at_from', 'Not a time'),
      issue('response_code', 'No'),
      issue('page_size', 'Too many')
    ]
    answer = () => ({ status: 422, json: { detail } })
    await expect(read({ from: 'x' })).rejects.toMatchObject({
      code: 'validation',
      info: { fields: { from: 'Not a time', responseCodes: 'No' }, detail }
    })
  })

  it('name the connector they were for where a walk has seen it, gone or not', async () => {
    test.refresh([madeUpRow('c1', start), madeUpRow('c2', start)], start)
    test.refresh([madeUpRow('c1', start)], start + 1)
    answer = paged(['c1', 'c2', 'c3', null].map((connector_id, index) => delivery(index, { connector_id })))
    const { deliveries } = await read()
    expect(deliveries.map(({ connectorKey }) => connectorKey)).toEqual(['HRIS:c1', 'HRIS:c2', null, null])
  })

  it('are complete, with the malformed and the repeated ones, and hold no token', async () => {
    answer = paged([delivery(1), delivery(1), 'text', { id: 9, end_user_name: token, url: `https://h/${token}?a=b` }])
    const { deliveries } = await read()
    expect(deliveries.map(({ id }) => id)).toEqual(['d1', 'd1', '', '9'])
    expect(deliveries.map(({ odd }) => odd)).toEqual([[], [], ['id'], ['id']])
    expect(JSON.stringify(deliveries)).not.toContain(token)
  })

  it('stop where the operator cancels', async () => {
    const controller = new AbortController()
    answer = (url) => {
      controller.abort()
      return paged([delivery(1)])(url)
    }
    await expect(webhooks.deliveries(place, {}, 50, controller.signal)).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('are not lost when the log breaks off: the walk fails', async () => {
    answer = (url) => (url.searchParams.has('cursor') ? { status: 404 } : paged(Array.from({ length: 60 }))(url))
    await expect(read()).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('one delivery', () => {
  it('opens in the viewer with what is secret hidden', async () => {
    const encoded = Buffer.from(`x:${token}`).toString('base64')
    const headers = { authorization: token, other: encoded }
    answer = () => ({ json: { request: { url: 'https://h/in?key=whk_1', headers }, response: 'ok' } })
    const opened = await webhooks.open(place, 'd/1 ?', signal)
    expect(asked[0]?.pathname).toBe('/api/v1/webhooks/logs/d%2F1%20%3F')
    expect(opened?.summary).toMatchObject({ kind: 'json' })
    const kept = await responses.get(opened?.responseId ?? '')
    expect(kept.hidden).toEqual(expect.arrayContaining([token, encoded.slice(2), 'key=whk_1']))
    // Its drawer offers no save.
    expect(opened?.summary.notices).toEqual(['A token in the response is shown as [token].'])
    expect(kept.body.toString()).toContain(token)
  })

  const openedAs = async (body: string) => {
    escaped = body
    answer = () => ({ json: {} })
    const opened = await webhooks.open(place, 'd1', signal)
    const kept = await responses.get(opened?.responseId ?? '')
    expect(kept.body.toString()).toBe(body)
    return { summary: opened?.summary, shown: masked(body, kept.hidden) }
  }
  const spelled = token.replace('ct', '\\u0063t')

  it('hides what is secret, however its JSON is escaped, and leaves the rest as it came', async () => {
    const body = JSON.stringify({ url: 'https://h/in?a=1&key=whk_1', note: token, payload: JSON.stringify([token]) })
    const { shown } = await openedAs(
      body.replaceAll('/', '\\/').replaceAll('&', '\\u0026').replaceAll('ct_live', '\\u0063t_live')
    )
    expect(shown).toBe(String.raw`{"url":"https:\/\/h\/in?[token]","note":"[token]","payload":"[\"[token]\"]"}`)
  })

  it('hides a secret in base64 whose letters are escaped', async () => {
    const encoded = Buffer.from(`u:${token}`).toString('base64')
    const code = encoded.charCodeAt(9).toString(16).padStart(4, '0')
    const { shown } = await openedAs(`{"a":"Basic ${encoded.slice(0, 9)}\\u${code}${encoded.slice(10)}"}`)
    expect(shown).toMatch(/^\{"a":"Basic dT\[token\]"\}$/)
  })

  it.each(['\\n', '\\"', '\\u000a'])('hides the escape %s whole or not at all', async (sign) => {
    const encodings = [Buffer.from(token).toString('base64url'), token.replace('c', '%63')]
    const { summary, shown } = await openedAs(`{"a":"${encodings.map((one) => sign + one + sign).join(',')}"}`)
    expect(shown).toBe(`{"a":"${sign}[token]${sign},${sign}[token]${sign}"}`)
    expect(summary).toMatchObject({ kind: 'json' })
  })

  it('hides the whole of an address that holds a secret', async () => {
    const { shown } = await openedAs(`{"url":"https://h/?key=whk_1&token=${token}","note":"${token}"}`)
    expect(shown).toBe('{"url":"https://h/?[token]","note":"[token]"}')
  })

  it('hides credentials in recorded headers, which no workspace knows', async () => {
    const { shown } = await openedAs(
      '{"request":[{"headers":{"Authorization":"Basic dTpw"}}],"response":[{"headers":[["set-cookie","s=1"]]}]}'
    )
    expect(shown).toBe(
      '{"request":[{"headers":{"Authorization":"[token]"}}],"response":[{"headers":[["set-cookie","[token]"]]}]}'
    )
  })

  it('hides them only where they stand, and no word that is written alike', async () => {
    const { shown } = await openedAs(
      '{"url":"h?k=tr","headers":{"Access-Control-Allow-Credentials":"true","X-Session":"true","Cookie":"tr"},"k=tr":true,"a":"true"}'
    )
    expect(shown).toBe(
      '{"url":"h?[token]","headers":{"Access-Control-Allow-Credentials":"true","X-Session":"[token]","Cookie":"[token]"},"k=tr":true,"a":"true"}'
    )
  })

  it('@attack hides a header in a delivery that is not UTF-8', async () => {
    answer = () => ({ json: {} })
    escaped = Buffer.from('\ufeff{"note":"é","headers":{"Cookie":"c1"}}', 'utf16le')
    const opened = await webhooks.open(place, 'd1', signal)
    const kept = await responses.get(opened?.responseId ?? '')
    expect(masked(kept.body.toString(), kept.hidden)).toBe('{"note":"é","headers":{"Cookie":"[token]"}}')
  })

  it('hides a secret in JSON that is too deep to be written again', async () => {
    const [before, after] = ['['.repeat(50_000), ']'.repeat(50_000)]
    const { summary, shown } = await openedAs(`${before}"${spelled}",{"url":"h?k=\\u0031"}${after}`)
    expect(shown).toBe(`${before}"[token]",{"url":"h?[token]"}${after}`)
    expect(summary).toMatchObject({ kind: 'text' })
  })

  it('leaves an integer beyond 2^53 and spaces as they came', async () => {
    const { shown } = await openedAs(`{ "id": 9007199254740993, "note": "${spelled}" }`)
    expect(shown).toBe('{ "id": 9007199254740993, "note": "[token]" }')
  })

  it.each(['', '.', '..'])('with the id %j sends no request', async (id) => {
    await expect(webhooks.open(place, id, signal)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(asked).toEqual([])
  })
})
