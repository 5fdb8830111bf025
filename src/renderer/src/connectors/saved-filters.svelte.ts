import { z } from 'zod'
import { filterLimits, type SavedContent, type SavedFilterList } from '../../../shared/connectors/saved-filter'
import type { Client } from '../client.svelte'
import { keep, readKept, type Shelf } from '../kit/kept'
import type { ConnectorList } from '../records/connector-list.svelte'
import { SavedFilters } from '../records/saved-filters.svelte'
import { keptFilters, type Filters } from '../../../shared/connectors/list/query'

/** The form of earlier versions, which kept filters in the window. */
const keptHere = z
  .array(
    z
      .object({ name: z.string(), filters: keptFilters.transform(shortened) })
      .nullable()
      .catch(null)
  )
  .catch([])

export class ConnectorFilters extends SavedFilters<Filters> {
  #shelf: Shelf | undefined
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced whole, never changed
  #counts = $state.raw<ReadonlyMap<string, number>>(new Map())
  #counting = 0
  /** Workspaces whose earlier filters are on their way to main. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shows them
  #bringing = new Set<string>()

  constructor(client: Client, shelf?: Shelf) {
    super(client, readFilter)
    this.#shelf = shelf
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  override async show(workspaceId: string): Promise<SavedFilterList | null> {
    const list = await super.show(workspaceId)
    if (list) await this.#bring(workspaceId, list)
    return list
  }

  async count(list: Pick<ConnectorList, 'counts'>): Promise<void> {
    const asked = ++this.#counting
    const saved = this.all
    const counts = await list.counts(saved.map(({ filters }) => filters)).catch(() => null)
    if (!counts || asked !== this.#counting) return
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- as above
    this.#counts = new Map(saved.map(({ id }, at) => [id, counts[at] ?? 0]))
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
      const list = await this.attempt(() => this.client.call('connectors:saveFilter', asked))
      if (list) this.take(workspaceId, list)
      if (!list || !isKept) left.push(one)
    }
    if (readKept(shelf, this.#shelf) !== undefined) keep(shelf, left, this.#shelf)
    this.#bringing.delete(workspaceId)
  }
}

/** null if it uses filters unknown to this version: it would bring other rows than for its maker. */
function readFilter(sent: SavedContent): Filters | null {
  if ('place' in sent) return null
  const read = keptFilters.parse(sent)
  const said = Object.entries(sent)
  const known = said.every(([name, value]) => JSON.stringify(read[name as keyof Filters]) === JSON.stringify(value))
  return known ? read : null
}

/** Earlier versions had no limit; main takes no longer text. No character is cut in half. */
function shortened(one: Filters): Filters {
  const cut = (value: unknown) =>
    typeof value === 'string' ? value.slice(0, filterLimits.value).replace(/[\ud800-\udbff]$/, '') : value
  return keptFilters.parse(Object.fromEntries(Object.entries(one).map(([name, value]) => [name, cut(value)])))
}
