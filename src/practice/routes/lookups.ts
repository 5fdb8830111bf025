import type { Integration } from '../data/integrations'
import { Random } from '../data/random'
import { answerPage, PAGE_BOUNDS } from '../page'
import { QueryReader } from '../query'
import type { Reply } from '../reply'
import type { Call, Route } from '../router'
import type { Category } from '../connector'

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

function listOfCategory(call: Call): Reply {
  const category = call.params.category?.toUpperCase() as Category
  const { integrations } = call.world
  const fits = (one: Integration) => one.categories.includes(category)
  return answerPage(call, new QueryReader(call.query), integrations, fits, PAGE_BOUNDS, (one) =>
    detailOf(one, category)
  )
}

function detailOf({ slug, display_name }: Integration, category: Category) {
  const random = new Random(`integration/${slug}/${category}`)
  return {
    ...{ id: random.uuid(), integration_id: new Random(`integration/${slug}`).uuid(), is_enabled: true },
    ...{ integration_slug: slug, integration_type: slug.endsWith('sftp') ? 'SFTP' : 'API', category, display_name },
    ...{ icon_url: `https://files.example/icons/${slug}.svg`, description: null }
  }
}

function askedCategory(call: Call): Category | undefined {
  const reader = new QueryReader(call.query)
  const category = reader.category('category')
  reader.done()
  return category
}
