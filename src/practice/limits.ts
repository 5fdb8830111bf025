import type { PracticeKnobs } from './types'

const WINDOW_MS = 60_000

export interface Taken {
  limited: boolean
  headers: Record<string, string>
}

/** `resetAt` and `retryAt`: ms. */
interface RateLimit {
  limit: number
  remaining: number
  resetAt: number
}

/** A minute per token, from its first request. Refused requests do not count. */
export class Limits {
  private readonly windows = new Map<string, { opened: number; used: number }>()
  private seen = 0

  constructor(
    private readonly knobs: Readonly<PracticeKnobs>,
    private readonly now: () => number
  ) {}

  restart(): void {
    this.seen = 0
  }

  count(token: string): Taken {
    const { limitEveryN, limitPerMinute, retryAfterSeconds } = this.knobs
    const window = this.windowOf(token)
    const resetAt = window.opened + WINDOW_MS
    this.seen++
    if (limitEveryN > 0 && this.seen % limitEveryN === 0) {
      const retryAt = this.now() + retryAfterSeconds * 1000
      return this.refuse({ limit: limitPerMinute || limitEveryN, remaining: 0, resetAt: retryAt })
    }
    if (limitPerMinute > 0 && window.used >= limitPerMinute) {
      return this.refuse({ limit: limitPerMinute, remaining: 0, resetAt })
    }
    window.used++
    const shown = limitPerMinute > 0 && this.knobs.rateHeadersOn2xx
    const remaining = limitPerMinute - window.used
    return { limited: false, headers: shown ? rateLimitHeaders({ limit: limitPerMinute, remaining, resetAt }) : {} }
  }

  private windowOf(token: string) {
    const now = this.now()
    const open = this.windows.get(token)
    if (open && now < open.opened + WINDOW_MS) return open
    if (this.windows.size > 1000) this.forgetClosed(now)
    const opened = { opened: now, used: 0 }
    this.windows.set(token, opened)
    return opened
  }

  private forgetClosed(now: number): void {
    for (const [token, window] of this.windows) {
      if (now >= window.opened + WINDOW_MS) this.windows.delete(token)
    }
  }

  private refuse(rateLimit: RateLimit): Taken {
    const { retryAfter } = this.knobs
    if (retryAfter === 'none') return { limited: true, headers: {} }
    const headers = rateLimitHeaders(rateLimit)
    if (retryAfter === 'seconds') {
      headers['Retry-After'] = String(Math.max(0, Math.ceil((rateLimit.resetAt - this.now()) / 1000)))
    }
    // Whole seconds, rounded up, so that a waiting client is not refused again.
    if (retryAfter === 'http-date') headers['Retry-After'] = httpDate(Math.ceil(rateLimit.resetAt / 1000) * 1000)
    return { limited: true, headers }
  }
}

function rateLimitHeaders({ limit, remaining, resetAt }: RateLimit): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000))
  }
}

export function httpDate(at: number): string {
  return new Date(at).toUTCString()
}
