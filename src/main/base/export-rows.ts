import type { ConnectorRow } from '../../shared/connectors/connector'
import type { RowDiagnosis } from '../../shared/issues/diagnosis'

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

/** What a spreadsheet takes for the beginning of a formula, with the full-width forms some of them fold. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/
/** What separates cells in another program, and what may stand between that and the beginning of a cell. */
const separators = new Set(';\t\r\n|')
const beforeCell = /["'\s]/
const formulaSigns = new Set('=+-@＝＋－＠')

/**
 * Rows as CSV (RFC 4180: CRLF, cells with quotes, commas or line breaks quoted). Texts that a spreadsheet would run as
 * a formula get a leading apostrophe, which it shows as text; numbers stay numbers. The file begins with a byte order
 * mark: without it Excel reads UTF-8 as the local code page and breaks names. JSON is the export for programs.
 */
export function toCsv(rows: readonly ConnectorRow[], columns: readonly Column[] = recordColumns): string {
  const titles = columns.map(({ title }) => title)
  return byteOrderMark + csvLines([titles, ...rows.map((row) => columns.map((one) => one.value(row)))])
}

export const byteOrderMark = '\ufeff'

/** Lines of CSV, each ended, without the byte order mark. */
export function csvLines(lines: readonly (readonly unknown[])[]): string {
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}

/** Rows as JSON: the records as they came, unknown and malformed fields too, without token and handle. */
export function toJson(rows: readonly ConnectorRow[]): string {
  return `${JSON.stringify(
    rows.map(({ record: { connector_token: _token, ...record } }) => record),
    null,
    2
  )}\n`
}

/** One value as a CSV cell. Empty for null and what is absent. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // Spaces before it do not keep a spreadsheet from running a formula.
  const plain = withoutFormulasWithin(text)
  const safe = formula.test(plain) || formula.test(plain.trimStart()) ? `'${plain}` : plain
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** An apostrophe before each formula that would begin where another program may begin a cell. */
function withoutFormulasWithin(text: string): string {
  let safe = ''
  let done = 0
  let begins = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (separators.has(char)) begins = true
    else if (begins && formulaSigns.has(char)) {
      safe += `${text.slice(done, at)}'`
      done = at
      begins = false
    } else if (begins && !beforeCell.test(char)) begins = false
  }
  return safe + text.slice(done)
}
