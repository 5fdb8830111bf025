import type { WorkLimit } from './work-limit'
import { signatures, type Kind } from './signatures'
import { typeOf, type Value, isSortable, order, type Sortable, isNumber, isObject, equal } from './values'
import { described } from './words'
import { jsonText } from './json/write'
import { holds, lengthOf, reversed } from './code-points'

/** `&expression`, applied to an item. */
export type AppliedExpression = (item: Value) => Value
type Argument = Value | AppliedExpression

export interface FunctionCall {
  workLimit: WorkLimit
  /**
   * Makes the server fail here.
   * @param said a sentence
   */
  refuse(said: string): never
}

/** Arguments already have the kinds of the signature. */
export type Implementation = (args: never, call: FunctionCall) => Value

const listFunctions: Readonly<Record<string, Implementation>> = {
  map: ([by, list]: [AppliedExpression, Value[]]) => list.map(by),
  max: ([list]: [Sortable[]], call) => best(list, (item) => item, 1, call),
  min: ([list]: [Sortable[]], call) => best(list, (item) => item, -1, call),
  max_by: ([list, by]: [Value[], AppliedExpression], call) => bestBy('max_by', list, by, 1, call),
  min_by: ([list, by]: [Value[], AppliedExpression], call) => bestBy('min_by', list, by, -1, call),
  not_null: (values: Value[]) => values.find((value) => value !== null) ?? null,
  sort: ([list]: [Sortable[]], { workLimit }) =>
    [...list].sort((a, b) => {
      workLimit.spend()
      return order(a, b)
    }),
  sort_by: ([list, by]: [Value[], AppliedExpression], call) =>
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
function best<T>(
  items: readonly T[],
  keyOf: (item: T) => Sortable,
  sign: 1 | -1,
  { workLimit }: FunctionCall
): T | null {
  let top: T | null = null
  for (const item of items) {
    workLimit.spend()
    if (top === null || order(keyOf(item), keyOf(top)) * sign > 0) top = item
  }
  return top
}

function bestBy(name: string, list: Value[], by: AppliedExpression, sign: 1 | -1, call: FunctionCall): Value {
  return best(keyed(name, list, by, call), ({ key }) => key, sign, call)?.item ?? null
}

/** All keys are numbers or all texts, or the server fails. */
function keyed(name: string, list: readonly Value[], by: AppliedExpression, { refuse }: FunctionCall): Keyed[] {
  let first: string | null = null
  return list.map((item, at) => {
    const key = by(item)
    if (!isSortable(key)) return refuse(`${name}() orders by numbers or texts; item ${at} gives ${described(key)}.`)
    first ??= typeOf(key)
    if (typeOf(key) === first) return { item, key }
    return refuse(`${name}() orders by numbers or by texts, not by both; item ${at} gives ${described(key)}.`)
  })
}

type Numeric = bigint | number

/** Python reads no longer integers from a text. */
const mostDigits = 4_300
// eslint-disable-next-line no-control-regex
const blank = /[\t-\r\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/
const integer = /^[+-]?\d{1,4300}$/
/** Without these characters, JavaScript and Python read the same floats. */
const notOfFloat = /[^\d.e+-]/i
/** An underscore that does not stand between two digits. */
const strayUnderscore = /(?<!\d)_|_(?!\d)/
const word = /^([+-]?)(inf|infinity|nan)$/i

/** Reads a number as Python's `int`, else `float`: '+5', ' 1_000 ', '٣', '.5', 'inf'. Null for others. */
export function numberFrom(text: string): bigint | number | null {
  const written = withoutBlanks(text).replace(/[^\P{Nd}0-9]/gu, digitOf)
  if (strayUnderscore.test(written)) return null
  const plain = written.replaceAll('_', '')
  if (written.length <= mostDigits && integer.test(plain)) {
    const digits = plain.replace(/[+-]/g, '')
    return plain.startsWith('-') ? -BigInt(digits) : BigInt(digits)
  }
  const float = plain === '' || notOfFloat.test(plain) ? NaN : Number(plain)
  if (!Number.isNaN(float)) return float
  const [, sign, said] = word.exec(plain) ?? []
  if (said === undefined) return null
  return said.toLowerCase() === 'nan' ? NaN : sign === '-' ? -Infinity : Infinity
}

function withoutBlanks(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && blank.test(text[from] ?? '')) from++
  while (from < to && blank.test(text[to - 1] ?? '')) to--
  return text.slice(from, to)
}

/** Each script's digits come in runs of ten. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

const numberFunctions: Readonly<Record<string, Implementation>> = {
  abs: ([value]: [Numeric]) => (typeof value === 'number' ? Math.abs(value) : value < 0n ? -value : value),
  ceil: ([value]: [Numeric], call) => whole('ceil', value, Math.ceil, call),
  floor: ([value]: [Numeric], call) => whole('floor', value, Math.floor, call),
  sum: ([list]: [Numeric[]], call) => sum('sum', list, call),
  avg: ([list]: [Numeric[]], call) =>
    list.length === 0 ? null : asFloat('avg', sum('avg', list, call), call) / list.length,
  to_number: ([value]: [Value]) => (isNumber(value) ? value : typeof value === 'string' ? numberFrom(value) : null)
}

function whole(name: string, value: Numeric, round: (value: number) => number, call: FunctionCall): bigint {
  if (typeof value === 'bigint') return value
  return Number.isFinite(value)
    ? BigInt(round(value))
    : call.refuse(`${name}() met ${value}, which is no finite number.`)
}

/** Exact for integers; one float makes the sum a float. */
function sum(name: string, list: readonly Numeric[], call: FunctionCall): Numeric {
  let total: Numeric = 0n
  for (const item of list) {
    call.workLimit.spend()
    total =
      typeof total === 'bigint' && typeof item === 'bigint'
        ? total + item
        : asFloat(name, total, call) + asFloat(name, item, call)
  }
  return total
}

function asFloat(name: string, value: Numeric, call: FunctionCall): number {
  const float = Number(value)
  if (typeof value === 'number' || Number.isFinite(float)) return float
  return call.refuse(`${name}() met ${described(value)}, which is too large for a number with a fraction.`)
}

const objectFunctions: Readonly<Record<string, Implementation>> = {
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
function pairsOf(value: Value, { refuse }: FunctionCall): Iterable<[string, Value]> {
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

const textFunctions: Readonly<Record<string, Implementation>> = {
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

/** The standard's functions, with the reference implementation's answers. They never change their arguments. */
const implementations: Readonly<Record<string, Implementation>> = {
  ...listFunctions,
  ...numberFunctions,
  ...objectFunctions,
  ...textFunctions
}

/**
 * The parser has already counted the arguments.
 * @throws ServerFails
 */
export function callFunction(name: string, args: readonly Argument[], call: FunctionCall): Value {
  const { takes } = signatures.get(name) ?? call.refuse(`Standard JMESPath has no ${name}().`)
  for (const [at, kinds] of takes.entries()) {
    const wrong = mismatch(args[at] ?? null, kinds, call.workLimit)
    if (wrong !== null)
      call.refuse(`${name}() takes ${kinds.map((kind) => words[kind]).join(' or ')}, and met ${wrong}.`)
  }
  const run = implementations[name] as Implementation
  return run(args as never, call)
}

const words: Record<Kind, string> = {
  any: 'anything',
  string: 'a text',
  number: 'a number',
  object: 'an object',
  array: 'a list',
  reference: 'an &expression',
  'list:number': 'a list of numbers',
  'list:string': 'a list of texts'
}

/** @returns a description of the wrong value; null if the kind fits */
function mismatch(value: Argument, kinds: readonly Kind[], workLimit: WorkLimit): string | null {
  if (typeof value === 'function' || kinds.includes('any')) return null
  const type = typeOf(value)
  if (kinds.some((kind) => kind === type)) return null
  if (!Array.isArray(value)) return described(value)
  const wanted = kinds.flatMap((kind) => (kind.startsWith('list:') ? kind.slice(5) : []))
  if (wanted.length === 0) return described(value)
  workLimit.spend(value.length)
  const first = wanted.length === 1 ? wanted[0] : typeOf(value[0] ?? null)
  const at = value.findIndex((item) => typeOf(item) !== first || !wanted.includes(typeOf(item)))
  return at < 0 ? null : `a list whose item ${at} is ${described(value[at] ?? null)}`
}
