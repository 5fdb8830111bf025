import { mostShared } from '../../shared/team/library-change'
import type { Statements } from '../store/statements'
import type { SignedChange } from './change'

/** A folder, saved request or filter as the feed says. `place`: JSON, null while the feed has not said it. */
export interface TeamItem {
  id: string
  kind: keyof typeof mostShared
  service: string
  place: string | null
}

interface Known extends TeamItem {
  removed: number
  over: number
}

const nameOf = ({ service, kind }: Pick<TeamItem, 'service' | 'kind'>) => `${kind} ${service}`

type ItemChange = SignedChange<TeamItem['kind']>

const live = 'removed = 0 AND over'

/** What the feed says of folders, saved requests and filters, and which of them are shown: of each service so many. */
export class TeamItems {
  /** How many are shown, by service and kind. */
  private readonly counts = new Map<string, number>()

  constructor(private readonly sql: Statements) {}

  /**
   * Notes what a change says of an item. The service and the kind of an id are what its first row said.
   *
   * @param columns what the change sets @param maker of a filter, by its first row
   * @returns the item, and whether it is or was shown; null for none
   */
  note(
    { subject, kind, service, isOwn }: ItemChange,
    columns: Record<string, string | number>,
    maker: string | null = null
  ): (TeamItem & { isShown: boolean; wasShown: boolean }) | null {
    const { sql } = this
    const before = this.find(subject)
    if (before && (before.service !== service || before.kind !== kind)) return null
    const room = this.room({ kind, service })
    const insert = 'INSERT INTO team_item (id, kind, service, maker) VALUES (?, ?, ?, ?)'
    if (!before) sql.run(insert, subject, kind, service, maker)
    const names = Object.keys(columns)
    const set = names.map((name) => `${name} = ?`).join(', ')
    sql.run(`UPDATE team_item SET ${set} WHERE id = ?`, ...Object.values(columns), subject)
    const item = this.find(subject) as Known
    const wasShown = before?.removed === 0 && before.over === 0
    const isShown = item.removed === 0 && (wasShown || isOwn || room > 0)
    const name = nameOf(item)
    this.counts.set(name, (this.counts.get(name) ?? 0) + Number(isShown) - Number(wasShown))
    if (item.removed === 0) sql.run('UPDATE team_item SET over = ? WHERE id = ?', Number(!isShown), subject)
    return { ...item, isShown, wasShown }
  }

  /** Shows what was one too many where there is room again. */
  showMore(): void {
    const { sql } = this
    for (const of of sql.all<TeamItem>(`SELECT DISTINCT service, kind FROM team_item WHERE ${live} = 1`)) {
      const next = `SELECT id FROM team_item WHERE service = ? AND kind = ? AND ${live} = 1 LIMIT max(0, ?)`
      sql.run(`UPDATE team_item SET over = 0 WHERE id IN (${next})`, of.service, of.kind, this.room(of))
    }
  }

  private room({ service, kind }: Pick<TeamItem, 'service' | 'kind'>): number {
    const name = nameOf({ service, kind })
    const select = `SELECT count(*) AS n FROM team_item WHERE service = ? AND kind = ? AND ${live} = 0`
    const shown = this.counts.get(name) ?? this.sql.get<{ n: number }>(select, service, kind)?.n ?? 0
    this.counts.set(name, shown)
    return mostShared[kind] - shown
  }

  private find(id: string): Known | undefined {
    return this.sql.get<Known>('SELECT id, kind, service, place, removed, over FROM team_item WHERE id = ?', id)
  }
}
