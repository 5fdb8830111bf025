import { isRead } from '../../shared/model/passthrough'
import type { LoggedCall } from './call-log'
import type { Call, Target } from './call'

/** What every request carries, beyond its own headers. */
export function headersOf({ bearerToken }: Target, { headers }: Call): Record<string, string> {
  return { ...headers, accept: 'application/json', authorization: `Bearer ${bearerToken}` }
}

/** A call before it leaves, as it stays on record where the app is killed before the answer. */
export function beginningOf({ workspaceId, region }: Target, call: Call, at: number): LoggedCall {
  const { asker, subject = '', connectorKey = '', partOf = '', method, path, query = {} } = call
  const { forwarded = '', probe = false } = call
  const sent = Object.keys(query).filter((name) => query[name] !== undefined)
  const actual = forwarded ? (forwarded.split(' ')[0] ?? '') : method
  const { reads = isRead(actual) } = call
  return {
    at,
    workspaceId,
    region,
    asker,
    subject,
    connectorKey,
    partOf,
    method,
    path,
    query: sent.join(','),
    forwarded,
    mutation: !reads && !probe,
    probe,
    status: null,
    error: 'unanswered',
    tries: 0,
    durationMs: 0,
    waitedMs: 0,
    limited: 0,
    bytes: 0,
    requestId: null
  }
}
