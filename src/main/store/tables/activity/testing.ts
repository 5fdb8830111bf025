import { place, start } from '../../../testing/history'
import type { Statements } from '../../statements'
import type { CallRow } from './calls'

/** A successful read by default. */
export function callRow(change: Partial<CallRow> = {}): CallRow {
  return {
    at: start,
    ...place,
    asker: 'connectors',
    method: 'GET',
    path: '/api/hris/v1/connectors',
    query: '',
    status: 200,
    error: null,
    tries: 1,
    durationMs: 20,
    waitedMs: 0,
    limited: 0,
    bytes: 2,
    requestId: null,
    mutation: false,
    unknown: false,
    probe: false,
    subject: '',
    forwarded: '',
    connectorKey: '',
    partOf: '',
    ...change
  }
}

/** A call as database versions before 9 kept it. */
export function addEarlier(sql: Statements, change: Partial<CallRow>): void {
  const { workspaceId, region, at, asker, method, path, query, status, tries, mutation, probe } = callRow(change)
  sql.run(
    `INSERT INTO call (workspace, region, at, asker, method, path, query, status, tries, duration_ms, waited_ms, limited,
      bytes, mutation, probe, subject, forwarded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 20, 0, 0, 2, ?, ?, '', '')`,
    ...[workspaceId, region, at, asker, method, path, query, status, tries, Number(mutation), Number(probe)]
  )
}
