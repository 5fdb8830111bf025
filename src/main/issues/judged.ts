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
import { atOnce } from '../base/steps'
import { rowDiagnoses, triageSteps, type Triage } from './triage/triage'

/** ms that a triage stays valid. The window shows ages in minutes, and a triage of a million takes seconds. */
const staysFor = (connectors: number) => Math.max(20_000, connectors / 10)
/** Rows that a list diagnoses in a step. */
const shownAtOnce = 1_000

interface Looked {
  place: Place
  /** Another database may replace it. */
  keeping: Keeping
  /** By number in the database, in the order they were first seen. */
  subjects: Map<number, HeldSubject>
  newest: number
  /** null after a newer observation */
  triage: Triage | null
  /** What is judged in steps now, if nothing that it depends on has changed. */
  running: { now: number; steps: Generator<void, Triage> } | null
  /** The last triage before a refresh that is not judged yet, for lists. */
  before: Triage | null
  /** Once a list was asked for. */
  list: HeldList | null
  /** Of the list's diagnoses. */
  listed: Triage | null
  /** The list is given its diagnoses in steps. */
  showing: Triage | null
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
    const valid = stillValid(looked, now)
    if (valid) return valid
    const steps = this.stepsOf(looked, now)
    looked.running = null
    return took(looked, atOnce(steps))
  }

  /**
   * As `at`, in steps, with which the list shows it. A question that needs all meanwhile ends them.
   * @returns null if what is judged changed meanwhile
   */
  *inSteps(place: Place, now: number): Generator<void, Triage | null> {
    const looked = this.look(place)
    if (!stillValid(looked, now)) {
      const steps = this.stepsOf(looked, now)
      while (looked.running?.steps === steps && this.looked === looked) {
        const step = stepOf(looked, steps)
        if (step.done) took(looked, step.value)
        else yield
      }
    }
    const triage = stillValid(looked, now)
    if (this.looked !== looked || !triage) return null
    const { list } = looked
    if (!list || looked.listed === triage) return triage
    looked.showing = triage
    for (let from = 0; from < triage.subjects.length; from += shownAtOnce) {
      list.diagnose(rowDiagnoses(triage, from, shownAtOnce).filter(({ key }) => !looked.fresh.has(key)))
      yield
      if (this.looked !== looked) return null
      if (looked.showing !== triage) return stillValid(looked, now)
    }
    Object.assign(looked, { listed: triage, showing: null })
    return triage
  }

  /** For an act on all rows: the next question for the list diagnoses those that the steps have not come to. */
  showAll(place: Place): void {
    const looked = this.held(place)
    if (looked) looked.showing = null
  }

  /** Whether nothing has changed since this one. */
  is(triage: Triage): boolean {
    return this.looked?.triage === triage && this.held(this.looked.place) !== undefined
  }

  private stepsOf(looked: Looked, now: number): Generator<void, Triage> {
    const { running } = looked
    if (running && Math.abs(now - running.now) <= staysFor(looked.subjects.size)) return running.steps
    const headcounts = this.headcounts.get(looked.place.workspaceId)
    const steps = triageSteps([...ordered(looked).values()], now, headcounts)
    looked.running = { now, steps }
    return steps
  }

  /** From now on. */
  limit(workspaceId: string, headcounts: HeadcountLimits): void {
    this.headcounts.set(workspaceId, headcounts)
    if (this.looked) Object.assign(this.looked, unjudged)
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
    if (mayDiffer(subject, now)) Object.assign(looked, unjudged)
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
    if (looked.listed === triage || looked.showing === triage) return list
    list.diagnose(rowDiagnoses(triage).filter(({ key }) => !looked.fresh.has(key)))
    looked.listed = triage
    return list
  }

  get last(): { place: Place; triage: Triage } | null {
    const { looked } = this
    const triage = looked && (looked.triage ?? (looked.running ? null : looked.before))
    return looked && triage && this.held(looked.place) ? { place: looked.place, triage } : null
  }

  begin(place: Place): void {
    if (this.store.run(({ connectors }) => connectors.isEmpty(place))) this.look(place)
  }

  saw(place: Place, { ids, changed }: Pick<Seen, 'ids' | 'changed'>, at: number): void {
    const looked = this.held(place)
    if (!looked) return
    outdated(looked)
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

  /** After a refresh: lists show the triage before it until the next one. @param gone connectors that are no longer listed */
  ended(place: Place, gone: readonly number[]): void {
    const looked = this.held(place)
    if (!looked) return
    outdated(looked)
    for (const id of gone) {
      const key = looked.subjects.get(id)?.key
      if (key !== undefined) looked.list?.drop(key)
      looked.subjects.delete(id)
    }
  }

  /** What is said of others is to be seen at once. */
  deleted(place: Place, gone: readonly number[]): void {
    this.ended(place, gone)
    const looked = this.held(place)
    if (looked) looked.before = null
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
      ...unjudged,
      list: null,
      listed: null,
      showing: null,
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

const unjudged = { triage: null, before: null, running: null }

function outdated(looked: Looked): void {
  looked.before = looked.triage ?? looked.before
  looked.triage = null
  looked.running = null
}

const stillValid = ({ triage, subjects }: Looked, now: number) =>
  triage && Math.abs(now - triage.around.now) <= staysFor(subjects.size) ? triage : null

function stepOf(looked: Looked, steps: Generator<void, Triage>): IteratorResult<void, Triage> {
  try {
    return steps.next()
  } catch (thrown) {
    looked.running = null
    throw thrown
  }
}

function took(looked: Looked, triage: Triage): Triage {
  Object.assign(looked, { ...unjudged, triage, showing: null })
  looked.fresh.clear()
  return triage
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
