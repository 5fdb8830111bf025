import { toAppError, type AppError } from '../../../shared/errors'
import type { CollectionRequest, ManyPart } from '../../../shared/data/collection'
import type { Region } from '../../../shared/workspaces/region'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'

/** The contract's limit. */
export const mostToCount = 500

export type ManySort = 'name' | 'state' | 'pages' | 'items' | 'repeated'

export class ManyCount {
  readonly job: Job
  readonly request: Omit<CollectionRequest, 'connectorKey'>
  /** From the start of the count. */
  readonly names: ReadonlyMap<string, string>
  #parts = $state.raw<readonly ManyPart[]>([])
  #running = $state(true)
  #cancelling = $state(false)
  #failure = $state.raw<AppError | null>(null)
  #sort = $state.raw<{ by: ManySort; descending: boolean }>({ by: 'name', descending: false })

  constructor(client: Client, request: CollectionRequest, names: ReadonlyMap<string, string>) {
    this.job = new Job(client)
    const { connectorKey: _, ...rest } = request
    this.request = rest
    this.names = names
    this.#parts = [...names.keys()].map((key) => ({
      key,
      state: 'walking',
      pages: 0,
      items: 0,
      repeated: 0,
      error: null
    }))
  }

  sum = $derived.by(() => {
    const sum = { pages: 0, items: 0, repeated: 0, done: 0, failed: 0 }
    for (const { pages, items, repeated, state } of this.#parts) {
      sum.pages += pages
      sum.items += items
      sum.repeated += repeated
      if (state === 'done') sum.done++
      if (state === 'failed') sum.failed++
    }
    return sum
  })

  sorted: readonly ManyPart[] = $derived.by(() => {
    const { by, descending } = this.#sort
    const value = (part: ManyPart) => (by === 'name' ? this.nameOf(part.key).toLowerCase() : part[by])
    const sign = descending ? -1 : 1
    return [...this.#parts].sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0))
  })

  get running(): boolean {
    return this.#running
  }

  get cancelling(): boolean {
    return this.#cancelling && this.#running
  }

  get failure(): AppError | null {
    return this.#failure
  }

  get sort(): { by: ManySort; descending: boolean } {
    return this.#sort
  }

  nameOf(key: string): string {
    return this.names.get(key) ?? key
  }

  /** Counts from the largest, names from A. */
  sortBy(by: ManySort): void {
    const again = this.#sort.by === by
    this.#sort = { by, descending: again ? !this.#sort.descending : !['name', 'state'].includes(by) }
  }

  async begin(workspaceId: string, region: Region): Promise<void> {
    try {
      const { parts } = await this.job.ask('data:countMany', {
        workspaceId,
        region,
        request: this.request,
        keys: [...this.names.keys()]
      })
      this.#parts = parts
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.code !== 'cancelled') this.#failure = error
      this.#parts = this.#parts.map(({ wait: _, ...part }) =>
        ['walking', 'waiting', 'paused'].includes(part.state) ? { ...part, state: 'cancelled' } : part
      )
    }
    this.#running = false
  }

  report(parts: readonly ManyPart[]): void {
    if (this.#running) this.#parts = parts
  }

  cancel(): void {
    this.#cancelling = true
    this.job.cancel()
  }
}
