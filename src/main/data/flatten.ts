import { writeExact } from '../../shared/exact-json'

/** Deeper objects become one JSON value. */
export const deepest = 10
const longestName = 500
export const mostColumns = 300
const longestCell = 200
const whole = 'value'
/** Limit of cached paths: keys may be data, such as ids. */
const mostKept = 2_000

/** Of columns that are known. */
export function pathsOf(columns: readonly string[]): PathTree {
  const places = new Map(columns.map((name, at) => [name, at]))
  return new PathTree((name) => places.get(name))
}

/** By dotted names; undefined for a missing value. Own properties only; arrays and empty objects stay whole. */
export function pickerOf(columns: readonly string[], { top } = pathsOf(columns)): (item: unknown) => unknown[] {
  return (item) => {
    const values = new Array<unknown>(columns.length).fill(undefined)
    each(item, top, ({ column }, value) => {
      // `{"a.b": 1, "a": {"b": 2}}` has two values of one name: the first wins.
      if (column !== undefined && values[column] === undefined) values[column] = value
    })
    return values
  }
}

/** The item's id as text; null for none. */
export function idOf(item: unknown, field: string): string | null {
  if (typeof item !== 'object' || item === null) return null
  const own = (name: string) => (Object.hasOwn(item, name) ? (item as Record<string, unknown>)[name] : undefined)
  const id = own('id') ?? own(field)
  return (typeof id === 'string' && id !== '') || typeof id === 'number' || typeof id === 'bigint' ? String(id) : null
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
  readonly paths = new PathTree((name) => this.places.get(name))

  note(item: unknown): void {
    each(item, this.paths.top, (path) => {
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

/** A value's place in the items of a collection, which repeat their keys: its name is put together once. */
export class Path {
  column: number | undefined
  /** The key as compact JSON writes it; null for an index, which JSON.parse moves to the front. */
  readonly written: Buffer | null
  /** What an item had first below this path, and next to it: the next item mostly has the same. */
  first: Path | null = null
  next: Path | null = null
  /** Number of the object that had this key last. */
  seen = 0
  private list: Path | undefined
  private readonly below = new Map<string, Path>()

  constructor(
    private readonly tree: PathTree,
    key: string,
    readonly name: string,
    private readonly prefix: string
  ) {
    this.column = tree.columnOf(name)
    this.written = /^\d/.test(key) ? null : Buffer.from(`${JSON.stringify(key)}:`)
  }

  to(key: string): Path {
    const known = this.below.get(key)
    if (known) return known
    const made = new Path(this.tree, key, this.prefix + key, `${this.prefix}${key}.`)
    if (this.tree.keeps(key)) this.below.set(key, made)
    return made
  }

  /** @returns null where there are too many to keep it */
  kept(key: string): Path | null {
    const path = this.to(key)
    return this.below.has(key) ? path : null
  }

  /** Of what is within a list, or deeper than columns go. */
  get within(): Path {
    return (this.list ??= new Path(this.tree, '', '', ''))
  }
}

export class PathTree {
  readonly top: Path
  /** Of all paths that are kept. */
  readonly keys = new Set<string>()
  private kept = 0

  constructor(readonly columnOf: (name: string) => number | undefined) {
    this.top = new Path(this, '', '', '')
  }

  /** @returns whether one more path is kept */
  keeps(key: string): boolean {
    if (this.kept === mostKept) return false
    this.kept++
    this.keys.add(key)
    return true
  }
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
