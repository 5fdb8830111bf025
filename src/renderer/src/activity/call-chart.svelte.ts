import type { CallBucket, CallFilters } from '../../../shared/activity/call'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'
import type { ChartTime } from './spans'

export class CallChart extends Task {
  #client: Client
  #time = $state.raw<ChartTime | null>(null)
  #buckets = $state.raw<readonly CallBucket[]>([])

  constructor(client: Client) {
    super()
    this.#client = client
  }

  /** null before the first read */
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
