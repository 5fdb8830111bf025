import { expect, it } from 'vitest'
import { outcomeOf, type Ending } from './outcome'

const answer = (status: number): Ending => ({ kind: 'answer', status })
const broken = (code: Extract<Ending, { kind: 'broken' }>['code'], sent: boolean, status?: number): Ending => ({
  kind: 'broken',
  code,
  sent,
  status
})

it.each<[string, Ending, write: string, read: string]>([
  ['200', answer(200), 'answered', 'answered'],
  ['204', answer(204), 'answered', 'answered'],
  ['307, not followed', answer(307), 'refused', 'refused'],
  ['400', answer(400), 'refused', 'refused'],
  ['401', answer(401), 'refused', 'refused'],
  ['403', answer(403), 'refused', 'refused'],
  ['408 of a gateway', answer(408), 'unknown', 'failed'],
  ['422', answer(422), 'refused', 'refused'],
  ['429', answer(429), 'refused', 'refused'],
  ['429 that may be a third party’s', { ...answer(429), relayed: true } as Ending, 'unknown', 'failed'],
  ['409 to a key that was sent before', { ...answer(409), again: true } as Ending, 'unknown', 'failed'],
  ['422 from either side', { ...answer(422), relayed: true } as Ending, 'refused', 'refused'],
  ['500', answer(500), 'unknown', 'failed'],
  ['502', answer(502), 'unknown', 'failed'],
  ['504', answer(504), 'unknown', 'failed'],
  ['no one there', broken('unreachable', false), 'failed', 'failed'],
  ['an untrusted certificate', broken('untrusted-certificate', false), 'failed', 'failed'],
  ['the deadline before it was connected', broken('timeout', false), 'failed', 'failed'],
  ['a cancel before it left', broken('cancelled', false), 'cancelled', 'cancelled'],
  ['a lost connection', broken('unreachable', true), 'unknown', 'failed'],
  ['the deadline', broken('timeout', true), 'unknown', 'failed'],
  ['a cancel after it may have left', broken('cancelled', true), 'unknown', 'cancelled'],
  ['half a 200', broken('unreachable', true, 200), 'unknown', 'failed'],
  ['a 200 that is too large', broken('too-large', true, 200), 'answered', 'answered'],
  ['a 502 that is too large', broken('too-large', true, 502), 'unknown', 'failed'],
  ['an answer that is not valid', broken('bad-response', true), 'unknown', 'failed'],
  ['a mistake of this app', broken('internal', true), 'unknown', 'failed']
])('%s', (_, ending, write, read) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'CONNECT', 'TRACE']) {
    expect(outcomeOf(method, ending), method).toBe(write)
  }
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(outcomeOf(method, ending), method).toBe(read)
})
