import { createHash, randomInt } from 'node:crypto'
import { judged, type KeptProfile } from '../../../shared/mappings/guard'
import { bufferOf } from '../../base/shared-bytes'
import { problemOf, valueOf } from '../../jmespath/evaluate'
import { readJson, UnreadableJson } from '../../jmespath/json/read'
import { jsonText } from '../../jmespath/json/write'
import { labelOf } from '../../jmespath/methods'
import type { Node } from '../../jmespath/node'
import { parse } from '../../jmespath/parse'
import { tokensOf } from '../../jmespath/tokens'
import { isNumber, isObject, typeOf, type Value } from '../../jmespath/values'
import { WorkLimit } from '../../jmespath/work-limit'

/** What an expression gives on a record: JSON with sorted names, or the problem's words. */
export type Gives = { json: string } | { problem: string }

export interface GuardQuestion {
  records: readonly Uint8Array[]
  expression: string
  /** ms for one record */
  recordMs: number
}

/** @returns `refused` for a text that is no expression, or a record that is no JSON */
export function resultsOf(of: GuardQuestion): { results: (Gives & { label: string })[] } | { refused: string } {
  return reading(of, (root, values) => ({
    results: values.map((value, index) => ({ ...given(root, value, of.recordMs), label: labelOf(value, index) }))
  }))
}

export interface ProfileQuestion extends GuardQuestion {
  /** Digests of different salts cannot be compared. */
  salt: string
}

type Counted = Omit<KeptProfile, 'at' | 'source'>

/** Counts what the expression gives; no value is in it. */
export function profileOf(of: ProfileQuestion): { profile: Counted } | { refused: string } {
  return reading(of, (root, values) => {
    const types = new Map<string, number>()
    const digests = new Map<string, number>()
    const keys = new Map<string, number>()
    const lengths: number[] = []
    let filled = 0
    let problems = 0
    for (const value of values) {
      for (const way of waysIn(value)) keys.set(way, (keys.get(way) ?? 0) + 1)
      const gives = outcomeOf(root, value, of.recordMs)
      if ('problem' in gives) problems++
      else if (typeOf(gives.value) !== 'null') {
        filled++
        const type = typeOf(gives.value)
        types.set(type, (types.get(type) ?? 0) + 1)
        const digest = digestOf(of.salt, jsonText(gives.value, { sorted: true }))
        digests.set(digest, (digests.get(digest) ?? 0) + 1)
        if (typeof gives.value === 'string') lengths.push([...gives.value].length)
      }
    }
    lengths.sort((a, b) => a - b)
    const [least, median, most] = [lengths[0], lengths[Math.floor(lengths.length / 2)], lengths.at(-1)]
    const counted: Counted = {
      ...{ records: values.length, filled, problems, distinct: digests.size },
      types: [...types].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count),
      lengths: least === undefined || median === undefined || most === undefined ? null : { least, median, most },
      digests: digests.size <= judged.mostDigests ? [...digests] : [],
      keys: keys.size <= judged.mostKeys ? [...keys] : []
    }
    return { profile: counted }
  })
}

/**
 * A record of the same shape with other values: letters, digits and the size of numbers stay, what the expression names
 * stays too.
 */
export function anonymized(record: Uint8Array, expression: string): { record: Uint8Array } | { refused: string } {
  try {
    const value = readJson(bufferOf(record).toString('utf8'))
    return { record: Buffer.from(jsonText(otherValues(value, expression))) }
  } catch (thrown) {
    return { refused: thrown instanceof UnreadableJson ? thrown.message : problemOf(thrown, 0).message }
  }
}

function reading<T>(
  { records, expression, recordMs }: GuardQuestion,
  work: (root: Node, values: Value[]) => T
): T | { refused: string } {
  try {
    const { root } = parse(expression)
    return work(
      root,
      records.map((record) => readJson(bufferOf(record).toString('utf8')))
    )
  } catch (thrown) {
    if (thrown instanceof UnreadableJson) return { refused: thrown.message }
    return { refused: problemOf(thrown, recordMs).message }
  }
}

