import { jsonText } from './json/write'
import { isObject, typeOf, type Value } from './values'

const longest = 40

/** As `null`, `the text "x"`. */
export function described(value: Value): string {
  const type = typeOf(value)
  if (type === 'array') return 'a list'
  if (isObject(value)) return 'an object'
  const text = jsonText(typeof value === 'string' ? value.slice(0, longest * 2) : value)
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text
  return type === 'string' ? `the text ${shown}` : type === 'number' ? `the number ${shown}` : shown
}

export const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
