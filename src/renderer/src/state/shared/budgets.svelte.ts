import { SvelteMap } from 'svelte/reactivity'
import type { Budget } from '../../../../shared/model/budget'
import type { Region } from '../../../../shared/model/region'
import type { Client } from '../../client.svelte'

/** What the service said is left of each token's calls. Nothing is known until it says something. */
export class Budgets {
  #known = new SvelteMap<string, Budget[]>()

  constructor(client: Client) {
    client.on('budget:changed', ({ workspaceId, region, budgets }) => {
      this.#known.set(`${workspaceId}:${region}`, budgets)
    })
  }

  /** Those still in force, the tightest first. A window that has been reset no longer counts. */
  of(workspaceId: string, region: Region, now: number): Budget[] {
    const known = this.#known.get(`${workspaceId}:${region}`) ?? []
    return known.filter(({ resetAt }) => resetAt > now).sort((a, b) => a.remaining / a.limit - b.remaining / b.limit)
  }
}
