import { tokenChangeWords } from '../../shared/error-words'
import type { AppErrorShape, ValidationIssue } from '../../shared/errors'
import { isRead, type PassthroughDraft } from '../../shared/passthrough/passthrough'
import type { Outcome } from '../../shared/passthrough/result'
import { safeUntil, type Idempotency } from '../../shared/passthrough/idempotency'

export interface Explained {
  draft: PassthroughDraft
  /** The integration's name. */
  provider: string
  path: string
  /** The method as the app classifies it (see Outgoing). */
  countsAs: string
  outcome: Outcome
  status: number | null
  complete: boolean
  error: AppErrorShape | null
  /** For a 429: the API's own limit, not the provider's. */
  own: boolean
  /** The API's timeout for the provider, in s; null if the API decides. */
  timeoutSeconds: number | null
}

/** Sentences in reading order: what the ending means and what to do about it. */
export function explain(ended: Explained): string[] {
  const { outcome, status, error, countsAs } = ended
  const lines: string[] = []
  if (outcome === 'unknown') lines.push(...unknown(ended))
  if (outcome === 'failed' && isRead(countsAs)) lines.push('Nothing was changed. You can send it again.')
  if (outcome === 'failed' && !isRead(countsAs)) lines.push('It did not leave this computer. You can send it again.')
  if (status === 401) lines.push(unauthorized(ended))
  if (status === 403) lines.push(...forbidden(ended))
  if (status === 404) lines.push(notThere(ended))
  if (status === 422) lines.push(invalid(ended))
  if (status === 429) lines.push(limited(ended))
  const late = error?.code === 'timeout' || status === 504 || status === 408
  if (late && ended.timeoutSeconds !== null) {
    lines.push(
      `${ended.provider} had ${ended.timeoutSeconds} s to answer. If it needs longer, raise the timeout in Options.`
    )
  }
  if (outcome === 'answered' && !ended.complete) {
    lines.push('The response is larger than this app reads. The part that was read is shown; the rest is missing.')
  }
  return lines
}

/** The API passes a provider's status through: only headers and body show which of both answered. */
const either = ({ provider }: Explained) => `The API or ${provider}`

/** The API's own 401 names its scheme. */
function unauthorized(ended: Explained): string {
  const change = ended.error?.tokenChange
  if (change) return `The API rejected the workspace’s bearer token. ${tokenChangeWords(change)}`
  return ended.error?.challenge?.toLowerCase().startsWith('bearer')
    ? 'The API rejected the workspace’s bearer token. It was mistyped, has been revoked, or belongs to another environment.'
    : `${either(ended)} rejected the credentials; the response does not say which of the two. Check the workspace’s token, then the connector.`
}

/** Only the API answers with a list of what is wrong. */
function invalid(ended: Explained): string {
  return Array.isArray(ended.error?.detail)
    ? 'The API rejected the request. The fields it names are marked.'
    : `${either(ended)} rejected the request; the response does not say which of the two.`
}

function limited(ended: Explained): string {
  return ended.own
    ? 'The rate limit of this connector’s token is reached. Other connectors are not affected.'
    : `${either(ended)} is rate limiting requests; the response does not say which of the two. It was not retried.`
}

/** The API's own errors have no 404. */
const notThere = ({ draft, provider, path }: Explained) =>
  `${provider} has nothing at ${draft.method} ${path}: the API passed its 404 on. Check the path.`

/** A token of another category gets 403. */
function forbidden({ draft, provider }: Explained): string[] {
  const { connector, region } = draft
  const [category = '', id = ''] = (connector?.key ?? '').split(':')
  return [
    `It was sent with the token of the ${category} connector ${id} (${provider}, region ${region}).`,
    `This token works for ${category} only. For another category, use that category’s connector of the same customer.`,
    // The integration is enabled: the connector is listed.
    isRead(draft.method)
      ? `Or ${provider} rejected it.`
      : `Or writing with the integration is not enabled for your organization; or ${provider} rejected it.`
  ]
}

function unknown(ended: Explained): string[] {
  const { draft, provider, path, error } = ended
  const endUser = draft.connector?.endUser ?? ''
  return [
    ...(error?.code === 'bad-response' ? [error.message] : []),
    doubt(ended),
    `Check in ${provider} of ${endUser} whether ${draft.method} ${path} was carried out before you send it again.`
  ]
}

/** Why the outcome is unknown. */
function doubt({ status, complete }: Explained): string {
  const why =
    status === null
      ? 'no response came'
      : complete
        ? `the response, ${status}, does not say`
        : `the response broke off after its status ${status}`
  return `It may or may not have arrived: ${why}. This app does not send it again automatically.`
}

export function issuesOf(
  detail: AppErrorShape['detail'],
  draft: PassthroughDraft
): { field: string; message: string }[] {
  if (!Array.isArray(detail)) return []
  return detail.map((issue) => ({ field: fieldOf(issue, draft), message: issue.msg }))
}

function fieldOf({ loc }: ValidationIssue, draft: PassthroughDraft): string {
  const [place, first, second] = loc.map(String)
  if (place === 'header') return first?.toLowerCase() === 'x-connector-token' ? 'connector' : 'request'
  if (place !== 'body') return 'request'
  switch (first) {
    case 'method':
    case 'path':
    case 'timeout':
      return first
    case 'request_format':
      return 'requestFormat'
    case 'response_format':
      return 'responseFormat'
    case 'data':
      return 'body'
    case 'headers':
    case 'params': {
      if (first === 'params' && draft.paramsJson !== undefined) return first
      const row = draft[first].findIndex(({ name, enabled }) => enabled && name === second)
      return row < 0 ? first : `${first}.${row}.value`
    }
    default:
      return 'request'
  }
}

/**
 * Sentences in reading order: what the ending means and what to do about it.
 * @param now ms since 1970
 */
export function explainWrite(ended: Explained, idempotency: Idempotency | undefined, now: number): string[] {
  const { outcome, status, error, own } = ended
  const { category, integration, system } = placeOf(ended)
  const lines: string[] = []
  if (outcome === 'answered') lines.push('Accepted. The response is below.')
  if (outcome === 'answered' && idempotency?.again) lines.push(oneRecord(idempotency, now))
  if (outcome === 'unknown') lines.push(...unknownWrite(ended, idempotency, system))
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

function unknownWrite(ended: Explained, idempotency: Idempotency | undefined, system: string): string[] {
  const { status, error } = ended
  const lines = error?.code === 'bad-response' ? [error.message] : []
  if (status === 409) {
    lines.push('The earlier request with this key is still running. Wait a moment, then send it again.')
    return lines
  }
  lines.push(doubt(ended))
  if (!idempotency) lines.push(`Check ${system} whether the record exists before you send it again.`)
  else if (status !== null) {
    lines.push(
      `The API does not remember the keys of failed requests, so sending again may create a second record. Check ${system} first.`
    )
  }
  return lines
}

function placeOf({ draft: { connector }, provider: integration }: Explained) {
  const { key = '', endUser = '' } = connector ?? {}
  return { category: key.split(':')[0] ?? '', integration, system: `in the system of ${endUser} (${integration})` }
}
