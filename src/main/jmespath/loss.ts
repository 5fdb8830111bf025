import type { Link } from './steps'
import { typeOf } from './values'

/** Where a value was lost. */
export interface Loss {
  /** A sentence of its own, without its full stop. */
  sentence: string
  /** Behind "and the fallback". */
  short: string
  /** JSON pointer into the payload; null where the place is none of the payload's own. */
  at: string | null
}

/** A link with what it met and what it gave. */
export interface Met {
  link: Link
  /** As it stands in the expression. */
  text: string
  before: unknown
  value: unknown
  /** Of `before`. */
  pointer: string | null
}

const typeWords = {
  null: 'null',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object'
} as const

/** What stands beside a step: what it gave, or why it gave nothing. */
export function noteOf({ link, before, value }: Met): string {
  const { kind, name } = link.node
  const type = typeOf(value)
  if (type === 'null') return typeOf(before) === 'null' && kind !== 'literal' ? 'carried on' : whyNull(link, before)
  if (type === 'array') {
    const { length } = value as unknown[]
    const from = Array.isArray(before) ? before.length : null
    if (kind === 'filter' && !link.each && from !== null) return `kept ${length} of ${from}`
    if (kind === 'field' && link.each && from !== null) return `${length} of ${from} have it`
    return count(length, 'item')
  }
  if (type === 'object') return count(Object.keys(value as object).length, 'key')
  return kind === 'function' ? `from ${String(name)}()` : ''
}

function whyNull({ node: { kind, name } }: Link, before: unknown): string {
  switch (kind) {
    case 'field':
      if (typeOf(before) !== 'object') return `${typeWords[typeOf(before)]} has no keys`
      return hasKey(before, name) ? 'null in the data' : 'no such key'
    case 'index':
      return Array.isArray(before) ? `a list of ${before.length}` : `needs a list, met ${typeWords[typeOf(before)]}`
    case 'values':
      return `needs an object, met ${typeWords[typeOf(before)]}`
    case 'wildcard':
    case 'slice':
    case 'flatten':
    case 'filter':
      return `needs a list, met ${typeWords[typeOf(before)]}`
    case 'function':
      return `${String(name)}() gives null`
    case 'comparison':
      return 'the standard orders numbers only'
    default:
      return 'gives null'
  }
}

/** Names the step that gave null, or left nothing of a list. */
export function lossOf(met: Met): Loss {
  const { link, text, before, value, pointer } = met
  const { kind, name } = link.node
  if (Array.isArray(value)) return emptied(met)
  const at = (sentence: string, short: string, place = pointer): Loss => ({ sentence, short, at: place })
  if (kind === 'field' && typeOf(before) === 'object') {
    if (hasKey(before, name)) {
      const place = pointer === null ? null : `${pointer}/${escaped(String(name))}`
      return at(
        `null came from step \`${text}\`, which is null in the data`,
        `is null in the data at \`${text}\``,
        place
      )
    }
    const meant = closest(String(name), Object.keys(before as object))
    const hint = meant === null ? '' : `; did you mean \`${meant}\`?`
    return at(`There is no key \`${String(name)}\`${hint}`, `has no key \`${String(name)}\`${hint}`)
  }
  if (kind === 'index' && Array.isArray(before)) {
    const { length } = before
    if (Math.abs(Number(name) + 0.5) < length) {
      const position = Number(name) < 0 ? length + Number(name) : Number(name)
      const place = pointer === null ? null : `${pointer}/${position}`
      return at(
        `null came from step \`${text}\`, which is null in the data`,
        `is null in the data at \`${text}\``,
        place
      )
    }
    return at(
      `\`${text}\` asks for index ${name} of a list of ${length}`,
      `asks for index ${name} of a list of ${length}`
    )
  }
  const why = whyNull(link, before)
  const made = kind === 'literal' || kind === 'comparison' || kind === 'function' || kind === 'not'
  return at(`null came from step \`${text}\`: ${why}`, `loses it at \`${text}\`: ${why}`, made ? null : pointer)
}

function emptied({ link, text, before, pointer }: Met): Loss {
  const { kind, name } = link.node
  if ((kind === 'field' || kind === 'index') && !link.each) {
    const place = pointer === null ? null : `${pointer}/${escaped(String(name))}`
    return { sentence: `\`${text}\` is an empty list in the data`, short: `is an empty list at \`${text}\``, at: place }
  }
  const from = Array.isArray(before) ? before.length : 0
  const items = count(from, 'item')
  if (from === 0) return { sentence: `\`${text}\` met an empty list`, short: 'meets an empty list', at: pointer }
  if (kind === 'filter' && !link.each) {
    return { sentence: `The filter kept none of ${items}`, short: `keeps none of ${items}`, at: pointer }
  }
  const sentence = `None of ${items} has a value at \`${text}\``
  return { sentence, short: `finds nothing at \`${text}\` in ${items}`, at: pointer }
}

export const hasKey = (value: unknown, name: unknown) =>
  typeOf(value) === 'object' && Object.hasOwn(value as object, String(name))

export const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** The key that was most likely meant; null where none is near. */
export function closest(name: string, keys: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const same = keys.find((key) => plain(key) === plain(name))
  if (same !== undefined) return same
  let best: { key: string; far: number } | null = null
  for (const key of keys.slice(0, 500)) {
    const far = distance(name, key)
    if (far <= Math.min(3, Math.floor(name.length / 2)) && (best === null || far < best.far)) best = { key, far }
  }
  return best?.key ?? null
}

/** Letters to change, add or leave out to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const kept = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(kept, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
