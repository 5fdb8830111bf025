import { AppError, toAppError } from '../../shared/errors'
import type { FetchExport, FetchProgress, ExportFormat } from '../../shared/data/collection'
import { PartFile } from '../base/part-file'
import type { Bell } from './gate'
import type { Spill } from './spill'
import { byteOrderMark, csvLines } from '../base/csv'
import { CsvRows } from './csv-rows'

interface Format {
  head: string
  /** @param lines JSON texts, one a line @param first only the head was written before */
  rows(lines: Buffer, first: boolean): (string | Uint8Array)[]
  tail(any: boolean): string
}

/** @param columns for CSV */
function formatOf(format: ExportFormat, columns: readonly string[]): Format {
  if (format === 'ndjson') return ndjson
  return format === 'json' ? json : csvOf(columns)
}

const lineBreak = Buffer.from('\n')

const ndjson: Format = {
  head: '',
  rows: (lines) => [lines, lineBreak],
  tail: () => ''
}

const json: Format = {
  head: '[',
  rows(lines, first) {
    // A byte a character: that is copied, where UTF-8 is decoded and encoded.
    const separated = lines.toString('latin1').replaceAll('\n', ',\n')
    return [first ? '\n' : ',\n', Buffer.from(separated, 'latin1')]
  },
  tail: (any) => (any ? '\n]\n' : ']\n')
}

/** RFC 4180, with a byte order mark for Excel and no text that a spreadsheet runs as a formula. */
function csvOf(columns: readonly string[]): Format {
  const rows = new CsvRows(columns)
  return {
    head: byteOrderMark + csvLines([columns]),
    rows: (lines) => [rows.of(lines)],
    tail: () => ''
  }
}

export interface ExportOf {
  id: string
  file: string
  format: ExportFormat
  /** For CSV; none: all that are known at the first row. */
  columns: readonly string[]
}

export interface RowSource {
  readonly spill: Pick<Spill, 'chunks' | 'read'>
  /** Rings with every page and at the end. */
  readonly moved: Bell
  /** null while it runs */
  readonly end: 'done' | 'failed' | 'cancelled' | null
  readonly columns: { readonly names: readonly string[] }
  readonly outcome: Pick<FetchProgress, 'error' | 'ignored'>
  changed(): void
}

/** Writes rows so far and rows to come. Reads them back from disk at its own speed and never delays the fetch. */
export class ExportedFetch {
  private readonly progress: FetchExport
  private readonly controller = new AbortController()
  private knownColumns = 0

  private constructor(
    private readonly fetch: RowSource,
    private readonly part: PartFile,
    private readonly of: ExportOf,
    /** The fetch had stopped before: its cancel is not this file's. */
    private readonly late: boolean
  ) {
    const { id, format, file } = of
    this.progress = { id, format, file, state: 'writing', rows: 0, bytes: 0, error: null, notices: [] }
  }

  /** @throws AppError file-conflict if something is in the way; file-refused, disk-full, internal */
  static async begin(fetch: RowSource, of: ExportOf): Promise<ExportedFetch> {
    const part = await PartFile.begin(of.file)
    return new ExportedFetch(fetch, part, of, fetch.end !== null && fetch.end !== 'done')
  }

  get state(): FetchExport {
    return { ...this.progress, bytes: this.part.bytes, notices: [...this.progress.notices] }
  }

  /** Removes the `.part`. */
  cancel(): void {
    this.controller.abort()
    this.fetch.moved.ring()
  }

  /** Writes until the fetch ends; never throws. */
  async run(): Promise<void> {
    try {
      const whole = await this.write()
      await (whole ? this.part.finish() : this.part.discard())
      this.progress.state = whole ? 'done' : 'cancelled'
    } catch (thrown) {
      await this.part.leave()
      const error = toAppError(thrown)
      const message = `${error.message} The rows fetched so far are in ${this.part.name}, which is incomplete.`
      Object.assign(this.progress, { state: 'failed', error: new AppError(error.code, message, error.info).toShape() })
    }
    this.fetch.changed()
  }

  /** @returns false if cancelled @throws AppError if the fetch or the disk failed */
  private async write(): Promise<boolean> {
    const { fetch, part, progress } = this
    const { signal } = this.controller
    let format: Format | undefined
    for (let chunk = 0; !signal.aborted;) {
      if (chunk < fetch.spill.chunks) {
        const { rows, lines } = await fetch.spill.read(chunk++)
        format ??= await this.begun()
        for (const piece of format.rows(lines, progress.rows === 0)) await part.write(piece)
        progress.rows += rows
        fetch.changed()
      } else if (fetch.end === null) {
        await fetch.moved.next()
      } else {
        format ??= await this.begun()
        return this.ended(format)
      }
    }
    return false
  }

  private async begun(): Promise<Format> {
    const { names } = this.fetch.columns
    this.knownColumns = names.length
    const format = formatOf(this.of.format, this.of.columns.length > 0 ? this.of.columns : [...names])
    await this.part.write(format.head)
    return format
  }

  private async ended(format: Format): Promise<boolean> {
    const { fetch, progress, late } = this
    const missed = fetch.columns.names.length - this.knownColumns
    if (this.of.format === 'csv' && missed > 0) {
      const [columns, are] = missed === 1 ? ['column', 'is'] : ['columns', 'are']
      progress.notices.push(`${missed} ${columns} came after the first row was written and ${are} not in it.`)
    }
    for (const { name, items } of fetch.outcome.ignored) {
      progress.notices.push(`The API ignored ${name}: ${items.toLocaleString('en')} rows do not match it.`)
    }
    if (fetch.end === 'cancelled' && !late) return false
    if (fetch.end !== 'done') {
      const { error } = fetch.outcome
      throw new AppError(error?.code ?? 'cancelled', error?.message ?? 'The fetch was cancelled before its end.')
    }
    await this.part.write(format.tail(progress.rows > 0))
    return true
  }
}
