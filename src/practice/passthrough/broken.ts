import type { RawBody } from '../reply'
import { failure, type Forwarded } from './exchange'

const JSON_TYPE = 'application/json'
const DEEP = 20_000

const KINDS: Record<string, (request: Forwarded) => RawBody> = {
  /** A page for people where data was asked for. */
  html: () => ({
    type: 'text/html; charset=utf-8',
    bytes: '<!doctype html><title>503</title><h1>Down for maintenance</h1>'
  }),
  /** Half of what was promised, then the connection is gone. */
  truncated: () => ({ type: JSON_TYPE, bytes: '{"employees":[{"id":1,"name":"Ada"},{"id":2,"na', cut: true }),
  /** All of what was promised, but not JSON. */
  garbage: () => ({ type: JSON_TYPE, bytes: '{"employees": [{"id": 1, "name": Ada}, <!-- cut here' }),
  /** Nested deeper than a parser that calls itself can go; `depth` up to a million. */
  deep: ({ query }) => {
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
  /** Nothing at all. */
  empty: () => ({ type: JSON_TYPE, bytes: '' }),
  /** Not UTF-8, though JSON has to be. */
  latin1: () => ({ type: JSON_TYPE, bytes: Buffer.from('{"name":"Jos\u00e9 Mu\u00f1oz"}', 'latin1') }),
  /** A byte order mark before it. */
  bom: () => ({ type: JSON_TYPE, bytes: '\ufeff{"name":"Ada"}' }),
  /** JSON, and says it is something else. */
  type: () => ({ type: 'text/plain', bytes: '{"name":"Ada"}' }),
  /** XML that ends too early. */
  xml: () => ({ type: 'application/xml', bytes: '<?xml version="1.0"?><workers><worker id="1"><name>Ada</worker>' })
}

export function broken(request: Forwarded): RawBody {
  const kind = request.query.get('kind') ?? 'garbage'
  const answer = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  return answer?.(request) ?? failure(400, 'bad_request', `kind is one of ${Object.keys(KINDS).join(', ')}`)
}
