import type { ComparedList, ComparisonExport } from '../../shared/connectors/channels'
import type { Compared, Comparison, FieldChange } from '../../shared/connectors/comparison'
import type { Snapshot } from '../../shared/connectors/snapshot'
import type { ConnectorRow } from '../../shared/connectors/connector'
import type { RowDiagnosis } from '../../shared/issues/diagnosis'
import type { Due } from '../../shared/issues/due'
import { byteOrderMark, csvLines } from '../base/csv'

/** A row of the file; without a diagnosis where no refresh has seen the connector. */
export type ExportedRow = Pick<ConnectorRow, 'key' | 'record'> & { diagnosis: RowDiagnosis | null }

export interface Column {
  title: string
  value: (row: ExportedRow) => unknown
}

/** The contract's fields in its order, without the token. */
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

const ofDiagnosis = (title: string, read: (diagnosis: RowDiagnosis) => unknown): Column => ({
  title,
  value: ({ diagnosis }) => diagnosis && read(diagnosis)
})

/** `verdict` has the window's names of diagnoses, times are in UTC. */
export const diagnosisColumns: readonly Column[] = [
  ofDiagnosis('verdict', ({ kind }) => kind),
  ofDiagnosis('verdict_since', ({ since }) => iso(since)),
  ofDiagnosis('good_as_of', ({ lastGoodSync }) => iso(lastGoodSync.time)),
  ofDiagnosis('good_as_of_kind', ({ lastGoodSync }) => lastGoodSync.kind)
]

/** Empty for a connector without an issue or target; `breached` once it was due. */
export function dueColumns(dueOf: (key: string) => Due | null): Column[] {
  const column = (title: string, value: (due: Due) => unknown): Column => ({
    title,
    value: ({ key }) => {
      const due = dueOf(key)
      return due && value(due)
    }
  })
  return [
    column('due_at', ({ at }) => iso(at)),
    column('due_working_minutes_left', ({ left }) => Math.floor(left / 60_000)),
    column('due_breached', ({ over }) => over)
  ]
}

function iso(ms: number | null): string | null {
  const time = new Date(ms ?? NaN)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

type Chunks = AsyncIterable<readonly ExportedRow[]>

/** A piece of text for each chunk: a million rows are more than a text may be long. */
export async function* toCsv(chunks: Chunks, columns: readonly Column[]): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([columns.map(({ title }) => title)])
  for await (const rows of chunks) yield csvLines(rows.map((row) => columns.map((one) => one.value(row))))
}

/** As `toCsv`: one array of unchanged records with unknown and malformed fields, without token and handle. */
export async function* toJson(chunks: Chunks): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of chunks) {
    if (rows.length === 0) continue
    const records = rows.map(({ record: { connector_token: _token, ...record } }) => record)
    yield before + JSON.stringify(records, null, 2).slice('[\n'.length, -'\n]'.length)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

const lists: readonly ComparedList[] = ['new', 'gone', 'recovered', 'broken', 'changed']

const titles = [
  ...['happened', 'key', 'category', 'id', 'end_user', 'integration_slug', 'origin_id', 'verdict_before'],
  ...['verdict_after', 'field', 'before', 'after']
]

/**
 * CSV has a line per changed field, and one for a connector without any; JSON also describes the refreshes. Stored
 * records have no tokens.
 * @returns also the number of connectors
 */
export function comparisonText(
  comparison: Comparison,
  { list, format }: Pick<ComparisonExport, 'list' | 'format'>
): { text: string; rows: number } {
  const rows = lists.flatMap((happened) =>
    list === 'all' || list === happened ? comparison[happened].map((one) => ({ happened, ...one })) : []
  )
  return { text: format === 'csv' ? asCsv(rows) : asJson(comparison, rows), rows: rows.length }
}

type Row = Compared & { happened: ComparedList }

function asCsv(rows: readonly Row[]): string {
  const none: Partial<FieldChange>[] = [{}]
  const lines = rows.flatMap(({ fields, ...row }) =>
    (fields.length > 0 ? fields : none).map(({ field, before, after }) => [
      ...[row.happened, row.key, row.category, idOf(row), row.endUser, row.integrationSlug, row.originId],
      ...[row.before, row.after, field, before, after]
    ])
  )
  return byteOrderMark + csvLines([titles, ...lines])
}

function asJson({ before, after, goneKnown, warnings }: Comparison, rows: readonly Row[]): string {
  const connectors = rows.map(({ happened, before: was, after: is, fields, ...row }) => ({
    happened,
    ...{ key: row.key, category: row.category, id: idOf(row), end_user: row.endUser },
    ...{ integration_slug: row.integrationSlug, origin_id: row.originId, verdict_before: was, verdict_after: is },
    fields
  }))
  const refreshes = { before: fileOf(before), after: fileOf(after) }
  return `${JSON.stringify({ ...refreshes, gone_known: goneKnown, warnings, connectors }, null, 2)}\n`
}

/** Keeps the names that files of every version have. */
const fileOf = ({ id, startedAt, endedAt, ended, parts }: Snapshot) => ({
  id,
  startedAt,
  endedAt,
  verdict: ended,
  parts
})

const idOf = ({ key }: Pick<Row, 'key'>) => key.slice(key.indexOf(':') + 1)
