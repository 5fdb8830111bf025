import type { Place } from '../../shared/model/place'
import type { Tables } from '../store/kept-store'
import type { ChangedField } from '../store/tables/connectors/episodes'
import { isFull, isOnItsWay } from './case-fields'
import { applyFields, keepField, openCase, placesOf } from './cases'
import type { TeamChange } from './change'

/**
 * What the feed does to the cases of this desk. All desks read the same changes in the same order, so that they come to
 * the same cases and the same values: of two writes to a field the later one by the server's clock stays.
 */
export class CaseFeed {
  private readonly touched = new Set<number>()

  constructor(
    private readonly tables: Tables,
    private readonly desk: string
  ) {}

  take(change: TeamChange<'case'>): void {
    const { subject, service, at, operator, desk } = change
    if (change.field === 'opened') return this.open(subject, service, change.value.connector)
    const teamCase = this.caseOf(change)
    if (!teamCase) return
    const own = desk === this.desk
    if (change.field === 'closed') this.close(teamCase, change.value, at, operator, own)
    else this.set(teamCase, change, at, operator, own)
  }

  /** The places of which cases changed. */
  changed(): Place[] {
    return placesOf(this.tables, this.touched)
  }

  /** A second case of a connector is the first one by another name. */
  private open(id: string, service: string, connector: string): void {
    const { sql, outbox, episodes } = this.tables
    const first = openCase(this.tables, service, connector)
    const insert = 'INSERT INTO team_case VALUES (?, ?, ?, ?, 0) ON CONFLICT DO NOTHING'
    const { changes } = sql.run(insert, id, service, connector, first)
    if (changes === 0 || first === null) return
    const joining = episodes.ofTeam(id)
    sql.run('UPDATE episode SET team_case = ? WHERE team_case = ?', first, id)
    outbox.rename(id, first)
    for (const episode of joining) {
      applyFields(this.tables, first, episode)
      this.touched.add(episode.connector)
    }
  }

  /** The case a change is about; null for one that was never opened, or is of another service. */
  private caseOf({ subject, service }: TeamChange<'case'>): string | null {
    const select = 'SELECT coalesce(joined, id) AS id FROM team_case WHERE id = ? AND service = ?'
    return this.tables.sql.get<{ id: string }>(select, subject, service)?.id ?? null
  }

  private set(teamCase: string, change: ChangedField, at: number, operator: string, own: boolean): void {
    const { sql, episodes, outbox } = this.tables
    if (change.field === 'tagged' && isFull(sql, teamCase, String(change.value))) return
    keepField(this.tables, teamCase, change, at, operator)
    const holds = !isOnItsWay(outbox, teamCase, change)
    for (const { id, connector } of episodes.ofTeam(teamCase)) {
      if (!own) episodes.receive(id, change, at, operator, holds)
      else if (holds) episodes.write(id, change, at)
      this.touched.add(connector)
    }
  }

  private close(teamCase: string, how: 'recovered' | 'gone', at: number, operator: string, own: boolean): void {
    const { sql, episodes } = this.tables
    sql.run('UPDATE team_case SET closed = 1 WHERE id = ?', teamCase)
    if (own) return
    for (const { id, connector, isOpen } of episodes.ofTeam(teamCase)) {
      if (!isOpen) continue
      episodes.seenElsewhere(id, how, at, operator)
      this.touched.add(connector)
    }
  }
}
