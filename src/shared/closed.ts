import { z } from 'zod'

/**
 * Closes every object: a field that the contract does not name is refused instead of dropped. Shapes of stored data
 * stay open, because they also read other versions.
 *
 * @throws Error for an unknown kind of schema, so that none stays open unnoticed
 */
export function closed<T extends z.ZodType>(schema: T): T {
  return close(schema) as T
}

const nothing = z.never()

const plain = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null', 'undefined', 'void'])

function close(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (plain.has(def.type)) return schema
  if (def.type === 'object') {
    const shape = Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, close(field)]))
    return z.core.clone(schema, { ...def, shape, catchall: nothing } as never)
  }
  if (def.type === 'array') return z.core.clone(schema, { ...def, element: close(def.element) } as never)
  if (def.type === 'optional' || def.type === 'nullable')
    return z.core.clone(schema, { ...def, innerType: close(def.innerType) } as never)
  // Defaults are for stored data; a request must be complete.
  if (def.type === 'default') return close(def.innerType)
  if (def.type === 'union') return z.core.clone(schema, { ...def, options: def.options.map(close) } as never)
  if (def.type === 'tuple') return z.core.clone(schema, { ...def, items: def.items.map(close) } as never)
  if (def.type === 'record') return z.core.clone(schema, { ...def, valueType: close(def.valueType) } as never)
  throw new Error(`A request may not hold a schema of the kind ${def.type}: closed.ts does not know it.`)
}
