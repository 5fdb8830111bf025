import { QueryReader } from '../query'
import type { Reply } from '../reply'
import type { Call, Route } from '../router'
import type { Category } from '../types'

/** Spec: Endpoints 5 and 6. */
export const lookupRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/v1/lookup/integrations', answer: listIntegrations },
  { method: 'GET', path: '/api/v1/lookup/models', answer: listModels }
]

function listIntegrations(call: Call): Reply {
  const category = askedCategory(call)
  const integrations = call.world.integrations.filter((one) => !category || one.categories.includes(category))
  return { status: 200, body: { integrations } }
}

function listModels(call: Call): Reply {
  const category = askedCategory(call)
  const models = call.world.models.filter((one) => !category || one.category === category)
  return { status: 200, body: { models } }
}

function askedCategory(call: Call): Category | undefined {
  const reader = new QueryReader(call.query)
  const category = reader.category('category')
  reader.done()
  return category
}
