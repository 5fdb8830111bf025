import type { Place } from '../../shared/workspaces/place'
import type { OpenedIssue } from '../../shared/team/issue-change'
import type { Tables } from '../store/kept-store'
import type { ChangedField, OpenEpisode } from '../store/tables/connectors/episodes'
import { isFull, isOnItsWay } from './issue-fields'
import { applyFields, keepField, openIssue, placesOf } from './issues'
import type { SignedChange } from './change'
import type { TeamNames } from '../store/tables/team/team-names'
import { succeed } from './succeed'

/** Where, when and by whom. */
type Change = Pick<SignedChange, 'subject' | 'service' | 'desk' | 'at' | 'account' | 'operator' | 'isOwn' | 'signed'>

/** A desk, with the account that vouches for it. */
const writerOf = ({ desk, account }: Change) => `${desk} ${account}`

/**
 * What the feed does to the cases of this desk. All desks read the same changes in the same order, so that they come to
 * the same cases and the same values: of two writes to a field the later one by the server's clock stays.
 */
export class IssueFeed {
  private readonly touched = new Set<number>()

  constructor(
    private readonly tables: Tables,
    private readonly names: TeamNames
  ) {}

  take(change: SignedChange<'case'>): void {
    if (change.field === 'opened') return this.open(change, change.value)
    const about = this.issueOf(change)
    if (!about) return
    if (change.field === 'closed') return this.close(about.id, change, change.value)
    const next = about.closed ? openIssue(this.tables, change.service, about.connector) : null
    this.set(next ?? about.id, change, about.closed && next === null ? writerOf(change) : null)
  }

  /** The places of which cases changed. */
  changed(): Place[] {
    return placesOf(this.tables, this.touched)
  }

  private open(change: Change, { connector, cause }: OpenedIssue): void {
    const { subject: id, service, at } = change
    const first = openIssue(this.tables, service, connector)
    const insert = `INSERT INTO team_case (id, service, connector, joined, closed, cause, opened_at)
      VALUES (?, ?, ?, ?, 0, ?, ?) ON CONFLICT DO NOTHING`
    const { changes } = this.tables.sql.run(insert, id, service, connector, first, cause, at)
    if (changes === 0) return
    if (first === null) this.touch(succeed(this.tables, this.names, change, connector))
    else this.join(id, first)
  }

  /** A second case of a connector is the first one by another name. */
  private join(id: string, first: string): void {
    const { sql, outbox, episodes } = this.tables
    const joining = episodes.ofTeam(id)
    sql.run('UPDATE episode SET team_case = ? WHERE team_case = ?', first, id)
    outbox.rename(id, first)
    for (const episode of joining) applyFields(this.tables, this.names, first, episode)
    this.touch(joining)
  }

  /** The case a change is about; null for one that was never opened, or is of another service. */
  private issueOf({ subject, service }: Change): { id: string; connector: string; closed: boolean } | null {
    const select = `SELECT one.id, one.connector, one.closed FROM team_case AS named
      JOIN team_case AS one ON one.id = coalesce(named.joined, named.id) WHERE named.id = ? AND named.service = ?`
    const row = this.tables.sql.get<{ id: string; connector: string; closed: number }>(select, subject, service)
    return row ? { ...row, closed: row.closed === 1 } : null
  }

  /** @param late the desk that wrote it, where the case is over and the connector has no other */
  private set(teamCase: string, change: Change & ChangedField, late: string | null): void {
    const { sql, episodes, outbox } = this.tables
    const { at, isOwn, signed } = change
    if (isFull(sql, teamCase, change)) return
    keepField(this.tables, teamCase, change, change, late)
    const holds = !isOnItsWay(outbox, teamCase, change)
    const all = episodes.ofTeam(teamCase)
    for (const { id } of all) {
      if (!isOwn) episodes.receive(id, change, at, signed, holds)
      else if (holds) episodes.write(id, change, at)
    }
    this.touch(all)
  }

  private close(teamCase: string, change: Change, how: 'recovered' | 'gone'): void {
    const { sql, episodes } = this.tables
    const { at, isOwn, signed } = change
    // The first desk to see it says when.
    const over = 'UPDATE team_case SET closed = 1, closed_at = ?, ended = ? WHERE id = ? AND closed = 0'
    sql.run(over, at, how, teamCase)
    sql.run('UPDATE team_field SET late = NULL WHERE team_case = ? AND late = ?', teamCase, writerOf(change))
    if (isOwn) return
    const open = episodes.ofTeam(teamCase).filter(({ isOpen }) => isOpen)
    for (const { id } of open) episodes.seenElsewhere(id, how, at, signed)
    this.touch(open)
  }

  private touch(episodes: readonly OpenEpisode[]): void {
    for (const { connector } of episodes) this.touched.add(connector)
  }
}
