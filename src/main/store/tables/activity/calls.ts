import type {
  ActivityCall,
  CallFilters,
  CallGroup,
  CallMark,
  CallSum,
  FoundRecord
} from '../../../../shared/activity/call'
import type { Place } from '../../../../shared/workspaces/place'
import type { Statements } from '../../statements'
import { AuditChain, operatorOf } from './audit-chain'
import type { ChartedCall, Spans } from './buckets'
import { conditions, failedOf, outcomeOf } from './conditions'

/** Masked. */
export type CallRow = Omit<ActivityCall, 'id' | 'operator' | 'desk' | 'found'>

type Value = string | number | null
type Stored = Omit<ActivityCall, 'mutation' | 'unknown' | 'probe'> & {
  mutation: number
  unknown: number
  probe: number
}

const columns = `workspace, region, at, asker, method, path, query, status, error, tries, duration_ms, waited_ms,
  limited, bytes, request_id, mutation, unknown, probe, subject, forwarded, connector, part_of`
const selected = `id, workspace AS workspaceId, region, at, asker, method, path, query, status, error, tries,
  duration_ms AS durationMs, waited_ms AS waitedMs, limited, bytes, request_id AS requestId, mutation, unknown, probe,
  (SELECT outcome FROM found WHERE found.call = call.id ORDER BY found.id DESC LIMIT 1) AS found,
  subject, forwarded, connector AS connectorKey, part_of AS partOf, CASE mutation WHEN 1 THEN ${operatorOf('call')} ELSE '' END AS operator, NULL AS desk`
const places = columns.replaceAll(/\w+/g, '?')

const noEnd = `mutation = 1 AND status IS NULL AND error = 'unanswered'`

/** A running change is not: its end may still come. */
const isUnknown = `unknown = 1 AND error IS NOT 'unanswered'`

export interface FoundRow extends Omit<FoundRecord, 'note'> {
  call: number
  /** Encrypted; null for none. */
  note: Uint8Array | null
}

export const mostCounted = 100_000

/** The list shows at most this many calls of a fetch; the export has all. */
const mostOfPart = 5_000

export class Calls {
  constructor(private readonly sql: Statements) {}

  /** @returns its id */
  add(call: CallRow): number {
    return this.sql.run(`INSERT INTO call (${columns}) VALUES (${places})`, ...valuesOf(call)).lastInsertRowid
  }

  /** Completes a call that was added when it began, or adds it if it is gone. @returns its id */
  end(id: number, call: CallRow): number {
    const update = `UPDATE call SET (${columns}) = (${places}) WHERE id = ?`
    return this.sql.run(update, ...valuesOf(call), id).changes === 0 ? this.add(call) : id
  }

  /** Changes cut off by the end of the last run, newest first. Call at the start. */
  withoutEnd(): ActivityCall[] {
    return this.sql.all<Stored>(`SELECT ${selected} FROM call WHERE ${noEnd} ORDER BY id DESC`).map(callOf)
  }

  cutOff(): void {
    this.sql.run(`UPDATE call SET error = 'cut-off' WHERE ${noEnd}`)
  }

  /** Newest first. @param before the previous list's last id */
  list(workspaceId: string, filters: CallFilters, before: number, limit: number): ActivityCall[] {
    const { where, values } = conditions(workspaceId, filters)
    // Ids are in order: no sorting, so the newest come at once.
    const select = `SELECT ${selected} FROM call NOT INDEXED WHERE ${where} AND id < ? ORDER BY id DESC LIMIT ?`
    return this.sql.all<Stored>(select, ...values, before, limit).map(callOf)
  }

  /**
   * Newest first by time. Reads of one fetch, refresh or send appear as their newest; each change appears itself.
   * @param before mark of the previous list's last call; null for the first
   */
  listNewest(workspaceId: string, filters: CallFilters, before: CallMark | null, limit: number): ActivityCall[] {
    const { where, values } = conditions(workspaceId, filters)
    const later = `SELECT 1 FROM call AS later WHERE later.part_of = call.part_of AND later.id > call.id
      AND mutation = 0 AND ${where}`
    const below = before ? ' AND (at, id) < (?, ?)' : ''
    const marks = before ? [before.at, before.id] : []
    // The index has this order: no sorting.
    const select = `SELECT ${selected} FROM call INDEXED BY call_by_workspace WHERE ${where}${below}
      AND (part_of = '' OR mutation = 1 OR NOT EXISTS (${later})) ORDER BY at DESC, id DESC LIMIT ?`
    return this.sql.all<Stored>(select, ...values, ...marks, ...values, limit).map(callOf)
  }

  /** Totals of reads that belong together, two or more. */
  groups(workspaceId: string, filters: CallFilters, partsOf: readonly string[]): CallGroup[] {
    const { where, values } = conditions(workspaceId, filters)
    const select = `SELECT part_of AS partOf, count(*) AS calls, min(at) AS since, sum(${failedOf}) AS failed,
      sum(tries) AS tries, sum(limited) AS limited, sum(waited_ms) AS waitedMs, sum(duration_ms) AS durationMs,
      sum(bytes) AS bytes FROM call WHERE ${where} AND mutation = 0 AND part_of IN (${partsOf.map(() => '?').join(', ')})
      GROUP BY part_of HAVING count(*) > 1`
    return this.sql.all<CallGroup>(select, ...values, ...partsOf)
  }

