import { writeExact } from '../../shared/exact-json'

/** Deeper objects are one value, as JSON. */
const deepest = 10
/** Of a column's name; a longer one does not help to choose. */
const longestName = 500
const mostColumns = 300
const longestCell = 200
/** The column of an item that is not an object. */
const whole = 'value'

/**
 * Takes the values of columns, by their dotted names, out of items of a page; undefined where an item has none. Own
 * properties only; arrays and what is empty stay whole.
 */
export function pickerOf(columns: readonly string[]): (item: unknown) => unknown[] {
  const places = new Map(columns.map((name, at) => [name, at]))
  return (item) => {
    const values = new Array<unknown>(columns.length).fill(undefined)
    each(item, (name, value) => {
      const at = places.get(name)
      // `{"a.b": 1, "a": {"b": 2}}` has two values of one name: the first stays.
      if (at !== undefined && values[at] === undefined) values[at] = value
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
  private readonly known = new Set<string>()

  note(item: unknown): void {
    each(item, (name) => {
      if (this.known.has(name)) return
      if (this.names.length === mostColumns || name.length > longestName) return void (this.more = true)
      this.known.add(name)
      this.names.push(name)
    })
  }
}

function each(item: unknown, visit: (name: string, value: unknown) => void): void {
  if (isBranch(item)) into(item, '', 1)
  else visit(whole, item)

  function into(branch: Record<string, unknown>, prefix: string, depth: number): void {
    for (const key of Object.keys(branch)) {
      const value = branch[key]
      const name = prefix === '' ? key : prefix + key
      if (depth < deepest && isBranch(value)) into(value, `${name}.`, depth + 1)
      else visit(name, value)
    }
  }
}

/** An object with something in it. */
function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
}
