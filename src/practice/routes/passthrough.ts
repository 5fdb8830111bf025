import { connectorOf } from '../caller'
import { forward } from '../passthrough'
import { Fields, isObject } from '../fields'
import { METHODS, NoAnswer, REQUEST_FORMATS, RESPONSE_FORMATS, type Forwarded } from '../passthrough/exchange'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'
import type { PracticeConnector } from '../connector'

/** Files travel in it as base64. */
const BODY_CAP = 32 * 1024 * 1024

export const passthroughRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/passthrough', bodyCap: BODY_CAP, answer: passthrough }
]

/** The provider's body, byte for byte with its type, whatever its status. */
async function passthrough(call: Call): Promise<Reply> {
  const connector = connectorOf(call)
  const request = readRequest(call, connector)
  if (connector.status === 'INCOMPLETE') throw new Problem(403, 'This connector has not been linked yet')
  if (!connector.is_active) throw new Problem(403, 'This connector is not active')
  try {
    const raw = await forward(request, call.world)
    const headers = raw.retryAfter === undefined ? {} : { 'Retry-After': String(raw.retryAfter) }
    return { status: raw.relayed ?? 200, raw, headers }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return error.how === 'reset' ? { status: 200, reset: true } : new Problem(504, 'upstream timeout').reply()
  }
}

/**
 * Only `method`, `path` and `headers` are required.
 *
 * @throws Problem 422 naming every faulty field
 */
function readRequest(call: Call, connector: PracticeConnector): Forwarded {
  const fields = Fields.of(call)
  const method = fields.choice('method', METHODS, true)
  const target = fields.text('path')
  const headers = readHeaders(fields)
  const params = fields.any('params') ?? null
  if (params !== null && !isObject(params)) {
    fields.refuse('params', { type: 'dict_type', msg: 'Input should be a valid dictionary', input: params })
  }
  const request_format = fields.choice('request_format', REQUEST_FORMATS, false) ?? 'JSON'
  const response_format = fields.choice('response_format', RESPONSE_FORMATS, false) ?? 'JSON'
  const data = fields.any('data') ?? null
  if (typeof data === 'number' || typeof data === 'boolean') {
    fields.refuse('data', { type: 'union_type', msg: 'Input should be a text, a list, an object or null', input: data })
  }
  const timeout = fields.number('timeout')
  fields.done()
  const { path, query } = split(target, params)
  return {
    method: method ?? 'GET',
    path,
    query,
    headers,
    params,
    data,
    request_format,
    response_format,
    timeout,
    message: call.body.toString(),
    connector,
    signal: call.signal
  }
}

function readHeaders(fields: Fields): Record<string, string> {
  if (fields.any('headers') === null) return {}
  const given = fields.object('headers')
  return Object.fromEntries(given.names().map((name) => [name, given.text(name)]))
}

/** A list repeats its name, null is left out. */
function split(target: string, params: unknown): { path: string; query: URLSearchParams } {
  const [before = ''] = target.split('#')
  const mark = before.indexOf('?')
  const query = new URLSearchParams(mark < 0 ? '' : before.slice(mark + 1))
  for (const [name, value] of Object.entries(isObject(params) ? params : {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null) query.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
    }
  }
  const path = mark < 0 ? before : before.slice(0, mark)
  return { path: path.startsWith('/') ? path : `/${path}`, query }
}
