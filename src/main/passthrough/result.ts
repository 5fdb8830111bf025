import type { AppErrorShape } from '../../shared/errors'
import type { AccessFact } from '../../shared/issues/access'
import type { Idempotency } from '../../shared/passthrough/idempotency'
import type { PassthroughResult } from '../../shared/passthrough/result'
import type { Clock } from '../base/clock'
import type { Client } from '../http/client'
import { isSuccess, outcomeOf } from '../http/outcome'
import { isOwnLimit } from '../http/retry-after'
import type { Masker } from '../secrets/masker'
import { idOf } from '../store/tables/team/outbox'
import { accessOf } from './access'
import type { LastTry } from './last-try'
import { explain, issuesOf, explainWrite } from './explain'
import type { OneSend } from './one-send'
import type { Outgoing } from './outgoing'
import { providerErrorIn } from './provider-error'
import { toPointer } from '../../shared/passthrough/paths'

/** By JSON pointer into the body, or at the body. */
function writeIssuesOf(detail: AppErrorShape['detail']): { field: string; message: string }[] {
  if (!Array.isArray(detail)) return []
  return detail.map(({ loc, msg }) => {
    const [place, ...way] = loc
    if (place === 'header') {
      return { field: String(way[0]).toLowerCase() === 'x-connector-token' ? 'connector' : 'request', message: msg }
    }
    const at = place === 'body' ? way : loc
    return { field: at.length > 0 ? `body#${toPointer(at)}` : 'body', message: msg }
  })
}

/** Of a result; empty without one. */
export const contentTypeOf = (headers: readonly (readonly [string, string])[] = []): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''

/** From the send to the last byte, ms. */
export const tookMs = ({ doneAt, sentAt, startedAt, askedAt }: PassthroughResult['timing']): number =>
  Math.max(0, doneAt - (sentAt ?? startedAt ?? askedAt))

interface Finished {
  requestId: string
  outgoing: Outgoing
  /** The integration's name. */
  provider: string
  idempotency: Idempotency | undefined
  send: OneSend
  ended: LastTry
  by: AccessFact['by']
}

export function resultOf(
  { client, clock, masker }: { client: Client; clock: Clock; masker: Masker },
  { requestId, outgoing, provider, idempotency, send, by, ended: { response, thrown, ending } }: Finished
): PassthroughResult {
  const { draft, path, timeoutSeconds, countsAs } = outgoing
  const { method, region, connector } = draft
  const status = response?.status ?? null
  const outcome = outcomeOf(countsAs, ending)
  const complete = ending.kind === 'answer'
  const failed = thrown ?? (response && !isSuccess(response.status) ? response : undefined)
  const error: AppErrorShape | null = failed
    ? client
        .errorOf(failed)
        .at({ endpoint: `POST ${outgoing.call.path}` })
        .toShape()
    : null
  const own = response !== undefined && isOwnLimit(response.headers)
  const ended = { draft, provider, path, countsAs, outcome, status, complete, error, timeoutSeconds, own }
  const unified = draft.route === 'unified'
  // Other answers may come from the API itself.
  const providerError =
    response && outcome === 'answered' && complete && !unified
      ? providerErrorIn(response.body, response.headers['content-type'] ?? '', masker.mask)
      : null
  const contentType = response?.headers['content-type'] ?? ''
  const said =
    response && !unified && accessOf({ status, complete, error, own, providerError, body: response.body, contentType })
  const asked = idOf([method, path.split('?', 1)[0] ?? ''])
  const access = said && { ...said, at: clock.now(), method, by, asked }
  return {
    ...{ requestId, outcome, method, path, region, connectorKey: connector?.key ?? '', status },
    responseId: null,
    headers: (response?.allHeaders ?? []).map(([name, value]) => [name, masker.mask(value)]),
    bytes: response?.body.length ?? 0,
    complete,
    ...send.figures(),
    error,
    advice: unified ? explainWrite(ended, idempotency, clock.now()) : explain(ended),
    ...(providerError && { providerError }),
    ...(access && { access }),
    ...(idempotency && { idempotency }),
    issues: unified ? writeIssuesOf(error?.detail) : issuesOf(error?.detail, draft)
  }
}
