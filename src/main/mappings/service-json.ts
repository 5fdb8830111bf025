import { z } from 'zod'
import { AppError } from '../../shared/errors'
import type { CustomField, Mapping } from '../../shared/mappings/mapping'
import { longestText } from '../base/texts'

/** For main only: includes the token of its scope. */
export interface FoundMapping {
  mapping: Mapping
  token: string | null
}

const item = z.looseObject({ id: z.string().min(1) })

/**
 * The app relies only on the id.
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
 * @param fieldId used if the mapping does not name its field
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

/** ISO 8601; the service means UTC if there is no offset. */
function time(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}[T ]/.test(value)) return null
  const ms = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`)
  return Number.isNaN(ms) ? null : ms
}
