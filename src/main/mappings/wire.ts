import { z } from 'zod'
import { AppError } from '../../shared/errors'
import type { CustomField, Mapping } from '../../shared/mappings/mapping'
import { longestText } from '../base/texts'

/** A mapping with what only main may know: the token that is its scope. */
export interface FoundMapping {
  mapping: Mapping
  token: string | null
}

const item = z.looseObject({ id: z.string().min(1) })

/**
 * A custom field as the service sends it. Only the id is relied on.
 * @throws AppError bad-response
 */
export function readField(json: unknown): CustomField {
  const field = itemOf(json, 'custom field')
  return {
    id: field.id,
    name: text(field['name']),
    description: text(field['description']),
    category: text(field['category']),
    model: text(field['model']),
    source: text(field['source']),
    createdAt: time(field['created_at']),
    from: 'service'
  }
}

/**
 * A mapping as the service sends it.
 * @param fieldId of the field it was asked for, where the mapping does not say it
 * @param keyOf the connector of a token
 * @throws AppError bad-response
 */
export function readMapping(json: unknown, fieldId: string, keyOf: (token: string) => string | null): FoundMapping {
  const read = itemOf(json, 'mapping')
  const token = text(read['connector_token']) || null
  const slug = text(read['integration_slug']) ?? ''
  const mapping: Mapping = {
    id: read.id,
    fieldId: text(read['custom_field_id']) ?? fieldId,
    scope: token === null ? { kind: 'integration', slug } : { kind: 'connector', key: keyOf(token) },
    expression: text(read['json_path']) ?? '',
    createdAt: time(read['created_at']),
    updatedAt: time(read['updated_at']),
    from: 'service'
  }
  return { mapping, token }
}

function itemOf(json: unknown, what: string): z.infer<typeof item> {
  const read = item.safeParse(json)
  if (read.success) return read.data
  throw new AppError('bad-response', `The answer is not a ${what}: it has no id.`)
}

export const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, longestText) : null)

/** ISO 8601; without an offset it is UTC, as everywhere in this service. */
function time(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}[T ]/.test(value)) return null
  const ms = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`)
  return Number.isNaN(ms) ? null : ms
}
