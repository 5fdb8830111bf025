import { answerPage } from '../page'
import { QueryReader } from '../query'
import type { Reply } from '../reply'
import type { Call, Route } from '../router'
import type { Category } from '../connector'

/** Spec: Endpoints 5 and 6; and the collection of the field notes. */
export const lookupRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/v1/lookup/integrations', answer: listIntegrations },
  { method: 'GET', path: '/api/v1/lookup/models', answer: listModels },
  { method: 'GET', path: '/api/:category/v1/integrations', answer: listOfCategory }
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

/** Field notes: the same, in pages. */
function listOfCategory(call: Call): Reply {
  const category = call.params.category?.toUpperCase() as Category
  const { integrations } = call.world
  return answerPage(call, new QueryReader(call.query), integrations, (one) => one.categories.includes(category))
}

function askedCategory(call: Call): Category | undefined {
  const reader = new QueryReader(call.query)
  const category = reader.category('category')
  reader.done()
  return category
}
