import { z } from 'zod'
import { quotedEnd } from '../scan'
import { toJmespath } from '../passthrough/paths'

/** A value as JSON text: a whole number of any size stays as it is written. */
const json = z.string().max(20_000)
const part = z.string().max(20_000)

/** `rows`: what a value becomes; `otherwise`: what every other value becomes. */
export const valueTable = z.object({
  kind: z.literal('table'),
  of: part,
  rows: z.array(z.object({ is: json, gives: json })).max(500),
  otherwise: json
})
export type ValueTable = z.infer<typeof valueTable>

/**
 * The first of several expressions with a value. `skips`: `empty` goes past empty texts and lists and false too, `null`
 * past null alone. `otherwise`: null for none.
 */
export const fallbackChain = z.object({
  kind: z.literal('chain'),
  of: z.array(part).max(100),
  skips: z.enum(['empty', 'null']),
  otherwise: json.nullable()
})
export type FallbackChain = z.infer<typeof fallbackChain>

/** What a form can show of an expression. */
export const builder = z.discriminatedUnion('kind', [valueTable, fallbackChain])
export type Builder = z.infer<typeof builder>

/** JMESPath of a builder; empty while nothing is chosen. */
export function written(builder: Builder): string {
  return builder.kind === 'table' ? writtenTable(builder) : writtenChain(builder)
}

const empty = new Set(['null', 'false', '""', '[]', '{}'])

function writtenTable({ of, rows, otherwise }: ValueTable): string {
  if (of.trim() === '') return ''
  // `&&` and `||` go past an empty value; a list around it is not empty.
  const wrapped = rows.some(({ gives }) => empty.has(gives))
  const value = wrapped ? (gives: string) => literalOf(`[${gives}]`) : literalOf
  const tests = rows.map(({ is, gives }) => `@ == ${literalOf(is)} && ${value(gives)}`)
  const choice = [...tests, value(otherwise)].join(' || ')
  return `${of.trim()} | ${wrapped ? `(${choice})[0]` : choice}`
}

function writtenChain({ of, skips, otherwise }: FallbackChain): string {
  const parts = of.map((one) => one.trim()).filter((one) => one !== '')
  const last = otherwise === null ? [] : [literalOf(otherwise)]
  if (skips === 'null') return parts.length === 0 ? '' : `not_null(${[...parts, ...last].join(', ')})`
  return parts.length === 0 ? '' : [...parts.map(inOr), ...last].join(' || ')
}

/** In brackets where `|` or `||` would bind to its neighbours. */
export const inOr = (expression: string): string => (hasOuterPipe(expression) ? `(${expression})` : expression)

/** `|` or `||` outside brackets and quotes. */
export function hasOuterPipe(expression: string): boolean {
  let depth = 0
  for (let at = 0; at < expression.length; at++) {
    const char = expression.charAt(at)
    if (char === '"' || char === "'" || char === '`') {
      const end = quotedEnd(expression, at)
      if (end < 0) return false
      at = end - 1
    } else if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    else if (char === '|' && depth === 0) return true
  }
  return false
}

/** A literal of JMESPath for a JSON text. */
export function literalOf(json: string): string {
  if (json.startsWith('"')) {
    const text = JSON.parse(json) as string
    // eslint-disable-next-line no-control-regex
    if (!/['\\\u0000-\u001f\u007f-\u009f]|\p{Cs}/u.test(text)) return `'${text}'`
  }
  return `\`${json.replaceAll('`', '\\u0060').replace(/[\u007f-\u009f]/g, escaped)}\``
}

/** A key as it stands in a path. */
export const keyOf = (key: string): string => toJmespath([key]).replace(/[\u007f-\u009f]/g, escaped)

const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * What an operator types as a value: a number, true, false, null, a list, an object, or a text in quotes as JSON; anything
 * else is a text.
 * @returns JSON text
 */
export function typedJson(typed: string): string {
  const text = typed.trim()
  if (/^-?(0|[1-9]\d{0,30})$/.test(text)) return text
  try {
    const value = JSON.parse(text) as unknown
    // As typed: a number of JavaScript has fewer digits.
    return typeof value === 'string' ? JSON.stringify(value) : text
  } catch {
    // A text without quotes.
  }
  return JSON.stringify(text)
}

/** The shortest form that `typedJson` reads as the same value. */
export function typedOf(json: string): string {
  if (!json.startsWith('"')) return json
  const text = JSON.parse(json) as string
  return text !== '' && typedJson(text) === json ? text : json
}
