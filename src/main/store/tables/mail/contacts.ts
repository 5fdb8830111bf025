import type { StaysWhy } from '../../../../shared/passthrough/library'
import type { Region } from '../../../../shared/workspaces/region'
import type { Statements } from '../../statements'
import { SharedGuardTable } from '../mappings/shared-guards'
import { AlertTable } from '../team/alerts'
import { contactsId, TeamOutbox } from '../team/outbox'
import { ToldItems } from '../team/told-items'

/** `encrypted`: the contacts of a customer. */
export interface ContactRow {
  originId: string
  encrypted: Uint8Array
}

/** `id`: what the team calls the customer. */
export type ContactsOfTeam = ContactRow & { id: string | null; stays: StaysWhy | null }

/** Contacts of customers by origin ID. The team is told of them; only main can read them. */
export class ContactTable {
  private readonly told: ToldItems
  private readonly outbox: TeamOutbox

  constructor(private readonly sql: Statements) {
    this.told = new ToldItems(sql)
    this.outbox = new TeamOutbox(sql)
  }

  list(workspaceId: string): ContactsOfTeam[] {
    const select =
      'SELECT name AS originId, sealed AS encrypted, id, stays FROM contact WHERE workspace = ? ORDER BY name'
    const rows = this.sql.all<Omit<ContactsOfTeam, 'encrypted'> & { encrypted: ArrayBuffer }>(select, workspaceId)
    return rows.map((row) => ({ ...row, encrypted: new Uint8Array(row.encrypted) }))
  }

  get(workspaceId: string, originId: string): Uint8Array | null {
    const select = 'SELECT sealed AS encrypted FROM contact WHERE workspace = ? AND name = ?'
    const row = this.sql.get<{ encrypted: ArrayBuffer }>(select, workspaceId, originId)
    return row ? new Uint8Array(row.encrypted) : null
  }

  /**
   * @param team the team's change that brought it; null: this desk changes it
   * @returns false if a change of this desk, which the team has not seen, stays in its place
   */
  put(workspaceId: string, { originId, encrypted }: ContactRow, team: { id: string; change: string } | null): boolean {
    if (team && ['content', 'removed'].some((field) => this.outbox.holds(team.id, field))) return false
    const told = team ?? this.told.contacts(workspaceId, originId)
    this.sql.run(
      'INSERT OR REPLACE INTO contact (workspace, name, sealed, id, team_change) VALUES (?, ?, ?, ?, ?)',
      ...[workspaceId, originId, encrypted, told?.id ?? null, told?.change ?? null]
    )
    return true
  }

  /** In all workspaces: their key is lost. */
  removeAll(): void {
    this.sql.run('DELETE FROM contact')
  }
}

/** Whether this desk or the team has forgotten the customer, and has no contacts of them since. */
export function isForgotten(sql: Statements, service: string, originId: string): boolean {
  const select = `SELECT 1 FROM (SELECT id FROM team_item WHERE kind = 'contact' AND removed = 1
      UNION ALL SELECT subject FROM team_waiting WHERE kind = 'contact' AND field = 'removed') AS gone
    WHERE gone.id = ?1 AND NOT EXISTS (SELECT 1 FROM contact WHERE contact.id = ?1)`
  return sql.get(select, contactsId(service, originId)) !== undefined
}

const connectorsOf = `SELECT id, region, category || ':' || connector_id AS key FROM connector
  WHERE workspace = ? AND record ->> '$.origin_id' = ?`

/**
 * Removes what this computer has of a customer beside the list of connectors and the record of changes: contacts, letters,
 * notes, and answers of their systems. Bodies in files go with the next sweep; kept samples of the customer's connectors once
 * main can open them (`forgottenConnectors`).
 * @param tells the team is told: colleagues' desks do so as well
 */
export function forgetCustomer(sql: Statements, workspaceId: string, originId: string, tells: boolean): void {
  const of = [workspaceId, originId] as const
  const episodes = `SELECT episode.id FROM episode JOIN (${connectorsOf}) AS one ON one.id = episode.connector`
  if (tells) {
    const noted = `SELECT id FROM episode WHERE note <> '' AND id IN (${episodes})`
    const outbox = new TeamOutbox(sql)
    for (const { id } of sql.all<{ id: number }>(noted, ...of)) outbox.put(id, 'note', '')
    new ToldItems(sql).forgotten(workspaceId, originId)
  }
  const shared = `SELECT team_case FROM episode WHERE id IN (${episodes}) AND team_case IS NOT NULL`
  sql.run('DELETE FROM contact WHERE workspace = ? AND name = ?', ...of)
  sql.run('DELETE FROM message WHERE workspace = ? AND customer = ?', ...of)
  sql.run('DELETE FROM outage_told WHERE workspace = ? AND customer = ?', ...of)
  sql.run(`UPDATE team_field SET value = '""' WHERE field = 'note' AND team_case IN (${shared})`, ...of)
  sql.run(`UPDATE episode_event SET detail = NULL WHERE kind = 'noted' AND episode IN (${episodes})`, ...of)
  sql.run(`UPDATE episode SET note = '' WHERE id IN (${episodes})`, ...of)
  sql.run(
    `DELETE FROM sent WHERE workspace = ? AND (head ->> '$.region', head ->> '$.connector.key') IN
      (SELECT region, key FROM (${connectorsOf}))`,
    ...[workspaceId, ...of]
  )
  sql.run(
    `DELETE FROM connector_value WHERE workspace = ? AND (region, key) IN (SELECT region, key FROM (${connectorsOf}))`,
    ...[workspaceId, ...of]
  )
  const connectors = sql.all<{ region: Region; key: string }>(`SELECT region, key FROM (${connectorsOf})`, ...of)
  for (const region of new Set(connectors.map((one) => one.region))) {
    const keys = connectors.flatMap((one) => (one.region === region ? one.key : []))
    new SharedGuardTable(sql).forget({ workspaceId, region }, keys, tells)
    const counted = `DELETE FROM webhook_issue WHERE workspace = ? AND region = ? AND kind = 'mapping'
      AND facts ->> '$.source.key' IN (SELECT value FROM json_each(?))`
    sql.run(counted, workspaceId, region, JSON.stringify(keys))
    const insert = 'INSERT OR IGNORE INTO forgotten VALUES (?, ?, ?)'
    for (const key of keys) {
      sql.run(insert, workspaceId, region, key)
      new AlertTable(sql).forget({ workspaceId, region }, key)
    }
  }
}
