import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '../../shared/errors'

/**
 * The lines of a CSV file, cell by cell; comma, semicolon or tab; UTF-8 or, as Excel saves it, Windows-1252.
 * @throws AppError invalid-input with line and reason
 */
export function csvRecords(name: string, bytes: Uint8Array): string[][] {
  const text = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
  try {
    return parse(text, {
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true
    })
  } catch (thrown) {
    if (thrown instanceof CsvError) throw new AppError('invalid-input', `${name} cannot be read: ${thrown.message}.`)
    throw thrown
  }
}

/** The one that occurs most in the first line. */
function separatorOf(text: string): string {
  const first = text.slice(0, 64_000).split(/[\r\n]/, 1)[0] ?? ''
  const times = (separator: string) => first.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (times(one) > times(best) ? one : best))
}
