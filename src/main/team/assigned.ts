import type { Place } from '../../shared/workspaces/place'
import { issueLimits } from '../../shared/issues/issue'
import type { Tables } from '../store/kept-store'

/** A case that another operator gave to this one. */
export interface Assigned {
  place: Place
  /** Of its connector. */
  key: string
  /** Who did. */
  by: string
}

/** An open case of the team that this desk has a workspace for. */
export interface OwnedIssue {
  subject: string
  owner: string
  place: Place
  key: string
}

/** An owner that the feed says a case was given. */
export interface OwnerGiven {
  seq: number
  subject: string
  owner: string
  /** Who did, as it is shown. */
  by: string
  /** This operator did, on this desk or another. */
  byMe: boolean
}

/** Listens to the feed for cases that others gave to this operator. Each change is heard once: the feed is read once. */
export class Assignments {
  private readonly heard = new Map<string, string>()

  constructor(private readonly operator: () => string) {}

  /** @param newsAfter the number of the feed after which changes are news: what was there when this desk joined is none */
  hear(owners: readonly OwnerGiven[], newsAfter: number): void {
    const me = this.operator()
    for (const { seq, subject, owner, by, byMe } of owners) {
      if (seq <= newsAfter) continue
      this.heard.delete(subject)
      if (!byMe && isSameName(owner, me)) this.heard.set(subject, by)
    }
  }

  /** What was heard and still holds, and nothing the next time. @param look what the team says of cases now */
  async take(look: (subjects: string[]) => Promise<OwnedIssue[]>): Promise<Assigned[]> {
    if (this.heard.size === 0) return []
    const heard = new Map(this.heard)
    this.heard.clear()
    const mine = (await look([...heard.keys()])).filter(({ owner }) => isSameName(owner, this.operator()))
    return mine.map(({ subject, place, key }) => ({ place, key, by: heard.get(subject) ?? '' }))
  }
}

/** What the feed says of these cases. One that is over, or of a service without a workspace here, is left out. */
export function ownedIssues({ sql }: Tables, subjects: readonly string[]): OwnedIssue[] {
  const select = `SELECT named.id AS subject, one.connector AS key, value, workspace AS workspaceId, region
    FROM team_case AS named JOIN team_case AS one ON one.id = coalesce(named.joined, named.id)
      JOIN team_field ON team_case = one.id AND field = 'owner' JOIN team_place ON team_place.service = one.service
    WHERE named.id = ? AND one.closed = 0 LIMIT 1`
  return subjects.flatMap((subject) => {
    const row = sql.get<Place & { subject: string; key: string; value: string }>(select, subject)
    if (!row) return []
    const { key, value, workspaceId, region } = row
    return { subject, key, owner: JSON.parse(value) as string, place: { workspaceId, region } }
  })
}

/** Whether two names are of one person, as people type them. An empty name is of none. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) !== '' && folded(one) === folded(other)
}

const folded = (name: string) => name.normalize('NFC').trim().toLowerCase()

/** Names that are offered, at most: the latest. */
const mostNames = 50

/** The operators who wrote something in the team's feed, the latest first. */
export function operatorsOf({ sql }: Tables): string[] {
  const select = `SELECT operator FROM team_field WHERE trim(operator) <> '' AND length(operator) <= ?
    GROUP BY operator ORDER BY max(at) DESC LIMIT ?`
  return sql.all<{ operator: string }>(select, issueLimits.owner, mostNames).map(({ operator }) => operator)
}
