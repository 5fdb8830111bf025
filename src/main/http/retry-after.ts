import type { Wait } from '../../shared/connectors/refresh'

/** Lower-case names, first value of each. */
export type Headers = Readonly<Record<string, string>>

export interface Delay {
  ms: number
  source: Wait['source']
}

const backoffBaseMs = 1_000
const backoffCapMs = 60_000
/** A larger number is a mistake, such as ms instead of s. */
const longestDelayMs = 366 * 24 * 3_600_000

/**
 * Time to wait before the next try, in this order: `Retry-After` (seconds or HTTP-date), `X-RateLimit-Reset` (Unix
 * seconds), exponential backoff with full jitter. Uses the server's `Date` if sent: a wrong local clock must not
 * shorten a wait. Ignores a wait of zero, in the past or beyond a year, which would stop the token until a restart.
 * @param now ms since 1970, this computer's clock
 * @param attempt tries made, from 1
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
 * Time until a used-up rate limit resets, ms, from an answer that is not a 429; 0 if calls are left or unknown. An
 * earlier call would meet the 429.
 */
export function usedUpMs(headers: Headers, now: number): number {
  if (!isOwnLimit(headers)) return 0
  const delay = retryDelay({ ...headers, 'retry-after': '' }, now, 1, 0)
  return delay.source === 'rate-limit-reset' ? delay.ms : 0
}

/**
 * True if a 429 is the service's own: no calls are left. Other limit headers come with a provider's 429 too, and
 * `Retry-After` may be the provider's.
 */
export function isOwnLimit(headers: Headers): boolean {
  const limit = wholeNumber(headers['x-ratelimit-limit'])
  return limit !== undefined && wholeNumber(headers['x-ratelimit-remaining']) === 0
}

function retryAfterMs(value: string | undefined, serverNow: number): number {
  if (value === undefined) return 0
  // Accepts fractions, outside the standard; rounding up never asks too early.
  if (/^\d{1,999}(\.\d{1,999})?$/.test(value.trim())) return within(Math.ceil(Number(value) * 1_000))
  return within((httpDate(value) ?? serverNow) - serverNow)
}

const within = (ms: number) => (ms > longestDelayMs ? 0 : Math.max(ms, 0))

export function wholeNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,15}$/.test(value.trim()) ? Number(value) : undefined
}

/** The three forms of RFC 9110 §5.6.7, all GMT; undefined for others. */
function httpDate(value: string | undefined): number | undefined {
  const text = value?.trim() ?? ''
  const imfOrRfc850 = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
  const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/.test(text)
  if (!imfOrRfc850 && !asctime) return undefined
  const ms = Date.parse(asctime ? `${text} GMT` : text)
  return Number.isNaN(ms) ? undefined : ms
}
