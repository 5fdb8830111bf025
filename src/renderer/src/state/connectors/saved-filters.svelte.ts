import { z } from 'zod'
import { keep, readKept, type Shelf } from '../../lib/kept'
import { filterInSlices } from './filter-in-slices'
import type { Entry } from '../shared/entry'
import { filters, type Filters, matcher } from './filters'

const savedFilter = z.object({ name: z.string().min(1).max(60), filters })
export type SavedFilter = z.infer<typeof savedFilter>

/** More would be a list of its own. */
const most = 20

/** Filters with a name, of one workspace: see lib/kept for where they are kept. */
export class SavedFilters {
  #shelf: Shelf | undefined
  #workspaceId = ''
  #all = $state.raw<readonly SavedFilter[]>([])
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced whole, never changed
  #counts = $state.raw<ReadonlyMap<string, number>>(new Map())
  #counting = 0

  constructor(shelf?: Shelf) {
    this.#shelf = shelf
  }

  get all(): readonly SavedFilter[] {
    return this.#all
  }

  get full(): boolean {
    return this.#all.length >= most
  }

  /** How many rows each brings, as far as it was counted. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  /** Brings those of a workspace; one that cannot be read is left out. */
  show(workspaceId: string): void {
    if (workspaceId === this.#workspaceId) return
    this.#workspaceId = workspaceId
    const kept = z.array(z.unknown()).safeParse(readKept(this.#name, this.#shelf)).data ?? []
    this.#all = kept.flatMap((one) => savedFilter.safeParse(one).data ?? []).slice(0, most)
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- as above
    this.#counts = new Map()
  }

  /** One with the same name replaces the old one. */
  save(name: string, one: Filters): void {
    const saved = savedFilter.parse({ name: name.trim(), filters: one })
    this.#set([...this.#all.filter((other) => other.name !== saved.name), saved])
  }

  forget(name: string): void {
    this.#set(this.#all.filter((one) => one.name !== name))
  }

  /** The saved one equal to these filters, if any. */
  named(one: Filters): SavedFilter | null {
    const text = JSON.stringify(filters.parse(one))
    return this.#all.find((saved) => JSON.stringify(saved.filters) === text) ?? null
  }

  async count(rows: readonly Entry[], now: number): Promise<void> {
    const asked = ++this.#counting
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- as above
    const counts = new Map<string, number>()
    for (const saved of this.#all) {
      const test = matcher(saved.filters, now)
      const found = test ? await filterInSlices(rows, test, () => asked !== this.#counting) : rows
      if (found === null || asked !== this.#counting) return
      counts.set(saved.name, found.length)
    }
    this.#counts = counts
  }

  get #name(): string {
    return `connectors.filters.${this.#workspaceId}`
  }

  #set(all: readonly SavedFilter[]): void {
    this.#all = all
    keep(this.#name, all, this.#shelf)
  }
}
