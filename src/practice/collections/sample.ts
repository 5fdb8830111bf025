import { Problem } from '../reply'
import type { Call } from '../router'
import type { Category, PracticeConnector } from '../connector'
import { rosterOf } from './roster'
import { collectionOfModel } from './index'
import { rawOf } from './raw'

type Loc = 'query' | 'body'

const WITHOUT_SAMPLE = ['deel', 'workable', 'litmos']

/**
 * Of the first record; before the first sync the integration's sample, which some lack.
 *
 * @param loc where the model was given
 * @throws Problem 422 for a model that the category lacks
 */
export function sampleOf(call: Call, connector: PracticeConnector, model: string, loc: Loc) {
  const roster = rosterOf(call, connector)
  const collection = collectionOf(roster.category, model, loc)
  if (roster.size(collection) === 0) {
    const about = { slug: connector.integration_slug, category: roster.category, model }
    return { raw: cannedSample(call, about, loc), source: 'integration_sample' }
  }
  return { raw: rawOf(roster, collection, 0, roster.record(collection, 0)), source: 'connector_sync' }
}

/**
 * Of no customer; null without a sample.
 *
 * @throws Problem 422 for a model that the category lacks
 */
export function cannedSample(
  call: Call,
  { slug, category, model }: { slug: string; category: Category; model: string },
  loc: Loc
): Record<string, unknown> | null {
  const collection = collectionOf(category, model, loc)
  if (WITHOUT_SAMPLE.includes(slug)) return null
  const example = { id: `sample/${slug}`, integration_slug: slug, category, status: 'INCOMPLETE' }
  const roster = rosterOf(call, example as PracticeConnector)
  return rawOf(roster, collection, 0, roster.record(collection, 0))
}

function collectionOf(category: Category, model: string, loc: Loc): string {
  const collection = collectionOfModel(category, model)
  if (collection !== undefined) return collection
  const msg = `Value error, there is no model ${model} in this category`
  throw new Problem(422, [{ type: 'value_error', loc: [loc, 'model'], msg, input: model }])
}
