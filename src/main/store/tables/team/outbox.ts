import { createHash, randomUUID } from 'node:crypto'
import type { AccessFact } from '../../../../shared/issues/access'
import type { RefusedWhy } from '../../../../shared/passthrough/library'
import type { Place } from '../../../../shared/workspaces/place'
import type { Statements } from '../../statements'

/** `value` is JSON. */
export interface WaitingChange {
  id: string
  service: string
  /** From shared/team/kinds.ts. */
  kind: string
  subject: string
  field: string
  value: string
}

/** A later change replaces a waiting one. */
const lastWaits = 'note place name content entry seen expected looked sample dropped allowed set times'.split(' ')

/**
 * Changes the team has not seen, each written in the transaction of its data. A change is sent under the same id until
 * the team's feed returns it. A refused change stays for the list only; the view team_waiting leaves it out.
 */
export class TeamOutbox {
  constructor(private readonly sql: Statements) {}

  /** Does nothing for an issue that is not shared. */
  put(episode: number, field: string, value: unknown): void {
    const of = this.sql.get<{ subject: string; service: string }>(
      `SELECT team_case AS subject, service FROM episode JOIN connector ON connector.id = connector
        JOIN team_place USING (workspace, region) WHERE episode.id = ? AND team_case IS NOT NULL`,
      episode
    )
    if (of) this.add({ ...of, kind: 'case', field, value })
  }

  /** Does nothing where the place is not shared, or this desk may only read. */
  putAccess(
    { workspaceId, region }: Place,
    connector: string,
    { since: _, who: __, asked, ...fact }: AccessFact
  ): void {
    const select = `SELECT service FROM team_place, team WHERE workspace = ? AND region = ? AND writes IS NOT 0`
    const of = this.sql.get<{ service: string }>(select, workspaceId, region)
    if (!of) return
    const value = { connector, ...fact, at: Math.round(fact.at) }
    // Desks of the version before would not read another field.
    this.add({ ...of, kind: 'access', subject: asked ?? randomUUID(), field: 'said', value })
  }

  /** Also replaces a refused change of the same field. @returns its id */
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

  /** Oldest first; changes that may wait for a key come last. */
  waiting(limit: number): WaitingChange[] {
    const select = `SELECT id, service, kind, subject, field, value FROM team_waiting
      ORDER BY kind IN ('request', 'shelf', 'contact') AND field = 'content', seq LIMIT ?`
    return this.sql.all<WaitingChange>(select, limit)
  }

  counts(): { waiting: number; refused: number } {
    const select = 'SELECT count(*) AS everything, count(refused) AS refused FROM team_outbox'
    const { everything, refused } = this.sql.get<{ everything: number; refused: number }>(select) ?? none
    return { waiting: everything - refused, refused }
  }

  get isEmpty(): boolean {
    return this.sql.get('SELECT 1 FROM team_outbox LIMIT 1') === undefined
  }

  /** Removes a change that the feed returned. @returns false if unknown */
  seen(id: string): boolean {
    return this.sql.run('DELETE FROM team_outbox WHERE id = ?', id).changes > 0
  }

  refuse(id: string, why: RefusedWhy): void {
    this.sql.run('UPDATE team_outbox SET refused = ? WHERE id = ?', why, id)
  }

  forget(subject: string): void {
    this.sql.run('DELETE FROM team_outbox WHERE subject = ?', subject)
  }

  holds(subject: string, field: string): boolean {
    const select = 'SELECT 1 FROM team_waiting WHERE subject = ? AND field = ?'
    return this.sql.get(select, subject, field) !== undefined
  }

  /** True if this very value waits. */
  says(subject: string, field: string, value: unknown): boolean {
    const select = 'SELECT 1 FROM team_waiting WHERE subject = ? AND field = ? AND value = ?'
    return this.sql.get(select, subject, field, storable(value)) !== undefined
  }

  /** For an issue that was joined to another. */
  rename(subject: string, to: string): void {
    this.sql.run('UPDATE team_outbox SET subject = ? WHERE subject = ?', to, subject)
  }

  /**
   * Drops changes that could not be shared for too long: refused changes, and all of a viewer. An untold issue is told
   * when the right comes back.
   * @param before ms since 1970
   * @returns how many
   */
  expire(before: number, isViewer: boolean): number {
    const old = 'at < ? AND (? OR refused IS NOT NULL)'
    const untold = `SELECT subject FROM team_waiting WHERE field = 'opened' AND ${old}`
    this.sql.run(`UPDATE episode SET team_case = NULL WHERE team_case IN (${untold})`, before, Number(isViewer))
    return this.sql.run(`DELETE FROM team_outbox WHERE ${old}`, before, Number(isViewer)).changes
  }

  /** Moves operators' changes to the following issue; the closing stays. */
  renameWords(subject: string, to: string): void {
    this.sql.run(`UPDATE team_outbox SET subject = ? WHERE subject = ? AND field <> 'closed'`, to, subject)
  }
}

const none = { everything: 0, refused: 0 }

/** PostgreSQL's JSON accepts neither NUL nor half a character. */
export function storable(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? clean(one) : one))
}

const clean = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '')

/** The same on every desk, so that a service has one file of an integration. */
export const shelfId = (service: string, integration: string) => idOf([service, integration])

/** The same on every desk, so that a customer has one list of contacts. */
export const contactsId = (service: string, originId: string) => idOf([service, 'contacts', originId])

/** The same on every desk, so that a mapping has one expectation. */
export const guardId = (service: string, fieldId: string, scope: string) => idOf([service, 'guard', fieldId, scope])
/** The same on every desk, so that a mapping has one newest check. */
export const lookId = (service: string, fieldId: string, scope: string) => idOf([service, 'look', fieldId, scope])

/** Stands for the rule in claims of letters, which desks of the version before keep and leave. */
export const lettersRule = idOf(['letters'])

/** Whether it is one of `idOf`. */
export const isMade = (id: string): boolean => id[14] === '8'

/** The same UUID for the same parts. */
export function idOf(parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-'
  )
}
