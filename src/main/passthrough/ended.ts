import { AppError, toAppError } from '../../shared/errors'
import type { Ending } from '../http/outcome'
import { isOwnLimit } from '../http/retry-after'
import { TransportFailure, type TransportResponse } from '../http/transport'
import type { OneSend } from './one-send'

/** The last try: the answer as far as it came, what was thrown in place of the rest, and what that means. */
export interface Ended {
  ending: Ending
  response?: TransportResponse | undefined
  thrown?: Error
}

export const wholeAnswer = (response: TransportResponse): Ended => ({
  response,
  ending: { kind: 'answer', status: response.status, relayed: !isOwnLimit(response.headers) }
})

export function brokenOff(thrown: unknown, send: OneSend): Ended {
  if (thrown instanceof TransportFailure) {
    const { code, sent, part } = thrown
    return { thrown, response: part, ending: { kind: 'broken', code, sent, status: part?.status } }
  }
  // An AppError comes from between tries: the try before was refused, or never left. Anything else is a mistake of
  // this app, which says nothing about what left.
  const error = toAppError(thrown)
  const sent = !(thrown instanceof AppError) && send.figures().timing.sentAt !== null
  return { thrown: error, ending: { kind: 'broken', code: error.code, sent } }
}
