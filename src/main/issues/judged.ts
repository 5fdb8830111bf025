import type { HeadcountLimits } from '../../shared/issues/diagnosis'
import type { Place } from '../../shared/workspaces/place'
import type { Keeping } from '../../shared/connectors/snapshot'
import type { KeptStore } from '../store/kept-store'
import type { Seen } from '../store/tables/connectors/connectors'
import { HeldSubject } from './held-subject'
import { mayBeTold } from './triage/headcounts'
import { unseenAnswer } from './triage/judge'
import { HeldList } from '../../shared/connectors/list/held-list'
import { leanSubject, type Subject } from './triage/subject'
import { rowDiagnoses, triage, type Triage } from './triage/triage'

/** A triage stays valid for this time, ms. The window shows ages in minutes. */
const staysFor = 20_000

interface Looked {
  place: Place
  /** Another database may replace it. */
  keeping: Keeping
  /** By number in the database, in the order they were first seen. */
  subjects: Map<number, HeldSubject>
  newest: number
  /** null after a newer observation */
  triage: Triage | null
  /** The last triage before a running refresh, for lists read in chunks. */
  before: Triage | null
  /** Once a list was asked for. */
  list: HeldList | null
  /** Of the list's diagnoses. */
  listed: Triage | null
  /** Keys of connectors that are seen anew since the last triage, which says nothing of them. */
  fresh: Set<string>
  /** A connector came back: it belongs at its old position. */
  disordered: boolean
}

export const nameOf = ({ workspaceId, region }: Place) => `${workspaceId} ${region}`

/**
 * Updated page by page: reading and diagnosing all connectors again takes seconds, and the next caller waits for it.
 */
export class Judged {
  private looked: Looked | undefined
  private readonly headcounts = new Map<string, HeadcountLimits>()

  constructor(private readonly store: KeptStore) {}

  at(place: Place, now: number): Triage {
    const looked = this.look(place)
    if (looked.triage && Math.abs(now - looked.triage.around.now) <= staysFor) return looked.triage
    const judged = triage([...ordered(looked).values()], now, this.headcounts.get(place.workspaceId))
    Object.assign(looked, { triage: judged, before: null })
    looked.fresh.clear()
    return judged
  }

  /** From now on. */
  limit(workspaceId: string, headcounts: HeadcountLimits): void {
    this.headcounts.set(workspaceId, headcounts)
    if (this.looked) Object.assign(this.looked, { triage: null, before: null })
  }

  /**
   * Most answers agree with the record, and to judge all connectors again takes long.
   * @param now the connector with what its provider answered, or how many people a fetch brought
   */
  learned(place: Place, id: number, now: Subject): void {
    const looked = this.held(place)
    const subject = looked?.subjects.get(id)
    if (!looked || !subject) return
    looked.subjects.set(id, new HeldSubject(subject, now.memory))
    // Not the triage of before: what an answer says is to be seen at once.
    if (mayDiffer(subject, now)) Object.assign(looked, { before: null, triage: null })
  }

  /** Present connectors, by number and in its order. */
  subjects(place: Place): ReadonlyMap<number, Subject> {
    return ordered(this.look(place))
  }

  /** Whether a question about this place needs no reading of all its connectors. */
  has(place: Place): boolean {
    return this.held(place) !== undefined
  }

  /** Later chunks use the triage of the first, whatever a running refresh has seen since. */
  still(place: Place, now: number): Triage {
    const { triage: last, before } = this.look(place)
    return last ?? before ?? this.at(place, now)
  }

  /** In step with what is judged; its diagnoses are at most as old as the latest judgment of all. */
  list(place: Place, now: number): HeldList {
    const looked = this.look(place)
    const list = (looked.list ??= listOf(looked.subjects.values()))
    const triage = this.still(place, now)
    if (looked.listed !== triage) list.diagnose(rowDiagnoses(triage).filter(({ key }) => !looked.fresh.has(key)))
    looked.listed = triage
    return list
  }

  get last(): { place: Place; triage: Triage } | null {
    const { looked } = this
    const triage = looked && (looked.triage ?? looked.before)
    return looked && triage && this.held(looked.place) ? { place: looked.place, triage } : null
  }

  begin(place: Place): void {
    if (this.store.run(({ connectors }) => connectors.isEmpty(place))) this.look(place)
  }

  saw(place: Place, { ids, changed }: Pick<Seen, 'ids' | 'changed'>, at: number): void {
    const looked = this.held(place)
    if (!looked) return
    looked.before = looked.triage ?? looked.before
    looked.triage = null
    for (const id of ids) {
      const subject = looked.subjects.get(id)
      if (subject) subject.seenAt = at
    }
    for (const one of changed) {
      looked.disordered ||= one.id < looked.newest && !looked.subjects.has(one.id)
      const subject = new HeldSubject(leanSubject(one))
      looked.subjects.set(one.id, subject)
      looked.fresh.add(subject.key)
      looked.list?.put(subject)
      looked.newest = Math.max(looked.newest, one.id)
    }
  }

  /** A record that was read alone: what it says is to be seen at once. */
  sawOne(place: Place, seen: Pick<Seen, 'ids' | 'changed'>, at: number): void {
    this.saw(place, seen, at)
    const looked = this.held(place)
    if (looked) looked.before = null
  }

  /** @param gone connectors that are no longer listed */
  ended(place: Place, gone: readonly number[]): void {
    const looked = this.held(place)
    if (!looked) return
    Object.assign(looked, { triage: null, before: null })
    for (const id of gone) {
      const key = looked.subjects.get(id)?.key
      if (key !== undefined) looked.list?.drop(key)
      looked.subjects.delete(id)
    }
  }

  forget(): void {
    this.looked = undefined
  }

  private held(place: Place): Looked | undefined {
    const { looked, store } = this
    return looked && nameOf(looked.place) === nameOf(place) && looked.keeping === store.keeping ? looked : undefined
  }

  private look(place: Place): Looked {
    const held = this.held(place)
    if (held) return held
    const subjects = this.store.run(({ connectors }) => {
      const read = new Map<number, HeldSubject>()
      for (const one of connectors.present(place)) read.set(one.id, new HeldSubject(leanSubject(one)))
      return read
    })
    const newest = [...subjects.keys()].at(-1) ?? 0
    this.looked = {
      place,
      keeping: this.store.keeping,
      subjects,
      newest,
      triage: null,
      before: null,
      list: null,
      listed: null,
      fresh: new Set(),
      disordered: false
    }
    return this.looked
  }
}

/** Whether an answer of its provider, or a count of its people, may change what a diagnosis says. */
export function mayDiffer(before: Subject, now: Subject): boolean {
  const [counted, counts] = [before.memory.headcount, now.memory.headcount]
  const isNews = counted?.countedAt !== counts?.countedAt || counted?.count !== counts?.count
  return (isNews && (isCounted(before) || isCounted(now))) || unseenAnswer(before) !== unseenAnswer(now)
}

function isCounted({ memory: { headcount, lastDoneStart } }: Subject): boolean {
  return headcount !== null && mayBeTold(headcount, lastDoneStart ?? 0)
}

function ordered(looked: Looked): Looked['subjects'] {
  if (looked.disordered) looked.subjects = new Map([...looked.subjects].sort(([a], [b]) => a - b))
  looked.disordered = false
  return looked.subjects
}

function listOf(subjects: Iterable<Subject>): HeldList {
  const list = new HeldList()
  for (const subject of subjects) list.put(subject)
  return list
}
