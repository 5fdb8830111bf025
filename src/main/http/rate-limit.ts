import type { Region } from '../../shared/workspaces/region'
import type { RateLimit } from '../../shared/http/rate-limit'
import type { Asker } from '../../shared/activity/call'
import type { Wait } from '../../shared/connectors/refresh'
import { momentOf, setBackSince, systemClock, type Moment, type SteadyClock } from '../base/clock'
import { wholeNumber, type Headers } from './retry-after'

/** Each connector token has its own rate limit; `bearer` covers other calls. */
export interface RateLimitScope {
  workspaceId: string
  region: Region
  /** `bearer`, the handle of a connector's token (never the token), or a provider that rests. */
  scope: string
}

interface Asked {
  asker: Asker
  /** Empty for no connector, or several. */
  connectorKey: string
}

/** Below this share of the limit, pages of one token take turns. */
const scarce = 0.25

/**
 * Rate limits and rests per token. One 429 rests all requests of its token, so that parallel refreshes do not each meet
 * the limit; other tokens go on.
 */
export class RateLimits {
  private readonly known = new Map<string, RateLimitScope & RateLimit>()
  private readonly rests = new Map<string, RateLimitScope & { wait: Wait; from: Moment; lifted: AbortController }>()

  constructor(
    private readonly changed: (of: RateLimitScope, rateLimits: RateLimit[]) => void,
    private readonly clock: SteadyClock = systemClock
  ) {}

  /**
   * Reads X-RateLimit-* headers, which any answer may have.
   * @param by the caller
   */
  note(of: RateLimitScope, headers: Headers, by: Asked): void {
    const limit = wholeNumber(headers['x-ratelimit-limit'])
    const remaining = wholeNumber(headers['x-ratelimit-remaining'])
    const reset = wholeNumber(headers['x-ratelimit-reset'])
    if (limit === undefined || remaining === undefined || reset === undefined) return
    const resetAt = reset * 1_000
    const before = this.known.get(keyOf(of))
    // A new window starts with no use.
    const users = new Map(before?.resetAt === resetAt ? before.users.map(({ asker, calls }) => [asker, calls]) : [])
    users.set(by.asker, (users.get(by.asker) ?? 0) + 1)
    this.known.set(keyOf(of), {
      ...of,
      ...{ limit, remaining, resetAt },
      connectorKey: by.connectorKey || (before?.connectorKey ?? ''),
      users: [...users].map(([asker, calls]) => ({ asker, calls })).sort((a, b) => b.calls - a.calls)
    })
    this.changed(of, this.list(of))
  }

  /** True if pages of this token should take turns. */
  isScarce(of: RateLimitScope, now: number): boolean {
    const known = this.known.get(keyOf(of))
    return known !== undefined && known.resetAt > now && known.remaining <= known.limit * scarce
  }

  /** Rate limits of a region whose window has not ended. */
  list(of: Omit<RateLimitScope, 'scope'>): RateLimit[] {
    return [...this.known.values()]
      .filter((entry) => entry.workspaceId === of.workspaceId && entry.region === of.region)
      .map(({ workspaceId: _, region: __, ...rateLimit }) => rateLimit)
  }

  /** A shorter rest never cuts a longer rest. */
  rest(of: RateLimitScope, wait: Wait): void {
    if (wait.until <= (this.resting(of)?.until ?? 0)) return
    const lifted = this.rests.get(keyOf(of))?.lifted ?? new AbortController()
    this.rests.set(keyOf(of), { ...of, wait, from: momentOf(this.clock), lifted })
  }

  /** Ends the rests of a place: waiting calls leave now, and rest again if the service says so. */
  lift({ workspaceId, region }: Omit<RateLimitScope, 'scope'>): void {
    for (const [key, rest] of this.rests) {
      if (rest.workspaceId !== workspaceId || rest.region !== region) continue
      this.rests.delete(key)
      rest.lifted.abort()
    }
  }

  /** Fires when the token's rest is lifted. */
  lifted(of: RateLimitScope): AbortSignal | undefined {
    return this.rests.get(keyOf(of))?.lifted.signal
  }

  /** The token's last rest, over or not, by the current wall clock. */
  resting(of: RateLimitScope): Wait | undefined {
    const rest = this.rests.get(keyOf(of))
    if (!rest) return undefined
    const back = setBackSince(rest.from, this.clock)
    return back === 0 ? rest.wait : { ...rest.wait, until: rest.wait.until - back }
  }
}

export const keyOf = ({ workspaceId, region, scope }: RateLimitScope) => `${workspaceId} ${region} ${scope}`
