import { type AppError, toAppError } from '../../../shared/errors'
import type { IssueRecord } from '../../../shared/issues/issue'
import type { ConnectorHealth } from '../../../shared/connectors/health'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'

/** Everything known about the connector in a drawer. */
export class ConnectorFile {
  #client: Client
  #place: Place | null = null
  #key = $state<string | null>(null)
  #health = $state.raw<ConnectorHealth | null>(null)
  #missing = $state(false)
  #error = $state.raw<AppError | null>(null)
  #asked = 0

  constructor(client: Client) {
    this.#client = client
    const read = ({ workspaceId, region }: Place) => {
      if (this.#place?.workspaceId === workspaceId && this.#place.region === region) void this.load()
    }
    client.on('connectors:snapshotChanged', read)
    client.on('team:issuesChanged', read)
  }

  get key(): string | null {
    return this.#key
  }

  /** null until main has answered, and for a connector that no walk has seen. */
  get health(): ConnectorHealth | null {
    return this.#health
  }

  /** No walk has seen it, so there is nothing to show. */
  get missing(): boolean {
    return this.#missing
  }

  get error(): AppError | null {
    return this.#error
  }

  /** Its open case, or null where it needs no action. */
  issue: IssueRecord | null = $derived(this.#health?.issues.find(({ closedAt }) => closedAt === null) ?? null)

  /** Shows another connector; null shows none. */
  open(place: Place | null, key: string | null): void {
    if (key === this.#key && place?.workspaceId === this.#place?.workspaceId && place?.region === this.#place?.region)
      return
    this.#place = place
    this.#key = key
    this.#health = null
    this.#missing = false
    this.#error = null
    void this.load()
  }

  async load(): Promise<void> {
    const [place, key] = [this.#place, this.#key]
    const asked = ++this.#asked
    if (!place || !key) return
    try {
      const health = await this.#client.call('connectors:health', { ...place, key })
      if (asked !== this.#asked) return
      this.#health = health
      this.#missing = health === null
      this.#error = null
    } catch (thrown) {
      if (asked === this.#asked) this.#error = toAppError(thrown)
    }
  }
}
