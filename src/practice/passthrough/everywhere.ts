import { setTimeout as wait } from 'node:timers/promises'
import type { RawBody } from '../reply'
import { broken } from './broken'
import { failure, json, NoAnswer, type Forwarded, type Provider } from './exchange'
import { huge } from './huge'

const LONGEST_SLOW = 3600

/** What every third party has: paths to try things out with. Undefined for any other path. */
export function everywhere(request: Forwarded, writes: ReadonlyMap<string, number>): ReturnType<Provider> | undefined {
  const [, first = '', second = '', ...more] = request.path.split('/')
  if (more.length > 0) return undefined
  if (first === 'counter' && second !== '') return counter(second, request, writes)
  if (first === 'status' && second !== '') return status(second)
  // Passed on as it was, under the service's own limit headers.
  if (first === 'relay' && second !== '') return { ...status(second), relayed: Number(second) }
  if (second !== '') return undefined
  if (first === 'echo') return echo(request)
  if (first === 'slow') return slow(request)
  if (first === 'huge') return huge(request)
  if (first === 'broken') return broken(request)
  // By now the body has arrived, and a write has been counted.
  if (first === 'reset-after-send') throw new NoAnswer('reset')
  return undefined
}

/** What arrived. Text for an XML or BINARY answer comes back as it is. */
function echo(request: Forwarded): RawBody {
  const { method, path, query, headers, params, data, request_format, response_format, timeout } = request
  if (typeof data === 'string' && response_format === 'XML') return { type: 'application/xml', bytes: data }
  if (typeof data === 'string' && response_format === 'BINARY') return { type: 'application/octet-stream', bytes: data }
  const { id, integration_slug } = request.connector
  return json({
    method,
    path,
    query: [...query],
    headers,
    params,
    data,
    request_format,
    response_format,
    timeout: timeout ?? null,
    connector: { id, integration_slug },
    message: request.message
  })
}

/**
 * Answers after so many seconds. Where the envelope's timeout is shorter, the service gives up by then and says so with
 * a 504: the contract is silent, but nothing else separates "reached, no answer in time" from a refusal of the service
 * (4xx) and from an answer of the third party (200).
 */
async function slow({ query, timeout = 300, signal, method }: Forwarded): Promise<RawBody> {
  const text = query.get('seconds') ?? '3'
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
  if (!(seconds <= LONGEST_SLOW)) return failure(400, 'bad_request', `seconds is a number from 0 to ${LONGEST_SLOW}`)
  await wait(Math.min(seconds, timeout) * 1000, undefined, { signal })
  if (seconds > timeout) throw new NoAnswer('timeout')
  return json({ slept: seconds, method })
}

function counter(name: string, { method }: Forwarded, writes: ReadonlyMap<string, number>): RawBody {
  return json({ counter: name, method, count: writes.get(name) ?? 0 })
}

function status(text: string): RawBody {
  const code = /^[1-5]\d\d$/.test(text) ? Number(text) : NaN
  if (Number.isNaN(code)) return failure(400, 'bad_request', 'a status is a number from 100 to 599')
  return code < 400
    ? json({ status: code, ok: true })
    : failure(code, `http_${code}`, `This is the third party's own ${code}.`)
}
