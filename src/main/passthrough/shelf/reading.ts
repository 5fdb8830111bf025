import { AppError } from '../../../shared/errors'
import { isSecretHeader, isSecretParam } from '../../../shared/passthrough/secrets'
import { mostOperations, type ShelfFormat, type TakenOut } from '../../../shared/passthrough/shelf'
import { looksLikeToken } from '../library/clean-draft'
import { refused } from './parse'
import { passthroughMethod, type PassthroughMethod } from '../../../shared/passthrough/passthrough'
import type { Shape, ShapeField, ShapeType, ShelfContent, StoredOperation } from './shape'

export type Fields = Readonly<Record<string, unknown>>

/** What a file says, before main adds who imported it and when. */
export interface ReadFile {
  title: string
  version: string
  format: ShelfFormat
  base: string
  taken: TakenOut[]
  takenCount: number
  content: ShelfContent
}

/** Parts of shapes. Aliases of YAML can make billions of a short text. */
const mostParts = 1_000_000
const deepestShape = 60
const mostListed = 200
const longestText = 2_000
const longestName = 300
const mostChoices = 500
/** Characters of an example or a default. */
const longestValue = 2_000

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {})
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textIn = (value: unknown, longest = longestName): string => {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  return text.trim().slice(0, longest)
}

/** Reads the parts that all formats share, and keeps account of what is left out. */
export class Reading {
  readonly operations: StoredOperation[] = []
  readonly taken: TakenOut[] = []
  takenCount = 0
  private readonly shapes = new Map<string, Shape>()
  /** References whose shapes are still to be read. */
  private readonly open: string[] = []
  private readonly ids = new Set<string>()
  private parts = 0

  constructor(readonly root: unknown) {}

  leave(kind: TakenOut['kind'], place: string): void {
    this.takenCount++
    if (this.taken.length < mostListed) this.taken.push({ kind, place: place.slice(0, longestName) })
  }

  /** A repeated operation counts once. */
  add(operation: Omit<StoredOperation, 'id'>): void {
    if (this.operations.length >= mostOperations)
      throw new AppError('too-large', `This file has more than ${mostOperations.toLocaleString('en')} operations.`)
    const id = `${operation.method} ${operation.path.replace(/\{[^{}/]*\}/g, '{}')}`
    if (this.ids.has(id)) return
    this.ids.add(id)
    this.operations.push({ id, ...operation })
  }

  finish(head: Pick<ReadFile, 'title' | 'version' | 'format' | 'base'>): ReadFile {
    this.readOpen()
    if (this.operations.length === 0) throw refused('This file has no operations.')
    const { operations, taken, takenCount } = this
    return { ...head, taken, takenCount, content: { operations, shapes: Object.fromEntries(this.shapes) } }
  }

  /** Follows references within the file; undefined for others, which are listed. */
  local(value: unknown, place: string): unknown {
    let at = value
    for (let step = 0; isFields(at) && typeof at['$ref'] === 'string'; step++) {
      const found = step > 20 ? undefined : this.pointed(at['$ref'], place)
      if (found === undefined) return undefined
      at = found
    }
    return at
  }

  private pointed(ref: string, place: string): unknown {
    if (!ref.startsWith('#')) {
      this.leave('remote', `${place}: ${withoutQuery(ref)}`)
      return undefined
    }
    let at = this.root
    for (const step of ref.split('/').slice(1)) {
      const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
      at = (isFields(at) || Array.isArray(at)) && Object.hasOwn(at, key) ? (at as Fields)[key] : undefined
    }
    if (at === undefined) this.leave('broken', `${place}: ${ref}`)
    return at
  }

  /** @param name of the field that has it: examples of secrets are left out */
  shape(raw: unknown, place: string, name = '', depth = 0): Shape {
    if (++this.parts > mostParts)
      throw new AppError('too-large', 'The schemas of this file expand to more than 1 million parts.')
    if (!isFields(raw)) return {}
    if (depth > deepestShape) {
      this.leave('unread', place)
      return {}
    }
    const ref = raw['$ref']
    if (typeof ref === 'string') return this.reference(ref, place)
    const inside = (value: unknown, at: string, named = name) => this.shape(value, `${place}.${at}`, named, depth + 1)
    const shapes = (key: string) => listIn(raw[key]).map((one) => inside(one, key))
    const shape: Shape = {}
    const types = typesOf(raw)
    if (types.length > 0) shape.types = types
    const format = textIn(raw['format'], 40)
    if (format) shape.format = format
    const values = 'const' in raw ? [raw['const']] : listIn(raw['enum'])
    if (values.length > 0 && values.length <= mostChoices && values.every(isSmall)) shape.enum = [...values]
    if (isFields(raw['properties'])) shape.fields = this.fields(raw, inside)
    const rest = raw['additionalProperties']
    if (rest === false) shape.rest = false
    else if (isFields(rest) && Object.keys(rest).length > 0) shape.rest = inside(rest, 'additionalProperties')
    if (isFields(raw['items'])) shape.items = inside(raw['items'], 'items')
    const all = shapes('allOf')
    if (all.length > 0) shape.all = all
    const [one, any] = [shapes('oneOf'), shapes('anyOf')]
    if (one.length > 0 || any.length > 0) shape.any = [...one, ...any]
    const least = numberIn(raw, 'minimum', 'minLength', 'minItems')
    if (least !== undefined) shape.least = least
    const most = numberIn(raw, 'maximum', 'maxLength', 'maxItems')
    if (most !== undefined) shape.most = most
    const [example] = listIn(raw['examples'])
    for (const [key, value] of [
      ['default', raw['default']],
      ['example', raw['example'] ?? raw['x-example'] ?? example]
    ] as const) {
      const kept = this.value(value, `${place}.${key}`, name)
      if (kept !== undefined) shape[key] = kept
    }
    return shape
  }

