import type { TableWindow, TreeWindow, BodySummary } from '../../shared/viewer/windows'
import { none, type JsonIndex } from '../../shared/passthrough/json-index'
import { keyOf } from '../../shared/passthrough/json-lint'
import { toJmespath, wayTo } from '../../shared/passthrough/paths'
import { childNumbers, childrenOf, isContainer, kindOf, shownText } from './json-values'

/** Larger objects are not searched for repeated names. */
const mostNames = 10_000
const mostColumns = 100
/** Rows read to find columns and count nulls. */
const sampledRows = 20_000
/** Values searched for lists of objects, which stand near the top. */
const searchedForTables = 5_000
const mostTables = 20

export function jsonChildren(index: JsonIndex, n: number, from: number, count: number): TreeWindow {
  const numbers = childNumbers(index, n)
  const inObject = kindOf(index, n) === 'object'
  const again = inObject && numbers.length <= mostNames ? repeatedNames(index, numbers) : new Set<string>()
  const nodes = Array.from(numbers.subarray(from, from + count), (child, offset) => {
    const name = inObject ? keyOf(index, child) : from + offset
    return treeNode(index, child, name, typeof name === 'string' && again.has(name))
  })
  return { total: numbers.length, nodes }
}

export function treeNode(index: JsonIndex, n: number, name: string | number, repeated = false) {
  const kind = kindOf(index, n)
  const shown = isContainer(kind) ? { text: '', cut: 0 } : shownText(index, n)
  return { node: n, name, kind, ...shown, children: index.size[n] ?? 0, repeated }
}

function repeatedNames(index: JsonIndex, numbers: Uint32Array): Set<string> {
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const n of numbers) {
    const name = keyOf(index, n)
    if (seen.has(name)) again.add(name)
    seen.add(name)
  }
  return again
}

/** Lists of objects near the top, for tables. */
export function jsonTables(index: JsonIndex): BodySummary['tables'] {
  const tables: BodySummary['tables'] = []
  const end = Math.min(index.count, searchedForTables)
  for (let n = 0; n < end && tables.length < mostTables;) {
    const isList = kindOf(index, n) === 'array' && (index.size[n] ?? 0) > 0
    if (isList && kindOf(index, n + 1) === 'object') {
      tables.push({ node: n, jmespath: toJmespath(wayTo(index, n)), rows: index.size[n] ?? 0 })
      // Lists within rows make no tables.
      n = index.next[n] ?? end
    } else n++
  }
  return tables
}

/** A window of a list as a table, with columns in order of first occurrence. */
export function jsonTable(index: JsonIndex, n: number, from: number, count: number): TableWindow {
  const numbers = childNumbers(index, n)
  const nulls = new Map<string, number>()
  let moreColumns = false
  for (const row of numbers.subarray(0, sampledRows)) {
    if (kindOf(index, row) !== 'object') continue
    for (const cell of childrenOf(index, row)) {
      const name = keyOf(index, cell)
      const known = nulls.get(name)
      if (known === undefined && nulls.size === mostColumns) moreColumns = true
      else nulls.set(name, (known ?? 0) + (kindOf(index, cell) === 'null' ? 1 : 0))
    }
  }
  const names = [...nulls.keys()]
  const rows = Array.from(numbers.subarray(from, from + count), (row) => ({ node: row, cells: cellsOf(row) }))
  return {
    columns: names.map((name) => ({ name, nulls: nulls.get(name) ?? 0 })),
    moreColumns,
    total: numbers.length,
    rows
  }

  function cellsOf(row: number): TableWindow['rows'][number]['cells'] {
    if (kindOf(index, row) !== 'object') return names.map(() => null)
    const byName = new Map<string, number>()
    for (const cell of childrenOf(index, row)) byName.set(keyOf(index, cell), cell)
    return names.map((name) => {
      const cell = byName.get(name) ?? none
      return cell === none ? null : { node: cell, kind: kindOf(index, cell), ...shownText(index, cell) }
    })
  }
}
