import { createHash } from 'node:crypto'
import type { ColumnValue, ManyAnswer, ManyColumn, ManyShape } from '../../../shared/passthrough/many'
import { textOfBody } from '../../base/body-text'
import { bufferOf } from '../../base/shared-bytes'
import { problemOf, valueOf } from '../../jmespath/evaluate'
import { readJson, UnreadableJson } from '../../jmespath/json/read'
import { jsonText } from '../../jmespath/json/write'
import { parse } from '../../jmespath/parse'
import { isNumber, isObject, type Value } from '../../jmespath/values'
import { WorkLimit } from '../../jmespath/work-limit'
import { maskedBy } from '../../secrets/masked'
import { TokenDigests, type SharedDigests } from '../../secrets/token-digests'

/** Places of a structure; more are left out, from the end. */
const mostFields = 400
const deepest = 12
/** An object with more names is a map: its names are data. */
const mostNames = 80
/** A name that is an id: several make the object a map. */
const idName = /^\d+$|^[0-9a-f]{8}-[0-9a-f-]{27}$|^[0-9a-f]{24,}$/i
const longestName = 60
/** Items of a list that are looked at. */
const mostItems = 2_000
const longestValue = 200

export interface AnswerBody {
  body: Uint8Array
  contentType: string
  /** Expressions and exports see these as `[token]`. */
  known: SharedDigests
}

export interface AnswerQuestion extends AnswerBody {
  columns: readonly Pick<ManyColumn, 'expression'>[]
  /** ms for each column. */
  withinMs: number
}

export type AnswerReading = Pick<ManyAnswer, 'content' | 'values'> & { shape: ManyShape | null }

/** The text of an answer without secrets; null for binary. */
export function maskedText({ body, contentType, known }: AnswerBody): { text: string | null } {
  const text = textOfBody(bufferOf(body), contentType)?.text
  return { text: text === undefined ? null : maskedBy(text, new TokenDigests(known)) }
}

/** Structure of an answer and what it gives in each column. */
export function readAnswer({ columns, withinMs, ...answer }: AnswerQuestion): AnswerReading {
  const nothing = { shape: null, values: [] }
  if (answer.body.length === 0) return { content: 'none', ...nothing }
  const { text } = maskedText(answer)
  if (text === null) return { content: 'other', ...nothing }
  try {
    const data = readJson(text)
    const values = columns.map(({ expression }) => columnValue(data, expression, withinMs))
    return { content: 'json', shape: shapeOf(data), values }
  } catch (thrown) {
    if (!(thrown instanceof UnreadableJson)) throw thrown
    const begins = text.trimStart().slice(0, 1_000).toLowerCase()
    if (!begins.startsWith('<')) return { content: /^[[{]/.test(begins) ? 'broken' : 'other', ...nothing }
    return { content: /<html|<!doctype html/.test(begins) ? 'page' : 'xml', ...nothing }
  }
}

/** Places and types of a value. Items of one list count as one; null only counts where nothing else stands. */
export function shapeOf(data: Value): ManyShape {
  const found = new Map<string, Set<string>>()
  look(data, '', 0)
  const fields = [...found]
    .map(([place, types]): [string, string] => {
      if (types.size > 1) types.delete('null')
      // An empty list beside full ones says nothing.
      if (types.has('list')) types.delete('empty list')
      return [place, [...types].sort().join(' or ')]
    })
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return { key: createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22), fields }

  function note(place: string, type: string): boolean {
    const types = found.get(place)
    if (types) types.add(type)
    else if (found.size < mostFields) found.set(place, new Set([type]))
    return types !== undefined || found.has(place)
  }

  function look(value: Value, place: string, depth: number): void {
    if (!note(place, kindOf(value)) || depth >= deepest) return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, mostItems)) look(item, `${place}[]`, depth + 1)
    } else if (isObject(value)) {
      const map = isMap(value)
      for (const [name, inner] of value) look(inner, map ? `${place}{}` : joined(place, name), depth + 1)
    }
  }
}

function kindOf(value: Value): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'empty list' : 'list'
  if (isNumber(value)) return 'number'
  if (typeof value === 'boolean') return 'true or false'
  return typeof value === 'string' ? 'text' : 'object'
}

function isMap(value: Map<string, Value>): boolean {
  if (value.size > mostNames) return true
  let ids = 0
  for (const name of value.keys()) if (name.length > longestName || idName.test(name)) ids++
  return ids > 0 && ids * 2 > value.size
}

const joined = (place: string, name: string) => {
  const shown = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
  return place === '' ? shown : `${place}.${shown}`
}

function columnValue(data: Value, expression: string, ms: number): ColumnValue {
  try {
    const workLimit = new WorkLimit(ms)
    const value = valueOf(parse(expression).root, data, workLimit)
    const text = typeof value === 'string' ? value : value === null ? '' : jsonText(value, { workLimit })
    return { text: cut(text), number: isNumber(value) ? Number(value) : null, problem: false }
  } catch (thrown) {
    return { text: cut(problemOf(thrown, ms).message), number: null, problem: true }
  }
}

const cut = (text: string) => (text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text)
