import { randomUUID } from 'node:crypto'
import { mostCascade } from '../../../../shared/team/change-log-change'
import type { ChangeLogEntry } from '../../../../shared/mappings/change-log'
import type { Region } from '../../../../shared/workspaces/region'
import { AuditChain, operatorOf } from '../activity/audit-chain'
import type { Statements } from '../../statements'
import type { Place } from '../../../../shared/workspaces/place'
import { TeamOutbox } from '../team/outbox'

export interface ChangeLogRow {
  id: number
  region: Region
  /** ms since 1970 */
  at: number
  /** JSON (shared/mappings/change-log.ts), without fields that have a column. */
  entry: string
  operator: string
  elsewhere: 0 | 1
}

interface ReceivedEntry {
  team: string
  at: number
  entry: string
  /** In the team's database. */
  account: string
  operator: string
}

type Cascading = Pick<ChangeLogEntry, 'cascade' | 'cascadeMore'>

/** Changes by this computer and the team's other desks, in order. */
export class ChangeLogTable {
  constructor(private readonly sql: Statements) {}

  /** @returns its id */
  add({ workspaceId, region }: Place, at: number, entry: string): number {
    const insert = 'INSERT INTO ledger (workspace, region, at, entry, team) VALUES (?, ?, ?, ?, ?)'
    const id = this.sql.run(insert, workspaceId, region, at, entry, randomUUID()).lastInsertRowid
    this.tell(id)
    return id
  }

  change(id: number, entry: string): void {
    this.sql.run('UPDATE ledger SET entry = ? WHERE id = ?', entry, id)
    this.tell(id)
  }

  /** Both regions, newest first. @param before an id */
  list(workspaceId: string, before: number, limit: number): ChangeLogRow[] {
    const select = `SELECT id, region, at, entry, coalesce(operator, ${operatorOf('ledger')}) AS operator, operator IS NOT NULL AS elsewhere FROM ledger WHERE workspace = ? AND id < ? ORDER BY id DESC LIMIT ?`
    return this.sql.all<ChangeLogRow>(select, workspaceId, before, limit)
  }

  /**
   * Takes in another desk's entry. Entries of this desk or another account stay. Entries without an account compare by
   * name, and only before their end.
   */
  receive({ workspaceId, region }: Place, { team, at, entry, account, operator }: ReceivedEntry): void {
    const insert = `INSERT INTO ledger (workspace, region, at, entry, team, account, operator) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (workspace, region, team) WHERE team IS NOT NULL
      DO UPDATE SET entry = excluded.entry, account = excluded.account WHERE account = excluded.account
        OR (account IS NULL AND operator = excluded.operator AND entry ->> 'outcome' = 'unknown')`
    this.sql.run(insert, workspaceId, region, at, entry, team, account, operator)
  }

  /** Tells the team, if the place is shared. */
  private tell(id: number): void {
    const one = this.sql.get<{ team: string | null; at: number; entry: string; service: string }>(
      'SELECT team, at, entry, service FROM ledger JOIN team_place USING (workspace, region) WHERE id = ?',
      id
    )
    if (!one?.team) return
    const value = { at: one.at, entry: shortened(JSON.parse(one.entry) as Cascading) }
    new TeamOutbox(this.sql).add({ service: one.service, kind: 'ledger', subject: one.team, field: 'entry', value })
  }

  removeWorkspace(workspaceId: string): void {
    if (this.sql.get('SELECT 1 FROM ledger WHERE workspace = ? LIMIT 1', workspaceId))
      new AuditChain(this.sql).drop('ledger', workspaceId)
    this.sql.run('DELETE FROM ledger WHERE workspace = ?', workspaceId)
  }
}

/** A team change holds only so many of the mappings that went with a field. */
function shortened<T extends Cascading>(entry: T): T {
  let room: number = mostCascade.characters
  const cascade = entry.cascade
    .slice(0, mostCascade.mappings)
    .filter((one) => (room -= JSON.stringify(one).length) >= 0)
  const cascadeMore = entry.cascade.length - cascade.length
  return cascadeMore === 0 ? entry : { ...entry, cascade, cascadeMore }
}

