import { gzipSync } from 'node:zlib'

const head = (status: string, headers: Record<string, string | number>) =>
  [`HTTP/1.1 ${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')

const whole = (status: string, type: string, body: string, more: Record<string, string> = {}) =>
  head(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...more }) + body

const signIn = '<!DOCTYPE html><title>Sign in</title><h1>Welcome to the hotel</h1>'

/** Bytes sent in place of an answer, by name. Those that are cut short end the connection. */
export const falseAnswers = {
  garbage: () => '\0\x01\x02 this is no HTTP\r\n\r\n',
  'cut-length': () => head('200 OK', { 'content-type': 'application/json', 'content-length': 1_000 }) + '{"items":[',
  'cut-chunk': () =>
    head('200 OK', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }) + 'ff\r\n{"items":[',
  'endless-headers': () => `HTTP/1.1 200 OK\r\n${'x-more: and more\r\n'.repeat(30_000)}`,
  'not-json': () => whole('200 OK', 'application/json', '{"items": [}'),
  'portal-page': () => whole('200 OK', 'text/html; charset=utf-8', signIn),
  'portal-untyped': () => whole('200 OK', 'text/plain', signIn),
  'portal-redirect': () => whole('302 Found', 'text/html', signIn, { location: 'http://hotel.invalid/sign-in' }),
  'bad-gateway': () => whole('502 Bad Gateway', 'text/html', '<h1>Bad gateway</h1>'),
  'proxy-password': () =>
    whole('407 Proxy Authentication Required', 'text/plain', '', { 'proxy-authenticate': 'Basic' }),
  bomb: () => {
    // Members of a gzip follow each other: a small one, made once, is enough.
    const body = Buffer.concat(Array<Buffer>(100).fill(gzipSync(Buffer.alloc(1e6))))
    const types = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': body.length }
    return Buffer.concat([Buffer.from(head('200 OK', types)), body])
  }
} satisfies Record<string, () => string | Buffer>

export type FalseAnswer = keyof typeof falseAnswers
