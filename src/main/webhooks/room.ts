import type { Jobs } from '../base/jobs'
import { checkDelivery, type CheckParts } from './check-delivery'
import { Recoveries, type RecoveriesParts } from './recovery/recoveries'
import { recoveryHandlers } from './recovery/room'
import { SignatureKeys } from './signature-keys'
import { Webhooks, type WebhookParts } from './webhooks'
import { serving, type Area, type Room } from '../base/room'

const webhookJob = 'webhooks'

/** The service's webhooks, their deliveries and the keys that sign them. */
function webhookHandlers(webhooks: Webhooks, check: CheckParts, jobs: Jobs) {
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

export interface WebhookRoomParts
  extends Omit<WebhookParts, 'history' | 'client' | 'workspaces'>, Omit<RecoveriesParts, 'history' | 'masker'> {
  history: WebhookParts['history'] & RecoveriesParts['history']
  settings: ConstructorParameters<typeof SignatureKeys>[0]
  secrets: ConstructorParameters<typeof SignatureKeys>[1]
  jobs: Jobs
}

/** Webhooks, what they delivered, and what missed deliveries left to be found. */
export function openWebhooks(parts: WebhookRoomParts): Room<Area<'webhooks'>> {
  const { jobs, masker, secrets, settings } = parts
  const webhooks = new Webhooks(parts)
  const keys = new SignatureKeys(settings, secrets)
  const recoveries = new Recoveries(parts)
  return {
    handlers: { ...webhookHandlers(webhooks, { webhooks, keys, masker }, jobs), ...recoveryHandlers(recoveries, jobs) },
    stop: () => recoveries.stop(),
    forgetSecrets: (workspaceId) => keys.forgetWorkspace(workspaceId),
    forgetWorkspace: (workspaceId) => recoveries.forgetWorkspace(workspaceId)
  }
}
