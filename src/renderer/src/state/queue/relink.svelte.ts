import type { Client } from '../../client.svelte'
import { CaseActs } from '../shared/case-acts.svelte'
import { CaseEdits } from './case-edits.svelte'
import { CaseUndo } from './case-undo.svelte'
import type { Place } from '../../../../shared/model/place'
import { RelinkLetters } from '../shared/relink-letters.svelte'
import type { QueueCase } from '../../../../shared/model/case'
import { CaseList } from '../shared/case-list.svelte'
import { countConfirmed } from './confirmed'
import { ConnectorFile } from '../shared/connector-file.svelte'
import type { Connectors } from '../shared/connectors.svelte'
import { QueueView } from './queue-view.svelte'
import { Selection } from './selection.svelte'
import { SharedNote } from './shared-note.svelte'

/** All that the issues keep: the cases, their view, and the acts on them. */
export class Relink {
  readonly cases: CaseList
  readonly view: QueueView
  readonly selection: Selection
  readonly edits: CaseEdits
  readonly undo: CaseUndo
  /** What is known about the connector in the drawer. */
  readonly file: ConnectorFile
  /** The note of an incident that is worked as one case. */
  readonly incidentNote: SharedNote
  /** For the list and for the drawer: each shows its outcome in its own place. */
  readonly listActs: CaseActs
  readonly drawerActs: CaseActs
  #connectors: Connectors
  #client: Client
  #request = $state.raw<RelinkLetters | null>(null)

  constructor(client: Client, connectors: Connectors) {
    this.#connectors = connectors
    this.#client = client
    this.cases = new CaseList(client)
    this.view = new QueueView(this.cases)
    this.selection = new Selection(this.cases)
    this.file = new ConnectorFile(client)
    this.incidentNote = new SharedNote(client)
    this.edits = new CaseEdits(client, () => this.#changed())
    this.undo = new CaseUndo(this.cases, this.edits)
    this.listActs = new CaseActs(client, this.cases)
    this.drawerActs = new CaseActs(client, this.cases)
  }

  /** Cases of the last walk that the running one has found again so far. */
  confirmed: number = $derived.by(() => {
    const list = this.#connectors.active
    if (!list?.walk?.running || list.rows.length === 0) return 0
    return countConfirmed(this.view.open, (key) => list.peek(key), list.walk.number)
  })

  /** The relink requests in their dialog; null while it is closed. */
  get request(): RelinkLetters | null {
    return this.#request
  }

  /** Opens the requests to the customers of these cases. */
  ask(cases: readonly QueueCase[]): void {
    const { place } = this.cases
    if (place) this.#request = new RelinkLetters(this.#client, place, cases, () => this.#changed())
  }

  closeRequest(): void {
    this.#request = null
  }

  async #changed(): Promise<void> {
    await this.cases.load()
    await Promise.all([this.file.load(), this.incidentNote.load()])
  }

  show(place: Place | null): void {
    const before = this.cases.place
    this.cases.show(place)
    if (this.cases.place === before) return
    void this.edits.flush()
    this.view.reset()
    this.selection.clear()
    this.listActs.forget()
    this.drawerActs.forget()
    this.file.open(null, null)
    this.undo.forget()
    this.closeRequest()
  }

  /** Notes that were typed last must not be lost with the window. @returns a function that stops it */
  start(): () => void {
    const flush = () => void this.edits.flush()
    const hidden = () => document.hidden && flush()
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', hidden)
    }
  }
}
