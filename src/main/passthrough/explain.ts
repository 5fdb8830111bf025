import type { AppErrorShape, ValidationIssue } from '../../shared/errors'
import { isRead, type PassthroughDraft } from '../../shared/model/passthrough'
import type { Outcome } from '../../shared/model/passthrough-result'

export interface Ended {
  draft: PassthroughDraft
  path: string
  outcome: Outcome
  status: number | null
  complete: boolean
  error: AppErrorShape | null
  /** What the service was given for the third party, in s. */
  timeoutSeconds: number
}

/** What an ending means and what to do about it, in the order to be read (issue: Explainers). */
export function explain(ended: Ended): string[] {
  const { outcome, status, error, draft } = ended
  const lines: string[] = []
  if (outcome === 'answered') lines.push('The third party was reached; its own verdict is in the body.')
  if (outcome === 'unknown') lines.push(...unknown(ended))
  if (outcome === 'failed' && isRead(draft.method)) lines.push('Nothing was changed: it can be sent again.')
  if (outcome === 'failed' && !isRead(draft.method)) lines.push('It did not leave this computer: it can be sent again.')
  if (status === 401) {
    lines.push(
      'The workspace’s bearer token was refused. Most likely it is a key of another environment, or withdrawn.'
    )
  }
  if (status === 403) lines.push(...forbidden(draft))
  if (status === 422)
    lines.push('The service refused the envelope; nothing was forwarded. The fields it names are marked.')
  if (status === 429) {
    lines.push(
      'The limit of this connector’s token is reached; nothing was forwarded. Other connectors are not held up.'
    )
  }
  if (error?.code === 'timeout' || status === 504 || status === 408) {
    lines.push(`The third party was given ${ended.timeoutSeconds} s. If it needs longer, raise the timeout in Options.`)
  }
  if (outcome === 'answered' && !ended.complete) {
    lines.push('The answer is larger than this app reads. What was read is shown; the rest is missing.')
  }
  return lines
}

/** Field notes: a token that is used on another category gets 403. */
function forbidden({ connector, region }: PassthroughDraft): string[] {
  const [category = '', id = ''] = (connector?.key ?? '').split(':')
  return [
    `The token in use is that of the ${category} connector ${id} (${connector?.integrationSlug ?? ''}, region ${region}).`,
    `It is good for ${category} only: a path of another category needs that category’s connector of the same end user.`,
    'Else the integration, or writing with it, is not enabled for this organization.'
  ]
}

function unknown({ draft, path, error }: Ended): string[] {
  const { endUser = '', integrationSlug = '' } = draft.connector ?? {}
  return [
    ...(error?.code === 'bad-response' ? [error.message] : []),
    'It may have arrived, or not: no answer tells. This app does not send it again by itself.',
    `Look in the system of ${endUser} (${integrationSlug}) whether ${draft.method} ${path} was done, before you send it again.`
  ]
}

/** A validation error (spec: HTTPValidationError) at the controls it names; what names none is at the request. */
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
      const row = draft[first].findIndex(({ name, enabled }) => enabled && name === second)
      return row < 0 ? first : `${first}.${row}.value`
    }
    default:
      return 'request'
  }
}