export interface EncryptedRow {
  /** Reveals neither field nor scope. */
  id: string
  /** ms since 1970 */
  at: number
  encrypted: Uint8Array
}

/**
 * Typed expressions, not saved at the service, of which the oldest of a place go first; and what mappings are kept right
 * by: only who can read those knows which may go.
 */
const kinds = {
  draft: { table: 'mapping_draft', most: 200 },
  guard: { table: 'mapping_guard', most: null }
} as const
export type EncryptedKind = keyof typeof kinds

type ReadRow = Omit<EncryptedRow, 'encrypted'> & { encrypted: ArrayBuffer }
const asRow = (row: ReadRow): EncryptedRow => ({ ...row, encrypted: new Uint8Array(row.encrypted) })

export class EncryptedRows {
  private readonly table: string
  private readonly most: number | null

  constructor(
    private readonly sql: Statements,
    kind: EncryptedKind
  ) {
    ;({ table: this.table, most: this.most } = kinds[kind])
  }

  list({ workspaceId, region }: Place): EncryptedRow[] {
    return this.sql.all<ReadRow>(`${this.select()} WHERE workspace = ? AND region = ?`, workspaceId, region).map(asRow)
  }

  get({ workspaceId, region }: Place, id: string): EncryptedRow | null {
    const select = `${this.select()} WHERE workspace = ? AND region = ? AND id = ?`
    const row = this.sql.get<ReadRow>(select, workspaceId, region, id)
    return row ? asRow(row) : null
  }

  private select(): string {
    return `SELECT id, at, sealed AS encrypted FROM ${this.table}`
  }

  put({ workspaceId, region }: Place, { id, at, encrypted }: EncryptedRow): void {
    const upsert = `INSERT INTO ${this.table} VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET at = excluded.at, sealed = excluded.sealed`
    this.sql.run(upsert, workspaceId, region, id, at, encrypted)
    if (this.most === null) return
    const old = `DELETE FROM ${this.table} WHERE workspace = ?1 AND region = ?2 AND id NOT IN (
      SELECT id FROM ${this.table} WHERE workspace = ?1 AND region = ?2 ORDER BY at DESC, id LIMIT ${this.most})`
    this.sql.run(old, workspaceId, region)
  }

  remove({ workspaceId, region }: Place, id: string): void {
    this.sql.run(`DELETE FROM ${this.table} WHERE workspace = ? AND region = ? AND id = ?`, workspaceId, region, id)
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run(`DELETE FROM ${this.table} WHERE workspace = ?`, workspaceId)
  }

  removeAll(): void {
    this.sql.run(`DELETE FROM ${this.table}`)
  }
}

export interface PastedField {
  id: string
  /** Empty for none. */
  name: string
  /** ms since 1970 */
  at: number
}

export class PastedFields {
  constructor(private readonly sql: Statements) {}

  /** In pasting order. Names are JSON texts: SQLite's texts end at a NUL. */
  list({ workspaceId, region }: Place): PastedField[] {
    const select =
      'SELECT field AS id, name, at FROM pasted_field WHERE workspace = ? AND region = ? ORDER BY at, field'
    return this.sql
      .all<PastedField>(select, workspaceId, region)
      .map(({ name, ...field }) => ({ ...field, name: JSON.parse(name) as string }))
  }

  put({ workspaceId, region }: Place, { id, name, at }: PastedField): void {
    const upsert = `INSERT INTO pasted_field VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name`
    this.sql.run(upsert, workspaceId, region, id, JSON.stringify(name), at)
  }

  remove({ workspaceId, region }: Place, id: string): void {
    this.sql.run('DELETE FROM pasted_field WHERE workspace = ? AND region = ? AND field = ?', workspaceId, region, id)
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM pasted_field WHERE workspace = ?', workspaceId)
  }
}
