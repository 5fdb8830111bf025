import type { Call, Implementation } from './types'
import { isObject, typeOf, type Value } from '../values'
import { described } from '../words'

export const objectFunctions: Readonly<Record<string, Implementation>> = {
  keys: ([object]: [Map<string, Value>]) => [...object.keys()],
  values: ([object]: [Map<string, Value>]) => [...object.values()],
  type: ([value]: [Value]) => typeOf(value),
  merge([first, ...others]: [Map<string, Value>, ...Value[]], call) {
    const merged = new Map(first)
    for (const other of others) {
      for (const [key, value] of pairsOf(other, call)) {
        call.workLimit.spend()
        merged.set(key, value)
      }
    }
    return merged
  }
}

/**
 * The reference checks the first argument only and gives the others to Python's `dict.update`, which also takes lists
 * of pairs, and nothing from an empty text.
 */
function pairsOf(value: Value, { refuse }: Call): Iterable<[string, Value]> {
  if (isObject(value)) return value
  if (value === '') return []
  if (!Array.isArray(value)) return refuse(`merge() takes an object, and met ${described(value)}.`)
  return value.map((pair, at): [string, Value] => {
    const [key, inner, ...more] = partsOf(pair)
    if (typeof key === 'string' && inner !== undefined && more.length === 0) return [key, inner]
    return refuse(`merge() takes an object, and met a list whose item ${at} is no name with its value.`)
  })
}

const partsOf = (pair: Value): Value[] =>
  Array.isArray(pair) ? pair : isObject(pair) ? [...pair.keys()] : typeof pair === 'string' ? [...pair] : []
