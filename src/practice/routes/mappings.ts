import { randomUUID } from 'node:crypto'
import { checkCategory } from '../caller'
import { effectiveMapping } from '../collections/custom-values'
import { cannedSample, sampleOf } from '../collections/sample'
import { iso } from '../data/draft'
import type { CustomField, Mapping } from '../data/custom-fields'
import { Fields, uuidInPath } from '../fields'
import { QueryReader } from '../query'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'
import type { Category, PracticeConnector } from '../connector'

const BASE = '/api/v1/custom-fields'
const ONE = `${BASE}/mapping/:custom_field_mapping_id`
const JSON_PATH = { max: 1024 }
const EXACTLY_ONE = 'exactly one of integration_slug and connector_token has to be given'

/** Expressions are saved unchecked. */
export const mappingRoutes: readonly Route[] = [
  { method: 'POST', path: `${BASE}/mapping`, answer: createMapping },
  { method: 'GET', path: `${BASE}/mapping`, operation: 'listMappings', answer: listMappings },
  { method: 'PATCH', path: ONE, operation: 'changeMapping', answer: changeMapping },
  { method: 'DELETE', path: ONE, answer: deleteMapping },
  { method: 'GET', path: `${BASE}/configuration`, operation: 'configuration', answer: configuration },
  { method: 'GET', path: `${BASE}/raw-data`, operation: 'rawData', answer: rawData }
]

function createMapping(call: Call): Reply {
  const sent = Fields.of(call)
  const custom_field_id = sent.uuid('custom_field_id').toLowerCase()
  const json_path = sent.text('json_path', JSON_PATH)
  const slug = sent.optionalText('integration_slug') ?? null
  const token = sent.optionalText('connector_token') ?? null
  sent.done()
  if ((slug === null) === (token === null)) throw both(['body'], JSON.parse(call.body.toString()))
  const field = call.world.fields.find((one) => one.id === custom_field_id)
  if (!field) throw new Problem(404, 'Custom field not found')
  checkScope(call, field, slug, token)
  const same = call.world.mappings.some(
    (one) => one.custom_field_id === field.id && one.integration_slug === slug && one.connector_token === token
  )
  if (same) throw new Problem(409, 'This field is mapped in this scope already')
  const about = { custom_field_id, integration_slug: slug, connector_token: token, json_path }
  const mapping: Mapping = { id: randomUUID(), ...about, created_at: iso(call.now()), updated_at: null }
  call.world.mappings.push(mapping)
  return { status: call.knobs.mappingStatus, body: { id: mapping.id, status: 'SUCCESS' } }
}

function listMappings(call: Call): Reply {
  const slug = call.query.get('integration_slug')
  const token = call.query.get('connector_token')
  if ((slug === null) === (token === null)) throw both(['query'], Object.fromEntries(call.query))
  const body = call.world.mappings.filter((one) => one.integration_slug === slug && one.connector_token === token)
  return { status: 200, body }
}

function changeMapping(call: Call): Reply {
  uuidInPath(call.params, 'custom_field_mapping_id')
  const sent = Fields.of(call)
  const json_path = sent.text('json_path', JSON_PATH)
  sent.done()
  const mapping = mappingOf(call)
  Object.assign(mapping, { json_path, updated_at: iso(call.now()) })
  return { status: 200, body: mapping }
}

function deleteMapping(call: Call): Reply {
  call.world.take(call.world.mappings, mappingOf(call))
  return call.knobs.emptyDeletes ? { status: 204 } : { status: 200, body: { message: 'Mapping deleted' } }
}

/** The connector's own mapping wins. */
function configuration(call: Call): Reply {
  const { connector, category, model } = readPlace(call)
  const { connector_token, integration_slug } = connector
  const of = call.world.fields.filter((one) => one.category === category && one.model === model)
  const fields = of.map((field) => {
    const { id, name, description } = field
    const { mapping, source } = effectiveMapping(call.world, field, connector)
    const effective = { json_path: mapping?.json_path ?? null, source, mapping_id: mapping?.id ?? null }
    return { custom_field_id: id, name, description: description ?? null, category, model, ...effective }
  })
  return { status: 200, body: { connector_token, integration_slug, category, model, fields } }
}

function rawData(call: Call): Reply {
  const slug = call.query.get('integration_slug')
  if ((slug === null) === (call.query.get('connector_token') === null)) {
    throw both(['query'], Object.fromEntries(call.query))
  }
  if (slug === null) {
    const { connector, model } = readPlace(call)
    return { status: 200, body: sampleOf(call, connector, model, 'query').raw }
  }
  const { category, model } = readModel(new QueryReader(call.query))
  const known = call.world.integrations.some((one) => one.slug === slug && one.categories.includes(category))
  if (!known) throw new Problem(404, `There is no integration ${slug} in this category`)
  return { status: 200, body: cannedSample(call, { slug, category, model }, 'query') }
}

/** @throws Problem 422 for missing parameters, 404 for an unknown connector, 403 for another category */
function readPlace(call: Call) {
  const reader = new QueryReader(call.query)
  const token = reader.required('connector_token')
  const { category, model } = readModel(reader)
  const connector = call.world.connectorOf(token)
  if (!connector) throw new Problem(404, 'Connector not found')
  checkCategory(connector, String(category))
  return { connector, category, model }
}

function readModel(reader: QueryReader) {
  reader.required('category')
  const category = reader.category('category')
  const model = reader.model('model', true)
  reader.done()
  return { category: category as Category, model }
}

function mappingOf(call: Call): Mapping {
  const id = uuidInPath(call.params, 'custom_field_mapping_id')
  const mapping = call.world.mappings.find((one) => one.id === id)
  if (!mapping) throw new Problem(404, 'Mapping not found')
  return mapping
}

function checkScope(call: Call, field: CustomField, slug: string | null, token: string | null): void {
  if (slug !== null && !call.world.integrations.some((one) => one.slug === slug)) {
    throw new Problem(404, `There is no integration ${slug}`)
  }
  const connector: PracticeConnector | undefined = token === null ? undefined : call.world.connectorOf(token)
  if (token !== null && !connector) throw new Problem(404, 'Connector not found')
  if (connector) checkCategory(connector, field.category)
}

function both(loc: string[], input: unknown): Problem {
  return new Problem(422, [{ type: 'value_error', loc, msg: `Value error, ${EXACTLY_ONE}`, input }])
}
