import type { CallFilters } from '../../../../shared/activity/call'

const searched = `lower(method || ' ' || path || ' ' || query || ' ' || subject || ' ' || forwarded || ' ' ||
  coalesce(request_id, '') || ' ' || coalesce(status, '') || ' ' || coalesce(error, ''))`

/**
 * A refused probe is `ok`. `limited` met a 429, whatever followed, and overlaps the others; each call has exactly one
 * of those. A 408 is no refusal: gateways send it for a silent server.
 */
const outcomes: Record<NonNullable<CallFilters['outcome']>, string> = {
  ok: '(status BETWEEN 200 AND 299 OR (probe = 1 AND status BETWEEN 400 AND 499 AND status <> 408))',
  limited: 'limited > 0',
  refused: 'probe = 0 AND status BETWEEN 400 AND 499 AND status NOT IN (408, 429)',
  failed: '(status < 200 OR status BETWEEN 300 AND 399 OR status = 408 OR status >= 500)',
  unanswered: 'status IS NULL'
}

export const outcomeOf = `CASE WHEN ${outcomes.ok} THEN 'ok' WHEN status = 429 THEN 'limited'
  WHEN ${outcomes.unanswered} THEN 'unanswered' WHEN ${outcomes.failed} THEN 'failed' ELSE 'refused' END`

/** The operator's cancel is no failure. */
export const failedOf = `(${outcomeOf} IN ('failed', 'refused') OR (status IS NULL AND error <> 'cancelled'))`

/** SQL for the calls that pass a filter, without `until`. @param also SQL for more text to search */
export function conditions(
  workspaceId: string,
  { text = '', region, asker, outcome, mutationsOnly, withoutChecks, since, until }: CallFilters,
  also = `''`
): { where: string; values: (string | number)[] } {
  const words = text.split(/\s+/).filter(Boolean).map(lowerAscii)
  const parts: [string, ...(string | number)[]][] = [['workspace = ?', workspaceId]]
  for (const word of words) parts.push([`instr(${searched} || ' ' || lower(${also}), ?) > 0`, word])
  if (region) parts.push(['region = ?', region])
  if (asker) parts.push(['asker = ?', asker])
  if (outcome) parts.push([outcomes[outcome]])
  if (mutationsOnly) parts.push(['mutation = 1'])
  // A change always shows.
  if (withoutChecks) parts.push(['(probe = 0 OR mutation = 1)'])
  if (since !== undefined) parts.push(['at >= ?', since])
  if (until !== undefined) parts.push(['at < ?', until])
  return { where: parts.map(([part]) => part).join(' AND '), values: parts.flatMap(([, ...values]) => values) }
}

/** SQLite's `lower` changes A to Z only. */
const lowerAscii = (word: string) => word.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
