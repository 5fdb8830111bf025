import type { Jobs } from '../base/jobs'
import type { Webhooks } from '../webhooks/webhooks'
import type { Area } from './handlers'

const webhookJob = 'webhooks'

/** The handlers of the service's webhooks (issue 6, section 5). */
export function webhookHandlers(webhooks: Webhooks, jobs: Jobs): Area<'webhooks'> {
  return {
    'webhooks:list': ({ requestId, ...place }, { owner }) =>
      jobs.run(requestId, owner, webhookJob, (signal) => webhooks.list(place, signal)),
    'webhooks:deliveries': ({ requestId, filters, most, ...place }, { owner }) =>
      jobs.run(requestId, owner, webhookJob, (signal) => webhooks.deliveries(place, filters, most, signal)),
    'webhooks:openDelivery': ({ requestId, id, ...place }, { owner }) =>
      jobs.run(requestId, owner, webhookJob, (signal) => webhooks.open(place, id, signal))
  }
}
