import { writeExact } from '../../shared/exact-json'

/** Deeper objects become one JSON value. */
const deepest = 10
const longestName = 500
const mostColumns = 300
const longestCell = 200
const whole = 'value'
/** Limit of cached paths: keys may be data, such as ids. */
const mostKept = 2_000

/** By dotted names; undefined for a missing value. Own properties only; arrays and empty objects stay whole. */
export function pickerOf(columns: readonly string[]): (item: unknown) => unknown[] {
  const places = new Map(columns.map((name, at) => [name, at]))
  const top = topOf((name) => places.get(name))
  return (item) => {
    const values = new Array<unknown>(columns.length).fill(undefined)
    each(item, top, ({ column }, value) => {
      // `{"a.b": 1, "a": {"b": 2}}` has two values of one name: the first wins.
      if (column !== undefined && values[column] === undefined) values[column] = value
    })
    return values
  }
}

/** For CSV and counts; null for no value. */
export function textOf(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : writeExact(value)
}

/** A grid cell, cut at 200 characters and never within a character. */
export function cellOf(value: unknown): string | null {
  const text = textOf(value)
  return text === null || text.length <= longestCell ? text : text.slice(0, longestCell).replace(/[\ud800-\udbff]$/, '')
}

/** In order of arrival: 300 at most. */
export class Columns {
  readonly names: string[] = []
  more = false
  private readonly places = new Map<string, number>()
  private readonly top = topOf((name) => this.places.get(name))

  note(item: unknown): void {
    each(item, this.top, (path) => {
      if (path.column !== undefined) return
      const { name } = path
      path.column = this.places.get(name)
      if (path.column !== undefined) return
      if (this.names.length === mostColumns || name.length > longestName) return void (this.more = true)
      path.column = this.names.push(name) - 1
      this.places.set(name, path.column)
    })
  }
}

/** Caches names: the items of a collection repeat their keys. */
interface Path {
  name: string
  /** undefined for no column so far */
  column: number | undefined
  to: (key: string) => Path
}

function topOf(columnOf: (name: string) => number | undefined): Path {
  let kept = 0
  const pathOf = (name: string, prefix: string): Path => {
    const below = new Map<string, Path>()
    return { name, column: columnOf(name), to }

    function to(key: string): Path {
      const known = below.get(key)
      if (known) return known
      const made = pathOf(prefix + key, `${prefix}${key}.`)
      if (kept++ < mostKept) below.set(key, made)
      return made
    }
  }
  return pathOf('', '')
}

function each(item: unknown, top: Path, visit: (path: Path, value: unknown) => void): void {
  if (isBranch(item)) into(item, top, 1)
  else visit(top.to(whole), item)

  function into(branch: Record<string, unknown>, path: Path, depth: number): void {
    for (const key in branch) {
      const value = branch[key]
      const next = path.to(key)
      if (depth < deepest && isBranch(value)) into(value, next, depth + 1)
      else visit(next, value)
    }
  }
}

/** A non-empty object. */
function isBranch(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  // `Object.keys` would make a list for each value of 100,000 items.
  for (const _ in value) return true
  return false
}
