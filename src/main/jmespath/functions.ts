import { JMESPathTypeError } from '@aws-lambda-powertools/jmespath'
import { jsonText, known, typeOf } from './values'
import { signatures, type Kind } from './signatures'

/** A function met a value it does not take. The engine hands on this class of errors and swallows others. */
export class FunctionProblem extends JMESPathTypeError {
  constructor(
    readonly said: string,
    readonly position: number
  ) {
    super({ currentValue: null, expectedTypes: [], actualType: '' })
  }
}

/** `&expression` as the engine hands it over. */
interface Reference {
  visit(value: unknown): unknown
}
type Sortable = string | number

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Reference>).visit === 'function'

/** Texts by code point, as the reference implementation; `<` would put what is beyond U+FFFF too early. */
const order = (a: Sortable, b: Sortable) =>
  typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b)

const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
const best = (items: readonly Sortable[], sign: 1 | -1) =>
  items.reduce<Sortable | null>((top, item) => (top === null || order(item, top) * sign > 0 ? item : top), null)
const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

type Implementation = (args: never, refuse: (said: string) => never) => unknown

/**
 * The functions of the standard. Our own: those of the engine sort and reverse the data they are given in place, take
 * 0, '' and false for null in `map`, sort texts by the language of this computer, and count halves of characters.
 */
const implementations: Record<string, Implementation> = {
  abs: ([value]: number[]) => Math.abs(value ?? 0),
  avg: ([list = []]: number[][]) => (list.length === 0 ? null : add(list) / list.length),
  ceil: ([value]: number[]) => Math.ceil(value ?? 0),
  floor: ([value]: number[]) => Math.floor(value ?? 0),
  contains([where, what]: unknown[], refuse) {
    if (Array.isArray(where)) return where.some((item) => jsonText(item, true) === jsonText(what, true))
    if (typeof what !== 'string') return refuse(`contains() looks for a text in a text, not for ${described(what)}.`)
    return String(where).includes(what)
  },
  ends_with: ([text = '', end = '']: string[]) => text.endsWith(end),
  starts_with: ([text = '', start = '']: string[]) => text.startsWith(start),
  join: ([glue, list]: [string, string[]]) => list.join(glue),
  keys: ([value]: [object]) => Object.keys(value),
  values: ([value]: [object]) => Object.values(value),
  length: ([value]: [string | object]) =>
    Array.isArray(value) ? value.length : typeof value === 'string' ? [...value].length : Object.keys(value).length,
  map: ([by, list]: [Reference, unknown[]]) => list.map((item) => by.visit(item) ?? null),
  max: ([list]: [Sortable[]]) => best(list, 1),
  min: ([list]: [Sortable[]]) => best(list, -1),
  max_by: ([list, by]: [unknown[], Reference], refuse) => bestBy('max_by', list, by, 1, refuse),
  min_by: ([list, by]: [unknown[], Reference], refuse) => bestBy('min_by', list, by, -1, refuse),
  merge: (objects: object[]) => Object.assign(Object.create(null) as object, ...objects) as object,
  not_null: (values: unknown[]) => values.find((value) => value !== null) ?? null,
  reverse: ([value]: [string | unknown[]]) =>
    typeof value === 'string' ? [...value].reverse().join('') : [...value].reverse(),
  sort: ([list]: [Sortable[]]) => [...list].sort(order),
  sort_by: ([list, by]: [unknown[], Reference], refuse) =>
    keyed('sort_by', list, by, refuse)
      .sort((x, y) => order(x.key, y.key))
      .map(({ item }) => item),
  sum: ([list]: [number[]]) => add(list),
  to_array: ([value]: unknown[]) => (Array.isArray(value) ? value : [value]),
  to_number: ([value]: unknown[]) =>
    typeof value === 'number' ? value : typeof value === 'string' && number.test(value) ? Number(value) : null,
  to_string: ([value]: unknown[]) => (typeof value === 'string' ? value : jsonText(value)),
  type: ([value]: unknown[]) => typeOf(value)
}

function keyed(name: string, list: unknown[], by: Reference, refuse: (said: string) => never) {
  const keys = list.map((item) => ({ item, key: by.visit(item) as Sortable }))
  const first = typeOf(keys[0]?.key)
  for (const [at, { key }] of keys.entries()) {
    const type = typeOf(key)
    if (type !== 'number' && type !== 'string') {
      refuse(`${name}() orders by numbers or texts; item ${at} gives ${described(key)}.`)
    }
    if (type !== first)
      refuse(`${name}() orders by numbers or by texts, not by both; item ${at} gives ${described(key)}.`)
  }
  return keys
}

function bestBy(name: string, list: unknown[], by: Reference, sign: 1 | -1, refuse: (said: string) => never): unknown {
  const keys = keyed(name, list, by, refuse)
  const [first] = keys
  return first ? keys.reduce((top, one) => (order(one.key, top.key) * sign > 0 ? one : top), first).item : null
}

/**
 * Calls a function with arguments that were counted when the expression was read.
 * @throws FunctionProblem
 */
export function call(name: string, given: unknown[], position: number): unknown {
  const args = given.map(known)
  const refuse = (said: string): never => {
    throw new FunctionProblem(said, position)
  }
  const signature = signatures.get(name)
  const run = implementations[name]
  if (!signature || !run) return refuse(`Standard JMESPath has no ${name}().`)
  for (const [at, value] of args.entries()) {
    const kinds = signature.takes[Math.min(at, signature.takes.length - 1)] ?? []
    const wrong = mismatch(value, kinds)
    if (wrong === null) continue
    refuse(`${name}() takes ${kinds.map((kind) => words[kind]).join(' or ')}, and met ${wrong}.`)
  }
  return run(args as never, refuse)
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

/** @returns what was met in its stead; null where the value is one of these kinds */
function mismatch(value: unknown, kinds: readonly Kind[]): string | null {
  if (kinds.includes('any') || (isReference(value) && kinds.includes('reference'))) return null
  const type = typeOf(value)
  if (kinds.some((kind) => kind === type)) return null
  if (!Array.isArray(value)) return described(value)
  const wanted = kinds.flatMap((kind) => (kind.startsWith('list:') ? kind.slice(5) : []))
  if (wanted.length === 0) return described(value)
  const first = wanted.length === 1 ? wanted[0] : typeOf(value[0])
  const at = value.findIndex((item) => typeOf(item) !== first || !wanted.includes(typeOf(item)))
  return at < 0 ? null : `a list whose item ${at} is ${described(value[at])}`
}

/** A value in a sentence: "null", "a text: "x"". */
function described(value: unknown): string {
  const type = typeOf(value)
  if (type === 'null') return 'null'
  const text = jsonText(value)
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return {
    string: `the text ${shown}`,
    number: `the number ${shown}`,
    boolean: shown,
    array: 'a list',
    object: 'an object'
  }[type]
}
