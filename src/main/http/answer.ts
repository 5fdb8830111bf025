import { z } from 'zod'
import {
  AppError,
  validationIssue,
  type AppErrorShape,
  type ErrorCode,
  type ValidationIssue
} from '../../shared/errors'
import { longestText } from '../base/texts'
import { parseJson } from './json'
import type { TransportResponse } from './transport'

const errorBody = z.looseObject({ detail: z.union([z.string(), z.array(validationIssue)]) })

/**
 * Turns an answer other than 2xx into a typed error. Reads both error shapes: `detail` as a sentence, and as a
 * validation list.
 */
export function answerError({ status, headers, body, tokenChange }: TransportResponse): AppError {
  const detail = readDetail(body)
  const info: Omit<AppErrorShape, 'code' | 'message'> = { status }
  if (detail !== undefined) info.detail = detail
  if (headers['x-request-id']) info.requestId = headers['x-request-id']
  if (status === 401 && headers['www-authenticate']) info.challenge = headers['www-authenticate']
  if (tokenChange) info.tokenChange = tokenChange
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

/** Entries before the cut to try as the last whole entry. */
const mostTried = 50

/** Reads a cut error body: the start of its sentence, or the whole entries of its list. */
export function beginningOfDetail(text: string): AppErrorShape['detail'] {
  const start = /^\s{0,999}\{\s{0,999}"detail"\s{0,999}:\s{0,999}(?=["[])/.exec(text)?.[0].length
  if (start === undefined) return undefined
  return text[start] === '"' ? readSentence(text, start) : readList(text, start)
}

function readSentence(text: string, start: number): string | undefined {
  let end = start + 1
  let whole = end
  while (end < text.length && text[end] !== '"') {
    if (text[end] === '\\') end += text[end + 1] === 'u' ? 5 : 1
    end++
    if (end <= text.length) whole = end
  }
  const sentence = parsed(`${text.slice(start, whole)}"`)
  if (typeof sentence !== 'string') return undefined
  return text[end] === '"' ? sentence : `${sentence}…`
}

function readList(text: string, start: number): ValidationIssue[] | undefined {
  let end = text.length
  for (let tried = 0; tried < mostTried; tried++) {
    end = text.lastIndexOf('}', end - 1)
    if (end < start) return undefined
    const issues = issuesOf(parsed(`${text.slice(start, end + 1)}]`))
    if (issues) return issues
  }
  return undefined
}

/** Stops at the first invalid entry: zod takes 25 µs per fault, and there may be 20,000. */
function issuesOf(list: unknown): ValidationIssue[] | undefined {
  if (!Array.isArray(list)) return undefined
  const issues: ValidationIssue[] = []
  for (const one of list) {
    const read = validationIssue.safeParse(one)
    if (!read.success) return undefined
    issues.push(read.data)
  }
  return issues
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
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
