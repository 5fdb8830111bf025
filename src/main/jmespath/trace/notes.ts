import type { TraceLink } from './links'
import { isObject, typeOf, type Value } from '../values'
import { count } from '../words'

/** A link with its input and output; lists of both within a projection. */
export interface Met {
  link: TraceLink
  before: Value
  value: Value
}

export const typeWords = {
  null: 'null',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object'
} as const

/** The text beside a step: its value, or why it has none. */
export function noteOf({ link, before, value }: Met): string {
  const { kind, name } = link.node
  if (value === null) return before === null && kind !== 'literal' ? 'still empty' : whyNull(link.node, before)
  if (Array.isArray(value)) {
    const from = Array.isArray(before) ? before.length : null
    if (kind === 'filter' && !link.each && from !== null) return `kept ${value.length} of ${from}`
    if (kind === 'field' && link.each && from !== null) return `${value.length} of ${from} have it`
    return count(value.length, 'item')
  }
  if (isObject(value)) return count(value.size, 'key')
  return kind === 'function' ? `from ${String(name)}()` : ''
}

/** Why a part gives null for a non-null input. */
export function whyNull({ kind, name }: TraceLink['node'], before: Value): string {
  const met = typeWords[typeOf(before)]
  switch (kind) {
    case 'field':
      if (!isObject(before)) return `${met} has no keys`
      return before.has(String(name)) ? 'null in the data' : 'no such key'
    case 'index':
      return Array.isArray(before) ? `a list of ${before.length}` : `needs a list, met ${met}`
    case 'values':
      return `needs an object, met ${met}`
    case 'wildcard':
    case 'slice':
    case 'cut':
    case 'flatten':
    case 'filter':
      return `needs a list, met ${met}`
    case 'function':
      return `${String(name)}() gives null`
    case 'comparison':
      return `${String(name)} orders numbers and texts`
    default:
      return 'gives null'
  }
}
