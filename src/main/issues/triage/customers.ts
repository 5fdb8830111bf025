import { atOnce } from '../../base/steps'
import type { Subject } from './subject'

type Group = readonly Subject[]

/** Most customers have one connector: a list for each would take longer than all else here. */
export type Groups = ReadonlyMap<string, Subject | Subject[]>

/** Connectors that are grouped in a step. */
const groupedAtOnce = 5_000

/** In steps. */
export const byOriginId = (subjects: readonly Subject[]) => grouped(subjects, ({ connector }) => connector.originId)

export const severalIn = (groups: Groups): Group[] => [...groups.values()].filter((group) => Array.isArray(group))

export class Customers {
  private named: Groups | undefined
  private namedWithoutOrigin: Groups | undefined
  private readonly troubledIn = new Map<Group, number>()

  /** @param troubled whether a connector has an issue */
  constructor(
    private readonly subjects: readonly Subject[],
    private readonly byOrigin: Groups,
    private readonly troubled: (subject: Subject) => boolean
  ) {}

  /** Two origin IDs are two customers, whatever their names. If one is missing, the name decides. */
  othersOf(subject: Subject): Subject[] {
    return this.groupsOf(subject)
      .flat()
      .filter(({ key }) => key !== subject.key)
  }

  /** Counts by group: thousands may share a name, and a loop for each would be quadratic. */
  countOthers(subject: Subject): { others: number; troubled: number } {
    const groups = this.groupsOf(subject)
    if (groups.length === 0) return { others: 0, troubled: 0 }
    const sum = (of: (group: Group) => number, ofOne: (one: Subject) => number) =>
      groups.reduce((total, group) => total + (Array.isArray(group) ? of(group) : ofOne(group)), 0)
    const countOne = (one: Subject) => (this.troubled(one) ? 1 : 0)
    return {
      others:
        sum(
          ({ length }) => length,
          () => 1
        ) - 1,
      troubled: sum((group) => this.countTroubled(group), countOne) - countOne(subject)
    }
  }

  private groupsOf({ connector: { originId, endUser } }: Subject): (Subject | Subject[])[] {
    const groups = originId
      ? [this.byOrigin.get(originId), endUser ? this.withoutOrigin.get(endUser) : undefined]
      : [endUser ? this.byName.get(endUser) : undefined]
    return groups.filter((group) => group !== undefined)
  }

  // Lazy: nearly all have an origin ID.
  private get byName(): Groups {
    return (this.named ??= atOnce(grouped(this.subjects, ({ connector }) => connector.endUser)))
  }

  private get withoutOrigin(): Groups {
    return (this.namedWithoutOrigin ??= atOnce(
      grouped(this.subjects, ({ connector }) => (connector.originId ? null : connector.endUser))
    ))
  }

  private countTroubled(group: Group): number {
    const known = this.troubledIn.get(group)
    if (known !== undefined) return known
    const count = group.filter(this.troubled).length
    this.troubledIn.set(group, count)
    return count
  }
}

/** @param nameOf null leaves the subject out */
function* grouped(subjects: readonly Subject[], nameOf: (subject: Subject) => string | null): Generator<void, Groups> {
  const groups = new Map<string, Subject | Subject[]>()
  for (const [at, subject] of subjects.entries()) {
    if (at % groupedAtOnce === 0) yield
    const name = nameOf(subject)
    if (!name) continue
    const there = groups.get(name)
    if (Array.isArray(there)) there.push(subject)
    else groups.set(name, there ? [there, subject] : subject)
  }
  return groups
}
