import type { Reference } from '../../../../shared/data/references'
import { placeOf, type Place } from '../../../../shared/workspaces/place'
import type { Client } from '../../client.svelte'
import type { BodyForm } from '../viewer/body-view.svelte'
import { OpenedRecord, type AskedRecord } from './opened-record.svelte'

/** A longer trail loses its beginning. */
const longest = 50

/** Records opened by id, each from the one before, as far as one can go back; the last is in the drawer. */
export class RecordTrail {
  #client: Client
  #records = $state.raw<readonly OpenedRecord[]>([])
  #form: BodyForm = 'tree'

  constructor(client: Client) {
    this.#client = client
  }

  get current(): OpenedRecord | null {
    return this.#records.at(-1) ?? null
  }

  get canGoBack(): boolean {
    return this.#records.length > 1
  }

  open(place: Place, asked: AskedRecord): void {
    const record = new OpenedRecord(this.#client, placeOf(place), asked)
    this.current?.leave()
    this.#records = [...this.#records, record].slice(-longest)
    void record.read(this.#form)
  }

  /** Goes from the record in the drawer to a record it names, of the same connector. */
  follow(reference: Reference): void {
    const { current } = this
    if (current) this.open(current.place, { ...current.asked, reference })
  }

  again(): void {
    const { current } = this
    if (!current) return
    this.#records = this.#records.slice(0, -1)
    current.leave()
    this.open(current.place, current.asked)
  }

  /** Reads the previous record again: main keeps only the latest few. */
  back(): void {
    if (!this.canGoBack) return
    this.current?.leave()
    this.#records = this.#records.slice(0, -1)
    this.again()
  }

  /** Sets the form, also for the next record. */
  show(form: BodyForm): void {
    this.#form = form
    this.current?.body?.show(form)
  }

  close(): void {
    this.current?.leave()
    this.#records = []
  }
}
