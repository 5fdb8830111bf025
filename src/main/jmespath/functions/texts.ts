import type { Implementation } from './types'
import { jsonText } from '../json/write'
import { holds, lengthOf, reversed } from '../code-points'
import { equal, isObject, type Value } from '../values'
import { described } from '../words'

export const textFunctions: Readonly<Record<string, Implementation>> = {
  contains([where, what]: [string | Value[], Value], { workLimit, refuse }) {
    if (typeof where !== 'string') return where.some((item) => equal(item, what, workLimit))
    if (typeof what === 'string') return holds(where, what, workLimit)
    return refuse(`contains() looks for a text in a text, and met ${described(what)}.`)
  },
  ends_with: ([text, end]: [string, string]) => text.endsWith(end),
  starts_with: ([text, start]: [string, string]) => text.startsWith(start),
  join([glue, list]: [string, string[]], { workLimit }) {
    workLimit.spend(list.length)
    return list.join(glue)
  },
  length([value]: [string | Value[] | Map<string, Value>], { workLimit }) {
    if (typeof value === 'string') return BigInt(lengthOf(value, workLimit))
    return BigInt(isObject(value) ? value.size : value.length)
  },
  reverse: ([value]: [string | Value[]], { workLimit }) =>
    typeof value === 'string' ? reversed(value, workLimit) : [...value].reverse(),
  to_string: ([value]: [Value], { workLimit }) =>
    typeof value === 'string' ? value : jsonText(value, { ascii: true, workLimit })
}
