import { parse, CsvError } from 'csv-parse/sync'
import { AppError } from '../../../shared/errors'
import { mostAsked, type CsvRows } from '../../../shared/passthrough/many'

const mostColumns = 100

/**
 * Reads the lines of a CSV file; comma, semicolon or tab.
 * @throws AppError invalid-input with line and reason; too-large
 */
export function csvRows(name: string, bytes: Uint8Array): CsvRows {
  let lines: { record: string[]; line: number }[]
  try {
    const { length } = bytes
    if (length === 0) throw new AppError('invalid-input', `${name} is empty.`)
    const read = parse(Buffer.from(bytes), {
      bom: true,
      delimiter: separatorOf(bytes),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      info: true
    }) as unknown as { record: string[]; info: { lines: number } }[]
    lines = read.map(({ record, info }) => ({ record, line: info.lines }))
  } catch (thrown) {
    if (thrown instanceof CsvError) throw new AppError('invalid-input', `${name} cannot be read: ${thrown.message}.`)
    throw thrown
  }
  const [head, ...rest] = lines
  const columns = head?.record ?? []
  if (columns.length === 0 || rest.length === 0) {
    throw new AppError('invalid-input', `${name} has no lines below its head.`)
  }
  if (columns.length > mostColumns) {
    throw new AppError('too-large', `${name} has ${columns.length} columns; at most ${mostColumns} can be used.`)
  }
  const whole = rest.filter(({ record }) => record.length === columns.length)
  if (whole.length > mostAsked) {
    throw new AppError('too-large', `${name} has ${whole.length} lines; at most ${mostAsked} can be asked at once.`)
  }
  const skipped = rest.filter(({ record }) => record.length !== columns.length).map(({ line }) => line)
  return { name, columns, rows: whole.map(({ record }) => record), skipped }
}

/** The one that occurs most in the first line. */
function separatorOf(bytes: Uint8Array): string {
  const first =
    Buffer.from(bytes.subarray(0, 64_000))
      .toString('utf8')
      .split(/[\r\n]/, 1)[0] ?? ''
  const times = (separator: string) => first.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (times(one) > times(best) ? one : best))
}
