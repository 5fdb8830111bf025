import { createContext } from 'svelte'
import type { Category } from '../../../shared/connectors/category'
import type { Integration, Model } from '../../../shared/lookups/lookup'
import type { Place } from '../../../shared/workspaces/place'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'

/** By the service's latest answer. */
export class LookupsView extends Task {
  search = $state('')
  #client: Client
  #place: Place | null = null
  #category = $state<Category | null>(null)
  #answer = $state.raw<{ integrations: readonly Integration[]; models: readonly Model[]; at: number } | null>(null)

  constructor(client: Client) {
    super()
    this.#client = client
  }

  get category(): Category | null {
    return this.#category
  }

  /** ms since 1970; null before the first read */
  get readAt(): number | null {
    return this.#answer?.at ?? null
  }

  integrations: readonly Integration[] = $derived.by(() =>
    (this.#answer?.integrations ?? []).filter(({ name, slug }) => this.#matches(name, slug))
  )
  models: readonly Model[] = $derived.by(() =>
    (this.#answer?.models ?? []).filter(({ name, slug }) => this.#matches(name, slug))
  )

  show(workspace: Workspace | null): void {
    const place = workspace && { workspaceId: workspace.id, region: workspace.region }
    if (place?.workspaceId === this.#place?.workspaceId && place?.region === this.#place?.region) return
    this.#place = place
    this.#answer = null
    this.cancel()
  }

  /** Once the view is visible and calls are possible. */
  look(): void {
    if (!this.#answer && !this.reading && !this.failure) void this.read()
  }

  choose(category: Category | null): void {
    this.#category = category
    void this.read()
  }

  /** Drops answers to earlier questions. */
  async read(): Promise<void> {
    const place = this.#place
    if (!place) return
    const category = this.#category
    await this.latest(
      () => new Job(this.#client).ask('lookups:ask', { ...place, category }),
      (answer) => (this.#answer = { ...answer, at: Date.now() })
    )
  }

  #matches(...texts: string[]): boolean {
    const wanted = this.search.trim().toLowerCase()
    return texts.some((text) => text.toLowerCase().includes(wanted))
  }
}

export const [useLookups, provideLookups] = createContext<LookupsView>()
