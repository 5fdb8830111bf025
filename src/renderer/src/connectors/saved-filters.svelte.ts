import { z } from 'zod'
import { filterLimits, type SavedFilter as Sent, type SavedFilterList } from '../../../shared/connectors/saved-filter'
import type { Client } from '../client.svelte'
import { keep, readKept, type Shelf } from '../kit/kept'
import type { Entry } from '../records/entry'
import { Task } from '../kit/task.svelte'
import { filterInSlices, filters, type Filters, matcher } from './filters'

export interface SavedFilter extends Omit<Sent, 'filters'> {
  filters: Filters
}

/** The form of earlier versions, which kept filters in the window. */
const keptHere = z
  .array(
    z
      .object({ name: z.string(), filters: filters.transform(shortened) })
      .nullable()
      .catch(null)
  )
  .catch([])

/** Named filters of one workspace: this desk's own, and colleagues' shared ones. */
export class SavedFilters extends Task {
  #client: Client
  #shelf: Shelf | undefined
  #workspaceId = ''
  #all = $state.raw<readonly SavedFilter[]>([])
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced whole, never changed
  #counts = $state.raw<ReadonlyMap<string, number>>(new Map())
  #counting = 0
  /** Workspaces whose earlier filters are on their way to main. */
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

  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  show(workspaceId: string): void {
    if (workspaceId === this.#workspaceId) return
    this.#workspaceId = workspaceId
    this.#all = []
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- as above
    this.#counts = new Map()
    this.forgetFailure()
    void this.#load().then((list) => list && this.#bring(workspaceId, list))
  }

  /** Overwrites this desk's filter of the same name. @throws AppError */
  async save(name: string, one: Filters): Promise<void> {
    const id = this.own.find((other) => other.name === name.trim())?.id ?? crypto.randomUUID()
    await this.#put({ id, name, filters: one })
  }

  async rename({ id, filters }: SavedFilter, name: string): Promise<void> {
    await this.#put({ id, name, filters })
  }

  async remove({ id }: SavedFilter): Promise<void> {
    const workspaceId = this.#workspaceId
    const list = await this.attempt(() => this.#client.call('connectors:removeFilter', { workspaceId, id }))
    if (list) this.#take(workspaceId, list)
  }

  /** The saved filter equal to these; this desk's own before colleagues'. */
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

  /** Moves the filters of an earlier version to main, and deletes them here once main has saved them. */
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

  #take(workspaceId: string, list: SavedFilterList): void {
    if (workspaceId !== this.#workspaceId) return
    this.#all = list.filters.flatMap((one) => readFilter(one) ?? []).sort(byName)
  }
}

/** null if it uses filters unknown to this version: it would bring other rows than for its maker. */
function readFilter(sent: Sent): SavedFilter | null {
  const read = filters.parse(sent.filters)
  const said = Object.entries(sent.filters)
  const known = said.every(([name, value]) => JSON.stringify(read[name as keyof Filters]) === JSON.stringify(value))
  return known ? { ...sent, filters: read } : null
}

/** Earlier versions had no limit; main takes no longer text. No character is cut in half. */
function shortened(one: Filters): Filters {
  const cut = (value: unknown) =>
    typeof value === 'string' ? value.slice(0, filterLimits.value).replace(/[\ud800-\udbff]$/, '') : value
  return filters.parse(Object.fromEntries(Object.entries(one).map(([name, value]) => [name, cut(value)])))
}

const byName = (a: SavedFilter, b: SavedFilter) => a.name.localeCompare(b.name, 'en', { numeric: true })
