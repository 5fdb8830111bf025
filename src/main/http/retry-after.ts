import type { Wait } from '../../shared/connectors/refresh'

/** Response headers with lower-case names, the first value of each. */
export type Headers = Readonly<Record<string, string>>

export interface Delay {
  ms: number
  source: Wait['source']
}

const backoffBaseMs = 1_000
const backoffCapMs = 60_000
/** Beyond this a number is a mistake, such as a time in ms instead of s. */
const longestDelayMs = 366 * 24 * 3_600_000

/**
 * How long to wait before asking again (spec: Limits; field notes: `Retry-After` is authoritative).
 * In this order: `Retry-After` in seconds or as an HTTP-date; `X-RateLimit-Reset` (Unix seconds); exponential backoff
 * with full jitter. Times are measured against the server's own `Date` where it sent one, so that a wrong clock on
 * this computer shortens no wait. A wait of zero, in the past or beyond a year is ignored in favour of the next
 * source: the token would rest until the app is started again.
 *
 * @param now ms since 1970, this computer's clock
 * @param attempt tries already made, from 1
 * @param random 0 ≤ x < 1
 */
export function retryDelay(headers: Headers, now: number, attempt: number, random: number): Delay {
  const serverNow = httpDate(headers['date']) ?? now
  const asked = retryAfterMs(headers['retry-after'], serverNow)
  if (asked > 0) return { ms: asked, source: 'retry-after' }
  const reset = wholeNumber(headers['x-ratelimit-reset'])
  const untilReset = reset === undefined ? 0 : within(reset * 1_000 - serverNow)
  if (untilReset > 0) return { ms: untilReset, source: 'rate-limit-reset' }
  const ceiling = Math.min(backoffCapMs, backoffBaseMs * 2 ** (attempt - 1))
  return { ms: Math.round(random * ceiling), source: 'backoff' }
}

/**
 * How long a token's window has no calls left, in ms, by an answer that is not a 429; 0 where calls are left, or where
 * the answer does not say. Asking again before that would meet the 429.
 */
export function usedUpMs(headers: Headers, now: number): number {
  if (!isOwnLimit(headers)) return 0
  const delay = retryDelay({ ...headers, 'retry-after': '' }, now, 1, 0)
  return delay.source === 'rate-limit-reset' ? delay.ms : 0
}

/**
 * Whether a 429 is the service's own: the token's window has no calls left. The other headers of the limit come with
 * every answer, also with one that hands a third party's 429 through, and `Retry-After` may be the third party's.
 */
export function isOwnLimit(headers: Headers): boolean {
  const limit = wholeNumber(headers['x-ratelimit-limit'])
  return limit !== undefined && wholeNumber(headers['x-ratelimit-remaining']) === 0
}

function retryAfterMs(value: string | undefined, serverNow: number): number {
  if (value === undefined) return 0
  // Fractions are outside the standard but unmistakable; rounding up never asks too early.
  if (/^\d{1,999}(\.\d{1,999})?$/.test(value.trim())) return within(Math.ceil(Number(value) * 1_000))
  return within((httpDate(value) ?? serverNow) - serverNow)
}

const within = (ms: number) => (ms > longestDelayMs ? 0 : Math.max(ms, 0))

export function wholeNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,15}$/.test(value.trim()) ? Number(value) : undefined
}

/** The three forms of RFC 9110 §5.6.7; all are GMT, though asctime does not say so. Anything else is undefined. */
function httpDate(value: string | undefined): number | undefined {
  const text = value?.trim() ?? ''
  const imfOrRfc850 = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
  const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/.test(text)
  if (!imfOrRfc850 && !asctime) return undefined
  const ms = Date.parse(asctime ? `${text} GMT` : text)
  return Number.isNaN(ms) ? undefined : ms
}
