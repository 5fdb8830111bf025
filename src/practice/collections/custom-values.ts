import type { CustomField, Mapping } from '../data/custom-fields'
import { evaluatePath, INVALID } from '../expression'
import type { Category, PracticeConnector } from '../connector'

interface Known {
  fields: readonly CustomField[]
  mappings: readonly Mapping[]
}

/** The connector's own mapping wins over its integration's. */
export function effectiveMapping({ mappings }: Known, field: CustomField, connector: PracticeConnector) {
  const own = mappings.filter((one) => one.custom_field_id === field.id)
  const special = own.find((one) => one.connector_token === connector.connector_token)
  const mapping = special ?? own.find((one) => one.integration_slug === connector.integration_slug)
  const source = special ? 'connector' : mapping ? 'organization' : null
  return { mapping, source } as const
}

export function customValues(
  known: Known,
  connector: PracticeConnector,
  of: { category: Category; model: string }
): (raw: unknown) => Record<string, unknown> {
  const fields = known.fields
    .filter((one) => one.category === of.category && one.model === of.model)
    .map((field) => ({ name: field.name, path: effectiveMapping(known, field, connector).mapping?.json_path }))
  return (raw) =>
    Object.fromEntries(fields.map(({ name, path }) => [name, path === undefined ? null : valueAtPath(path, raw)]))
}

/** INVALID_JSON_PATH if it is not JMESPath, null if it is not supported here. */
export function valueAtPath(expression: string, raw: unknown): unknown {
  const result = evaluatePath(expression, raw)
  if (result.kind === 'value') return result.value
  return result.kind === 'invalid' ? INVALID : null
}
