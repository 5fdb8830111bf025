import { z } from 'zod'
import { kindOfText } from '../../shared/own-name'

export interface Changes {
  /** A text by a person or a service. */
  text: (text: string) => string
  /** A value of unknown shape: its field names are foreign too. */
  foreign: (value: unknown) => unknown
  /** An id, key or address of the app; unchanged by default. */
  name?: (text: string) => string
  /** A text that holds JSON; by default its content is changed by its shape. */
  json?: (text: string) => string
}

type Schema = z.core.$ZodType
type Fields = Readonly<Record<string, unknown>>

/**
 * Changes a value's free texts; returns the same value if nothing changes. Field names, enum words and marked names
 * stay.
 * @throws Error for an unknown kind of schema, so that no text is missed
 */
export function changedTextsOf(schema: Schema, value: unknown, changes: Changes): unknown {
  if (value === null || value === undefined) return value
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return typeof value === 'string' ? textOf(schema, value, changes) : changes.foreign(value)
    case 'enum':
    case 'literal':
      return typeof value !== 'string' || z.safeParse(schema, value).success ? value : changes.foreign(value)
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'void':
      return typeof value === 'object' || typeof value === 'string' ? changes.foreign(value) : value
    case 'unknown':
    case 'any':
    case 'custom':
      return changes.foreign(value)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return changedTextsOf(def.innerType, value, changes)
    case 'array':
      return Array.isArray(value)
        ? eachOf(value, (item) => changedTextsOf(def.element, item, changes))
        : changes.foreign(value)
    case 'tuple':
      return Array.isArray(value)
        ? eachOf(value, (item, at) => changedTextsOf(def.items[at] ?? foreign, item, changes))
        : changes.foreign(value)
    case 'object': {
      const { shape } = def
      return fieldsOf(value, changes, (name, item) => {
        const field = Object.hasOwn(shape, name) ? shape[name] : undefined
        return field
          ? [name, changedTextsOf(field, item, changes)]
          : [foreignName(name, changes), changes.foreign(item)]
      })
    }
    case 'record':
      return fieldsOf(value, changes, (name, item) => [
        changedTextsOf(def.keyType, name, changes) as string,
        changedTextsOf(def.valueType, item, changes)
      ])
    case 'union': {
      const fitting =
        def.options.find((one) => mayFit(one, value) && z.safeParse(one, value).success) ?? optionNamed(def, value)
      return fitting ? changedTextsOf(fitting, value, changes) : changes.foreign(value)
    }
    default:
      throw new Error(`A shape may not hold a schema of the kind ${def.type}: free-texts.ts does not know it.`)
  }
}

const foreign = z.unknown()

function textOf(schema: Schema, text: string, changes: Changes): string {
  const kind = kindOfText(schema)
  if (kind?.is === 'json') return changes.json?.(text) ?? jsonOf(kind.of, text, changes)
  if (kind?.is === 'name') return changes.name?.(text) ?? text
  const { def } = (schema as z.core.$ZodTypes)._zod
  if ('format' in def && def.format !== undefined) return changes.name?.(text) ?? text
  const changed = changes.text(text)
  // A mask may be longer than the secret.
  return changed === text || z.safeParse(schema, changed).success ? changed : changed.slice(0, text.length)
}

function jsonOf(schema: Schema, text: string, changes: Changes): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return changes.text(text)
  }
  const changed = changedTextsOf(schema, value, changes)
  return changed === value ? text : JSON.stringify(changed)
}

/** Its words already differ, mostly: to parse it takes long, and to fail at it longer. */
function mayFit(option: Schema, value: unknown): boolean {
  const { def } = (option as z.core.$ZodTypes)._zod
  if (def.type !== 'object' || !isFields(value)) return true
  for (const name in def.shape) {
    const field = (def.shape[name] as z.core.$ZodTypes)._zod.def
    if (field.type === 'literal' && !field.values.includes(value[name] as string)) return false
  }
  return true
}

/** Also finds the option of a value that does not fit its schema before masking. */
function optionNamed(def: z.core.$ZodUnionDef | z.core.$ZodDiscriminatedUnionDef, value: unknown): Schema | undefined {
  if (!('discriminator' in def) || !isFields(value)) return undefined
  const word = value[def.discriminator]
  return def.options.find((one) => {
    const inner = (one as z.core.$ZodTypes)._zod.def
    const field = inner.type === 'object' ? inner.shape[def.discriminator] : undefined
    return field !== undefined && z.safeParse(field, word).success
  })
}

function foreignName(name: string, changes: Changes): string {
  const [changed = name] = Object.keys(changes.foreign({ [name]: null }) as Fields)
  return changed
}

function eachOf(items: readonly unknown[], change: (item: unknown, at: number) => unknown): unknown {
  const changed = items.map(change)
  return changed.every((item, at) => item === items[at]) ? items : changed
}

function fieldsOf(
  fields: unknown,
  changes: Changes,
  change: (name: string, item: unknown) => [name: string, item: unknown]
): unknown {
  if (!isFields(fields)) return changes.foreign(fields)
  let isSame = true
  const changed = Object.entries(fields).map(([name, item]) => {
    const entry = change(name, item)
    isSame &&= entry[0] === name && entry[1] === item
    return entry
  })
  return isSame ? fields : Object.fromEntries(changed)
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
