import { toSubject } from '../../storage/history/connectors'
import type { Place } from '../../storage/history/place'
import { triage, type Triage } from '../triage/triage'
import type { KeptStore } from './kept-store'

/** How long a triage stands for a moment that was asked for a little later, in ms. Ages are told in minutes. */
const staysFor = 20_000

/** The last triage, kept while nothing changed: a queue, its chunks of verdicts and an opened drawer share it. */
export class Judged {
  private last: { place: string; triage: Triage } | undefined

  constructor(private readonly store: KeptStore) {}

  at(place: Place, now: number): Triage {
    const name = `${place.workspaceId} ${place.region}`
    if (this.last?.place === name && Math.abs(now - this.last.triage.around.now) <= staysFor) return this.last.triage
    const rows = this.store.run(({ connectors }) => connectors.present(place))
    const judged = triage(rows.map(toSubject), now)
    this.last = { place: name, triage: judged }
    return judged
  }

  forget(): void {
    this.last = undefined
  }
}
