import type { Statements } from '../../statements'
import type { Place } from '../../../../shared/workspaces/place'
import { idOf, TeamOutbox } from '../team/outbox'

/** `content`: JSON of an expectation or a check, or an encrypted sample. `maker`: the colleague; null: this desk. */
export interface SharedGuardRow {
  id: string
  kind: 'expected' | 'looked' | 'sample' | 'dropped'
  field: string
  scope: string
  key: string | null
  at: number
  content: string
  maker: string | null
}

/** Of a place that is shared. */
export interface SharedGuards {
  team: string
  service: string
  /** The team allows samples. */
  samples: boolean
  writes: boolean
  /** Another one after each change of the rows. */
  mark: string
  rows: SharedGuardRow[]
}

export type GuardTold = {
  field: 'expected' | 'looked' | 'sample' | 'dropped'
  subject: string
  at: number
  value: unknown
}

/** What desks of a team keep mappings right by. No value is readable here. */
export class SharedGuardTable {
  private readonly outbox: TeamOutbox

  constructor(private readonly sql: Statements) {
    this.outbox = new TeamOutbox(sql)
  }

  /**
   * Without what this desk has dropped, also before the team knows.
   *
   * @param of one mapping; null: all
   * @returns null where the place is not shared
   */
  list(place: Place, of: { fieldId: string; scope: string } | null): SharedGuards | null {
    const at = this.at(place)
    if (!at) return null
    const { service } = at
    const rows = this.sql.all<SharedGuardRow>(
      `SELECT id, kind, field, scope, key, at, content, maker FROM shared_guard WHERE service = ? AND kind <> 'allowed'
        AND (? OR (field, scope) IN ((?, ?), ('', '')))
        AND NOT EXISTS (SELECT 1 FROM team_waiting AS one WHERE one.subject = shared_guard.id AND one.field = 'dropped')
        ORDER BY at, id`,
      ...[service, Number(of === null), of?.fieldId ?? '', of?.scope ?? '']
    )
    return { ...at, samples: this.allows(service), mark: this.mark(service), rows }
  }

  /** Rows are replaced, so a change makes a new one. */
  private mark(service: string): string {
    const select = `SELECT count(*) || ' ' || coalesce(max(rowid) || ' ' || max(at), '') AS mark FROM shared_guard WHERE service = ?`
    return this.sql.get<{ mark: string }>(select, service)?.mark ?? ''
  }

  private at({ workspaceId, region }: Place): Pick<SharedGuards, 'team' | 'service' | 'writes'> | null {
    const select =
      'SELECT team, service, writes IS NOT 0 AS writes FROM team_place, team WHERE workspace = ? AND region = ?'
    const at = this.sql.get<{ team: string; service: string; writes: number }>(select, workspaceId, region)
    return at ? { ...at, writes: at.writes === 1 } : null
  }

  /** Leaves out what the team has, or something newer. */
  tell(place: Place, told: readonly GuardTold[]): void {
    const at = this.at(place)
    if (!at?.writes) return
    const { service } = at
    for (const { field, subject, at: when, value } of told) {
      const row = this.known(service, subject)
      if (field === 'dropped') this.drop(service, subject, row !== null && row.kind !== 'dropped')
      else if (!row || row.at < when || (row.kind === 'dropped' && field !== 'sample'))
        this.outbox.add({ service, kind: 'guard', subject, field, value })
    }
  }

  private drop(service: string, subject: string, isKnown: boolean): void {
    // What waits may have been sent, and then the feed still brings it.
    const waited = this.sql.run(`DELETE FROM team_outbox WHERE subject = ? AND field <> 'dropped'`, subject).changes > 0
    if (isKnown || waited) this.outbox.add({ service, kind: 'guard', subject, field: 'dropped', value: true })
  }

  put(service: string, row: SharedGuardRow): void {
    const { id, kind, field, scope, key, at, content, maker } = row
    const insert = 'INSERT OR REPLACE INTO shared_guard VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'
    this.sql.run(insert, service, id, kind, field, scope, key, at, content, maker)
  }

