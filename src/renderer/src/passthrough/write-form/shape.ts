/** As far as the schema is clear. */
export type Shape = About &
  (
    | { kind: 'object'; fields: readonly ShapeField[]; /** Allows other keys. */ open: boolean }
    | { kind: 'list'; item: Shape; least: number; most: number }
    | { kind: 'text'; format: string; pattern: string; least: number; most: number }
    | { kind: 'number'; whole: boolean; least: number; most: number }
    | { kind: 'boolean' }
    | { kind: 'choice'; values: readonly Scalar[] }
    /** Too unclear for a form: JSON without checks. */
    | { kind: 'any' }
  )

type Scalar = string | number | boolean

interface About {
  title: string
  help: string
  nullable: boolean
}

export interface ShapeField {
  name: string
  required: boolean
  shape: Shape
}

type Schema = Readonly<Record<string, unknown>>

/** A schema may contain itself. */
const deepest = 6

/**
 * Reads types, required keys, choices, lists, internal `$ref` and nullability of a JSON Schema; else `any`.
 *
 * @returns null if the schema is not an object with known keys
 */
export function readShape(schema: unknown): (Shape & { kind: 'object' }) | null {
  const shape = shapeOf(schema, schema, 0)
  return shape.kind === 'object' ? shape : null
}

function shapeOf(given: unknown, root: unknown, depth: number): Shape {
  const schema = resolved(given, root)
  if (!schema || depth > deepest) return { kind: 'any', ...aboutOf(schema ?? {}) }
  const about = aboutOf(schema)
  const alternatives = listOf(schema['anyOf'] ?? schema['oneOf'])
  if (alternatives.length > 0) {
    const others = alternatives.filter((one) => !isNull(resolved(one, root)))
    const nullable = about.nullable || others.length < alternatives.length
    const only = others.length === 1 ? shapeOf(others[0], root, depth + 1) : undefined
    if (!only) return { kind: 'any', ...about, nullable }
    return {
      ...only,
      title: about.title || only.title,
      help: about.help || only.help,
      nullable: nullable || only.nullable
    }
  }
  const types = typesOf(schema).filter((type) => type !== 'null')
  const nullable = about.nullable || types.length < typesOf(schema).length
  const values = schema['const'] !== undefined ? [schema['const']] : listOf(schema['enum'])
  if (values.length > 0) {
    const choices = values.filter(isScalar)
    const others = values.filter((value) => value !== null && !isScalar(value))
    const allowsNull = values.includes(null) || (nullable && types.length > 0)
    if (others.length > 0 || choices.length === 0) return { kind: 'any', ...about, nullable }
    return { kind: 'choice', values: choices, ...about, nullable: allowsNull }
  }
  return { ...plainOf(types, schema, root, depth), ...about, nullable } as Shape
}

function plainOf(types: readonly string[], schema: Schema, root: unknown, depth: number): object {
  const type = types[0] ?? (isObject(schema['properties']) ? 'object' : '')
  if (types.length > 1) return { kind: 'any' }
  const bounds = (least: string, most: string) => ({
    least: numberOf(schema[least], -Infinity),
    most: numberOf(schema[most], Infinity)
  })
  switch (type) {
    case 'string': {
      const [format, pattern] = [textOf(schema['format']), textOf(schema['pattern'])]
      return { kind: 'text', format, pattern, ...bounds('minLength', 'maxLength') }
    }
    case 'number':
    case 'integer':
      return { kind: 'number', whole: type === 'integer', ...bounds('minimum', 'maximum') }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array':
      if (!isObject(schema['items'])) return { kind: 'any' }
      return { kind: 'list', item: shapeOf(schema['items'], root, depth + 1), ...bounds('minItems', 'maxItems') }
    case 'object': {
      const properties = schema['properties']
      if (!isObject(properties)) return { kind: 'any' }
      const required = listOf(schema['required'])
      const fields = Object.entries(properties).map(([name, one]) => ({
        ...{ name, required: required.includes(name), shape: shapeOf(one, root, depth + 1) }
      }))
      const more = schema['additionalProperties']
      return { kind: 'object', fields, open: more === true || isObject(more) }
    }
    default:
      return { kind: 'any' }
  }
}

/** Schemas come from others. */
function unescaped(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/** Replaces references; undefined if invalid or external. */
function resolved(given: unknown, root: unknown, hops = 0): Schema | undefined {
  if (!isObject(given) || hops > deepest) return undefined
  const parts = listOf(given['allOf'])
  if (parts.length > 0) {
    const { allOf: _, ...rest } = given
    const all = [...parts.map((part) => resolved(part, root, hops + 1)), rest]
    return all.every(isObject) ? merged(all) : undefined
  }
  const ref = given['$ref']
  if (typeof ref !== 'string') return given
  if (!ref.startsWith('#')) return undefined
  let found: unknown = root
  for (const step of ref.split('/').slice(1)) {
    const name = unescaped(step).replaceAll('~1', '/').replaceAll('~0', '~')
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined
  }
  const target = resolved(found, root, hops + 1)
  const { $ref: _, ...beside } = given
  return target && merged([target, beside])
}

function merged(schemas: readonly Schema[]): Schema {
  const properties = schemas.flatMap((one) => (isObject(one['properties']) ? Object.entries(one['properties']) : []))
  const required = schemas.flatMap((one) => listOf(one['required']))
  return {
    ...Object.assign({}, ...schemas),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required })
  }
}

function aboutOf(schema: Schema): About {
  const nullable = schema['nullable'] === true || typesOf(schema).includes('null')
  return { title: textOf(schema['title']), help: textOf(schema['description']), nullable }
}

const typesOf = ({ type }: Schema): string[] =>
  typeof type === 'string' ? [type] : listOf(type).filter((one) => typeof one === 'string')
const isNull = (schema: Schema | undefined) => schema?.['type'] === 'null' || schema?.['const'] === null
const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)
const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
