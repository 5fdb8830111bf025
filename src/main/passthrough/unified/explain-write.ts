import { readableName } from '../../../shared/integration-name'
import { safeUntil, type Idempotency } from '../../../shared/passthrough/idempotency'
import type { Ended } from '../explain'

/**
 * Sentences in reading order: what the ending means and what to do about it.
 * @param now ms since 1970
 */
export function explainWrite(ended: Ended, idempotency: Idempotency | undefined, now: number): string[] {
  const { outcome, status, error, draft, own } = ended
  const { category, integration, system } = placeOf(draft)
  const lines: string[] = []
  if (outcome === 'answered') lines.push('Accepted. The response is below.')
  if (outcome === 'answered' && idempotency?.again) lines.push(oneRecord(idempotency, now))
  if (outcome === 'unknown') lines.push(...unknown(ended, idempotency, system))
  if (outcome === 'failed') lines.push('Nothing was changed. You can send it again.')
  if (status === 401) lines.push('The workspace’s bearer token or the connector’s token was rejected.')
  if (status === 403) {
    lines.push(
      `Writing this with a ${category} connector of ${integration} is not allowed for this token, key or plan.`
    )
  }
  if (status === 422) {
    const which = Array.isArray(error?.detail)
      ? 'The fields it names are marked.'
      : 'The response does not say which fields.'
    lines.push(`The API rejected the request. ${which}`)
  }
  if (status === 429 && own) lines.push('The rate limit of this connector’s token is reached. Nothing was changed.')
  if (idempotency?.again && (outcome === 'refused' || outcome === 'failed')) {
    lines.push('Whether the earlier request with this key arrived is still unknown.')
  }
  return lines
}

function oneRecord(idempotency: Idempotency, now: number): string {
  return now > safeUntil(idempotency)
    ? 'The 5 minutes of its key had passed. If the earlier request arrived too, there are two records: check for both.'
    : 'It had the same key, so there is one record, from this request or from the earlier one.'
}

function unknown(ended: Ended, idempotency: Idempotency | undefined, system: string): string[] {
  const { status, error } = ended
  const lines = error?.code === 'bad-response' ? [error.message] : []
  if (status === 409) {
    lines.push('The earlier request with this key is still running. Wait a moment, then send it again.')
    return lines
  }
  lines.push('It may or may not have arrived: no response came. This app does not send it again automatically.')
  if (!idempotency) lines.push(`Check ${system} whether the record exists before you send it again.`)
  else if (status !== null) {
    lines.push(
      `The API answered ${status}. It does not remember the keys of failed requests, so sending again may create a second record. Check ${system} first.`
    )
  }
  return lines
}

function placeOf({ connector }: Ended['draft']) {
  const { key = '', endUser = '', integrationSlug = '' } = connector ?? {}
  const integration = readableName(integrationSlug)
  return { category: key.split(':')[0] ?? '', integration, system: `in the system of ${endUser} (${integration})` }
}
