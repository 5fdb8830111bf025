import { keyOf, literalOf } from '../../../shared/mappings/builders'
import { jsonText } from '../json/write'
import { isNumber, isObject, type Value } from '../values'

/** Part of an expression, with what it gives for each example. */
export interface Term {
  text: string
  values: readonly Value[]
  /** How much there is to read and to go wrong: a key costs little, a position much. */
  cost: number
  /** Keys and tested values on the way. */
  names: readonly string[]
}

/** Something that may be a list, and how a filter is written behind it. */
interface Source extends Omit<Term, 'values'> {
  lists: readonly (readonly Value[] | null)[]
  /** A filter behind a projection would apply to each of its items. */
  piped: boolean
  depth: number
}

/** What is looked at: more would take too long or too much memory. */
const limits = { terms: 60_000, keysDeep: 14, listsDeep: 2, tests: 300, itemKeysDeep: 3, items: 2_000 }

const isScalar = (value: Value | undefined): value is string | number | bigint | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || isNumber(value)

const join = (before: string, key: string) => (before === '' ? keyOf(key) : `${before}.${keyOf(key)}`)

/**
 * Lists paths, positions, projections and filters by equality over the examples.
 * @param isNear whether a value looks like a part of a wanted result: items with such values come first
 * @param look called now and then; it throws to end the enumeration
 * @param terms takes what is found, also where the enumeration is ended
 */
export function termsOf(
  examples: readonly Value[],
  isNear: (value: Value) => boolean,
  look: () => void,
  terms: Term[]
): void {
  keys({ text: '', values: examples, cost: 0, names: [] }, 0, 0)

  function add(term: Term): boolean {
    if (terms.length >= limits.terms) return false
    if (terms.length % 512 === 0) look()
    if (term.text !== '') terms.push(term)
    return true
  }

  /** A value and all below it. */
  function keys(term: Term, deep: number, listsDeep: number): void {
    if (!add(term) || deep > limits.keysDeep) return
    const { text, values, cost, names } = term
    if (values.some(Array.isArray)) {
      const lists = values.map((value) => (Array.isArray(value) ? value : null))
      const longest = Math.max(...lists.map((list) => list?.length ?? 0))
      const at = (index: number, more: number) =>
        keys(
          { text: `${text}[${index}]`, values: lists.map((list) => list?.at(index) ?? null), cost: cost + more, names },
          deep + 1,
          listsDeep + 1
        )
      if (listsDeep < limits.listsDeep) {
        at(0, longest > 1 ? 4 : 3)
        if (longest > 1) at(-1, 5)
      }
      from({ text, cost, names, lists, piped: false, depth: listsDeep })
    }
    for (const key of keysOf(values)) {
      const inner = values.map((value) => (isObject(value) ? (value.get(key) ?? null) : null))
      keys({ text: join(text, key), values: inner, cost: cost + 0.5, names: [...names, key] }, deep + 1, listsDeep)
    }
    if (isBook(values)) {
      const lists = values.map((value) => (isObject(value) ? [...value.values()] : null))
      const all = text === '' ? '*' : `${text}.*`
      from({ text: all, cost: cost + 2, names, lists, piped: true, depth: listsDeep })
    }
  }

  /** Projections, filters and the newest of a list. */
  function from(source: Source): void {
    if (source.depth >= limits.listsDeep) return
    look()
    const { lists, cost, names } = source
    const all = source.piped ? source.text : `${source.text}[*]`
    items({ ...source, text: all, cost: cost + 1 }, false)
    for (const { test, said, matches } of testsOf(lists, isNear)) {
      const text = source.piped ? `${source.text} | [?${test}]` : `${source.text}[?${test}]`
      const found = lists.map((list) => list && list.filter(matches))
      items({ ...source, text, lists: found, cost: cost + 2.5, names: [...names, ...said] }, true)
    }
    for (const { key, values } of ordersOf(lists)) {
      for (const [way, sign] of [
        ['max_by', 1],
        ['min_by', -1]
      ] as const) {
        const best = lists.map((list, at) => topOf(list, values[at] ?? [], sign))
        const text = `${way}(${source.text}, &${keyOf(key)})`
        keys({ text, values: best, cost: cost + 4, names: [...names, key] }, limits.keysDeep - 3, limits.listsDeep)
      }
    }
  }

  /** What the items of a projection hold: as a list, and its first. */
  function items(source: Source, isFiltered: boolean): void {
    const { text, lists, cost, names } = source
    const put = (term: Term) => {
      add(term)
      add({
        ...term,
        text: `${term.text} | [0]`,
        values: term.values.map(firstOf),
        cost: term.cost + (isFiltered ? 0.5 : 3)
      })
    }
    // Items that are plain values: a projection leaves null out.
    const whole = lists.map((list) => list && list.filter((item) => item !== null))
    if (lists.some((list) => list?.some(isScalar))) put({ text, values: whole, cost, names })
    else add({ text, values: whole, cost: cost + 0.5, names })
    below('', lists, 0, [])

    function below(way: string, held: Source['lists'], deep: number, said: readonly string[]): void {
      if (deep >= limits.itemKeysDeep || terms.length >= limits.terms) return
      for (const key of keysOf(held.flatMap((list) => list ?? []).slice(0, limits.items))) {
        const inner = held.map(
          (list) =>
            list &&
            list.flatMap((item) => {
              const value = isObject(item) ? (item.get(key) ?? null) : null
              return value === null ? [] : [value]
            })
        )
        const to = join(way, key)
        const more = [...said, key]
        const shown = {
          text: `${text}.${to}`,
          values: inner,
          cost: cost + 0.5 * (deep + 1),
          names: [...names, ...more]
        }
        if (inner.some((list) => list?.some(Array.isArray))) {
          const flat = inner.map((list) => list && list.flatMap((item) => (Array.isArray(item) ? item : [item])))
          from({
            ...shown,
            text: `${shown.text}[]`,
            lists: flat,
            piped: true,
            depth: source.depth + 1,
            cost: shown.cost + 1
          })
        } else if (inner.some((list) => list?.some(isObject))) below(to, inner, deep + 1, more)
        else put(shown)
      }
    }
  }
}

