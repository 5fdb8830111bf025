import type { CaseChange, CaseEvent, CaseEventKind, CaseRecord } from '../../../../shared/model/case'
import type { CaseCause } from '../../../../shared/model/verdict'
import type { Category } from '../../../../shared/model/category'
import type { Statements } from '../../statements'
import type { Place } from '../../../../shared/model/place'
import { keyOf } from './key-columns'

export interface OpenEpisode {
  id: number
  connector: number
  key: string
  cause: CaseCause
  openedAt: number
  owner: string
  note: string
  snoozedUntil: number | null
  requestedAt: number | null
}

interface EpisodeRow {
  id: number
  connector: number
  category: Category
  connector_id: string
  cause: CaseCause
  opened_at: number
  closed_at: number | null
  owner: string
  note: string
  snoozed_until: number | null
  requested_at: number | null
}

const select = `SELECT episode.id, connector, category, connector_id, cause, opened_at, closed_at, owner, note,
  snoozed_until, requested_at FROM episode JOIN connector ON connector.id = connector`

/** Cases: what an operator keeps of a connector while one cause lasts, and what happened to it. */
export class Episodes {
  constructor(private readonly sql: Statements) {}

  open({ workspaceId, region }: Place): OpenEpisode[] {
    const rows = this.sql.all<EpisodeRow>(
      `${select} WHERE workspace = ? AND region = ? AND closed_at IS NULL`,
      workspaceId,
      region
    )
    return rows.map(toOpen)
  }

  openOf(connector: number): OpenEpisode | null {
    const row = this.sql.get<EpisodeRow>(`${select} WHERE connector = ? AND closed_at IS NULL`, connector)
    return row ? toOpen(row) : null
  }

  /** All cases of a connector, newest first, with their history. */
  allOf(connector: number): CaseRecord[] {
    return this.sql.all<EpisodeRow>(`${select} WHERE connector = ? ORDER BY episode.id DESC`, connector).map((row) => ({
      id: row.id,
      key: keyOf(row.category, row.connector_id),
      cause: row.cause,
      openedAt: row.opened_at,
      closedAt: row.closed_at,
      owner: row.owner,
      note: row.note,
      snoozedUntil: row.snoozed_until,
      events: this.sql.all<CaseEvent>(
        'SELECT at, kind, detail FROM episode_event WHERE episode = ? ORDER BY id',
        row.id
      )
    }))
  }

  /** @param from the case it replaces: its owner, its note and when the customer was asked stay */
  begin(connector: number, cause: CaseCause, at: number, from?: OpenEpisode): void {
    const insert = `INSERT INTO episode (connector, cause, opened_at, owner, note, requested_at)
      VALUES (?, ?, ?, ?, ?, ?)`
    const kept = [from?.owner ?? '', from?.note ?? '', from?.requestedAt ?? null]
    const { lastInsertRowid } = this.sql.run(insert, connector, cause, at, ...kept)
    this.tell(lastInsertRowid, at, 'opened', from?.cause ?? null)
  }

  close(episode: number, at: number, kind: CaseEventKind, detail: string | null = null): void {
    this.sql.run('UPDATE episode SET closed_at = ? WHERE id = ?', at, episode)
    this.tell(episode, at, kind, detail)
  }

  /** What an operator changed. What stays the same is not listed. */
  change(before: OpenEpisode, change: CaseChange, at: number): void {
    const { id } = before
    if (change.owner !== undefined && change.owner !== before.owner) {
      this.sql.run('UPDATE episode SET owner = ? WHERE id = ?', plain(change.owner), id)
      this.tell(id, at, 'owner-changed', plain(change.owner))
    }
    if (change.note !== undefined && change.note !== before.note) {
      this.sql.run('UPDATE episode SET note = ? WHERE id = ?', plain(change.note), id)
      this.tell(id, at, 'noted', null)
    }
    if (change.snoozedUntil !== undefined && change.snoozedUntil !== before.snoozedUntil) {
      const until = change.snoozedUntil === null ? null : Math.round(change.snoozedUntil)
      this.sql.run('UPDATE episode SET snoozed_until = ? WHERE id = ?', until, id)
      this.tell(id, at, until === null ? 'unsnoozed' : 'snoozed', until === null ? null : String(until))
    }
    if (change.requested) {
      this.sql.run('UPDATE episode SET requested_at = ? WHERE id = ?', at, id)
      this.tell(id, at, 'requested', change.requested)
    }
  }

  private tell(episode: number, at: number, kind: CaseEventKind, detail: string | null): void {
    this.sql.run('INSERT INTO episode_event (episode, at, kind, detail) VALUES (?, ?, ?, ?)', episode, at, kind, detail)
  }
}

/** A NUL would cut the text off in the database. */
function plain(text: string): string {
  return text.replaceAll('\0', '')
}

function toOpen(row: EpisodeRow): OpenEpisode {
  const { id, connector, cause, owner, note } = row
  const key = keyOf(row.category, row.connector_id)
  const { opened_at: openedAt, snoozed_until: snoozedUntil, requested_at: requestedAt } = row
  return { id, connector, key, cause, owner, note, openedAt, snoozedUntil, requestedAt }
}
