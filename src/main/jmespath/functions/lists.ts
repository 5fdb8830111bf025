import type { Call, Implementation, Reference } from './types'
import { isSortable, order, typeOf, type Sortable, type Value } from '../values'
import { described } from '../words'

export const listFunctions: Readonly<Record<string, Implementation>> = {
  map: ([by, list]: [Reference, Value[]]) => list.map(by),
  max: ([list]: [Sortable[]], call) => best(list, (item) => item, 1, call),
  min: ([list]: [Sortable[]], call) => best(list, (item) => item, -1, call),
  max_by: ([list, by]: [Value[], Reference], call) => bestBy('max_by', list, by, 1, call),
  min_by: ([list, by]: [Value[], Reference], call) => bestBy('min_by', list, by, -1, call),
  not_null: (values: Value[]) => values.find((value) => value !== null) ?? null,
  sort: ([list]: [Sortable[]], { workLimit }) =>
    [...list].sort((a, b) => {
      workLimit.spend()
      return order(a, b)
    }),
  sort_by: ([list, by]: [Value[], Reference], call) =>
    keyed('sort_by', list, by, call)
      .sort((a, b) => {
        call.workLimit.spend()
        return order(a.key, b.key)
      })
      .map(({ item }) => item),
  to_array: ([value]: [Value]) => (Array.isArray(value) ? value : [value])
}

interface Keyed {
  item: Value
  key: Sortable
}

/** The first greatest or least; null for an empty list. */
function best<T>(items: readonly T[], keyOf: (item: T) => Sortable, sign: 1 | -1, { workLimit }: Call): T | null {
  let top: T | null = null
  for (const item of items) {
    workLimit.spend()
    if (top === null || order(keyOf(item), keyOf(top)) * sign > 0) top = item
  }
  return top
}

function bestBy(name: string, list: Value[], by: Reference, sign: 1 | -1, call: Call): Value {
  return best(keyed(name, list, by, call), ({ key }) => key, sign, call)?.item ?? null
}

/** All keys are numbers or all texts, or the server fails. */
function keyed(name: string, list: readonly Value[], by: Reference, { refuse }: Call): Keyed[] {
  let first: string | null = null
  return list.map((item, at) => {
    const key = by(item)
    if (!isSortable(key)) return refuse(`${name}() orders by numbers or texts; item ${at} gives ${described(key)}.`)
    first ??= typeOf(key)
    if (typeOf(key) === first) return { item, key }
    return refuse(`${name}() orders by numbers or by texts, not by both; item ${at} gives ${described(key)}.`)
  })
}
