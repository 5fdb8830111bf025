import type { IssueRecord } from '../../../shared/issues/issue'
import type { ConnectorHealth } from '../../../shared/connectors/health'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'
import type { Place } from '../../../shared/workspaces/place'

export class ConnectorFile extends Task {
  #client: Client
  #place: Place | null = null
  #key = $state<string | null>(null)
  #health = $state.raw<ConnectorHealth | null>(null)
  #missing = $state(false)

  constructor(client: Client) {
    super()
    this.#client = client
    const read = ({ workspaceId, region }: Place) => {
      if (this.#place?.workspaceId === workspaceId && this.#place.region === region) void this.load()
    }
    client.on('connectors:snapshotChanged', read)
    client.on('team:issuesChanged', read)
    client.on('issues:diagnosed', read)
  }

  get key(): string | null {
    return this.#key
  }

  /** null until main has answered, and for a connector that no refresh has seen. */
  get health(): ConnectorHealth | null {
    return this.#health
  }

  get missing(): boolean {
    return this.#missing
  }

  issue: IssueRecord | null = $derived(this.#health?.issues.find(({ closedAt }) => closedAt === null) ?? null)

  /** @param key null closes it */
  open(place: Place | null, key: string | null): void {
    if (key === this.#key && place?.workspaceId === this.#place?.workspaceId && place?.region === this.#place?.region)
      return
    this.#place = place
    this.#key = key
    this.#health = null
    this.#missing = false
    this.cancel()
    void this.load()
  }

  async load(): Promise<void> {
    const [place, key] = [this.#place, this.#key]
    if (!place || !key) return
    await this.latest(
      () => this.#client.call('connectors:health', { ...place, key }),
      (health) => {
        this.#health = health
        this.#missing = health === null
      }
    )
  }
}
