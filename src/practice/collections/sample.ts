import { Problem } from '../reply'
import type { Call } from '../router'
import type { PracticeConnector } from '../connector'
import { rosterOf } from './access'
import { collectionOfModel } from './index'
import { rawOf } from './raw'

/**
 * The raw data of the first record of a model: the connector's own, or, before its first sync, what its integration
 * usually sends.
 *
 * @param loc where the model was given
 * @throws Problem 422 for a model that is none of the connector's category
 */
export function sampleOf(call: Call, connector: PracticeConnector, model: string, loc: 'query' | 'body') {
  const roster = rosterOf(call, connector)
  const collection = collectionOfModel(roster.category, model)
  if (collection === undefined) {
    const msg = `Value error, there is no model ${model} in this category`
    throw new Problem(422, [{ type: 'value_error', loc: [loc, 'model'], msg, input: model }])
  }
  const raw = rawOf(roster, collection, 0, roster.record(collection, 0))
  return { raw, source: roster.size(collection) > 0 ? 'connector_sync' : 'integration_sample' }
}
