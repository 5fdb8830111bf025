import type { OperationHead } from '../../../shared/passthrough/shelf'

export type ShapeType = 'object' | 'list' | 'text' | 'number' | 'integer' | 'boolean' | 'null'

export interface ShapeField {
  name: string
  required: boolean
  /** Only in answers, or only in requests. */
  only?: 'answer' | 'request'
  shape: Shape
}

/** What a schema of any version says of a value, as far as the app uses it. Nothing set: any value. */
export interface Shape {
  /** A name in `ShelfContent.shapes`; then nothing else is set. */
  ref?: string
  /** Absent: any. */
  types?: ShapeType[]
  /** `date`, `email`, `binary`, … */
  format?: string
  enum?: unknown[]
  fields?: ShapeField[]
  /** Of fields that are not named; false: there are none. */
  rest?: Shape | false
  items?: Shape
  all?: Shape[]
  /** At least one of them: files often let several match where they say `oneOf`. */
  any?: Shape[]
  /** Of a number, of the length of a text, of the items of a list. */
  least?: number
  most?: number
  default?: unknown
  example?: unknown
}

export interface ShelfField {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  shape: Shape
  text: string
}

export interface ShelfAnswer {
  /** `200`, `4XX` or `default` */
  status: string
  shape: Shape
}

export interface StoredOperation extends Omit<OperationHead, 'writes'> {
  text: string
  fields: ShelfField[]
  body: { kind: 'json' | 'parts'; required: boolean; shape: Shape; example?: unknown } | null
  answers: ShelfAnswer[]
}

/** A file as it is kept: all that the app uses of it. */
export interface ShelfContent {
  operations: StoredOperation[]
  shapes: Record<string, Shape>
}

export type Shapes = ReadonlyMap<string, Shape>

const mostSteps = 50

/** Follows references; a chain that leads to nothing or to itself is any value. */
export function resolved(shape: Shape, shapes: Shapes): Shape {
  let at = shape
  for (let step = 0; at.ref !== undefined; step++) {
    const next = shapes.get(at.ref)
    if (!next || step > mostSteps) return {}
    at = next
  }
  return at
}

/** All fields of an object, also those of `all`. Each reference counts once: parts may refer to each other, or to one a thousand times. */
export function fieldsOf(shape: Shape, shapes: Shapes, seen = new Set<string>()): ShapeField[] {
  if (shape.ref !== undefined) {
    if (seen.has(shape.ref)) return []
    seen.add(shape.ref)
  }
  const { fields = [], all = [] } = resolved(shape, shapes)
  if (all.length === 0) return fields
  const merged = new Map<string, ShapeField>()
  for (const field of [...all.flatMap((one) => fieldsOf(one, shapes, seen)), ...fields]) {
    const known = merged.get(field.name)
    // A part may only say that a field of another part is required.
    const shape = Object.keys(field.shape).length > 0 ? field.shape : (known?.shape ?? field.shape)
    merged.set(field.name, { ...field, shape, required: field.required || (known?.required ?? false) })
  }
  return [...merged.values()]
}

const typeWords: Record<ShapeType, string> = {
  object: 'object',
  list: 'list',
  text: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null'
}

export const wordOf = (type: ShapeType): string => typeWords[type]

/** `whole number`, `list of text`, `one of 3`, `date, may be null`. */
export function typeInWords(of: Shape, shapes: Shapes, depth = 0): string {
  const shape = resolved(of, shapes)
  const { types = [], format, items, any = [], all = [] } = shape
  const named = types.filter((type) => type !== 'null')
  const values = shape.enum?.filter((value) => value !== null) ?? []
  const mayBeNull = types.includes('null') && named.length > 0 ? ', may be null' : ''
  if (values.length > 0)
    return `${values.length === 1 ? `always ${short(values[0])}` : `one of ${values.length}`}${mayBeNull}`
  if (named.length === 1 && named[0] === 'list' && items && depth < 3)
    return `list of ${typeInWords(items, shapes, depth + 1)}${mayBeNull}`
  if (named.length > 0) {
    const plain = format === 'date' ? ['date'] : format === 'date-time' ? ['date and time'] : named.map(wordOf)
    const more = format && /^(email|uuid|uri|binary|byte|password)$/.test(format) ? `, ${format}` : ''
    return `${plain.join(' or ')}${more}${mayBeNull}`
  }
  if (types.length > 0) return 'null'
  if (shape.fields || all.some((one) => fieldsOf(one, shapes).length > 0)) return 'object'
  if (all.length === 1 && all[0] && depth < 3) return typeInWords(all[0], shapes, depth + 1)
  if (any.length > 0 && depth < 3) {
    const words = [...new Set(any.slice(0, 8).map((one) => typeInWords(one, shapes, depth + 1)))]
    return words.length <= 3 ? words.join(' or ') : `one of ${any.length} forms`
  }
  return 'any value'
}

export function limitsInWords(of: Shape, shapes: Shapes): string {
  const { types = [], least, most } = resolved(of, shapes)
  const unit = types.includes('text') ? ' characters' : types.includes('list') ? ' values' : ''
  if (least !== undefined && most !== undefined && least === most) return `Exactly ${least}${unit}`
  const words = [
    ...(least !== undefined ? [`at least ${least}${unit}`] : []),
    ...(most !== undefined ? [`at most ${most}${unit}`] : [])
  ].join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
