import { checkCategory } from '../caller'
import { valueOf } from '../collections/custom-values'
import { sampleOf } from '../collections/sample'
import { Fields } from '../fields'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'
import { CATEGORIES } from '../connector'

/** Field notes: what an expression would give, before it is saved. */
export const previewRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/custom-fields/preview', operation: 'preview', answer: preview }
]

function preview(call: Call): Reply {
  const sent = Fields.of(call)
  const connector_token = sent.text('connector_token', { min: 1 })
  const category = sent.choice('category', CATEGORIES, true)
  const model = sent.text('model', { min: 1 })
  const json_path = sent.text('json_path', { min: 2, max: 1024 })
  const inline = sent.any('raw_data')
  sent.done()
  const connector = call.world.connectorOf(connector_token)
  if (!connector) throw new Problem(404, 'Connector not found')
  checkCategory(connector, String(category))
  const sample = sampleOf(call, connector, model, 'body')
  const given = inline === undefined || inline === null ? sample : { raw: inline, source: 'inline' }
  const resolved_value = valueOf(json_path, given.raw)
  const resolved_value_type = typeOf(resolved_value)
  return {
    status: 200,
    body: { connector_token, json_path, resolved_value, resolved_value_type, raw_data_source: given.source }
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
