import type { Folder, RefusedWhy, StaysWhy } from '../../../../shared/passthrough/library'
import type { Statements } from '../../statements'
import { ToldItems } from '../team/told-items'
import type { Variable } from '../../../../shared/passthrough/passthrough'
import type { Region } from '../../../../shared/workspaces/region'

/** The plain part for the tree, and the encrypted rest. */
export interface SavedRow {
  id: string
  folderId: string | null
  name: string
  /** ms since 1970 */
  at: number
  head: string
  encrypted: Uint8Array
}
/** `shared`: 1 if the team has it. `undeleted`: why the team keeps it after deletion here. */
export type SavedRowHead = Omit<SavedRow, 'encrypted'> & {
  stays: StaysWhy | null
  shared: 0 | 1
  undeleted: RefusedWhy | null
}

/** SQL: whether the team has an item, and why it keeps one that was deleted here. */
export const ofTeam = (table: string) =>
  `EXISTS (SELECT 1 FROM team_item WHERE team_item.id = ${table}.id AND removed = 0) AS shared,
  (SELECT refused FROM team_outbox WHERE subject = ${table}.id AND field = 'removed') AS undeleted`
const columns = `id, folder AS folderId, name, at, head, stays, ${ofTeam('saved_request')}`
type FolderRow = Omit<Folder, 'shared' | 'undeleted'> & { shared: 0 | 1; undeleted: RefusedWhy | null }

export class SavedRequests {
  private readonly told: ToldItems

  constructor(private readonly sql: Statements) {
    this.told = new ToldItems(sql)
  }

  folders(workspaceId: string): Folder[] {
    const select = `SELECT id, parent AS parentId, name, ${ofTeam('folder')} FROM folder
      WHERE workspace = ? ORDER BY name, id`
    return this.sql.all<FolderRow>(select, workspaceId).map(({ shared, undeleted, ...folder }) => ({
      ...folder,
      ...(shared === 1 && { shared: true }),
      ...(undeleted && { undeleted })
    }))
  }

  putFolder(workspaceId: string, { id, parentId, name }: Folder): void {
    this.told.place(workspaceId, { kind: 'folder', id, name, within: parentId })
    this.sql.run('INSERT OR REPLACE INTO folder VALUES (?, ?, ?, ?)', workspaceId, id, parentId, name)
  }

  /** Removes its requests too. @returns how many */
  removeFolder(workspaceId: string, id: string): number {
    const inIt = 'SELECT id FROM saved_request WHERE workspace = ? AND folder = ?'
    for (const one of this.sql.all<{ id: string }>(inIt, workspaceId, id))
      this.told.removed(workspaceId, 'request', one.id)
    const { changes } = this.sql.run('DELETE FROM folder WHERE workspace = ? AND id = ?', workspaceId, id)
    if (changes > 0) this.told.removed(workspaceId, 'folder', id)
    return this.sql.run('DELETE FROM saved_request WHERE workspace = ? AND folder = ?', workspaceId, id).changes
  }

  heads(workspaceId: string): SavedRowHead[] {
    const select = `SELECT ${columns} FROM saved_request WHERE workspace = ? ORDER BY name, id`
    return this.sql.all<SavedRowHead>(select, workspaceId)
  }

  get(workspaceId: string, id: string): (SavedRow & SavedRowHead) | null {
    const select = `SELECT ${columns}, sealed AS encrypted FROM saved_request WHERE workspace = ? AND id = ?`
    const row = this.sql.get<SavedRowHead & { encrypted: ArrayBuffer }>(select, workspaceId, id)
    return row ? { ...row, encrypted: new Uint8Array(row.encrypted) } : null
  }

