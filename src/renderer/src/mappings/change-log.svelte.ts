import type { ChangeLogEntry } from '../../../shared/mappings/change-log'
import type { Client } from '../client.svelte'
import { keep, readKept } from '../kit/kept'
import type { Place } from '../../../shared/workspaces/place'
import { changeWords } from './words/changes'
import { Task } from '../kit/task.svelte'

const page = 100
const openName = 'mappings.ledgerOpen'

/** What this computer created, changed and deleted in a place, newest first. */
export class ChangeLog extends Task {
  #client: Client
  #place: Place
  #entries = $state.raw<readonly ChangeLogEntry[] | null>(null)
  #next = $state<number | null>(null)
  #open = $state(readKept(openName) !== false)
  #said = $state('')
  /** The field whose changes alone are listed. */
  #of = $state.raw<{ id: string; name: string | null } | null>(null)

  constructor(client: Client, place: Place) {
    super()
    this.#client = client
    this.#place = place
  }

  /** Those of the region in view; null until they were read. */
  shown: readonly ChangeLogEntry[] | null = $derived(
    this.#entries?.filter(({ region }) => region === this.#place.region) ?? null
  )

  /** Those that are listed: all, or those of one field. */
  listed: readonly ChangeLogEntry[] = $derived(
    (this.shown ?? []).filter(({ field }) => this.#of === null || field.id === this.#of.id)
  )

  /** Saves that can be undone: the newest of each mapping. Main refuses what somebody else changed since. */
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

  /** The field whose changes alone are listed; null for all. */
  get of(): { id: string; name: string | null } | null {
    return this.#of
  }

  /** Lists the changes of one field, or all again. */
  showOf(field: { id: string; name: string | null } | null): void {
    this.#of = field
    this.open = true
  }

  /** Whether there may be changes of a field: older ones are read when asked. */
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

  /** Where the last export is. */
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
