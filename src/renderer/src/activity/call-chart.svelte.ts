import type { CallBucket, CallFilters } from '../../../shared/activity/call'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'
import type { ChartTime } from './spans'

/** Calls, 429s, failures and latency over a time. */
export class CallChart extends Task {
  #client: Client
  #time = $state.raw<ChartTime | null>(null)
  #buckets = $state.raw<readonly CallBucket[]>([])

  constructor(client: Client) {
    super()
    this.#client = client
  }

  /** What the buckets are of; null until they were read for the first time. */
  get time(): ChartTime | null {
    return this.#time
  }

  get buckets(): readonly CallBucket[] {
    return this.#buckets
  }

  forget(): void {
    this.cancel()
    this.#time = null
    this.#buckets = []
  }

  read(workspaceId: string, filters: CallFilters, time: ChartTime): Promise<void> {
    const { since, until, bars } = time
    return this.latest(
      () => this.#client.call('activity:chart', { workspaceId, filters, since, until, buckets: bars }),
      ({ buckets }) => {
        this.#time = time
        this.#buckets = buckets
      }
    )
  }
}
