import { AppError } from '../../../shared/errors'
import {
  mostAsked,
  type CsvRows,
  type ManyAnswer,
  type ManyRun,
  type ManySetup
} from '../../../shared/passthrough/many'
import { byteOrderMark, csvLines } from '../../base/csv'
import { csvRecords } from '../../base/csv-records'

const mostColumns = 100

/**
 * Reads the rows of a CSV file.
 * @throws AppError invalid-input with line and reason; too-large
 */
export function csvRows(name: string, bytes: Uint8Array): CsvRows {
  if (bytes.length === 0) throw new AppError('invalid-input', `${name} is empty.`)
  const [columns = [], ...rows] = csvRecords(name, bytes)
  if (columns.length === 0 || rows.length === 0) {
    throw new AppError('invalid-input', `${name} has no lines below its head.`)
  }
  if (columns.length > mostColumns) {
    throw new AppError('too-large', `${name} has ${columns.length} columns; at most ${mostColumns} can be used.`)
  }
  const numbered = rows.map((row, at) => ({ row, line: at + 1, whole: row.length === columns.length }))
  const whole = numbered.filter((one) => one.whole)
  if (whole.length > mostAsked) {
    throw new AppError('too-large', `${name} has ${whole.length} lines; at most ${mostAsked} can be asked at once.`)
  }
  return {
    ...{ name, columns, rows: whole.map(({ row }) => row), lines: whole.map(({ line }) => line) },
    skipped: numbered.filter((one) => !one.whole).map(({ line }) => line)
  }
}

/** Columns of the connector, the answer, the row of a CSV file and the operator's own. */
export function csvHead({ asked, columns }: ManySetup): string {
  const own = rowColumns(asked)
  return byteOrderMark + csvLines([[...titles, ...own, ...columns.map(({ name, expression }) => name || expression)]])
}

const titles = [
  ...['customer', 'integration', 'origin_id', 'connector', 'outcome', 'status', 'provider_status', 'provider_code'],
  ...['error', 'time', 'duration_ms', 'bytes', 'complete', 'content', 'checks_passed', 'checks']
]

const rowColumns = (asked: ManySetup['asked']): string[] => [
  ...new Set(asked.flatMap(({ row }) => row?.values.map(({ name }) => name) ?? []))
]

/** One line; without an answer its cells are empty. */
export function csvLine({ asked, columns }: ManySetup, place: number, answer: ManyAnswer | undefined): string {
  const { connector, row } = asked[place] ?? {}
  const values = new Map(row?.values.map(({ name, value }) => [name, value]))
  return csvLines([
    [
      ...[connector?.endUser, connector?.integrationSlug, connector?.originId, connector?.key],
      ...Object.values(factsOf(answer)),
      ...rowColumns(asked).map((name) => values.get(name)),
      ...columns.map((_, at) => shown(answer?.values[at]))
    ]
  ])
}

/**
 * One JSON line with the answer.
 * @param text the answer without secrets; null for none or binary
 */
export function ndjsonLine(
  { setup }: Pick<ManyRun, 'setup'>,
  place: number,
  answer: ManyAnswer | undefined,
  text: string | null
) {
  const { connector, row } = setup.asked[place] ?? {}
  const line = {
    ...{ customer: connector?.endUser, integration: connector?.integrationSlug },
    ...{ origin_id: connector?.originId, connector: connector?.key },
    ...(row && { row: Object.fromEntries(row.values.map(({ name, value }) => [name, value])) }),
    ...factsOf(answer),
    values: Object.fromEntries(
      setup.columns.map(({ name, expression }, at) => [name || expression, shown(answer?.values[at])])
    ),
    answer: answer?.content === 'json' && text !== null ? 'JSON' : text
  }
  const written = JSON.stringify(line)
  // Its numbers and names stay as the provider wrote them.
  return answer?.content === 'json' && text !== null
    ? `${written.slice(0, -'"JSON"}'.length)}${oneLine(text)}}\n`
    : `${written}\n`
}

/** Line breaks outside of texts; JSON allows none within. */
const oneLine = (json: string) =>
  json
    .replace(/^\ufeff/, '')
    .replaceAll(/[\r\n]+/g, ' ')
    .trim()

const shown = (value: ManyAnswer['values'][number] | undefined) =>
  value === undefined || value.problem ? null : String(value.number) === value.text ? value.number : value.text

const factsOf = (answer: ManyAnswer | undefined) => ({
  outcome: answer?.outcome,
  status: answer?.status,
  provider_status: answer?.providerError?.status,
  provider_code: answer?.providerError?.code,
  error: answer?.error?.message ?? answer?.providerError?.message,
  time: answer && new Date(answer.at).toISOString(),
  duration_ms: answer?.ms,
  bytes: answer?.bytes,
  complete: answer?.complete,
  content: answer?.content,
  checks_passed: answer?.checks?.passed,
  checks: answer?.checks?.of
})