  /** Newest first. */
  listPart(workspaceId: string, filters: CallFilters, partOf: string): ActivityCall[] {
    const { where, values } = conditions(workspaceId, filters)
    const select = `SELECT ${selected} FROM call WHERE ${where} AND mutation = 0 AND part_of = ?
      ORDER BY id DESC LIMIT ${mostOfPart}`
    return this.sql.all<Stored>(select, ...values, partOf).map(callOf)
  }

  /** Changes of sends whose outcome is unknown. @param sends their ids */
  unknownOf(workspaceId: string, sends: readonly string[]): ActivityCall[] {
    const select = `SELECT ${selected} FROM call WHERE workspace = ? AND part_of IN (SELECT value FROM json_each(?))
      AND ${isUnknown} ORDER BY id`
    return this.sql.all<Stored>(select, workspaceId, JSON.stringify(sends)).map(callOf)
  }

  /** Changes through these connectors whose outcome is or was unknown, the latest 500, oldest first. */
  unknownAbout({ workspaceId, region }: Place, keys: readonly string[]): ActivityCall[] {
    const select = `SELECT ${selected} FROM call WHERE workspace = ? AND region = ? AND ${isUnknown}
      AND connector IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT 500`
    return this.sql.all<Stored>(select, workspaceId, region, JSON.stringify(keys)).map(callOf).reverse()
  }

  /** Adds to the record of a change. @returns its id; null if its outcome is not unknown */
  addFound(of: { workspaceId: string; call: number } & Pick<FoundRow, 'outcome' | 'note' | 'foundAt'>): number | null {
    const { workspaceId, call, outcome, note, foundAt } = of
    const added = this.sql.run(
      `INSERT INTO found (call, workspace, at, outcome, note, found_at)
        SELECT id, workspace, at, ?, ?, ? FROM call WHERE workspace = ? AND id = ? AND ${isUnknown}`,
      ...[outcome, note, foundAt, workspaceId, call]
    )
    return added.changes === 0 ? null : added.lastInsertRowid
  }

  /** Newest first. */
  foundOf(workspaceId: string, calls: readonly number[]): FoundRow[] {
    const select = `SELECT id, call, outcome, note, found_at AS foundAt, ${operatorOf('found')} AS operator FROM found
      WHERE workspace = ? AND call IN (SELECT value FROM json_each(?)) ORDER BY id DESC`
    return this.sql
      .all<Omit<FoundRow, 'note'> & { note: ArrayBuffer | null }>(select, workspaceId, JSON.stringify(calls))
      .map((row) => ({ ...row, note: row.note && new Uint8Array(row.note) }))
  }

  /** At most `mostCounted`. */
  count(workspaceId: string, filters: CallFilters): number {
    const { where, values } = conditions(workspaceId, filters)
    const some = `SELECT 1 FROM call WHERE ${where} LIMIT ${mostCounted}`
    return this.sql.get<{ n: number }>(`SELECT count(*) AS n FROM (${some})`, ...values)?.n ?? 0
  }

  charted(workspaceId: string, filters: CallFilters, { since, until }: Spans): ChartedCall[] {
    const { where, values } = conditions(workspaceId, filters)
    const select = `SELECT at, status, error, probe, limited, duration_ms - waited_ms AS ms FROM call
      WHERE ${where} AND at >= ? AND at < ?`
    return this.sql.all(select, ...values, since, until)
  }

  /** Calls of all workspaces since a time (ms since 1970), by day, asker and outcome. */
  sums(since: number): CallSum[] {
    const select = `SELECT date(at / 1000, 'unixepoch') AS day, asker, mutation, ${outcomeOf} AS outcome,
      count(*) AS calls, sum(tries) AS tries FROM call WHERE at >= ? GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`
    return this.sql
      .all<Omit<CallSum, 'mutation'> & { mutation: number }>(select, since)
      .map((sum) => ({ ...sum, mutation: sum.mutation === 1 }))
  }

  /** @param mutations true removes changes too, which normally outlive their workspace */
  removeWorkspace(workspaceId: string, mutations: boolean): void {
    const changes = 'SELECT 1 FROM call WHERE workspace = ? AND mutation = 1 LIMIT 1'
    if (mutations && this.sql.get(changes, workspaceId))
      for (const kind of ['call', 'found'] as const) new AuditChain(this.sql).drop(kind, workspaceId)
    this.sql.run('DELETE FROM call WHERE workspace = ? AND mutation <= ?', workspaceId, Number(mutations))
  }
}

const callOf = (call: Stored): ActivityCall => ({
  ...call,
  mutation: call.mutation === 1,
  unknown: call.unknown === 1,
  probe: call.probe === 1
})

function valuesOf(call: CallRow): Value[] {
  const { workspaceId, region, at, asker, method, path, query, status, error, tries } = call
  const { durationMs, waitedMs, limited, bytes, requestId, mutation, unknown, probe, subject, forwarded } = call
  const { connectorKey, partOf } = call
  return [
    ...[workspaceId, region, at, asker, method, path, query, status, error, tries],
    ...[durationMs, waitedMs, limited, bytes, requestId, Number(mutation), Number(unknown), Number(probe)],
    ...[subject, forwarded],
    ...[connectorKey, partOf]
  ]
}
