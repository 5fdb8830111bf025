import type { CsvRows } from '../../../../shared/passthrough/many'
import type { Variable } from '../../../../shared/passthrough/passthrough'
import { isBuiltIn } from '../../../../shared/passthrough/variables'
import type { ConnectorList } from '../../records/connector-list.svelte'
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

/** Column and meaning that find the most connectors. */
export async function guess({ columns, rows }: CsvRows, list: ConnectorList, integration: string | null) {
  let best = { column: 0, by: foundBy[0] as FoundBy, hits: 0 }
  const first = rows.slice(0, 200)
  // At most 100 columns: one question has them all.
  const texts = columns.flatMap((_, column) => first.map((row) => row[column] ?? ''))
  for (const by of foundBy) {
    const means = await list.match(by, integration, texts)
    for (const column of columns.keys()) {
      const own = means.slice(column * first.length, (column + 1) * first.length)
      const hits = own.filter(({ key }) => key !== null).length
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

export async function match(
  csv: CsvRows,
  column: number,
  by: FoundBy,
  list: ConnectorList,
  integration: string | null
): Promise<CsvMatch> {
  const columns = variableNames(csv.columns)
  const means = await list.match(
    by,
    integration,
    csv.rows.map((row) => row[column] ?? '')
  )
  const listed = await list.byKeys(means.flatMap(({ key }) => key ?? []))
  const found: CsvMatch['found'][number][] = []
  const missed: CsvMatch['missed'][number][] = []
  for (const [at, row] of csv.rows.entries()) {
    const { key = null, several = 0 } = means[at] ?? {}
    const entry = key === null ? undefined : listed.get(key)
    const line = csv.lines[at] ?? at + 1
    if (!entry) missed.push({ line, text: row[column] ?? '', several })
    else found.push({ line, entry, values: columns.map((name, cell) => ({ name, value: row[cell] ?? '' })) })
  }
  return { name: csv.name, columns, found, missed }
}
