import { type AppError, toAppError } from '../../../shared/errors'
import type { CallBucket, CallFilters } from '../../../shared/activity/call'
import type { Client } from '../client.svelte'
import type { ChartTime } from './spans'

/** Calls, 429s, failures and latency over a time. */
export class CallChart {
  #client: Client
  #asked = 0
  #time = $state.raw<ChartTime | null>(null)
  #buckets = $state.raw<readonly CallBucket[]>([])
  #failure = $state.raw<AppError | null>(null)

  constructor(client: Client) {
    this.#client = client
  }

  /** What the buckets are of; null until they were read for the first time. */
  get time(): ChartTime | null {
    return this.#time
  }

  get buckets(): readonly CallBucket[] {
    return this.#buckets
  }

  get failure(): AppError | null {
    return this.#failure
  }

  forget(): void {
    this.#asked += 1
    this.#time = null
    this.#buckets = []
    this.#failure = null
  }

  async read(workspaceId: string, filters: CallFilters, time: ChartTime): Promise<void> {
    const asked = ++this.#asked
    const { since, until, bars } = time
    try {
      const { buckets } = await this.#client.call('activity:chart', {
        workspaceId,
        filters,
        since,
        until,
        buckets: bars
      })
      if (asked !== this.#asked) return
      this.#time = time
      this.#buckets = buckets
      this.#failure = null
    } catch (thrown) {
      if (asked === this.#asked) this.#failure = toAppError(thrown)
    }
  }
}
