import { base } from './operations'

export interface FieldDraft {
  name: string
  description: string
  category: string
  model: string
}

export type WantedScope = { kind: 'integration'; slug: string } | { kind: 'connector'; key: string }

export interface WriteRequest {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  secrets?: readonly string[]
}

export const mappingPath = `${base}/mapping`

export function newField({ name, description, category, model }: FieldDraft): WriteRequest {
  return { method: 'POST', path: base, body: { name, ...(description && { description }), category, model } }
}

/** @param token set for a mapping of one connector */
export function newMapping(
  fieldId: string,
  scope: WantedScope,
  token: string | null,
  expression: string
): WriteRequest {
  const of = scope.kind === 'integration' ? { integration_slug: scope.slug } : { connector_token: token }
  const body = { custom_field_id: fieldId, json_path: expression, ...of }
  return { method: 'POST', path: mappingPath, body, ...(token !== null && { secrets: [token] }) }
}

export function changedMapping(id: string, expression: string): WriteRequest {
  return { method: 'PATCH', path: `${mappingPath}/${id}`, body: { json_path: expression } }
}
