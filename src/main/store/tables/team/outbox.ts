import { randomUUID } from 'node:crypto'
import type { RefusedWhy } from '../../../../shared/passthrough/library'
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
 * until they come back in the team's feed: what was sent and not seen is sent again, under the same id. One that was
 * refused is not sent again, and stays here to be listed; the view team_waiting has all others.
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

  /** Notes are kept as they are typed: only the last one waits. What was refused is tried anew. @returns its id */
  add({ service, kind, subject, field, value }: Omit<WaitingChange, 'id' | 'value'> & { value: unknown }): string {
    const before = 'DELETE FROM team_outbox WHERE subject = ? AND field = ? AND (? OR refused IS NOT NULL)'
    this.sql.run(before, subject, field, Number(lastWaits.includes(field)))
    const insert = 'INSERT INTO team_outbox (id, service, kind, subject, field, value, at) VALUES (?, ?, ?, ?, ?, ?, ?)'
    const id = randomUUID()
    this.sql.run(insert, id, service, kind, subject, field, storable(value), Date.now())
    return id
  }

  find(id: string): WaitingChange | undefined {
    const select = 'SELECT id, service, kind, subject, field, value FROM team_outbox WHERE id = ?'
    return this.sql.get<WaitingChange>(select, id)
  }

  /** The oldest first; last what may have to wait for a key. */
  waiting(limit: number): WaitingChange[] {
    const select = `SELECT id, service, kind, subject, field, value FROM team_waiting
      ORDER BY kind = 'request' AND field = 'content', seq LIMIT ?`
    return this.sql.all<WaitingChange>(select, limit)
  }

  /** How many wait, and how many were refused. */
  counts(): { waiting: number; refused: number } {
    const select = 'SELECT count(*) AS everything, count(refused) AS refused FROM team_outbox'
    const { everything, refused } = this.sql.get<{ everything: number; refused: number }>(select) ?? none
    return { waiting: everything - refused, refused }
  }

  /** It is in the feed. @returns whether it was here */
  seen(id: string): boolean {
    return this.sql.run('DELETE FROM team_outbox WHERE id = ?', id).changes > 0
  }

  refuse(id: string, why: RefusedWhy): void {
    this.sql.run('UPDATE team_outbox SET refused = ? WHERE id = ?', why, id)
  }

  /** Nothing of a subject waits any more. */
  forget(subject: string): void {
    this.sql.run('DELETE FROM team_outbox WHERE subject = ?', subject)
  }

  /** Whether a change of a field waits. */
  holds(subject: string, field: string): boolean {
    const select = 'SELECT 1 FROM team_waiting WHERE subject = ? AND field = ?'
    return this.sql.get(select, subject, field) !== undefined
  }

  /** Whether a change of a field to just this waits. */
  says(subject: string, field: string, value: unknown): boolean {
    const select = 'SELECT 1 FROM team_waiting WHERE subject = ? AND field = ? AND value = ?'
    return this.sql.get(select, subject, field, storable(value)) !== undefined
  }

  /** What waits for a case that was joined to another is of that other. */
  rename(subject: string, to: string): void {
    this.sql.run('UPDATE team_outbox SET subject = ? WHERE subject = ?', to, subject)
  }

  /**
   * Forgets what could not be shared for too long: what was refused, and of a viewer all. A case that was not told is
   * taken up again where the right comes back.
   *
   * @param before ms since 1970 @returns how much that was
   */
  expire(before: number, isViewer: boolean): number {
    const old = 'at < ? AND (? OR refused IS NOT NULL)'
    const untold = `SELECT subject FROM team_waiting WHERE field = 'opened' AND ${old}`
    this.sql.run(`UPDATE episode SET team_case = NULL WHERE team_case IN (${untold})`, before, Number(isViewer))
    return this.sql.run(`DELETE FROM team_outbox WHERE ${old}`, before, Number(isViewer)).changes
  }

  /** What operators wrote of a case that another follows is of that other; that it closed is its own. */
  renameWords(subject: string, to: string): void {
    this.sql.run(`UPDATE team_outbox SET subject = ? WHERE subject = ? AND field <> 'closed'`, to, subject)
  }
}

const none = { everything: 0, refused: 0 }

/** PostgreSQL's JSON takes neither a NUL nor half a character. */
export function storable(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? clean(one) : one))
}

const clean = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '')
