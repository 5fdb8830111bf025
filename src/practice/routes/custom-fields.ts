import { randomUUID } from 'node:crypto'
import { checkCategory } from '../caller'
import { valueAtPath } from '../collections/custom-values'
import { sampleOf } from '../collections/sample'
import { iso } from '../data/draft'
import type { CustomField } from '../data/custom-fields'
import { Fields, isObject, uuidInPath } from '../fields'
import { answerPage } from '../page'
import { QueryReader } from '../query'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'
import { CATEGORIES, type Category } from '../connector'

const LIST = '/api/v1/custom-fields'
const MODEL = { max: 64 }
const ONE = `${LIST}/:custom_field_id`
/** Optional operations in the place of an id: a switched-off one is missing. */
const TAKEN = ['mapping', 'configuration', 'raw-data', 'preview']

export const customFieldRoutes: readonly Route[] = [
  { method: 'POST', path: `${LIST}/preview`, operation: 'preview', answer: preview },
  { method: 'GET', path: LIST, operation: 'listFields', answer: listFields },
  { method: 'POST', path: LIST, operation: 'createField', answer: createField },
  { method: 'GET', path: ONE, operation: 'readField', answer: readField },
  { method: 'PATCH', path: ONE, operation: 'changeField', answer: changeField },
  { method: 'DELETE', path: ONE, answer: deleteField }
]

function listFields(call: Call): Reply {
  const reader = new QueryReader(call.query)
  const category = reader.category('category')
  const model = reader.model('model', false) || undefined
  const source = reader.text('source')
  if (source !== undefined && source !== 'API' && source !== 'DASHBOARD') {
    const expected = "'API' or 'DASHBOARD'"
    reader.refuse('source', source, 'enum', `Input should be ${expected}`, { expected })
  }
  return answerPage(
    call,
    reader,
    call.world.fields,
    (one) =>
      (category === undefined || one.category === category) &&
      (model === undefined || one.model === model) &&
      (source === undefined || one.source === source)
  )
}

function createField(call: Call): Reply {
  const sent = Fields.of(call)
  const name = readName(sent, sent.text('name', { min: 2, max: 128 }))
  const description = sent.optionalText('description')
  const category = sent.choice('category', CATEGORIES, true)
  const model = sent.text('model', MODEL)
  checkModel(call, sent, category, model)
  sent.done()
  checkNew(call, name, model)
  const field: CustomField = {
    id: randomUUID(),
    name,
    description: description ?? null,
    category: category as Category,
    model,
    source: 'API',
    created_at: iso(call.now()),
    updated_at: null
  }
  call.world.fields.push(field)
  return { status: 201, body: { id: field.id, status: 'SUCCESS' } }
}

function readField(call: Call): Reply {
  return { status: 200, body: detailOf(call, fieldOf(call)) }
}

function detailOf({ world }: Call, field: CustomField) {
  const mappings = world.mappings.filter((one) => one.custom_field_id === field.id)
  const connector = mappings.filter((one) => one.connector_token !== null).length
  const counts = { total: mappings.length, organization: mappings.length - connector, connector }
  return { ...field, mappings, mapping_counts: counts }
}

function changeField(call: Call): Reply {
  const field = fieldOf(call)
  const sent = Fields.of(call)
  const name = sent.optionalText('name', { min: 2, max: 128 })
  if (name !== undefined) readName(sent, name)
  const description = sent.optionalText('description')
  const category = sent.choice('category', CATEGORIES, false) ?? field.category
  const model = sent.optionalText('model') ?? field.model
  checkModel(call, sent, category, model)
  sent.done()
  const moved = category !== field.category || model !== field.model
  if (moved && call.world.mappings.some((one) => one.custom_field_id === field.id)) {
    throw new Problem(409, 'Category and model can only be changed while the field has no mapping')
  }
  if (name !== undefined && name !== field.name) checkNew(call, name, model)
  const clears = sent.any('description') === null
  Object.assign(field, { name: name ?? field.name, category, model, updated_at: iso(call.now()) })
  if (clears || description !== undefined) field.description = description ?? null
  return { status: 200, body: detailOf(call, field) }
}

/** With all its mappings. */
function deleteField(call: Call): Reply {
  const field = fieldOf(call)
  const { fields, mappings } = call.world
  call.world.take(fields, field)
  for (const one of mappings.filter((mapping) => mapping.custom_field_id === field.id)) call.world.take(mappings, one)
  return call.knobs.emptyDeletes ? { status: 204 } : { status: 200, body: { message: 'Custom field deleted' } }
}

function fieldOf(call: Call): CustomField {
  if (TAKEN.includes(call.params.custom_field_id ?? '') && call.method === 'GET') throw new Problem(404, 'Not Found')
  const id = uuidInPath(call.params, 'custom_field_id')
  const field = call.world.fields.find((one) => one.id === id)
  if (!field) throw new Problem(404, 'Custom field not found')
  return field
}

function readName(sent: Fields, name: string): string {
  if (name.length >= 2 && !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
    sent.wrong('name', 'the name has to be snake_case')
  return name
}

function checkModel(call: Call, sent: Fields, category: Category | undefined, model: string): void {
  const known = call.world.models.some((one) => one.slug === model && (!category || one.category === category))
  if (model !== '' && !known) sent.wrong('model', `there is no model ${model} in this category`)
}

function checkNew(call: Call, name: string, model: string): void {
  const taken = call.world.fields.some((one) => one.name === name && one.model === model)
  if (taken) throw new Problem(409, `There is a custom field ${name} of ${model} already`)
}

/** `raw_data` is an object or null. */
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
  const resolved_value = valueAtPath(json_path, given.raw)
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
