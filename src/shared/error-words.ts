import { answerWords } from './error-words/answers'
import type { Entry, ErrorWords, Words } from './error-words/entry'
import { hereWords } from './error-words/here'
import type { AppErrorShape, ErrorCode, ValidationIssue } from './errors'

/** A code without words is a compile error. */
const table: Record<ErrorCode, Entry> = { ...answerWords, ...hereWords }

export function wordsOf(error: AppErrorShape): ErrorWords {
  const { severity, title, cause, next } = table[error.code]
  const say = (words: string | Words) => (typeof words === 'string' ? words : words(error))
  return { severity, title, cause: say(cause), next: say(next) }
}

export const titleOf = (code: ErrorCode): string => table[code].title

export const severityOf = (code: ErrorCode): ErrorWords['severity'] => table[code].severity

const forDoctor = new Set<ErrorCode>([
  'unreachable',
  'untrusted-certificate',
  'timeout',
  'not-the-service',
  'bad-response',
  'redirected',
  'keychain-missing',
  'keychain-locked',
  'disk-full',
  'file-refused'
])

export const isForDoctor = (code: ErrorCode): boolean => forDoctor.has(code)

/** Shown issues of one validation error. */
const mostIssues = 10

/** One per line; may be empty. */
export function saidOf({ detail, challenge }: AppErrorShape): string[] {
  const issues = Array.isArray(detail) ? detail.slice(0, mostIssues) : []
  return [
    ...(typeof detail === 'string' && detail !== '' ? [detail] : []),
    ...issues.map(({ loc, msg }) => (loc.length > 0 ? `${loc.join('.')}: ${msg}` : msg)),
    ...(challenge ? [`WWW-Authenticate: ${challenge}`] : [])
  ]
}

/** Marks a text as the service's own: the app does not speak so. */
export const apiSays = (text: string): string => `The API says: ${text}`

/** Why a write failed, in one line: what the service says of it, else what the app says. */
export function refusalWords(error: AppErrorShape): string {
  const { detail, message } = error
  const said = Array.isArray(detail) ? detail.map(mistakeWords).join('; ') : detail
  return said ? apiSays(said) : message
}

/** Where a request is wrong and why. The first part of a place is only `body`, `query` or `path`. */
function mistakeWords({ loc, msg }: ValidationIssue): string {
  const place = loc.slice(1).join('.')
  return place ? `${place}: ${mistakeOf(msg)}` : mistakeOf(msg)
}

/** A mistake that the service found, without the name of its kind. */
export const mistakeOf = (msg: string): string => msg.replace(/^Value error, /, '')

/** Lines of `name: value`. They hold no secret: main redacts. */
export function technicalLines(error: AppErrorShape): string[] {
  const detail = typeof error.detail === 'object' ? JSON.stringify(error.detail) : error.detail
  const facts: [string, string | number | undefined][] = [
    ['code', error.code],
    ['message', error.message],
    ['endpoint', error.endpoint],
    ['page', error.page],
    ['status', error.status],
    ['API says', detail],
    ['WWW-Authenticate', error.challenge],
    ['tries', error.tries],
    ['asked to wait, ms', error.retryAfterMs],
    ['request', error.requestId]
  ]
  return facts.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`)
}
