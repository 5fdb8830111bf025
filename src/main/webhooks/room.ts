import type { Jobs } from '../base/jobs'
import { Recoveries, type RecoveriesParts } from './recovery/recoveries'
import { Webhooks, type WebhookParts } from './webhooks'
import { serving, type Area, type Room } from '../base/room'
import { WebhookWatch, type WatchParts } from './watch'
import type { RecoveryProgress } from '../../shared/webhooks/recovery'
import type { Request, Response } from '../../shared/ipc'
import { AppError } from '../../shared/errors'
import type { Masker } from '../secrets/masker'
import type { Workspaces } from '../workspaces/workspaces'
import { jsonOf } from './named-records'
import { checkSignature, isKeyOf, SignatureKeys } from './signature'
import { signedIn } from './signed'

export interface CheckParts {
  webhooks: Pick<Webhooks, 'detail'>
  keys: SignatureKeys
  masker: Pick<Masker, 'add'>
}

/** @throws AppError invalid-input with `fields.key`; the errors of the keychain, and of reading the delivery */
export async function checkDelivery(
  { webhooks, keys, masker }: CheckParts,
  { of, key: typed, keep, workspaceId, region }: Omit<Request<'webhooks:checkSignature'>, 'requestId'>,
  signal: AbortSignal
): Promise<Response<'webhooks:checkSignature'>> {
  const place = { workspaceId, region }
  const key = typed ?? (await keys.read(place))
  if (!key) {
    const message = 'Enter the signature key of your organization.'
    throw new AppError('invalid-input', message, { fields: { key: message } })
  }
  // Masks the text only once it is known to be a key: otherwise a page could hide any text.
  const learn = () => masker.add(key)
  if (typed === null || keep) learn()
  if (typed !== null && keep) await keys.keep(place, typed)
  const kept = keys.has(place)
  const checked = (body: string, signature: string) => {
    if (isKeyOf(key, body, signature)) learn()
    return { ...checkSignature(key, body, signature), kept }
  }
  if (!('deliveryId' in of)) return checked(of.body, of.signature)
  const answer = await webhooks.detail(place, of.deliveryId, signal)
  const signed =
    answer === null ? { missing: 'The API has no details of this delivery.' } : signedIn(jsonOf(answer.body))
  return 'missing' in signed ? { verified: false, why: signed.missing, kept } : checked(signed.body, signed.signature)
}

const recoveryJob = 'recovery'

/** A recovery ends with its window; its rows stay. */
function recoveryHandlers(recoveries: Recoveries, jobs: Jobs) {
  return serving({
    'webhooks:startRecovery': ({ requestId: recoveryId, workspaceId, region, ...window }, { owner, emit }) =>
      new Promise<RecoveryProgress>((resolve, reject) => {
        const place = { workspaceId, region }
        const tell = (progress: RecoveryProgress) => emit('webhooks:recoveryProgress', progress)
        const recovering = jobs.run(recoveryId, owner, recoveryJob, async (signal) => {
          const recovery = await recoveries.begin({ recoveryId, place, window }, signal, tell)
          resolve(recovery.progress)
          await recovery.run()
        })
        recovering.catch(reject)
      }),
    'webhooks:currentRecovery': async (place) => recoveries.current(place),
    'webhooks:recoveredRows': (window) => recoveries.rows(window),
    'webhooks:exportRecovery': (asked) => recoveries.export(asked),
    'webhooks:cancelExport': async ({ recoveryId, exportId }) => recoveries.cancelExport(recoveryId, exportId),
    'webhooks:closeRecovery': ({ recoveryId }) => recoveries.close(recoveryId)
  })
}

const webhookJob = 'webhooks'

function webhookHandlers(webhooks: Webhooks, watch: WebhookWatch, check: CheckParts, jobs: Jobs) {
  const { keys } = check
  return serving({
    'webhooks:list': ({ requestId, ...place }, { owner }) =>
      jobs.run(requestId, owner, webhookJob, async (signal) => {
        const list = await webhooks.list(place, signal)
        void watch.saw(place, { webhooks: list.offered ? list.webhooks : null })
        return list
      }),
    'webhooks:deliveries': ({ requestId, filters, most, ...place }, { owner }) =>
      jobs.run(requestId, owner, webhookJob, async (signal) => {
        const log = await webhooks.deliveries(place, filters, most, signal)
        // A filter could hide deliveries of a webhook.
        if (log.offered && Object.keys(filters).length === 0) void watch.saw(place, { lines: log.deliveries })
        return log
      }),
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
  extends
    Omit<WebhookParts, 'history' | 'client' | 'workspaces'>,
    Omit<RecoveriesParts, 'history' | 'masker' | 'workspaces'> {
  history: WebhookParts['history'] & RecoveriesParts['history'] & WatchParts['history']
  settings: ConstructorParameters<typeof SignatureKeys>[0]
  secrets: ConstructorParameters<typeof SignatureKeys>[1]
  workspaces: WebhookParts['workspaces'] & Pick<Workspaces, 'list'>
  /** Issues of webhooks opened or closed. */
  changed: WatchParts['changed']
  failed(what: string): (error: unknown) => void
  jobs: Jobs
}

export function openWebhooks(
  parts: WebhookRoomParts
): Room<Area<'webhooks'>> & Pick<WebhookWatch, 'look' | 'standBack'> {
  const { jobs, masker, secrets, settings } = parts
  const webhooks = new Webhooks(parts)
  const watches = (workspaceId: string) =>
    parts.workspaces.list().some(({ id, webhookIssues }) => id === workspaceId && webhookIssues !== false)
  const watch = new WebhookWatch({ ...parts, webhooks, watches, failed: parts.failed('Webhooks') })
  const keys = new SignatureKeys(settings, secrets)
  const recoveries = new Recoveries(parts)
  return {
    handlers: {
      ...webhookHandlers(webhooks, watch, { webhooks, keys, masker }, jobs),
      ...recoveryHandlers(recoveries, jobs)
    },
    look: (place, taken) => watch.look(place, taken),
    standBack: () => watch.standBack(),
    stop: () => {
      watch.standBack()
      return recoveries.stop()
    },
    forgetSecrets: (workspaceId) => keys.forgetWorkspace(workspaceId),
    forgetWorkspace: (workspaceId) => {
      watch.forgetWorkspace(workspaceId)
      return recoveries.forgetWorkspace(workspaceId)
    }
  }
}
