import { z } from 'zod'
import { filterLimits, type SavedFilter as Sent, type SavedFilterList } from '../../../shared/connectors/saved-filter'
import type { Client } from '../client.svelte'
import { keep, readKept, type Shelf } from '../kit/kept'
import type { Entry } from '../records/entry'
import { Task } from '../kit/task.svelte'
import { filterInSlices } from './filter-in-slices'
import { filters, type Filters, matcher } from './filters'

export interface SavedFilter extends Omit<Sent, 'filters'> {
  filters: Filters
}

/** As versions kept them that did not share them: in this window. */
const keptHere = z
  .array(
    z
      .object({ name: z.string(), filters: filters.transform(shortened) })
      .nullable()
      .catch(null)
  )
  .catch([])

/** Filters with a name, of one workspace: those of this desk, and those that colleagues share. */
export class SavedFilters extends Task {
  #client: Client
  #shelf: Shelf | undefined
  #workspaceId = ''
  #all = $state.raw<readonly SavedFilter[]>([])
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced whole, never changed
  #counts = $state.raw<ReadonlyMap<string, number>>(new Map())
  #counting = 0
  /** Workspaces whose filters of an earlier version are on their way to main. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shows them
  #bringing = new Set<string>()

  constructor(client: Client, shelf?: Shelf) {
    super()
    this.#client = client
    this.#shelf = shelf
    client.on('team:filtersChanged', () => void this.#load())
  }

  get all(): readonly SavedFilter[] {
    return this.#all
  }

  own: readonly SavedFilter[] = $derived.by(() => this.#all.filter(({ maker }) => maker === null))
  colleagues: readonly SavedFilter[] = $derived.by(() => this.#all.filter(({ maker }) => maker !== null))
  full: boolean = $derived(this.own.length >= filterLimits.own)

  /** How many rows each brings by its id, as far as it was counted. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  /** Brings those of a workspace. */
  show(workspaceId: string): void {
    if (workspaceId === this.#workspaceId) return
    this.#workspaceId = workspaceId
    this.#all = []
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- as above
    this.#counts = new Map()
    this.forgetFailure()
    void this.#load().then((list) => list && this.#bring(workspaceId, list))
  }

  /** One of this desk with the same name gets these filters. @throws AppError */
  async save(name: string, one: Filters): Promise<void> {
    const id = this.own.find((other) => other.name === name.trim())?.id ?? crypto.randomUUID()
    await this.#put({ id, name, filters: one })
  }

  /** @throws AppError */
  async rename({ id, filters }: SavedFilter, name: string): Promise<void> {
    await this.#put({ id, name, filters })
  }

  async remove({ id }: SavedFilter): Promise<void> {
    const workspaceId = this.#workspaceId
    const list = await this.attempt(() => this.#client.call('connectors:removeFilter', { workspaceId, id }))
    if (list) this.#take(workspaceId, list)
  }

  /** The saved one equal to these filters, if any; one of this desk before those of colleagues. */
  named(one: Filters): SavedFilter | null {
    const text = JSON.stringify(filters.parse(one))
    return [...this.own, ...this.colleagues].find((saved) => JSON.stringify(saved.filters) === text) ?? null
  }

  async count(rows: readonly Entry[], now: number): Promise<void> {
    const asked = ++this.#counting
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- as above
    const counts = new Map<string, number>()
    for (const saved of this.#all) {
      const test = matcher(saved.filters, now)
      const found = test ? await filterInSlices(rows, test, () => asked !== this.#counting) : rows
      if (found === null || asked !== this.#counting) return
      counts.set(saved.id, found.length)
    }
    this.#counts = counts
  }

  async #load(): Promise<SavedFilterList | null> {
    const workspaceId = this.#workspaceId
    if (workspaceId === '') return null
    const list = await this.attempt(() => this.#client.call('connectors:savedFilters', { workspaceId }))
    if (list) this.#take(workspaceId, list)
    return list
  }

  /** Hands over to main what an earlier version kept in this window, and forgets it here once main keeps it for good. */
  async #bring(workspaceId: string, { filters: there, isKept }: SavedFilterList): Promise<void> {
    if (this.#bringing.has(workspaceId)) return
    this.#bringing.add(workspaceId)
    const shelf = `connectors.filters.${workspaceId}`
    const left = []
    for (const one of keptHere.parse(readKept(shelf, this.#shelf))) {
      if (!one || there.some(({ name, maker }) => maker === null && name === one.name)) continue
      const asked = { workspaceId, id: crypto.randomUUID(), ...one }
      const list = await this.attempt(() => this.#client.call('connectors:saveFilter', asked))
      if (list) this.#take(workspaceId, list)
      if (!list || !isKept) left.push(one)
    }
    if (readKept(shelf, this.#shelf) !== undefined) keep(shelf, left, this.#shelf)
    this.#bringing.delete(workspaceId)
  }

  async #put(one: Pick<SavedFilter, 'id' | 'name' | 'filters'>): Promise<void> {
    const workspaceId = this.#workspaceId
    this.#take(workspaceId, await this.#client.call('connectors:saveFilter', { workspaceId, ...one }))
    this.forgetFailure()
  }

  /** An answer of a workspace that was left no longer counts. */
  #take(workspaceId: string, list: SavedFilterList): void {
    if (workspaceId !== this.#workspaceId) return
    this.#all = list.filters.flatMap((one) => readFilter(one) ?? []).sort(byName)
  }
}

/** null where it filters by what this version does not know: it would bring other rows than it did for who made it. */
function readFilter(sent: Sent): SavedFilter | null {
  const read = filters.parse(sent.filters)
  const said = Object.entries(sent.filters)
  const known = said.every(([name, value]) => JSON.stringify(read[name as keyof Filters]) === JSON.stringify(value))
  return known ? { ...sent, filters: read } : null
}

/** Earlier versions set no limit to texts: main takes none that is longer. No character is cut in half. */
function shortened(one: Filters): Filters {
  const cut = (value: unknown) =>
    typeof value === 'string' ? value.slice(0, filterLimits.value).replace(/[\ud800-\udbff]$/, '') : value
  return filters.parse(Object.fromEntries(Object.entries(one).map(([name, value]) => [name, cut(value)])))
}

const byName = (a: SavedFilter, b: SavedFilter) => a.name.localeCompare(b.name, 'en', { numeric: true })
