import { expect, it } from 'vitest'
import { maxTries, mayRetry, type Failure } from './retry-policy'

const status = (status: number): Failure => ({ kind: 'status', status })
const network = (sent: boolean): Failure => ({ kind: 'network', sent })

it.each<[string, Failure, string, boolean]>([
  ['429 was not forwarded: a read', status(429), 'GET', true],
  ['429 was not forwarded: a write', status(429), 'POST', true],
  ['429 that may be a third party’s word', { kind: 'status', status: 429, relayed: true }, 'GET', false],
  ['503 of a read', status(503), 'GET', true],
  ['502 of HEAD', status(502), 'HEAD', true],
  ['504 of OPTIONS', status(504), 'OPTIONS', true],
  ['503 of a write may have been done', status(503), 'POST', false],
  ['502 of DELETE', status(502), 'DELETE', false],
  ['500 may pass', status(500), 'GET', true],
  ['500 of a write may have been done', status(500), 'POST', false],
  ['501 says the same next time', status(501), 'GET', false],
  ['401', status(401), 'GET', false],
  ['403', status(403), 'GET', false],
  ['404', status(404), 'GET', false],
  ['422', status(422), 'GET', false],
  ['307 is not followed', status(307), 'GET', false],
  ['a write that never left', network(false), 'POST', true],
  ['a read that never left', network(false), 'GET', true],
  ['a read without an answer', network(true), 'GET', true],
  ['a write without an answer is not known to have failed', network(true), 'POST', false],
  ['PUT without an answer', network(true), 'PUT', false],
  ['DELETE without an answer', network(true), 'DELETE', false],
  ['TRACE is not in the list', network(true), 'TRACE', false]
])('%s', (_, failure, method, expected) => {
  expect(mayRetry(failure, method, 1)).toBe(expected)
})

it.each([
  ['a limit', status(429), maxTries.limited],
  ['a passing failure', status(503), maxTries.failed],
  ['a fault', status(500), maxTries.failed],
  ['a lost connection', network(true), maxTries.failed],
  ['no one there', network(false), maxTries.failed]
])('tries are bounded for %s', (_, failure, limit) => {
  expect(mayRetry(failure, 'GET', limit - 1)).toBe(true)
  expect(mayRetry(failure, 'GET', limit)).toBe(false)
})
