import { safeUntil, type Idempotency } from '../../../shared/model/idempotency'
import type { Ended } from '../explain'

/**
 * What the ending of a unified write means and what to do about it, in the order to be read.
 * @param now ms since 1970
 */
export function explainWrite(ended: Ended, idempotency: Idempotency | undefined, now: number): string[] {
  const { outcome, status, error, draft, own } = ended
  const { category, slug, system } = placeOf(draft)
  const lines: string[] = []
  if (outcome === 'answered') lines.push('The service took it; its answer is below.')
  if (outcome === 'answered' && idempotency?.again) lines.push(oneRecord(idempotency, now))
  if (outcome === 'unknown') lines.push(...unknown(ended, idempotency, system))
  if (outcome === 'failed') lines.push('Nothing was done: it can be sent again.')
  if (status === 401) lines.push('The workspace’s bearer token or the connector’s own was refused.')
  if (status === 403) {
    lines.push(`Writing this with a ${category} connector of ${slug} is not allowed for this token, key or plan.`)
  }
  if (status === 422) {
    const which = Array.isArray(error?.detail) ? 'The fields it names are marked.' : 'The answer does not say which.'
    lines.push(`The service found mistakes in the request. ${which}`)
  }
  if (status === 429 && own) lines.push('The rate limit of this connector’s token is reached. It was not done.')
  if (idempotency?.again && (outcome === 'refused' || outcome === 'failed')) {
    lines.push('This says nothing about the earlier request with this key: whether that one arrived is still unknown.')
  }
  return lines
}

function oneRecord(idempotency: Idempotency, now: number): string {
  return now > safeUntil(idempotency)
    ? 'The 5 minutes of its key had passed: if the earlier request arrived too, there are two records. Look for both.'
    : 'The same key: there is one record, from this request or from the earlier one.'
}

function unknown(ended: Ended, idempotency: Idempotency | undefined, system: string): string[] {
  const { status, error } = ended
  const lines = error?.code === 'bad-response' ? [error.message] : []
  if (status === 409) {
    lines.push('The service still works on the earlier request with this key. Wait a moment, then send it again.')
    return lines
  }
  lines.push('It may have arrived, or not: no answer tells. This app does not send it again by itself.')
  if (!idempotency) lines.push(`Look ${system} whether the record is there, before you send it again.`)
  else if (status !== null) {
    lines.push(
      `The service answered ${status}: what it counts as failed it does not remember, so the key may not protect. Look ${system} first.`
    )
  }
  return lines
}

function placeOf({ connector }: Ended['draft']) {
  const { key = '', endUser = '', integrationSlug: slug = '' } = connector ?? {}
  return { category: key.split(':')[0] ?? '', slug, system: `in the system of ${endUser} (${slug})` }
}
