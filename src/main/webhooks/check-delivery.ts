import type { Request, Response } from '../../shared/ipc'
import { AppError } from '../../shared/errors'
import type { Masker } from '../secrets/masker'
import { jsonOf } from './named-records'
import { checkSignature, isKeyOf } from './signature'
import type { SignatureKeys } from './signature-keys'
import { signedIn } from './signed'
import type { Webhooks } from './webhooks'

export interface CheckParts {
  webhooks: Pick<Webhooks, 'detail'>
  keys: SignatureKeys
  masker: Pick<Masker, 'add'>
}

/**
 * Checks the signature of a delivery that was pasted, or of one in the log, with a key that was typed or kept.
 * @throws AppError invalid-input with `fields.key`; the errors of the keychain, and of reading the delivery
 */
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
  // No text that leaves contains it once it is known to be a key: whatever a page types would be hidden otherwise.
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
