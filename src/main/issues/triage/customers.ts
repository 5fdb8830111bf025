import type { Subject } from './subject'

type Group = readonly Subject[]

export const byOriginId = (subjects: readonly Subject[]) => grouped(subjects, ({ connector }) => connector.originId)

export class Customers {
  private named: ReadonlyMap<string, Group> | undefined
  private namedWithoutOrigin: ReadonlyMap<string, Group> | undefined
  private readonly troubledIn = new Map<Group, number>()

  /** @param troubled whether a connector has an issue */
  constructor(
    private readonly subjects: readonly Subject[],
    private readonly byOrigin: ReadonlyMap<string, Group>,
    private readonly troubled: (subject: Subject) => boolean
  ) {}

  /** Two origin IDs are two customers, whatever their names. If one is missing, the name decides. */
  othersOf(subject: Subject): Subject[] {
    return this.groupsOf(subject).flatMap((group) => group.filter(({ key }) => key !== subject.key))
  }

  /** Counts by group: thousands may share a name, and a loop for each would be quadratic. */
  countOthers(subject: Subject): { others: number; troubled: number } {
    const groups = this.groupsOf(subject)
    if (groups.length === 0) return { others: 0, troubled: 0 }
    const sum = (of: (group: Group) => number) => groups.reduce((total, group) => total + of(group), 0)
    return {
      others: sum((group) => group.length) - 1,
      troubled: sum((group) => this.countTroubled(group)) - (this.troubled(subject) ? 1 : 0)
    }
  }

  private groupsOf({ connector: { originId, endUser } }: Subject): Group[] {
    const groups = originId
      ? [this.byOrigin.get(originId), endUser ? this.withoutOrigin.get(endUser) : undefined]
      : [endUser ? this.byName.get(endUser) : undefined]
    return groups.filter((group) => group !== undefined)
  }

  // Lazy: nearly all have an origin ID.
  private get byName(): ReadonlyMap<string, Group> {
    return (this.named ??= grouped(this.subjects, ({ connector }) => connector.endUser))
  }

  private get withoutOrigin(): ReadonlyMap<string, Group> {
    return (this.namedWithoutOrigin ??= grouped(this.subjects, ({ connector }) =>
      connector.originId ? null : connector.endUser
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
function grouped(subjects: readonly Subject[], nameOf: (subject: Subject) => string | null): Map<string, Subject[]> {
  const groups = new Map<string, Subject[]>()
  for (const subject of subjects) {
    const name = nameOf(subject)
    if (!name) continue
    const there = groups.get(name)
    if (there) there.push(subject)
    else groups.set(name, [subject])
  }
  // V8 gives a list that grows room for 17.
  for (const [name, group] of groups) groups.set(name, group.slice())
  return groups
}