  private fields(raw: Fields, inside: (value: unknown, at: string, name: string) => Shape): ShapeField[] {
    const required = new Set(listIn(raw['required']))
    return Object.entries(fieldsIn(raw['properties'])).map(([name, value]) => {
      const only =
        fieldsIn(value)['readOnly'] === true ? 'answer' : fieldsIn(value)['writeOnly'] === true ? 'request' : null
      return { name, required: required.has(name), ...(only && { only }), shape: inside(value, name, name) }
    })
  }

  /** Each is read once, after what refers to it: loops end, and long chains take no stack. */
  private reference(ref: string, place: string): Shape {
    if (this.shapes.has(ref)) return { ref }
    if (this.pointed(ref, place) === undefined) return {}
    // The shape comes later.
    this.shapes.set(ref, {})
    this.open.push(ref)
    return { ref }
  }

  private readOpen(): void {
    for (let ref = this.open.pop(); ref !== undefined; ref = this.open.pop()) {
      const name = ref.slice(ref.lastIndexOf('/') + 1)
      this.shapes.set(ref, this.shape(this.pointed(ref, ref), ref.slice(2).replaceAll('/', '.'), name))
    }
  }

  /** An example or a default; undefined for none, for a long one and for a secret. */
  value(value: unknown, place: string, name: string): unknown {
    if (value === undefined || value === null || value === '') return undefined
    const isSecret = (key: string) => isSecretHeader(key) || isSecretParam(key)
    let [isLeft, room] = [false, longestValue]
    const copy = (one: unknown, key: string, depth: number): unknown => {
      if (--room < 0 || depth > 20) return undefined
      if (typeof one === 'string') {
        room -= one.length
        if (one === '' || !(isSecret(key) || looksLikeToken(one))) return one
        isLeft = true
        return ''
      }
      if (typeof one === 'number' && isSecret(key)) {
        isLeft = true
        return 0
      }
      if (Array.isArray(one)) return one.map((item) => copy(item, key, depth + 1))
      if (!isFields(one)) return one
      return Object.fromEntries(Object.entries(one).map(([at, item]) => [at, copy(item, at, depth + 1)]))
    }
    const copied = copy(value, name, 0)
    if (isLeft) this.leave('secret', place)
    return room < 0 || (isLeft && (copied === '' || copied === 0)) ? undefined : copied
  }

  /** A text that people read; a token in it takes it out whole. */
  prose(value: unknown, place: string): string {
    const text = textIn(value, longestText)
    const holds = looksLikeToken(text) || /\b(?:bearer|basic)\s{1,9}[\w+/=.~-]{16}/i.test(text)
    if (!holds) return text
    this.leave('secret', place)
    return ''
  }
}

export function methodIn(text: unknown): PassthroughMethod | null {
  const read = passthroughMethod.safeParse(typeof text === 'string' ? text.toUpperCase() : text)
  return read.success ? read.data : null
}

/** In every version: `nullable` of 3.0, lists of 3.1, `file` of 2.0. */
function typesOf(raw: Fields): ShapeType[] {
  const named = (Array.isArray(raw['type']) ? raw['type'] : [raw['type']]).flatMap(
    (one) => typeNames[String(one)] ?? []
  )
  const isNull = raw['nullable'] === true || raw['x-nullable'] === true
  const types = named.length === 0 && isFields(raw['properties']) ? (['object'] as const) : named
  return [...new Set([...types, ...(isNull && types.length > 0 ? (['null'] as const) : [])])]
}

const typeNames: Record<string, ShapeType> = {
  object: 'object',
  array: 'list',
  string: 'text',
  file: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  null: 'null'
}

const isSmall = (value: unknown) => typeof value !== 'object' || value === null
/** Finite, as JSON's are. */
const numberIn = (raw: Fields, ...keys: string[]) =>
  keys.map((key) => raw[key]).find((one): one is number => Number.isFinite(one))
const withoutQuery = (ref: string) => (ref.split(/[?#]/, 1)[0] ?? '').replace(/\/\/[^@/]{0,200}@/, '//')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
