import { toSubject } from './triage/subject'
import type { Place } from '../../shared/model/place'
import { triage, type Triage } from './triage/triage'
import type { KeptStore } from '../store/kept-store'

/** How long a triage is good for a later moment, ms. Ages are shown in minutes. */
const staysFor = 20_000

/** The last triage, kept while nothing changed: a queue, its chunks of verdicts and an opened drawer share it. */
export class Judged {
  private last: { place: string; triage: Triage } | undefined

  constructor(private readonly store: KeptStore) {}

  at(place: Place, now: number): Triage {
    const name = `${place.workspaceId} ${place.region}`
    const last = this.last?.place === name ? this.last.triage : undefined
    if (last && Math.abs(now - last.around.now) <= staysFor) return last
    // Time alone changes verdicts, but not what was seen: reading that again would take most of the time.
    const subjects = last?.subjects ?? this.store.run(({ connectors }) => connectors.present(place)).map(toSubject)
    const judged = triage(subjects, now)
    this.last = { place: name, triage: judged }
    return judged
  }

  forget(): void {
    this.last = undefined
  }
}
