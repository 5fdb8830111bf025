import type { ChangeLogEntry } from '../../../shared/mappings/change-log'
import type { Client } from '../client.svelte'
import { keep, readKept } from '../kit/kept'
import type { Place } from '../../../shared/workspaces/place'
import { changeWords } from './words/changes'
import { Task } from '../kit/task.svelte'

const page = 100
const openName = 'mappings.ledgerOpen'

/** This computer's changes in a place, newest first. */
export class ChangeLog extends Task {
  #client: Client
  #place: Place
  #entries = $state.raw<readonly ChangeLogEntry[] | null>(null)
  #next = $state<number | null>(null)
  #open = $state(readKept(openName) !== false)
  #said = $state('')
  #of = $state.raw<{ id: string; name: string | null } | null>(null)

  constructor(client: Client, place: Place) {
    super()
    this.#client = client
    this.#place = place
  }

  /** null before the first load */
  shown: readonly ChangeLogEntry[] | null = $derived(
    this.#entries?.filter(({ region }) => region === this.#place.region) ?? null
  )

  listed: readonly ChangeLogEntry[] = $derived(
    (this.shown ?? []).filter(({ field }) => this.#of === null || field.id === this.#of.id)
  )

  /** Main refuses to undo a mapping that somebody changed since. */
  undoable: ReadonlySet<number> = $derived.by(() => {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew with each list
    const [seen, found] = [new Set<string>(), new Set<number>()]
    for (const { id, act, outcome, mapping } of this.shown ?? []) {
      if (outcome === 'refused' || !mapping || mapping.id === null || seen.has(mapping.id)) continue
      seen.add(mapping.id)
      if (act === 'create-mapping' || (act === 'change-mapping' && mapping.before !== null)) found.add(id)
    }
    return found
  })

  get more(): boolean {
    return this.#next !== null
  }

  /** null for all */
  get of(): { id: string; name: string | null } | null {
    return this.#of
  }

  showOf(field: { id: string; name: string | null } | null): void {
    this.#of = field
    this.open = true
  }

  /** True also if older entries, not yet read, may concern the field. */
  mayHave(fieldId: string): boolean {
    return this.more || (this.shown ?? []).some(({ field }) => field.id === fieldId)
  }

  get open(): boolean {
    return this.#open
  }

  set open(open: boolean) {
    this.#open = open
    keep(openName, open)
  }

  get said(): string {
    return this.#said
  }

  load(): Promise<void> {
    return this.#read()
  }

  async readMore(): Promise<void> {
    if (this.#next !== null) await this.#read(this.#next)
  }

  async export(format: 'csv' | 'json'): Promise<void> {
    const { workspaceId } = this.#place
    const done = await this.attempt(() => this.#client.call('mappings:exportChangeLog', { workspaceId, format }))
    if (done) this.#said = changeWords.log.exported(done.entries, done.file)
  }

  async #read(before?: number): Promise<void> {
    const request = { workspaceId: this.#place.workspaceId, limit: page, ...(before !== undefined && { before }) }
    const read = await this.attempt(() => this.#client.call('mappings:changeLog', request))
    if (!read) return
    this.#entries = before === undefined ? read.entries : [...(this.#entries ?? []), ...read.entries]
    this.#next = read.next
  }
}
