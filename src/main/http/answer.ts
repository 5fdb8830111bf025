import { z } from 'zod'
import { AppError, validationIssue, type AppErrorShape, type ErrorCode } from '../../shared/errors'
import { longestText } from '../base/texts'
import { beginningOfDetail } from './long-detail'
import { parseJson } from './json'
import type { TransportResponse } from './transport'

const errorBody = z.looseObject({ detail: z.union([z.string(), z.array(validationIssue)]) })

/**
 * Turns an answer other than 2xx into a typed error. Reads both error shapes: `detail` as a sentence, and as a
 * validation list.
 */
export function answerError({ status, headers, body }: TransportResponse): AppError {
  const detail = readDetail(body)
  const info: Omit<AppErrorShape, 'code' | 'message'> = { status }
  if (detail !== undefined) info.detail = detail
  if (headers['x-request-id']) info.requestId = headers['x-request-id']
  if (status === 401 && headers['www-authenticate']) info.challenge = headers['www-authenticate']
  const code = codeOf(status, detail)
  return new AppError(code, sentence(code, status) + wayOf(headers['location']), info)
}

/** Shows a redirect's target without the rest of the address, which can hold a token. */
function wayOf(location: string | undefined): string {
  return location && URL.canParse(location) ? ` It leads to ${new URL(location).origin}.` : ''
}

const known: Readonly<Record<number, ErrorCode>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-offered',
  409: 'conflict',
  413: 'request-too-large',
  415: 'format-refused',
  422: 'validation',
  423: 'locked',
  429: 'rate-limited',
  501: 'not-offered',
  502: 'service-unavailable',
  503: 'service-unavailable',
  504: 'service-unavailable'
}

/** Some services answer a wrong parameter with 400 and the same list as a 422. */
function codeOf(status: number, detail: AppErrorShape['detail']): ErrorCode {
  if (status === 400 && Array.isArray(detail)) return 'validation'
  if (status < 400) return 'redirected'
  return known[status] ?? (status < 500 ? 'rejected' : 'service-error')
}

function sentence(code: ErrorCode, status: number): string {
  switch (code) {
    case 'unauthorized':
      return 'The API rejected this token.'
    case 'forbidden':
      return 'The token is valid but not allowed to do this.'
    case 'not-found':
      return 'Not found (404).'
    case 'validation':
      return 'The API found a mistake in the request.'
    case 'rate-limited':
      return 'The API asked us to wait (rate limit).'
    case 'redirected':
      return 'The API redirects to another address. The app does not follow: tokens would go there.'
    default:
      return `The API answered ${status}.`
  }
}

function readDetail(body: Buffer): AppErrorShape['detail'] {
  if (body.length > longestText) return beginningOfDetail(body.toString('utf8', 0, longestText))
  try {
    return errorBody.parse(parseJson(body)).detail
  } catch {
    return undefined
  }
}
