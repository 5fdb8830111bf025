import type { Statements } from '../../statements'
import { pruneMessages } from '../team/alerts'

/** 5,000,000 changes take about 1 GB. The oldest go first. Records of present connectors and open issues stay. */
export const retention = { days: 400, changes: 5_000_000 } as const

/** Rows dropped at a time: other calls must not wait long. */
const batch = 20_000
const day = 86_400_000

/** Drops expired data. @returns true if more may have expired */
export function prune(sql: Statements, now: number, keep: { days: number; changes: number } = retention): boolean {
  const cutoff = now - keep.days * day
  return sql.transaction(() => {
    const old = lastOf(sql, 'WHERE at < ?', cutoff)
    const newest = sql.get<{ id: number | null }>('SELECT max(id) AS id FROM change')?.id ?? 0
    const excess = lastOf(sql, 'WHERE id <= ?', newest - keep.changes)
    const upTo = Math.max(old?.id ?? 0, excess?.id ?? 0)
    if (upTo > 0) {
      const refresh = Math.max(old?.refresh ?? 0, excess?.refresh ?? 0)
      sql.run('DELETE FROM change WHERE id <= ?', upTo)
      // Without its changes, an earlier state cannot be rebuilt. That there was a whole refresh stays for Trends.
      sql.run('DELETE FROM walk_part WHERE walk < ?', refresh)
      sql.run(`DELETE FROM walk WHERE id < ? AND verdict = 'incomplete'`, refresh)
    }
    sql.run(`DELETE FROM walk WHERE started_at < ? AND verdict <> 'walking'`, cutoff)
    sql.run('DELETE FROM connector WHERE gone_at < ?', cutoff)
    sql.run('DELETE FROM episode WHERE closed_at < ?', cutoff)
    sql.run('DELETE FROM webhook_issue WHERE closed_at < ?', cutoff)
    for (const table of ['kept_queue', 'kept_list']) sql.run(`DELETE FROM ${table} WHERE at < ?`, cutoff)
    sql.run('DELETE FROM message WHERE at < ?', cutoff)
    pruneMessages(sql, cutoff)
    sql.run(`DELETE FROM ticket WHERE at < ? AND state IN ('closed', 'refused')`, cutoff)
    sql.run(`DELETE FROM sync_run WHERE content ->> '$.startedAt' < ?`, cutoff)
    return upTo > 0
  })
}

/** Changes are in order of time. */
function lastOf(sql: Statements, where: string, value: number): { id: number; refresh: number } | undefined {
  const oldest = `SELECT id, walk, at FROM change ORDER BY id LIMIT ${batch}`
  return sql.get<{ id: number; refresh: number }>(
    `SELECT id, walk AS refresh FROM (${oldest}) ${where} ORDER BY id DESC LIMIT 1`,
    value
  )
}

/** Also empties the log file. */
export function removeWorkspace(sql: Statements, workspaceId: string): void {
  sql.transaction(() => {
    sql.run('DELETE FROM connector WHERE workspace = ?', workspaceId)
    sql.run('DELETE FROM walk WHERE workspace = ?', workspaceId)
    sql.run('DELETE FROM collection_walk WHERE workspace = ?', workspaceId)
    for (const table of ['kept_queue', 'kept_list']) sql.run(`DELETE FROM ${table} WHERE workspace = ?`, workspaceId)
    sql.run('DELETE FROM team_read WHERE workspace = ?', workspaceId)
    sql.run('DELETE FROM saved_filter WHERE workspace = ?', workspaceId)
    sql.run('DELETE FROM runbook WHERE workspace = ?', workspaceId)
    sql.run('DELETE FROM webhook_issue WHERE workspace = ?', workspaceId)
    sql.run('DELETE FROM due_times WHERE workspace = ?', workspaceId)
    for (const table of ['alert_rule', 'alert_consent', 'alert_claim'])
      sql.run(`DELETE FROM ${table} WHERE workspace = ?`, workspaceId)
    pruneMessages(sql)
    // Of the practice service; those of another are told by its address.
    sql.run('DELETE FROM ticket WHERE service = ?', workspaceId)
    sql.run('DELETE FROM sync_run WHERE workspace = ?', workspaceId)
    sql.run('DELETE FROM contact WHERE workspace = ?', workspaceId)
    for (const table of ['message', 'campaign', 'outage_step', 'outage_told'])
      sql.run(`DELETE FROM ${table} WHERE workspace = ?`, workspaceId)
  })
  checkpoint(sql)
}

/** Empties the log into the database: committed data then survives a power cut. */
export function checkpoint(sql: Statements): void {
  sql.all('PRAGMA wal_checkpoint(TRUNCATE)')
}
