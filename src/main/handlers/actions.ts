import type { Jobs } from '../base/jobs'
import type { ConnectorActions } from '../connectors/connector-actions'
import { newLink, type LinkParts } from '../connectors/new-link'
import type { LastAnswer } from '../connectors/last-answer'
import type { Pins } from '../connectors/pins'
import { serving, toldTo, type Context } from './handlers'

const actionJob = 'connector-action'

/** The handlers of what can be done with one connector. */
export function actionHandlers(
  actions: ConnectorActions,
  links: LinkParts,
  pins: Pins,
  answers: LastAnswer,
  jobs: Jobs
) {
  const act = <T>(requestId: string, context: Context, work: (signal: AbortSignal) => Promise<T>) =>
    jobs.run(requestId, context.owner, actionJob, work, toldTo(context, requestId))
  return serving({
    'connectors:operations': (place) => actions.operations(place),
    'connectors:ask': ({ requestId, filters, ...place }, context) =>
      act(requestId, context, async (signal) => {
        const answer = await actions.ask(place, filters, signal)
        answers.hold(requestId, place, answer.rows)
        return answer
      }),
    'connectors:readOne': ({ requestId, key, ...place }, context) =>
      act(requestId, context, (signal) => actions.refreshOne(place, key, signal)),
    'connectors:delete': ({ requestId, key, ...place }, context) =>
      act(requestId, context, (signal) => actions.delete(place, key, signal)),
    'connectors:resync': ({ requestId, key, ...place }, context) =>
      act(requestId, context, (signal) => actions.resync(place, key, signal)),
    'connectors:newLink': ({ requestId, link, beside, ...place }, context) =>
      act(requestId, context, (signal) => newLink(links, place, link, beside, signal)),
    'connectors:pin': ({ key, pinned, ...place }) => actions.pin(place, key, pinned, new AbortController().signal),
    'connectors:pinned': async (place) => pins.keys(place)
  })
}
