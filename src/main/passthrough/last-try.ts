import { AppError, toAppError } from '../../shared/errors'
import type { Ending } from '../http/outcome'
import { isOwnLimit } from '../http/retry-after'
import { TransportFailure, type TransportResponse } from '../http/transport'
import type { OneSend } from './one-send'

/** The last try: as much of the answer as arrived, and the error. */
export interface LastTry {
  ending: Ending
  response?: TransportResponse | undefined
  thrown?: Error
}

export const wholeAnswer = (response: TransportResponse, again = false): LastTry => ({
  response,
  ending: { kind: 'answer', status: response.status, relayed: !isOwnLimit(response.headers), again }
})

export function brokenOff(thrown: unknown, send: OneSend): LastTry {
  if (thrown instanceof TransportFailure) {
    const { code, sent, part } = thrown
    return { thrown, response: part, ending: { kind: 'broken', code, sent, status: part?.status } }
  }
  // An AppError comes from between two tries: the last was refused or never left. Any other error is a bug and does not
  // show whether the request left.
  const error = toAppError(thrown)
  const sent = !(thrown instanceof AppError) && send.figures().timing.sentAt !== null
  return { thrown: error, ending: { kind: 'broken', code: error.code, sent } }
}
