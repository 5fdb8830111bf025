import type { Integration, Lookups, Model } from '../../../shared/lookups/lookup'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { learnNames } from '../records/learned-names.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { Task } from '../kit/task.svelte'
import { sameCategory } from './scopes'

/** From the service's lookups, with their age. */
export class LookupList extends Task {
  #client: Client
  #place: Place
  #lookups = $state.raw<Lookups | null>(null)

  constructor(client: Client, place: Place) {
    super()
    this.#client = client
    this.#place = place
  }

  get lookups(): Lookups | null {
    return this.#lookups
  }

  integrations(category: string | null): readonly Integration[] {
    const all = this.#lookups?.integrations ?? []
    return all.filter(
      ({ categories }) => categories.length === 0 || categories.some((one) => sameCategory(category, one))
    )
  }

  models(category: string): readonly Model[] {
    return (this.#lookups?.models ?? []).filter((one) => sameCategory(category, one.category))
  }

  modelName(slug: string | null): string | null {
    return this.#lookups?.models.find((one) => one.slug === slug)?.name ?? null
  }

  /** @param refresh bypasses the cache */
  async read(refresh = false): Promise<void> {
    if (this.running) return
    const lookups = await this.attempt(() => new Job(this.#client).ask('lookups:read', { ...this.#place, refresh }))
    if (!lookups) return
    this.#lookups = lookups
    learnNames(Object.fromEntries(lookups.integrations.map(({ slug, name }) => [slug, name])))
  }
}
