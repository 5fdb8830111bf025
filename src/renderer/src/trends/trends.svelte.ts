import { createContext } from 'svelte'
import type { Request } from '../../../shared/ipc'
import type { Place } from '../../../shared/workspaces/place'
import type { Trends, TrendSpan, TrendTable } from '../../../shared/trends/trends'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'
import { zone } from '../kit/format'
import { integrationName } from '../records/integration-name'

export class TrendsView extends Task {
  by = $state<'integrations' | 'customers'>('integrations')
  readonly saving = new Task()
  #client: Client
  #place: Place | null = null
  #looking = false
  #span = $state<TrendSpan>(12)
  #figures = $state.raw<Trends | null>(null)
  #saved = $state.raw<string | null>(null)

  constructor(client: Client) {
    super()
    this.#client = client
    client.on('connectors:snapshotChanged', ({ workspaceId, region }) => {
      if (workspaceId === this.#place?.workspaceId && region === this.#place.region && this.#looking) void this.read()
    })
  }

  /** null before the first read */
  get figures(): Trends | null {
    return this.#figures
  }

  /** Weeks. */
  get span(): TrendSpan {
    return this.#span
  }

  get saved(): string | null {
    return this.#saved
  }

  show(place: Place | null): void {
    if (place?.workspaceId === this.#place?.workspaceId && place?.region === this.#place?.region) return
    this.#place = place
    this.cancel()
    this.#figures = null
    this.forget()
    if (this.#looking) void this.read()
  }

  /** @returns a function that ends the view */
  look(): () => void {
    this.#looking = true
    void this.read()
    return () => (this.#looking = false)
  }

  showSpan(span: TrendSpan): void {
    this.#span = span
    void this.read()
  }

  async read(): Promise<void> {
    const of = this.#which()
    if (!of) return
    await this.latest(
      () => this.#client.call('trends:read', of),
      (figures) => (this.#figures = figures)
    )
  }

  exportTable(table: TrendTable): Promise<void> {
    return this.#save((of) => this.#client.call('trends:exportTable', { ...of, table }))
  }

  saveReport(): Promise<void> {
    const slugs = this.#figures?.integrations.rows.map(({ name }) => name) ?? []
    const names = Object.fromEntries(slugs.map((slug) => [slug, integrationName(slug)]))
    return this.#save((of) => this.#client.call('trends:saveReport', { ...of, names }))
  }

  forget(): void {
    this.#saved = null
    this.saving.forgetFailure()
  }

  #which(): Request<'trends:read'> | null {
    if (!this.#place) return null
    const { workspaceId, region } = this.#place
    return { workspaceId, region, zone, span: this.#span }
  }

  async #save(ask: (of: Request<'trends:read'>) => Promise<{ file: string } | null>): Promise<void> {
    const of = this.#which()
    if (!of || this.saving.running) return
    this.forget()
    const saved = await this.saving.attempt(() => ask(of))
    this.#saved = saved?.file ?? null
  }
}

export const [useTrends, provideTrends] = createContext<TrendsView>()
