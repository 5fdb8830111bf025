import type { CollectionRow } from '../../shared/data/collection'
import { parseExact } from '../../shared/exact-json'
import { AppError } from '../../shared/errors'
import { cellOf, idOf, pickerOf, textOf } from './flatten'
import type { DataFetch } from './fetch'

export interface KeptRow {
  /** From 0. */
  index: number
  page: number
  line: string
}

export async function* keptRows(fetch: DataFetch, from = 0): AsyncGenerator<KeptRow, void, void> {
  const { spill } = fetch
  const until = spill.chunks
  for (let chunk = Math.max(0, spill.chunkOf(from)); chunk < until; chunk++) {
    const { firstRow, page, lines } = await spill.read(chunk)
    let index = firstRow
    for (const line of lines.toString().split('\n')) {
      if (index >= from) yield { index, page, line }
      index++
    }
  }
}

export async function rowsOf(
  fetch: DataFetch,
  { from, count, columns }: { from: number; count: number; columns: readonly string[] }
): Promise<{ total: number; rows: CollectionRow[] }> {
  const total = fetch.spill.rows
  const rows: CollectionRow[] = []
  if (from >= total) return { total, rows }
  const valuesOf = pickerOf(columns)
  for await (const { index, page, line } of keptRows(fetch, from)) {
    if (rows.length === count) break
    const item: unknown = parseExact(line)
    const cells = valuesOf(item).map(cellOf)
    rows.push({ index, page, id: idOf(item, fetch.idField), repeated: fetch.isRepeated(index), cells })
  }
  return { total, rows }
}

/** JSON text without secrets. @throws AppError not-found */
export async function rowAt(fetch: DataFetch, index: number): Promise<string> {
  for await (const { line } of index < fetch.spill.rows ? keptRows(fetch, index) : []) return line
  throw new AppError('not-found', 'This row is not there.')
}

/** The uncut value; null for none. */
export function valueIn(line: string, column: string): string | null {
  return textOf(pickerOf([column])(parseExact(line))[0])
}
