import type { OperationField, ShelfOperation } from '../../../shared/passthrough/shelf'
import { answerFor } from './check'
import {
  fieldsOf,
  limitsInWords,
  resolved,
  typeInWords,
  type Shape,
  type Shapes,
  type ShelfField,
  type StoredOperation
} from './shape'

const deepest = 8
const mostLines = 300
const mostChoices = 200

/** An operation as the window shows it. */
export function described(operation: StoredOperation, shapes: Shapes): ShelfOperation {
  const { fields, body, answers, ...head } = operation
  const answer = answerFor(answers, 200) ?? answers.find(({ status }) => status.startsWith('2')) ?? null
  return {
    ...head,
    fields: fields.map((field) => fieldOf(field, shapes)),
    body: body && bodyOf(body, shapes),
    answer: answer && { status: answer.status, lines: linesOf(answer.shape, shapes) }
  }
}

function fieldOf({ shape: of, ...field }: ShelfField, shapes: Shapes): OperationField {
  const shape = resolved(of, shapes)
  const list = shape.types?.includes('list') ?? false
  const one = list && shape.items ? resolved(shape.items, shapes) : shape
  const values = one.enum ?? (one.types?.includes('boolean') ? [true, false] : [])
  const first = texts(shape.default)
  const example = texts(shape.example ?? one.example)
  return {
    ...field,
    list,
    type: typeInWords(of, shapes),
    ...(values.length > 0 && values.length <= mostChoices && { choices: values.flatMap(texts) }),
    ...(first[0] !== undefined && { default: first[0] }),
    ...(example[0] !== undefined && { example: example[0] }),
    hint: limitsInWords(of, shapes)
  }
}

function texts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(texts)
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : []
}

function bodyOf(
  { kind, shape, example }: NonNullable<StoredOperation['body']>,
  shapes: Shapes
): ShelfOperation['body'] {
  if (kind === 'parts') {
    const fields = fieldsOf(shape, shapes).filter(({ only }) => only !== 'answer')
    const wanted = fields.some(({ required }) => required) ? fields.filter(({ required }) => required) : fields
    return { kind, parts: wanted.map((one) => ({ name: one.name, value: texts(made(one.shape, shapes, 0))[0] ?? '' })) }
  }
  const value = made(shape, shapes, 0)
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return { kind, text: JSON.stringify(isEmpty || value === null ? (example ?? value ?? {}) : value, null, 2) }
}

/** The required fields, with examples where the file has some; else empty values. */
function made(of: Shape, shapes: Shapes, depth: number): unknown {
  const shape = resolved(of, shapes)
  const given = shape.example ?? shape.default ?? shape.enum?.find((value) => value !== null)
  if (given !== undefined) return given
  const fields = fieldsOf(shape, shapes)
  const [any] = shape.any ?? []
  if (fields.length === 0 && any && depth < deepest) return made(any, shapes, depth + 1)
  if (fields.length > 0 || shape.types?.includes('object')) {
    const wanted = depth < deepest ? fields.filter(({ required, only }) => required && only !== 'answer') : []
    return Object.fromEntries(wanted.map((one) => [one.name, made(one.shape, shapes, depth + 1)]))
  }
  switch (shape.types?.find((type) => type !== 'null')) {
    case 'list':
      return []
    case 'number':
    case 'integer':
      return shape.least !== undefined && shape.least > 0 ? shape.least : 0
    case 'boolean':
      return false
    case 'text':
      return ''
    default:
      return null
  }
}

/** As JSON, with types in the place of values. */
function linesOf(of: Shape, shapes: Shapes): string[] {
  const lines: string[] = []
  const open = new Set<string>()
  const draw = (shape: Shape, before: string, indent: string, depth: number): void => {
    if (lines.length >= mostLines) return
    const { ref } = shape
    const fields = fieldsOf(shape, shapes).filter(({ only }) => only !== 'request')
    const { items } = resolved(shape, shapes)
    const isKnown = ref !== undefined && open.has(ref)
    if (isKnown || depth > deepest || (fields.length === 0 && !(items && hasFields(items))))
      return void lines.push(`${indent}${before}${isKnown ? nameOf(ref) : typeInWords(shape, shapes)}`)
    if (ref !== undefined) open.add(ref)
    if (fields.length > 0) {
      lines.push(`${indent}${before}{`)
      for (const one of fields) draw(one.shape, `${JSON.stringify(one.name)}: `, `${indent}  `, depth + 1)
      lines.push(`${indent}}`)
    } else if (items) {
      lines.push(`${indent}${before}[`)
      draw(items, '', `${indent}  `, depth + 1)
      lines.push(`${indent}]`)
    }
    if (ref !== undefined) open.delete(ref)
  }
  const hasFields = (shape: Shape) => fieldsOf(shape, shapes).length > 0
  draw(of, '', '', 0)
  return lines.length >= mostLines ? [...lines, '…'] : lines
}

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)
