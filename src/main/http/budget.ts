import type { Region } from '../../shared/model/region'
import type { Budget } from '../../shared/model/budget'
import type { Wait } from '../../shared/model/walk'
import { momentOf, setBackSince, systemClock, type Moment, type SteadyClock } from '../base/clock'
import { wholeNumber, type Headers } from './retry-after'

/** Whose quota a request uses (spec: Limits, per connector token; the bearer where none is named). */
export interface BudgetScope {
  workspaceId: string
  region: Region
  /** `bearer`, or the handle of a connector's token; never the token. */
  scope: string
}

/**
 * What is known of each token's quota, and until when a token must rest. One 429 rests every request of that token,
 * so that walks side by side do not run into the same wall one by one; other tokens go on.
 */
export class Budgets {
  private readonly known = new Map<string, BudgetScope & Budget>()
  private readonly rests = new Map<string, BudgetScope & { wait: Wait; from: Moment; lifted: AbortController }>()

  constructor(
    private readonly changed: (of: BudgetScope, budgets: Budget[]) => void,
    private readonly clock: SteadyClock = systemClock
  ) {}

  /** Reads the X-RateLimit-* headers, which come with every 429 and may come with any answer. */
  note(of: BudgetScope, headers: Headers): void {
    const limit = wholeNumber(headers['x-ratelimit-limit'])
    const remaining = wholeNumber(headers['x-ratelimit-remaining'])
    const reset = wholeNumber(headers['x-ratelimit-reset'])
    if (limit === undefined || remaining === undefined || reset === undefined) return
    this.known.set(keyOf(of), { ...of, limit, remaining, resetAt: reset * 1_000 })
    this.changed(of, this.list(of))
  }

  /** Budgets of a workspace's region whose window has not been seen to end. */
  list(of: Omit<BudgetScope, 'scope'>): Budget[] {
    return [...this.known.values()]
      .filter((entry) => entry.workspaceId === of.workspaceId && entry.region === of.region)
      .map(({ scope, limit, remaining, resetAt }) => ({ scope, limit, remaining, resetAt }))
  }

  /** A shorter rest never cuts a longer one short. */
  rest(of: BudgetScope, wait: Wait): void {
    if (wait.until <= (this.resting(of)?.until ?? 0)) return
    const lifted = this.rests.get(keyOf(of))?.lifted ?? new AbortController()
    this.rests.set(keyOf(of), { ...of, wait, from: momentOf(this.clock), lifted })
  }

  /** Ends the rests of a place: whoever waits asks again now, and rests again if the service says so. */
  lift({ workspaceId, region }: Omit<BudgetScope, 'scope'>): void {
    for (const [key, rest] of this.rests) {
      if (rest.workspaceId !== workspaceId || rest.region !== region) continue
      this.rests.delete(key)
      rest.lifted.abort()
    }
  }

  /** Fires when this token's rest is lifted. */
  lifted(of: BudgetScope): AbortSignal | undefined {
    return this.rests.get(keyOf(of))?.lifted.signal
  }

  /** The last rest of this token, over or not; by the clock on the wall as it is set now. */
  resting(of: BudgetScope): Wait | undefined {
    const rest = this.rests.get(keyOf(of))
    if (!rest) return undefined
    const back = setBackSince(rest.from, this.clock)
    return back === 0 ? rest.wait : { ...rest.wait, until: rest.wait.until - back }
  }
}

const keyOf = ({ workspaceId, region, scope }: BudgetScope) => `${workspaceId} ${region} ${scope}`
