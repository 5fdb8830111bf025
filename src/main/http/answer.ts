import { z } from 'zod'
import { AppError, validationIssue, type AppErrorShape, type ErrorCode } from '../../shared/errors'
import { parseJson } from './json'
import type { TransportResponse } from './transport'

const errorBody = z.looseObject({ detail: z.union([z.string(), z.array(validationIssue)]) })

/**
 * An answer that is not a 2xx, as a typed error (spec: Errors). Both error shapes are read, `detail` as a sentence and
 * as the list of a validation error; a body that is neither costs only the detail.
 */
export function answerError({ status, headers, body }: TransportResponse): AppError {
  const detail = readDetail(body)
  const info: Omit<AppErrorShape, 'code' | 'message'> = { status }
  if (detail !== undefined) info.detail = detail
  if (headers['x-request-id']) info.requestId = headers['x-request-id']
  const code = codeOf(status)
  return new AppError(code, sentence(code, status), info)
}

function codeOf(status: number): ErrorCode {
  if (status >= 300 && status < 400) return 'redirected'
  const known: Record<number, ErrorCode> = {
    401: 'unauthorized',
    403: 'forbidden',
    404: 'not-found',
    422: 'validation',
    429: 'rate-limited'
  }
  return known[status] ?? 'service-error'
}

function sentence(code: ErrorCode, status: number): string {
  switch (code) {
    case 'unauthorized':
      return 'The service refused this token.'
    case 'forbidden':
      return 'The token is good, but this is not permitted with it.'
    case 'not-found':
      return 'The service does not know this address.'
    case 'validation':
      return 'The service found a mistake in the request.'
    case 'rate-limited':
      return 'The service asked to wait, more often than this app tries.'
    case 'redirected':
      return 'The service sent the request on to another address. This app does not follow: tokens would go there.'
    default:
      return `The service answered with an error of its own (${status}).`
  }
}

function readDetail(body: Buffer): AppErrorShape['detail'] {
  try {
    return errorBody.parse(parseJson(body)).detail
  } catch {
    return undefined
  }
}
