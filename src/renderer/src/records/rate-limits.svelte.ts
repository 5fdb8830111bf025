import { createContext } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import type { RateLimit } from '../../../shared/http/rate-limit'
import type { Region } from '../../../shared/workspaces/region'
import type { Client } from '../client.svelte'

export class RateLimits {
  #known = new SvelteMap<string, RateLimit[]>()

  constructor(client: Client) {
    client.on('app:rateLimitsChanged', ({ workspaceId, region, rateLimits }) => {
      this.#known.set(`${workspaceId}:${region}`, rateLimits)
    })
  }

  /** The limits in force, the tightest first. A limit whose time is over no longer counts. */
  of(workspaceId: string, region: Region, now: number): RateLimit[] {
    const known = this.#known.get(`${workspaceId}:${region}`) ?? []
    return known.filter(({ resetAt }) => resetAt > now).sort((a, b) => a.remaining / a.limit - b.remaining / b.limit)
  }
}

export const [useRateLimits, provideRateLimits] = createContext<RateLimits>()