const firstOf = (value: Value | undefined): Value => (Array.isArray(value) ? (value[0] ?? null) : null)

function keysOf(values: readonly Value[]): Set<string> {
  return new Set(values.flatMap((value) => (isObject(value) ? [...value.keys()].slice(0, 2_000) : [])))
}

/** An object whose values are alike, as a list is: attributes by id, each with label and value. */
function isBook(values: readonly Value[]): boolean {
  return values.some((value) => {
    const inner = isObject(value) ? [...value.values()].filter(isObject) : []
    const [first] = inner
    if (!first || inner.length < 2) return false
    const keys = [...first.keys()]
    return keys.length > 1 && inner.every((one) => keys.filter((key) => one.has(key)).length * 2 > keys.length)
  })
}

interface Test {
  test: string
  said: string[]
  matches: (item: Value) => boolean
}

const telling =
  /^@?(type|kind|usage|name|key|label|code|codevalue|locale|language|lang|category|id|.{0,99}(type|code|name|id|status))$/i

/** Filters that tell some items from others, those whose items hold something near first. */
function testsOf(lists: Source['lists'], isNear: (value: Value) => boolean): Test[] {
  const found = new Map<string, Test & { rank: number }>()
  for (const list of lists) {
    for (const item of (list ?? []).slice(0, limits.items)) {
      if (!isObject(item)) continue
      const near = nearKeys(item, isNear)
      for (const { way, said, value } of scalarsOf(item)) {
        if (value === false || value === '') continue
        const test = value === true ? way : `${way} == ${literalOf(jsonText(value))}`
        const self = near.size === 1 && near.has(way)
        const rank =
          (near.size > 0 && !self ? 4 : 0) + (telling.test(said.at(-1) ?? '') ? 1 : 0) + (value === true ? 1 : 0)
        const known = found.get(test)
        if (known) known.rank = Math.max(known.rank, rank) + 0.5
        else {
          const matches = (other: Value) => at(other, said) === value
          found.set(test, { test, said: typeof value === 'string' ? [...said, value] : said, matches, rank })
        }
      }
    }
  }
  return [...found.values()].sort((a, b) => b.rank - a.rank).slice(0, limits.tests)
}

/** Plain values of an item, also one object below. */
function scalarsOf(item: Map<string, Value>): { way: string; said: string[]; value: Value }[] {
  return [...item].slice(0, 60).flatMap(([key, value]) => {
    if (isScalar(value)) return isLong(value) ? [] : [{ way: keyOf(key), said: [key], value }]
    if (!isObject(value)) return []
    return [...value]
      .slice(0, 20)
      .flatMap(([inner, scalar]) =>
        isScalar(scalar) && !isLong(scalar)
          ? [{ way: `${keyOf(key)}.${keyOf(inner)}`, said: [key, inner], value: scalar }]
          : []
      )
  })
}

const isLong = (value: Value) => typeof value === 'string' && value.length > 80

function nearKeys(item: Map<string, Value>, isNear: (value: Value) => boolean, before = '', deep = 0): Set<string> {
  const near = new Set<string>()
  for (const [key, value] of [...item].slice(0, 60)) {
    const way = join(before, key)
    if (isScalar(value) && isNear(value)) near.add(way)
    const inner = isObject(value) ? [value] : Array.isArray(value) ? value.slice(0, 20) : []
    if (deep < 3)
      for (const one of inner)
        if (isObject(one)) for (const found of nearKeys(one, isNear, way, deep + 1)) near.add(found)
    if (inner.some((one) => isScalar(one) && isNear(one))) near.add(`${way}[]`)
  }
  return near
}

const at = (item: Value, way: readonly string[]): Value =>
  way.reduce<Value>((value, key) => (isObject(value) ? (value.get(key) ?? null) : null), item)

/** Keys by which items have an order: dates as texts, and numbers. */
function ordersOf(lists: Source['lists']): { key: string; values: (string | bigint | number)[][] }[] {
  const items = lists.flatMap((list) => list ?? [])
  if (items.length < 2 || items.length > limits.items || !items.every(isObject)) return []
  return [...keysOf(items)].slice(0, 60).flatMap((key) => {
    const values = lists.map((list) => (list ?? []).map((item) => at(item, [key])))
    const flat = values.flat()
    const dates = flat.every((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
    return dates || flat.every(isNumber) ? [{ key, values: values as (string | bigint | number)[][] }] : []
  })
}

function topOf(list: readonly Value[] | null, values: readonly (string | bigint | number)[], sign: 1 | -1): Value {
  let top = 0
  for (const [at, value] of values.entries()) {
    const best = values[top] as typeof value
    if (sign > 0 ? value > best : value < best) top = at
  }
  return list?.[top] ?? null
}