  /** If name and folder stay, only the content is told: an edit must not undo another desk's rename. */
  put(workspaceId: string, row: SavedRow): void {
    const { id, name, folderId: within } = row
    const same = 'SELECT 1 FROM saved_request WHERE workspace = ? AND id = ? AND name = ? AND folder IS ?'
    if (!this.sql.get(same, workspaceId, id, name, within))
      this.told.place(workspaceId, { kind: 'request', id, name, within })
    this.receive(workspaceId, row, this.told.content(workspaceId, row.id))
  }

  /** @param change the team's change; null for none */
  receive(workspaceId: string, { id, folderId, name, at, head, encrypted }: SavedRow, change: string | null): void {
    const insert = `INSERT OR REPLACE INTO saved_request (workspace, id, folder, name, at, head, sealed, team_change)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
    this.sql.run(insert, workspaceId, id, folderId, name, at, head, encrypted, change)
  }

  /** @returns false for an unknown request */
  move(workspaceId: string, { id, folderId, name }: Pick<SavedRow, 'id' | 'folderId' | 'name'>): boolean {
    const update = 'UPDATE saved_request SET folder = ?, name = ? WHERE workspace = ? AND id = ?'
    const isHere = this.sql.run(update, folderId, name, workspaceId, id).changes > 0
    if (isHere) this.told.place(workspaceId, { kind: 'request', id, name, within: folderId })
    return isHere
  }

  /** @param forGood false if the team keeps it elsewhere */
  remove(workspaceId: string, id: string, forGood: boolean): void {
    const { changes } = this.sql.run('DELETE FROM saved_request WHERE workspace = ? AND id = ?', workspaceId, id)
    if (forGood && changes > 0) this.told.removed(workspaceId, 'request', id)
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM folder WHERE workspace = ?', workspaceId)
    this.sql.run('DELETE FROM saved_request WHERE workspace = ?', workspaceId)
  }

  /** In all workspaces; folders stay. */
  removeAll(): void {
    this.sql.run('DELETE FROM saved_request')
  }
}

export interface TabRow {
  id: string
  place: number
  encrypted: Uint8Array
}

export class Tabs {
  constructor(private readonly sql: Statements) {}

  list(workspaceId: string): { tabs: TabRow[]; activeId: string | null } {
    const select = 'SELECT id, place, sealed AS encrypted FROM tab WHERE workspace = ? ORDER BY place, id'
    const rows = this.sql.all<Omit<TabRow, 'encrypted'> & { encrypted: ArrayBuffer }>(select, workspaceId)
    const front = this.sql.get<{ tab: string | null }>('SELECT tab FROM front_tab WHERE workspace = ?', workspaceId)
    return {
      tabs: rows.map((row) => ({ ...row, encrypted: new Uint8Array(row.encrypted) })),
      activeId: front?.tab ?? null
    }
  }

  /** @param place of a new tab, by default the end; a known tab keeps its place */
  put(workspaceId: string, { id, place, encrypted }: Omit<TabRow, 'place'> & { place?: number | undefined }): void {
    const known = this.sql.run('UPDATE tab SET sealed = ? WHERE workspace = ? AND id = ?', encrypted, workspaceId, id)
    if (known.changes > 0) return
    const last = 'SELECT max(place) AS place FROM tab WHERE workspace = ?'
    const next = place ?? (this.sql.get<{ place: number | null }>(last, workspaceId)?.place ?? -1) + 1
    this.sql.run('INSERT INTO tab VALUES (?, ?, ?, ?)', workspaceId, id, next, encrypted)
  }

  /** Other tabs follow in their old order. */
  arrange(workspaceId: string, order: readonly string[], activeId: string | null): void {
    this.sql.run('UPDATE tab SET place = place + ? WHERE workspace = ?', order.length, workspaceId)
    for (const [place, id] of order.entries()) {
      this.sql.run('UPDATE tab SET place = ? WHERE workspace = ? AND id = ?', place, workspaceId, id)
    }
    this.sql.run('INSERT OR REPLACE INTO front_tab VALUES (?, ?)', workspaceId, activeId)
  }

  /** @returns its place, null for an unknown tab */
  remove(workspaceId: string, id: string): number | null {
    const select = 'SELECT place FROM tab WHERE workspace = ? AND id = ?'
    const row = this.sql.get<{ place: number }>(select, workspaceId, id)
    this.sql.run('DELETE FROM tab WHERE workspace = ? AND id = ?', workspaceId, id)
    return row?.place ?? null
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM tab WHERE workspace = ?', workspaceId)
    this.sql.run('DELETE FROM front_tab WHERE workspace = ?', workspaceId)
  }

  removeAll(): void {
    this.sql.run('DELETE FROM tab')
  }
}

/** Values for `{{name}}`, in the operator's order. They are no secrets: not encrypted. */
export class VariableTable {
  constructor(private readonly sql: Statements) {}

  /** JSON texts: SQLite's texts end at a NUL. */
  list(workspaceId: string): Variable[] {
    const select = 'SELECT name, value FROM variable WHERE workspace = ? ORDER BY place'
    return this.sql
      .all<Variable>(select, workspaceId)
      .map(({ name, value }) => ({ name, value: JSON.parse(value) as string }))
  }

  replace(workspaceId: string, variables: readonly Variable[]): void {
    this.removeWorkspace(workspaceId)
    for (const [place, { name, value }] of variables.entries()) {
      this.sql.run('INSERT INTO variable VALUES (?, ?, ?, ?)', workspaceId, place, name, JSON.stringify(value))
    }
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM variable WHERE workspace = ?', workspaceId)
  }
}

/** Which saved request Check now asks of each integration. */
export class AccessCheckTable {
  constructor(private readonly sql: Statements) {}

  get(workspaceId: string, integration: string): string | null {
    const select = 'SELECT request FROM access_check WHERE workspace = ? AND integration = ?'
    return this.sql.get<{ request: string }>(select, workspaceId, integration)?.request ?? null
  }

  put(workspaceId: string, integration: string, request: string | null): void {
    if (request === null)
      this.sql.run('DELETE FROM access_check WHERE workspace = ? AND integration = ?', workspaceId, integration)
    else this.sql.run('INSERT OR REPLACE INTO access_check VALUES (?, ?, ?)', workspaceId, integration, request)
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM access_check WHERE workspace = ?', workspaceId)
  }
}

/** `key`: `<category>:<id>`. */
export interface ValueOwner {
  workspaceId: string
  region: Region
  key: string
}

export interface ValueRow {
  name: string
  encrypted: Uint8Array
}

/** Values of answers. The names are in plain text. */
export class ConnectorValueTable {
  constructor(private readonly sql: Statements) {}

  list({ workspaceId, region, key }: ValueOwner): ValueRow[] {
    const select = `SELECT name, sealed AS encrypted FROM connector_value
      WHERE workspace = ? AND region = ? AND key = ? ORDER BY name`
    return this.sql
      .all<{ name: string; encrypted: ArrayBuffer }>(select, workspaceId, region, key)
      .map(({ name, encrypted }) => ({ name, encrypted: new Uint8Array(encrypted) }))
  }

  owners(): ValueOwner[] {
    return this.sql.all<ValueOwner>('SELECT DISTINCT workspace AS workspaceId, region, key FROM connector_value')
  }

  put({ workspaceId, region, key }: ValueOwner, { name, encrypted }: ValueRow): void {
    const insert = 'INSERT OR REPLACE INTO connector_value VALUES (?, ?, ?, ?, ?)'
    this.sql.run(insert, workspaceId, region, key, name, encrypted)
  }

  remove({ workspaceId, region, key }: ValueOwner, name: string): void {
    const where = 'workspace = ? AND region = ? AND key = ? AND name = ?'
    this.sql.run(`DELETE FROM connector_value WHERE ${where}`, workspaceId, region, key, name)
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM connector_value WHERE workspace = ?', workspaceId)
  }

  removeAll(): void {
    this.sql.run('DELETE FROM connector_value')
  }
}
