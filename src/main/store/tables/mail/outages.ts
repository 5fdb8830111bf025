import type { CustomerTold, KnownStep, OutageStep, OutageTold, StepKind, ToldEnd } from '../../../../shared/mail/outage'
import type { Place } from '../../../../shared/workspaces/place'
import type { Statements } from '../../statements'

/** `at` is of the claim, `by` null on this desk. */
interface Made {
  at: number
  by: string | null
}
export type StepRow = OutageStep & Made
export type ToldRow = OutageTold & Made & { message: string; state: ToldEnd | null }

export interface OutageRow {
  integration: string
  number: number
  first: number
  steps: KnownStep[]
  /** The last try of each customer and step. */
  told: (CustomerTold & { keys: string[] })[]
}

/** Outages that customers are told of, letter by letter. Times in ms since 1970. */
export class OutageTable {
  constructor(private readonly sql: Statements) {}

  /** The newest of each integration. */
  list({ workspaceId, region }: Place): OutageRow[] {
    const newest = `(integration, number) IN (SELECT integration, max(number) FROM outage_step
      WHERE workspace = ?1 AND region = ?2 GROUP BY integration)`
    const steps = this.sql.all<Omit<StepRow, 'letters' | 'by'> & { letters: string; by: string | null }>(
      `SELECT integration, number, step, kind, first, letters, at, maker AS "by" FROM outage_step
        WHERE workspace = ?1 AND region = ?2 AND ${newest} ORDER BY integration, step`,
      workspaceId,
      region
    )
    const told = this.sql.all<Omit<ToldRow, 'keys'> & { keys: string }>(
      `SELECT integration, number, step, customer AS originId, max(try) AS try, keys, at, maker AS "by", state
        FROM outage_told WHERE workspace = ?1 AND region = ?2 AND ${newest}
        GROUP BY integration, step, customer ORDER BY step, at, customer`,
      workspaceId,
      region
    )
    const all = new Map<string, OutageRow>()
    for (const { integration, number, first, letters, ...step } of steps) {
      const known = all.get(integration) ?? { integration, number, first, steps: [], told: [] }
      all.set(integration, known)
      known.steps.push({ ...step, kind: step.kind as StepKind, letters: JSON.parse(letters) as KnownStep['letters'] })
    }
    for (const { integration, number: _, keys, ...row } of told)
      all.get(integration)?.told.push({ ...row, keys: JSON.parse(keys) as string[] })
    return [...all.values()]
  }

  /** @returns false if another one is there */
  addStep({ workspaceId, region }: Place, { integration, number, step, ...row }: StepRow): boolean {
    const insert = 'INSERT INTO outage_step VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'
    const of = [workspaceId, region, integration, number, step] as const
    return this.sql.run(insert, ...of, row.kind, row.first, JSON.stringify(row.letters), row.at, row.by).changes > 0
  }

  /** @returns false if the customer has this try */
  addTold({ workspaceId, region }: Place, { integration, number, step, ...row }: ToldRow): boolean {
    const insert = 'INSERT INTO outage_told VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'
    const of = [
      workspaceId,
      region,
      integration,
      number,
      step,
      row.originId,
      row.try,
      JSON.stringify(row.keys)
    ] as const
    return this.sql.run(insert, ...of, row.message, row.at, row.by, row.state).changes > 0
  }

  /** The first end counts. */
  end(message: string, state: ToldEnd): void {
    this.sql.run('UPDATE outage_told SET state = ? WHERE message = ? AND state IS NULL', state, message)
  }

  /** This desk's letters that have ended since, which this marks. */
  takeEnded(): { message: string; state: ToldEnd; service: string | null }[] {
    const ended = this.sql.all<{ message: string; state: ToldEnd; service: string | null }>(
      `SELECT DISTINCT message.id AS message, message.state, service FROM outage_told
        JOIN message ON message.id = outage_told.message
        LEFT JOIN team_place ON team_place.workspace = outage_told.workspace AND team_place.region = outage_told.region
        WHERE outage_told.state IS NULL AND maker IS NULL AND message.state IN ('sent', 'refused', 'unknown')`
    )
    for (const { message, state } of ended) this.end(message, state)
    return ended
  }

  /** When the customer of a connector was told what, of every outage, oldest first. */
  toldOf(
    { workspaceId, region }: Place,
    originId: string
  ): { integration: string; kind: StepKind; at: number; by: string | null; state: ToldEnd | null }[] {
    // prettier-ignore
    return this.sql.all(
      `SELECT integration, kind, told.at, told.maker AS "by", state FROM outage_told AS told
        JOIN outage_step USING (workspace, region, integration, number, step)
        WHERE workspace = ? AND region = ? AND customer = ? ORDER BY told.at`,
      ...[workspaceId, region, originId]
    )
  }
}
