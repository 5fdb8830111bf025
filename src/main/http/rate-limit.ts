import type { Region } from '../../shared/workspaces/region'
import type { RateLimit } from '../../shared/http/rate-limit'
import type { Asker } from '../../shared/activity/call'
import type { Wait } from '../../shared/connectors/refresh'
import { momentOf, setBackSince, systemClock, type Moment, type SteadyClock } from '../base/clock'
import { wholeNumber, type Headers } from './retry-after'

/** Whose quota a request uses (spec: Limits, per connector token; the bearer where no connector is named). */
export interface RateLimitScope {
  workspaceId: string
  region: Region
  /** `bearer`, or the handle of a connector's token; never the token. */
  scope: string
}

/** Who made a call. */
interface Asked {
  asker: Asker
  /** Empty where it is about no connector, or several. */
  connectorKey: string
}

/** The share of a limit from which on walks of one token take turns. */
const scarce = 0.25

/**
 * What is known of each token's quota, and until when a token must rest. One 429 rests every request of that token,
 * so that walks side by side do not hit the same limit one by one; other tokens go on.
 */
export class RateLimits {
  private readonly known = new Map<string, RateLimitScope & RateLimit>()
  private readonly rests = new Map<string, RateLimitScope & { wait: Wait; from: Moment; lifted: AbortController }>()

  constructor(
    private readonly changed: (of: RateLimitScope, rateLimits: RateLimit[]) => void,
    private readonly clock: SteadyClock = systemClock
  ) {}

  /** Reads the X-RateLimit-* headers, which come with every 429 and may come with any answer. @param by who asked */
  note(of: RateLimitScope, headers: Headers, by: Asked): void {
    const limit = wholeNumber(headers['x-ratelimit-limit'])
    const remaining = wholeNumber(headers['x-ratelimit-remaining'])
    const reset = wholeNumber(headers['x-ratelimit-reset'])
    if (limit === undefined || remaining === undefined || reset === undefined) return
    const resetAt = reset * 1_000
    const before = this.known.get(keyOf(of))
    // Another window: the use of the one before does not count.
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

  /** Whether so little is left that walks of this token take turns. */
  isScarce(of: RateLimitScope, now: number): boolean {
    const known = this.known.get(keyOf(of))
    return known !== undefined && known.resetAt > now && known.remaining <= known.limit * scarce
  }

  /** Budgets of a workspace's region whose window has not ended as far as we know. */
  list(of: Omit<RateLimitScope, 'scope'>): RateLimit[] {
    return [...this.known.values()]
      .filter((entry) => entry.workspaceId === of.workspaceId && entry.region === of.region)
      .map(({ workspaceId: _, region: __, ...rateLimit }) => rateLimit)
  }

  /** A shorter rest never cuts a longer one short. */
  rest(of: RateLimitScope, wait: Wait): void {
    if (wait.until <= (this.resting(of)?.until ?? 0)) return
    const lifted = this.rests.get(keyOf(of))?.lifted ?? new AbortController()
    this.rests.set(keyOf(of), { ...of, wait, from: momentOf(this.clock), lifted })
  }

  /** Ends the rests of a place: calls that wait go out now, and rests again if the service says so. */
  lift({ workspaceId, region }: Omit<RateLimitScope, 'scope'>): void {
    for (const [key, rest] of this.rests) {
      if (rest.workspaceId !== workspaceId || rest.region !== region) continue
      this.rests.delete(key)
      rest.lifted.abort()
    }
  }

  /** Fires when this token's rest is lifted. */
  lifted(of: RateLimitScope): AbortSignal | undefined {
    return this.rests.get(keyOf(of))?.lifted.signal
  }

  /** The last rest of this token, over or not; by the clock on the wall as it is set now. */
  resting(of: RateLimitScope): Wait | undefined {
    const rest = this.rests.get(keyOf(of))
    if (!rest) return undefined
    const back = setBackSince(rest.from, this.clock)
    return back === 0 ? rest.wait : { ...rest.wait, until: rest.wait.until - back }
  }
}

export const keyOf = ({ workspaceId, region, scope }: RateLimitScope) => `${workspaceId} ${region} ${scope}`
