import type { Comparison } from '../../shared/viewer/windows'
import { none, type JsonIndex } from '../../shared/passthrough/json-index'
import { keyOf } from '../../shared/passthrough/json-lint'
import { toPointer } from '../../shared/passthrough/paths'
import type { Body } from './body'
import { childrenOf, cut, isContainer, kindOf, shownText } from './json-values'
import type { Rows } from './rows'

const mostDifferences = 2_000
/** Longer lists compare by position, not by id. */
const mostById = 200_000

type Change = Comparison['differences'][number]

/** Compares two JSON bodies by value, others by line. */
export function compare(before: Body, after: Body): Comparison {
  const differences: Change[] = []
  if (before.json && after.json) {
    const more = compareJson(before.json, after.json, differences)
    return { structural: true, more, differences }
  }
  const more = compareRows(rowsOf(before), rowsOf(after), differences)
  return { structural: false, more, differences }
}

/** A list of pending pairs avoids recursion at any depth. */
function compareJson(a: JsonIndex, b: JsonIndex, differences: Change[]): boolean {
  const pairs: [number, number, readonly (string | number)[]][] = [[0, 0, []]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [x, y, way] = pair
    const kind = kindOf(a, x)
    if (kind !== kindOf(b, y) || !isContainer(kind)) {
      if (raw(a, x) !== raw(b, y)) tell(way, 'changed', shownText(a, x).text, shownText(b, y).text)
    } else if (raw(a, x) !== raw(b, y)) {
      const [left, right] = kind === 'object' ? [byName(a, x), byName(b, y)] : byPosition(a, x, b, y)
      const open: typeof pairs = []
      for (const [name, child] of left) {
        const other = right.get(name)
        if (other === undefined) tell([...way, name], 'removed', shownText(a, child).text, null)
        else open.push([child, other, [...way, name]])
      }
      for (const [name, child] of right) {
        if (!left.has(name)) tell([...way, name], 'added', null, shownText(b, child).text)
      }
      pairs.push(...open.reverse())
    }
    if (differences.length >= mostDifferences) return true
  }
  return false

  function tell(
    way: readonly (string | number)[],
    change: Change['change'],
    before: string | null,
    after: string | null
  ) {
    if (differences.length < mostDifferences) differences.push({ path: toPointer(way), change, before, after })
  }
}

const raw = (index: JsonIndex, n: number) => index.text.slice(index.start[n], index.end[n])

/** Children by name; a repeated name gets a number, so that no child is lost. */
function byName(index: JsonIndex, n: number): Map<string | number, number> {
  const children = new Map<string | number, number>()
  for (const child of childrenOf(index, n)) {
    const name = keyOf(index, child)
    let unique = name
    for (let again = 2; children.has(unique); again++) unique = `${name} (${again})`
    children.set(unique, child)
  }
  return children
}

/** Uses unique `id`s if all items have them, so that a new item is one difference; else positions. */
function byPosition(
  a: JsonIndex,
  x: number,
  b: JsonIndex,
  y: number
): [Map<string | number, number>, Map<string | number, number>] {
  const left = byId(a, x)
  const right = left && byId(b, y)
  if (left && right) return [left, right]
  const positions = (index: JsonIndex, n: number) => new Map([...childrenOf(index, n)].map((child, at) => [at, child]))
  return [positions(a, x), positions(b, y)]
}

function byId(index: JsonIndex, n: number): Map<string | number, number> | null {
  const items = new Map<string | number, number>()
  if ((index.size[n] ?? 0) > mostById) return null
  for (const item of childrenOf(index, n)) {
    if (kindOf(index, item) !== 'object') return null
    let id: string | undefined
    for (const field of childrenOf(index, item)) {
      if ((index.key[field] ?? none) !== none && keyOf(index, field) === 'id' && !isContainer(kindOf(index, field))) {
        id = `id=${raw(index, field)}`
      }
    }
    if (id === undefined || items.has(id)) return null
    items.set(id, item)
  }
  return items
}

interface Lines {
  text: string
  rows: Rows
}

const rowsOf = (body: Body): Lines => ({ text: body.text, rows: body.xml ?? body.raw })

/** Skips equal beginnings and ends, and compares the lines between one by one. */
function compareRows(a: Lines, b: Lines, differences: Change[]): boolean {
  const line = ({ text, rows }: Lines, row: number) => text.slice(rows.start(row), rows.end(row))
  const shown = ({ text, rows }: Lines, row: number) => cut(text, rows.start(row), rows.end(row)).text
  const shorter = Math.min(a.rows.count, b.rows.count)
  let start = 0
  while (start < shorter && line(a, start) === line(b, start)) start++
  let same = 0
  while (same < shorter - start && line(a, a.rows.count - 1 - same) === line(b, b.rows.count - 1 - same)) same++
  const [endA, endB] = [a.rows.count - same, b.rows.count - same]
  for (let row = start; row < Math.max(endA, endB); row++) {
    if (differences.length === mostDifferences) return true
    const before = row < endA ? shown(a, row) : null
    const after = row < endB ? shown(b, row) : null
    if (before === after) continue
    const change = before === null ? 'added' : after === null ? 'removed' : 'changed'
    differences.push({ path: `line ${row + 1}`, change, before, after })
  }
  return false
}
