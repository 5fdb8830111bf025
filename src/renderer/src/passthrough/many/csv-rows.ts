import type { CsvRows } from '../../../../shared/passthrough/many'
import type { Variable } from '../../../../shared/passthrough/passthrough'
import { isBuiltIn } from '../../../../shared/passthrough/variables'
import { searchable } from '../../kit/safe-text'
import type { Entry } from '../../records/entry'

/** What a column says of a connector. */
export const foundBy = ['originId', 'id', 'customer'] as const
export type FoundBy = (typeof foundBy)[number]

export interface CsvMatch {
  name: string
  /** Names of the columns as variables. */
  columns: readonly string[]
  found: readonly { line: number; entry: Entry; values: readonly Variable[] }[]
  /** `several`: how many connectors it may mean; 0: none. */
  missed: readonly { line: number; text: string; several: number }[]
}

const textOf = (entry: Entry, by: FoundBy) =>
  by === 'originId' ? (entry.originId ?? '').trim() : by === 'id' ? entry.id : entry.name.trim()
const asked = (cell: string, by: FoundBy) => (by === 'customer' ? searchable(cell.trim()) : cell.trim())

function indexOf(entries: readonly Entry[], by: FoundBy): ReadonlyMap<string, readonly Entry[]> {
  const index = new Map<string, Entry[]>()
  for (const entry of entries) {
    const text = textOf(entry, by)
    if (text === '') continue
    const known = index.get(text)
    if (known) known.push(entry)
    else index.set(text, [entry])
  }
  return index
}

/** Column and meaning that find the most connectors. */
export function guess({ columns, rows }: CsvRows, entries: readonly Entry[]): { column: number; by: FoundBy } {
  let best = { column: 0, by: foundBy[0] as FoundBy, hits: 0 }
  for (const by of foundBy) {
    const index = indexOf(entries, by)
    for (const column of columns.keys()) {
      const hits = rows.slice(0, 200).filter((row) => index.get(asked(row[column] ?? '', by))?.length === 1).length
      if (hits > best.hits) best = { column, by, hits }
    }
  }
  return { column: best.column, by: best.by }
}

/** "Cost center" → `Cost_center`: what `{{…}}` takes. All differ, also from the names of the connector's own values. */
export function variableNames(columns: readonly string[]): readonly string[] {
  const names: string[] = []
  const isTaken = (name: string) => isBuiltIn(name) || names.includes(name)
  for (const [at, column] of columns.entries()) {
    const plain = column
      .trim()
      .replaceAll(/[^\w.-]/g, '_')
      .slice(0, 60)
    const name = plain === '' ? `column_${at + 1}` : /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
    let free = name
    for (let number = at + 1; isTaken(free); number++) free = `${name}_${number}`
    names.push(free)
  }
  return names
}

export function match(csv: CsvRows, column: number, by: FoundBy, entries: readonly Entry[]): CsvMatch {
  const index = indexOf(entries, by)
  const columns = variableNames(csv.columns)
  const found: CsvMatch['found'][number][] = []
  const missed: CsvMatch['missed'][number][] = []
  for (const [at, row] of csv.rows.entries()) {
    const [entry, ...others] = index.get(asked(row[column] ?? '', by)) ?? []
    const line = csv.lines[at] ?? at + 1
    if (!entry || others.length > 0)
      missed.push({ line, text: row[column] ?? '', several: entry ? others.length + 1 : 0 })
    else found.push({ line, entry, values: columns.map((name, cell) => ({ name, value: row[cell] ?? '' })) })
  }
  return { name: csv.name, columns, found, missed }
}
