import type { Reference } from '../../../../shared/data/references'
import { placeOf, type Place } from '../../../../shared/workspaces/place'
import type { Client } from '../../client.svelte'
import type { BodyForm } from '../viewer/body-view.svelte'
import { OpenedRecord, type AskedRecord } from './opened-record.svelte'

/** Longer ways are forgotten from their beginning. */
const longest = 50

/** Records that were opened by their ids one from the other, as far as one can go back; the last one is in the drawer. */
export class RecordTrail {
  #client: Client
  #records = $state.raw<readonly OpenedRecord[]>([])
  #form: BodyForm = 'tree'

  constructor(client: Client) {
    this.#client = client
  }

  /** null while the drawer is closed. */
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

  /** From the record in the drawer to one it names, of the same connector. */
  follow(reference: Reference): void {
    const { current } = this
    if (current) this.open(current.place, { ...current.asked, reference })
  }

  /** Asks the service for the record in the drawer again. */
  again(): void {
    const { current } = this
    if (!current) return
    this.#records = this.#records.slice(0, -1)
    current.leave()
    this.open(current.place, current.asked)
  }

  /** The one before is read again: main keeps only the latest few. */
  back(): void {
    if (!this.canGoBack) return
    this.current?.leave()
    this.#records = this.#records.slice(0, -1)
    this.again()
  }

  /** The next record is opened in the same form. */
  show(form: BodyForm): void {
    this.#form = form
    this.current?.body?.show(form)
  }

  close(): void {
    this.current?.leave()
    this.#records = []
  }
}
