import { z } from 'zod'
import { mostOperations, operationHead } from '../../../shared/passthrough/shelf'

const shapeType = z.enum(['object', 'list', 'text', 'number', 'integer', 'boolean', 'null'])
export type ShapeType = z.infer<typeof shapeType>

/** What a schema of any version says of a value, as far as the app uses it. Nothing set: any value. */
export interface Shape {
  /** A name in `ShelfContent.shapes`; then nothing else is set. */
  ref?: string | undefined
  /** Absent: any. */
  types?: ShapeType[] | undefined
  /** `date`, `email`, `binary`, … */
  format?: string | undefined
  enum?: unknown[] | undefined
  fields?: ShapeField[] | undefined
  /** Of fields that are not named; false: there are none. */
  rest?: Shape | false | undefined
  items?: Shape | undefined
  all?: Shape[] | undefined
  /** At least one of them: files often let several match where they say `oneOf`. */
  any?: Shape[] | undefined
  /** Of a number, of the length of a text, of the items of a list. */
  least?: number | undefined
  most?: number | undefined
  default?: unknown
  example?: unknown
}

export interface ShapeField {
  name: string
  required: boolean
  /** Only in answers, or only in requests. */
  only?: 'answer' | 'request' | undefined
  shape: Shape
}

/** Other desks write it, too. */
const shape: z.ZodType<Shape> = z.lazy(() =>
  z.strictObject({
    ref: z.string().optional(),
    types: z.array(shapeType).optional(),
    format: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    fields: z.array(shapeField).optional(),
    rest: z.union([shape, z.literal(false)]).optional(),
    items: shape.optional(),
    all: z.array(shape).optional(),
    any: z.array(shape).optional(),
    least: z.number().optional(),
    most: z.number().optional(),
    default: z.unknown().optional(),
    example: z.unknown().optional()
  })
)
const shapeField: z.ZodType<ShapeField> = z.strictObject({
  ...{ name: z.string(), required: z.boolean(), only: z.enum(['answer', 'request']).optional(), shape }
})

const shelfField = z.strictObject({
  ...{ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean(), shape, text: z.string() }
})
export type ShelfField = z.infer<typeof shelfField>

/** `status`: `200`, `4XX` or `default`. */
const shelfAnswer = z.strictObject({ status: z.string(), shape })
export type ShelfAnswer = z.infer<typeof shelfAnswer>

const storedOperation = z.strictObject({
  ...operationHead.omit({ writes: true }).shape,
  text: z.string(),
  fields: z.array(shelfField),
  body: z
    .strictObject({ kind: z.enum(['json', 'parts']), required: z.boolean(), shape, example: z.unknown().optional() })
    .nullable(),
  answers: z.array(shelfAnswer)
})
export type StoredOperation = z.infer<typeof storedOperation>

/** A file as it is kept: all that the app uses of it. */
export const shelfContent = z.strictObject({
  operations: z.array(storedOperation).max(mostOperations),
  shapes: z.record(z.string(), shape)
})
export type ShelfContent = z.infer<typeof shelfContent>

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