  known(service: string, id: string): Pick<SharedGuardRow, 'kind' | 'at' | 'field' | 'scope'> | null {
    const select = 'SELECT kind, at, field, scope FROM shared_guard WHERE service = ? AND id = ?'
    return this.sql.get(select, service, id) ?? null
  }

  count(service: string): number {
    const select = 'SELECT count(*) AS n FROM shared_guard WHERE service = ?'
    return this.sql.get<{ n: number }>(select, service)?.n ?? 0
  }

  allows(service: string): boolean {
    const select = `SELECT 1 FROM shared_guard WHERE service = ? AND kind = 'allowed' AND content = 'true'`
    return this.sql.get(select, service) !== undefined
  }

  /** Without leave no sample stays: neither here, nor on its way. */
  putLeave(service: string, allowed: boolean): void {
    const insert = `INSERT OR REPLACE INTO shared_guard VALUES (?, ?, 'allowed', '', '', NULL, 0, ?, NULL)`
    this.sql.run(insert, service, idOf([service, 'samples']), String(allowed))
    if (allowed) return
    this.sql.run(`DELETE FROM shared_guard WHERE service = ? AND kind = 'sample'`, service)
    this.sql.run(`DELETE FROM team_outbox WHERE service = ? AND kind = 'guard' AND field = 'sample'`, service)
  }

  /** Of all services of the team; null without one. */
  leave(): boolean | null {
    const services = this.services()
    return services.length === 0 ? null : services.every((service) => this.allows(service))
  }

  allow(allowed: boolean): void {
    for (const service of this.services()) {
      this.putLeave(service, allowed)
      const subject = idOf([service, 'samples'])
      this.outbox.add({ service, kind: 'guard', subject, field: 'allowed', value: allowed })
    }
  }

  /** @param tells colleagues drop them as well, and so does a desk that joins later */
  forget(place: Place, keys: readonly string[], tells: boolean): void {
    const at = this.at(place)
    if (!at) return
    const { service } = at
    for (const key of keys) {
      const select = 'SELECT id FROM shared_guard WHERE service = ? AND key = ?'
      for (const { id } of this.sql.all<{ id: string }>(select, service, key)) {
        if (tells && at.writes) this.drop(service, id, true)
        this.sql.run('DELETE FROM shared_guard WHERE service = ? AND id = ?', service, id)
      }
      // Only this desk knows of those.
      const waiting = `SELECT DISTINCT subject FROM team_outbox WHERE kind = 'guard' AND service = ? AND value ->> '$.key' = ?`
      for (const { subject } of this.sql.all<{ subject: string }>(waiting, service, key))
        this.drop(service, subject, false)
    }
  }

  private services(): string[] {
    return this.sql.all<{ service: string }>('SELECT DISTINCT service FROM team_place').map(({ service }) => service)
  }
}

/** Services whose rows of the team went with their workspace: they are read again once another workspace uses one. */
export class TeamGaps {
  constructor(private readonly sql: Statements) {}

  get services(): string[] {
    return JSON.parse(this.sql.get<{ gaps: string }>('SELECT gaps FROM team')?.gaps ?? '[]') as string[]
  }

  fill(service: string): void {
    this.put(this.services.filter((one) => one !== service))
  }

  /** What the team says of mappings, watched issues and due times of services that no other workspace uses. */
  removeWorkspace(workspaceId: string): void {
    const select = `SELECT service FROM team_place WHERE workspace = ?1
      EXCEPT SELECT service FROM team_place WHERE workspace <> ?1`
    this.remove(this.sql.all<{ service: string }>(select, workspaceId).map(({ service }) => service))
  }

  remove(services: readonly string[]): void {
    for (const service of services)
      for (const table of ['shared_guard', 'team_value'])
        this.sql.run(`DELETE FROM ${table} WHERE service = ?`, service)
    if (services.length > 0) this.put([...new Set([...this.services, ...services])])
  }

  private put(services: string[]): void {
    this.sql.run('UPDATE team SET gaps = ?', JSON.stringify(services))
  }
}
