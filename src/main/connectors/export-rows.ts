import type { ConnectorRow } from '../../shared/connectors/connector'
import type { RowDiagnosis } from '../../shared/issues/diagnosis'
import { byteOrderMark, csvLines } from '../base/csv'

/** One column of an export: its title, and what a row has there. */
export interface Column {
  title: string
  value: (row: ConnectorRow) => unknown
}

/** The contract's fields in its own order (spec: Connector), without the token. */
export const recordFields = [
  'id',
  'category',
  'is_active',
  'status',
  'integration_slug',
  'end_user',
  'origin_id',
  'sync_status',
  'last_sync_start_time',
  'next_sync_start_time',
  'relink_needed_at',
  'is_test_connector',
  'completed_at',
  'created_at',
  'sync_progress',
  'total_employees',
  'active_employees',
  'avg_sync_duration'
] as const

export const recordColumns: readonly Column[] = recordFields.map((title) => ({
  title,
  value: ({ record }) => record[title]
}))

/** What triage says of each row; its `kind` in the words of the contract between window and main, times in UTC. */
export function diagnosisColumns(diagnoses: ReadonlyMap<string, RowDiagnosis>): Column[] {
  const column = (title: string, value: (diagnosis: RowDiagnosis) => unknown): Column => ({
    title,
    value: ({ key }) => {
      const diagnosis = diagnoses.get(key)
      return diagnosis && value(diagnosis)
    }
  })
  return [
    column('verdict', ({ kind }) => kind),
    column('verdict_since', ({ since }) => iso(since)),
    column('good_as_of', ({ lastGoodSync }) => iso(lastGoodSync.time)),
    column('good_as_of_kind', ({ lastGoodSync }) => lastGoodSync.kind)
  ]
}

function iso(ms: number | null): string | null {
  const time = new Date(ms ?? NaN)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** Rows as CSV, as `base/csv` writes it. */
export function toCsv(rows: readonly ConnectorRow[], columns: readonly Column[] = recordColumns): string {
  const titles = columns.map(({ title }) => title)
  return byteOrderMark + csvLines([titles, ...rows.map((row) => columns.map((one) => one.value(row)))])
}

/** Rows as JSON: the records as they came, unknown and malformed fields too, without token and handle. */
export function toJson(rows: readonly ConnectorRow[]): string {
  return `${JSON.stringify(
    rows.map(({ record: { connector_token: _token, ...record } }) => record),
    null,
    2
  )}\n`
}
