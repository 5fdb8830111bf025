import { setTimeout as wait, setImmediate as breathe } from 'node:timers/promises'
import type { RawBody } from '../reply'
import { integrations } from '../data/integrations'
import { company } from './company'
import { failure, json, NoAnswer, type Forwarded, type Provider } from './exchange'

const JSON_TYPE = 'application/json'
const DEEP = 20_000

const KINDS = {
  html: () => ({
    type: 'text/html; charset=utf-8',
    bytes: '<!doctype html><title>503</title><h1>Down for maintenance</h1>'
  }),
  truncated: () => ({ type: JSON_TYPE, bytes: '{"employees":[{"id":1,"name":"Ada"},{"id":2,"na', cut: true }),
  garbage: () => ({ type: JSON_TYPE, bytes: '{"employees": [{"id": 1, "name": Ada}, <!-- cut here' }),
  /** `depth` up to a million. */
  deep: ({ query }: Forwarded) => {
    const depth = Math.min(Number(query.get('depth')) || DEEP, 1_000_000)
    return { type: JSON_TYPE, bytes: `{"nested":${'['.repeat(depth)}${']'.repeat(depth)}}` }
  },
  /** Numbers and keys that JSON.parse changes or loses. */
  bigint: () => ({
    type: JSON_TYPE,
    bytes: `{
  "id": 9007199254740993,
  "negative": -9223372036854775808,
  "precise": 0.1000000000000000055511151231257827,
  "large": 1e400,
  "zero": -0,
  "money": 12.50,
  "name": "first of two",
  "name": "second of two",
  "__proto__": {"admin": true},
  "constructor": null,
  "rows": [{"id": 90071992547409931, "id": 90071992547409932}]
}`
  }),
  empty: () => ({ type: JSON_TYPE, bytes: '' }),
  /** JSON must be UTF-8. */
  latin1: () => ({ type: JSON_TYPE, bytes: Buffer.from('{"name":"Jos\u00e9 Mu\u00f1oz"}', 'latin1') }),
  bom: () => ({ type: JSON_TYPE, bytes: '\ufeff{"name":"Ada"}' }),
  type: () => ({ type: 'text/plain', bytes: '{"name":"Ada"}' }),
  xml: () => ({ type: 'application/xml', bytes: '<?xml version="1.0"?><workers><worker id="1"><name>Ada</worker>' })
} satisfies Record<string, (request: Forwarded) => RawBody>

function broken(request: Forwarded): RawBody {
  const kind = request.query.get('kind') ?? 'garbage'
  const answer = Object.hasOwn(KINDS, kind) ? KINDS[kind as keyof typeof KINDS] : undefined
  return answer?.(request) ?? failure(400, 'bad_request', `kind is one of ${Object.keys(KINDS).join(', ')}`)
}

const ROW = 256
const ROWS_PER_MEGABYTE = (1024 * 1024) / ROW
const MOST = 64

/** Exactly `?megabytes=`, up to 64, fractions too. */
function huge({ query }: Forwarded): RawBody {
  const text = query.get('megabytes') ?? '1'
  const megabytes = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
  if (!(megabytes <= MOST)) return failure(400, 'bad_request', `megabytes is a number from 0 to ${MOST}`)
  const rows = Math.max(1, Math.round(megabytes * ROWS_PER_MEGABYTE))
  return { type: 'application/json', bytes: pieces(rows), length: rows * ROW }
}

async function* pieces(rows: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < rows; from += ROWS_PER_MEGABYTE) {
    const to = Math.min(rows, from + ROWS_PER_MEGABYTE)
    let text = ''
    for (let at = from; at < to; at++) text += row(at, at === rows - 1)
    yield Buffer.from(text, 'latin1')
    // The client may share this process.
    await breathe()
  }
}

/** 256 bytes. */
function row(at: number, last: boolean): string {
  const id = String(at).padStart(7, '0')
  const person = { id: `w-${id}`, name: `Worker ${id}`, active: at % 7 !== 0, hours: (at % 41) + 0.5, note: '' }
  const bare = JSON.stringify(person)
  const text = bare.replace('"note":""', `"note":"${'x'.repeat(ROW - 2 - bare.length)}"`)
  return (at === 0 ? '[' : ',') + text + (last ? ']' : '\n')
}

/** Of integrations that only tests have; `own` answers for them, too. */
export const MADE_UP = ['made-up-one', 'made-up-two', 'made-up-three', 'made-up-four']

/** Each integration's own oddity, in the order of `integrations()`, then of `MADE_UP`. */
const OWN: readonly ((request: Forwarded) => RawBody | Promise<RawBody>)[] = [
  ...([null, 'no-right', 'page', 'empty', 'no-cost-centers', 'text-number', 'large', 'garbage'] as const).map(
    (oddity) => (request: Forwarded) => company(request, oddity)
  ),
  () => failure(404, 'not_found', 'There is no account.'),
  KINDS.bigint,
  KINDS.empty,
  KINDS.latin1,
  KINDS.bom,
  KINDS.type,
  KINDS.xml,
  KINDS.deep,
  () => failure(500, 'internal', 'Something went wrong.'),
  () => ({ ...failure(410, 'gone', 'This API has ended.'), relayed: 410 }),
  () => json([]),
  () => json(null),
  () => json({ data: { items: [{ id: 'a' }], next: null } }),
  () => ({ type: 'text/csv', bytes: 'id,name\n1,Ada\n' }),
  () => ({ type: 'application/pdf', bytes: Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2]) }),
  ({ connector }) => json({ [connector.id]: { name: 'Ada' } }),
  () => ({ ...failure(429, 'too_many', 'This provider limits by the hour.'), retryAfter: 3_600 }),
  () => json({ errors: [{ code: 'not_enabled', message: 'The API is not enabled.' }] }),
  () => failure(503, 'maintenance', 'The API is closed until tomorrow.'),
  () => failure(401, 'unauthorized', 'The credentials are not valid.'),
  () => json(true),
  () => json({ total: 0, items: [] })
]

const slugs = [...integrations().map(({ slug }) => slug), ...MADE_UP]

/** `/own`: as every account of its integration. */
function own(request: Forwarded): RawBody | Promise<RawBody> {
  const answer = OWN[slugs.indexOf(request.connector.integration_slug)]
  return answer?.(request) ?? company(request, null)
}

const LONGEST_SLOW = 3600

/** undefined for other paths. */
export function everywhere(request: Forwarded, writes: ReadonlyMap<string, number>): ReturnType<Provider> | undefined {
  const [, first = '', second = '', ...more] = request.path.split('/')
  if (more.length > 0) return undefined
  if (first === 'counter' && second !== '') return counter(second, request, writes)
  if (first === 'status' && second !== '') return status(second)
  // Under the service's own limit headers.
  if (first === 'relay' && second !== '') return { ...status(second), relayed: Number(second) }
  if (second !== '') return undefined
  if (first === 'echo') return echo(request)
  if (first === 'slow') return slow(request)
  if (first === 'huge') return huge(request)
  if (first === 'company') return company(request)
  if (first === 'own') return own(request)
  if (first === 'broken') return broken(request)
  // By now a write is counted.
  if (first === 'reset-after-send') throw new NoAnswer('reset')
  return undefined
}

/** Text for XML or BINARY comes back unchanged. */
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
 * With a shorter timeout the service answers 504: nothing else separates "reached, no answer in time" from a refusal
 * (4xx) and an answer (200).
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
