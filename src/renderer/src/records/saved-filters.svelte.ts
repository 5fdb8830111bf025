import {
  filterLimits,
  type SavedContent,
  type SavedFilter as Sent,
  type SavedFilterList
} from '../../../shared/connectors/saved-filter'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'

export interface SavedFilter<F> extends Omit<Sent, 'filters'> {
  filters: F
}

/** Named filters of one list and workspace: this desk's own, and colleagues' shared ones. */
export class SavedFilters<F extends SavedContent> extends Task {
  protected readonly client: Client
  readonly #read: (sent: SavedContent) => F | null
  #workspaceId = ''
  #all = $state.raw<readonly SavedFilter<F>[]>([])

  /** @param read null for one of the other list, and for one that this version would read otherwise than its maker */
  constructor(client: Client, read: (sent: SavedContent) => F | null) {
    super()
    this.client = client
    this.#read = read
    client.on('team:filtersChanged', () => void this.#load())
  }

  get all(): readonly SavedFilter<F>[] {
    return this.#all
  }

  own: readonly SavedFilter<F>[] = $derived.by(() => this.#all.filter(({ maker }) => maker === null))
  colleagues: readonly SavedFilter<F>[] = $derived.by(() => this.#all.filter(({ maker }) => maker !== null))
  makers: readonly string[] = $derived.by(() =>
    this.colleagues
      .map(({ maker }) => maker ?? '')
      .filter((name, at, all) => all.indexOf(name) === at)
      .sort((a, b) => a.localeCompare(b))
  )
  full: boolean = $derived(this.own.length >= filterLimits.own)

  /** Reads the filters of another workspace. @returns null if they could not be read */
  async show(workspaceId: string): Promise<SavedFilterList | null> {
    if (workspaceId === this.#workspaceId) return null
    this.#workspaceId = workspaceId
    this.#all = []
    this.forgetFailure()
    return this.#load()
  }

  /** As main has it now. null if it is not of this list, or gone. */
  async find(workspaceId: string, id: string): Promise<SavedFilter<F> | null> {
    if (workspaceId === this.#workspaceId) await this.#load()
    else await this.show(workspaceId)
    return this.#all.find((one) => one.id === id) ?? null
  }

  /** Overwrites this desk's filter of the same name. @throws AppError */
  async save(name: string, filters: F): Promise<void> {
    const id = this.own.find((other) => other.name === name.trim())?.id ?? crypto.randomUUID()
    await this.#put({ id, name, filters })
  }

  async rename({ id, filters }: SavedFilter<F>, name: string): Promise<void> {
    await this.#put({ id, name, filters })
  }

  async remove({ id }: SavedFilter<F>): Promise<void> {
    const workspaceId = this.#workspaceId
    const list = await this.attempt(() => this.client.call('connectors:removeFilter', { workspaceId, id }))
    if (list) this.take(workspaceId, list)
  }

  /** The saved filter equal to these; this desk's own before colleagues'. */
  named(filters: F): SavedFilter<F> | null {
    const text = textOf(filters)
    return [...this.own, ...this.colleagues].find((saved) => textOf(saved.filters) === text) ?? null
  }

  async #load(): Promise<SavedFilterList | null> {
    const workspaceId = this.#workspaceId
    if (workspaceId === '') return null
    const list = await this.alsoRead(() => this.client.call('connectors:savedFilters', { workspaceId }))
    if (list) this.take(workspaceId, list)
    return list
  }

  async #put(one: Pick<SavedFilter<F>, 'id' | 'name' | 'filters'>): Promise<void> {
    const workspaceId = this.#workspaceId
    this.take(workspaceId, await this.client.call('connectors:saveFilter', { workspaceId, ...one }))
    this.forgetFailure()
  }

  protected take(workspaceId: string, list: SavedFilterList): void {
    if (workspaceId !== this.#workspaceId) return
    this.#all = list.filters
      .flatMap((one) => {
        const filters = this.#read(one.filters)
        return filters ? { ...one, filters } : []
      })
      .sort(byName)
  }
}

/** The same for the same filters, in whatever order their maker's version wrote them. */
const textOf = (filters: object) => JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)))

const byName = (a: SavedFilter<unknown>, b: SavedFilter<unknown>) =>
  a.name.localeCompare(b.name, 'en', { numeric: true })
