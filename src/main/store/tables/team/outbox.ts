import { randomUUID } from 'node:crypto'
import type { Statements } from '../../statements'

/** A change as it leaves for the team: JSON as `value`. */
export interface WaitingChange {
  id: string
  service: string
  /** The case of the team. */
  subject: string
  field: string
  value: string
}

/**
 * Changes of cases that the team has not seen yet. They are written with what they change, in one transaction, and stay
 * until they come back in the team's feed: what was sent and not seen is sent again, under the same id.
 */
export class TeamOutbox {
  constructor(private readonly sql: Statements) {}

  /** Does nothing for a case that is shared with none. Notes are kept as they are typed: only the last one waits. */
  put(episode: number, field: string, value: unknown): void {
    const of = this.sql.get<{ subject: string; service: string }>(
      `SELECT team_case AS subject, service FROM episode JOIN connector ON connector.id = connector
        JOIN team_place USING (workspace, region) WHERE episode.id = ? AND team_case IS NOT NULL`,
      episode
    )
    if (!of) return
    if (field === 'note') this.sql.run(`DELETE FROM team_outbox WHERE subject = ? AND field = 'note'`, of.subject)
    const insert = 'INSERT INTO team_outbox (id, service, subject, field, value) VALUES (?, ?, ?, ?, ?)'
    this.sql.run(insert, randomUUID(), of.service, of.subject, field, storable(value))
  }

  /** The oldest first. */
  waiting(limit: number): WaitingChange[] {
    const select = 'SELECT id, service, subject, field, value FROM team_outbox ORDER BY seq LIMIT ?'
    return this.sql.all<WaitingChange>(select, limit)
  }

  count(): number {
    return this.sql.get<{ n: number }>('SELECT count(*) AS n FROM team_outbox')?.n ?? 0
  }

  seen(id: string): void {
    this.sql.run('DELETE FROM team_outbox WHERE id = ?', id)
  }

  holds(subject: string, field: string): boolean {
    return this.sql.get('SELECT 1 FROM team_outbox WHERE subject = ? AND field = ?', subject, field) !== undefined
  }

  /** What waits for a case that was joined to another is of that other. */
  rename(subject: string, to: string): void {
    this.sql.run('UPDATE team_outbox SET subject = ? WHERE subject = ?', to, subject)
  }

  /** What operators wrote of a case that another follows is of that other; that it closed is its own. */
  renameWords(subject: string, to: string): void {
    this.sql.run(`UPDATE team_outbox SET subject = ? WHERE subject = ? AND field <> 'closed'`, to, subject)
  }
}

/** PostgreSQL's JSON takes neither a NUL nor half a character. */
function storable(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? clean(one) : one))
}

const clean = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '')
