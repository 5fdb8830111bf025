import operations from './contract-operations.json' with { type: 'json' }

/** From `scripts/catalogue.mjs`; undeclared parts are absent. */
export interface ContractOperation {
  group: string
  name: string
  method: string
  path: string
  auth: string[]
  success: number
  errors: number[]
  path_params?: string
  query_required?: string
  query_optional?: string
  body_required?: string
  body_optional?: string
  rule?: string
  response?: string
}

export const contractOperations: readonly ContractOperation[] = operations

/** As `id:uuid!`, `status:enum(A|B)|null`, `items:array(…)!`. */
export interface FieldSpec {
  name: string
  type: string
  nullable: boolean
  required: boolean
  inside: string
}

function partsOf(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const sign of text) {
    if ('([{'.includes(sign)) depth++
    if (')]}'.includes(sign)) depth--
    if (sign === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return [...parts, part].map((one) => one.trim()).filter(Boolean)
}

/** Prose has no fields. */
export function fieldsOf(cell: string | undefined): FieldSpec[] {
  return partsOf((cell ?? '').replace(/^\{(.*)\}$/, '$1')).flatMap((part) => {
    const [, name, type = '', rest = ''] = /^([a-z_]+):([a-z]+|\{)(.*)/.exec(part) ?? []
    if (!name) return []
    const inside = /^\((.*)\)/.exec(rest)?.[1] ?? ''
    const after = inside ? rest.slice(inside.length + 2) : rest
    return [{ name, type, nullable: after.includes('|null'), required: part.endsWith('!'), inside }]
  })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const plain: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  uuid: (value) => typeof value === 'string' && UUID.test(value),
  bool: (value) => typeof value === 'boolean',
  int: (value) => Number.isInteger(value),
  datetime: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value),
  any: () => true
}

/** By place; undeclared keys count, too. */
export function wrongIn(value: unknown, cell: string, place = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${place}: no object`]
  const record = value as Record<string, unknown>
  const fields = fieldsOf(cell)
  const strange = Object.keys(record).filter((key) => !fields.some(({ name }) => name === key))
  return [
    ...strange.map((key) => `${place}${key}: not in the contract`),
    ...fields.flatMap((field) => wrongAt(record[field.name], field, `${place}${field.name}`))
  ]
}

function wrongAt(value: unknown, { type, nullable, required, inside }: FieldSpec, place: string): string[] {
  if (value === undefined) return required ? [`${place}: missing`] : []
  if (value === null) return nullable || type === 'any' ? [] : [`${place}: null`]
  if (type === 'enum') return inside.split('|').includes(String(value)) ? [] : [`${place}: ${String(value)}`]
  if (type === 'array') {
    if (!Array.isArray(value)) return [`${place}: no list`]
    return /^(\{|[a-z_]+:)/.test(inside) ? value.flatMap((one, at) => wrongIn(one, inside, `${place}[${at}].`)) : []
  }
  return (plain[type] ?? plain.any)?.(value) === false ? [`${place}: ${JSON.stringify(value)}`] : []
}
