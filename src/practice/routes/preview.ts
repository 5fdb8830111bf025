import { checkCategory } from '../caller'
import { valueOf } from '../collections/custom-values'
import { sampleOf } from '../collections/sample'
import { Fields, isObject } from '../fields'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'
import { CATEGORIES } from '../connector'

/** `raw_data` is an object or null. */
export const previewRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/custom-fields/preview', operation: 'preview', answer: preview }
]

function preview(call: Call): Reply {
  const sent = Fields.of(call)
  const connector_token = sent.text('connector_token')
  const category = sent.choice('category', CATEGORIES, true)
  const model = sent.text('model', { max: 64 })
  const json_path = sent.text('json_path', { max: 1024 })
  const inline = sent.any('raw_data') ?? null
  if (inline !== null && !isObject(inline)) {
    sent.refuse('raw_data', { type: 'dict_type', msg: 'Input should be a valid dictionary', input: inline })
  }
  sent.done()
  const connector = call.world.connectorOf(connector_token)
  if (!connector) throw new Problem(404, 'Connector not found')
  checkCategory(connector, String(category))
  const sample = sampleOf(call, connector, model, 'body')
  const given = inline === null ? sample : { raw: inline, source: 'inline' }
  const resolved_value = valueOf(json_path, given.raw)
  const about = {
    connector_token,
    json_path,
    resolved_value_type: typeOf(resolved_value),
    raw_data_source: given.source
  }
  // The contract does not require the value: a null is left out.
  return { status: 200, body: resolved_value === null ? about : { ...about, resolved_value } }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