function outcomeOf(root: Node, data: Value, ms: number): { value: Value } | { problem: string } {
  try {
    return { value: valueOf(root, data, new WorkLimit(ms)) }
  } catch (thrown) {
    return { problem: problemOf(thrown, ms).message }
  }
}

function given(root: Node, data: Value, ms: number): Gives {
  const outcome = outcomeOf(root, data, ms)
  return 'value' in outcome ? { json: jsonText(outcome.value, { sorted: true }) } : outcome
}

const digestOf = (salt: string, json: string) =>
  createHash('sha256').update(`${salt} ${json}`).digest('base64url').slice(0, 22)

const deepest = 4

/** Ways to values, through objects only: items of a list are no shape. */
function waysIn(value: Value, before = '', depth = 0): string[] {
  if (!isObject(value) || depth >= deepest) return []
  return [...value].flatMap(([name, inner]) => {
    if (typeOf(inner) === 'null') return []
    const way = before === '' ? nameIn(name) : `${before}.${nameIn(name)}`
    return [way, ...waysIn(inner, way, depth + 1)]
  })
}

const nameIn = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))

function otherValues(value: Value, expression: string): Value {
  const named = new Set(
    tokensOf(expression).flatMap(({ kind, value: literal }) =>
      kind === 'literal' ? leavesOf(literal).map(nameOf) : []
    )
  )
  /** The expression compares with it, so it is no secret of the record. */
  const isNamed = (one: string | number | bigint) =>
    typeof one === 'string' ? named.has(one) : Math.abs(Number(one)) !== Infinity && named.has(nameOf(one))
  const known = new Map<string, string>()
  /** Of several, as another that the expression names would take another way. */
  const unnamed = <T extends string | number | bigint>(make: () => T): T => {
    let other = make()
    for (let tries = 0; tries < 20 && isNamed(other); tries++) other = make()
    return other
  }
  const replaced = (inner: Value): Value => {
    if (typeof inner === 'string') {
      if (isNamed(inner)) return inner
      const other = known.get(inner) ?? unnamed(() => otherText(inner))
      known.set(inner, other)
      return other
    }
    if (isNumber(inner)) return isNamed(inner) ? inner : unnamed(() => otherNumber(inner))
    if (Array.isArray(inner)) return inner.map(replaced)
    if (isObject(inner)) return new Map([...inner].map(([name, one]) => [name, replaced(one)]))
    return inner
  }
  return replaced(value)
}

/** Equal for 2 and 2.0, and for a number and its text. */
const nameOf = (leaf: Value) =>
  isNumber(leaf) ? String(typeof leaf === 'number' && Number.isInteger(leaf) ? BigInt(leaf) : leaf) : leaf

function leavesOf(value: Value): Value[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  return isObject(value) ? [...value.values()].flatMap(leavesOf) : [value]
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** Never the one that stands there: short values, such as an ID of two digits, would stay by chance. */
function otherThan(char: string, from: string): string {
  const others = from.replace(char, '')
  return others.charAt(randomInt(others.length))
}

/** Letters become other letters of the same case, digits other digits; the rest stays, as it makes the form. */
function otherText(text: string): string {
  return text.replace(/\p{Lu}|\p{L}|\p{N}/gu, (char) => {
    if (/\p{N}/u.test(char)) return otherThan(char, '0123456789')
    return /\p{Lu}/u.test(char) ? otherThan(char, letters.toUpperCase()) : otherThan(char, letters)
  })
}

/** Zeros before the first other digit stay, as they make the size: 0 stays 0. */
function otherNumber(value: number | bigint): number | bigint {
  const [digits = '', exponent = ''] = String(value).split('e')
  const other = digits.replace(/[1-9][\d.]*/, (all) => all.replaceAll(/\d/g, (digit) => otherThan(digit, '123456789')))
  if (typeof value === 'bigint') return BigInt(other)
  const number = Number(exponent ? `${other}e${exponent}` : other)
  return Number.isFinite(number) ? number : 1
}
