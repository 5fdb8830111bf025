import { randomUUID } from 'node:crypto'
import type { Statements } from '../../statements'

/** A change as it leaves for the team: JSON as `value`. */
export interface WaitingChange {
  id: string
  service: string
  /** Of shared/team/kinds.ts; the subject is one of that kind. */
  kind: string
  subject: string
  field: string
  value: string
}

/** A later one takes the place of one that still waits. */
const lastWaits = ['note', 'place', 'name', 'content', 'entry']

/**
 * Changes that the team has not seen yet. They are written with what they change, in one transaction, and stay
 * until they come back in the team's feed: what was sent and not seen is sent again, under the same id.
 */
export class TeamOutbox {
  constructor(private readonly sql: Statements) {}

  /** A change of a case. Does nothing for one that is shared with none. */
  put(episode: number, field: string, value: unknown): void {
    const of = this.sql.get<{ subject: string; service: string }>(
      `SELECT team_case AS subject, service FROM episode JOIN connector ON connector.id = connector
        JOIN team_place USING (workspace, region) WHERE episode.id = ? AND team_case IS NOT NULL`,
      episode
    )
    if (of) this.add({ ...of, kind: 'case', field, value })
  }

  /** Notes are kept as they are typed: only the last one waits. @returns its id */
  add({ service, kind, subject, field, value }: Omit<WaitingChange, 'id' | 'value'> & { value: unknown }): string {
    if (lastWaits.includes(field))
      this.sql.run('DELETE FROM team_outbox WHERE subject = ? AND field = ?', subject, field)
    const insert = 'INSERT INTO team_outbox (id, service, kind, subject, field, value) VALUES (?, ?, ?, ?, ?, ?)'
    const id = randomUUID()
    this.sql.run(insert, id, service, kind, subject, field, storable(value))
    return id
  }

  find(id: string): WaitingChange | undefined {
    const select = 'SELECT id, service, kind, subject, field, value FROM team_outbox WHERE id = ?'
    return this.sql.get<WaitingChange>(select, id)
  }

  /** The oldest first; last what may have to wait for a key. */
  waiting(limit: number): WaitingChange[] {
    const select = `SELECT id, service, kind, subject, field, value FROM team_outbox
      ORDER BY kind = 'request' AND field = 'content', seq LIMIT ?`
    return this.sql.all<WaitingChange>(select, limit)
  }

  count(): number {
    return this.sql.get<{ n: number }>('SELECT count(*) AS n FROM team_outbox')?.n ?? 0
  }

  seen(id: string): void {
    this.sql.run('DELETE FROM team_outbox WHERE id = ?', id)
  }

  /** Nothing of a subject waits any more. */
  forget(subject: string): void {
    this.sql.run('DELETE FROM team_outbox WHERE subject = ?', subject)
  }

  holds(subject: string, field: string): boolean {
    return this.sql.get('SELECT 1 FROM team_outbox WHERE subject = ? AND field = ?', subject, field) !== undefined
  }

  /** Whether a change of a field to just this waits. */
  says(subject: string, field: string, value: unknown): boolean {
    const select = 'SELECT 1 FROM team_outbox WHERE subject = ? AND field = ? AND value = ?'
    return this.sql.get(select, subject, field, storable(value)) !== undefined
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
export function storable(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? clean(one) : one))
}

const clean = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '')
