import type { Jobs } from '../base/jobs'
import { checkDelivery, type CheckParts } from '../webhooks/check-delivery'
import type { Webhooks } from '../webhooks/webhooks'
import { serving } from './handlers'

const webhookJob = 'webhooks'

/** The handlers of the service's webhooks (issue 6, section 5). */
export function webhookHandlers(webhooks: Webhooks, check: CheckParts, jobs: Jobs) {
  const { keys } = check
  return serving({
    'webhooks:list': ({ requestId, ...place }, { owner }) =>
      jobs.run(requestId, owner, webhookJob, (signal) => webhooks.list(place, signal)),
    'webhooks:deliveries': ({ requestId, filters, most, ...place }, { owner }) =>
      jobs.run(requestId, owner, webhookJob, (signal) => webhooks.deliveries(place, filters, most, signal)),
    'webhooks:openDelivery': ({ requestId, id, ...place }, { owner }) =>
      jobs.run(requestId, owner, webhookJob, (signal) => webhooks.open(place, id, signal)),
    'webhooks:signatureKey': async (place) => ({ kept: keys.has(place) }),
    'webhooks:forgetSignatureKey': async (place) => {
      await keys.forget(place)
      return { kept: keys.has(place) }
    },
    'webhooks:checkSignature': ({ requestId, ...asked }, { owner }) =>
      jobs.run(requestId, owner, webhookJob, (signal) => checkDelivery(check, asked, signal))
  })
}
