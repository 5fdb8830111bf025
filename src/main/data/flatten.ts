import { writeExact } from '../../shared/exact-json'

/** Deeper objects are one value, as JSON. */
const deepest = 10
/** Of a column's name; a longer one does not help to choose. */
const longestName = 500
const mostColumns = 300
const longestCell = 200
/** The column of an item that is not an object. */
const whole = 'value'
/** Paths that are kept of one list of columns; keys may be data, as ids are, and those beyond are put together each time. */
const mostKept = 2_000

/**
 * Takes the values of columns, by their dotted names, out of items of a page; undefined where an item has none. Own
 * properties only; arrays and what is empty stay whole.
 */
export function pickerOf(columns: readonly string[]): (item: unknown) => unknown[] {
  const places = new Map(columns.map((name, at) => [name, at]))
  const top = topOf((name) => places.get(name))
  return (item) => {
    const values = new Array<unknown>(columns.length).fill(undefined)
    each(item, top, ({ column }, value) => {
      // `{"a.b": 1, "a": {"b": 2}}` has two values of one name: the first stays.
      if (column !== undefined && values[column] === undefined) values[column] = value
    })
    return values
  }
}

/** A value as text, as CSV and counts want it; null where there is none. */
export function textOf(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : writeExact(value)
}

/** A value as a cell of the grid, cut at 200 characters, not within one. */
export function cellOf(value: unknown): string | null {
  const text = textOf(value)
  return text === null || text.length <= longestCell ? text : text.slice(0, longestCell).replace(/[\ud800-\udbff]$/, '')
}

/** The names of all values of a walk, in the order they first came: 300 at most. */
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

/** What keys lead to. Items of a collection have the same ones over and over: a name is put together the first time only. */
interface Path {
  name: string
  /** Where values of this name go; undefined: nowhere so far. */
  column: number | undefined
  to: (key: string) => Path
}

/** Where each item begins. @param columnOf where values of a name go */
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

/** An object with something in it. */
function isBranch(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  // A list of its keys would be one for each value of 100,000 items.
  for (const _ in value) return true
  return false
}
