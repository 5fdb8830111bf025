import type { Subject } from './subject'

type Group = readonly Subject[]

/** Finds the connectors of one end user: same origin id, else same name. Built once for all. */
export class EndUsers {
  private readonly byOrigin = new Map<string, Subject[]>()
  private readonly byName = new Map<string, Subject[]>()
  /** Those without an origin id, by name. */
  private readonly withoutOrigin = new Map<string, Subject[]>()
  private readonly troubledIn = new Map<Group, number>()

  /** @param troubled whether a connector is a case */
  constructor(
    subjects: Iterable<Subject>,
    private readonly troubled: (subject: Subject) => boolean
  ) {
    for (const subject of subjects) {
      const { originId, endUser } = subject.connector
      if (originId) put(this.byOrigin, originId, subject)
      else if (endUser) put(this.withoutOrigin, endUser, subject)
      if (endUser) put(this.byName, endUser, subject)
    }
  }

  /**
   * The other connectors of the same end user. Two origin ids are two end users, whatever their names; where one of
   * them is missing, the name decides.
   */
  othersOf(subject: Subject): Subject[] {
    return this.groupsOf(subject).flatMap((group) => group.filter(({ key }) => key !== subject.key))
  }

  /** How many those are. Counted by group, as a name that thousands share must not be walked for each of them. */
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

  private countTroubled(group: Group): number {
    const known = this.troubledIn.get(group)
    if (known !== undefined) return known
    const count = group.filter(this.troubled).length
    this.troubledIn.set(group, count)
    return count
  }
}

function put(map: Map<string, Subject[]>, name: string, subject: Subject): void {
  const there = map.get(name)
  if (there) there.push(subject)
  else map.set(name, [subject])
}
