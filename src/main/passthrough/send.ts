import { AppError, toAppError, type AppErrorShape } from '../../shared/errors'
import { isRead, usualTimeout, type PassthroughDraft } from '../../shared/model/passthrough'
import type { PassthroughProgress, PassthroughResult } from '../../shared/model/passthrough-result'
import type { SendRequest } from '../../shared/model/passthrough-send'
import type { Region } from '../../shared/model/region'
import { buildEnvelope, readTimeout, type BuiltEnvelope } from '../../shared/passthrough/envelope'
import type { SteadyClock } from '../base/clock'
import type { Call, Target } from '../http/call'
import { isSuccess, leavingOf, type Client } from '../http/client'
import { TransportFailure, type TransportResponse } from '../http/transport'
import { hiddenIn } from '../secrets/hidden-in'
import type { Masker } from '../secrets/masker'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import { explain, issuesOf } from './explain'
import type { ChosenFiles } from './files'
import { findToken } from '../connectors/find-token'
import { shownConnector } from '../connectors/shown-connector'
import type { Confirmer } from '../guard/confirmer'
import type { Grant } from '../guard/grant'
import type { ConnectorStore } from '../connectors/store'
import { refuseBroken } from './guard'
import type { PassthroughHistory } from './history'
import { OneSend } from './one-send'
import { outcomeOf, type Ending } from '../http/outcome'
import { isOwnLimit } from '../http/retry-after'
import type { Responses } from '../viewer/responses'
import { suggestedName } from './suggested-name'
import { TokenQueue } from './token-queue'

export interface SendParts {
  client: Client
  clock: SteadyClock
  workspaces: { target(id: string, region: Region): Promise<Target> }
  tokens: ConnectorTokens
  pinned: (account: string, origin: string) => Promise<string | null>
  masker: Masker
  files: ChosenFiles
  responses: Responses
  history: PassthroughHistory
  confirmer: Confirmer
  connectors: Pick<ConnectorStore, 'lastRecord'>
  /** Called with an unexpected error. */
  report: (error: unknown) => void
}

/** What the service may need beyond the third party's time, ms: the network, and its own work. */
const marginMs = 15_000
/** Timers take no more, ms: 24 days. */
const longestTimerMs = 2 ** 31 - 1
/** Of a decoded answer. What is larger is cut, and kept as far as it was read. */
const mostBytes = 100e6

/** Sends passthrough requests (spec §2). One for the app: it holds the queues. */
export class PassthroughSender {
  private readonly queue = new TokenQueue()

  constructor(private readonly parts: SendParts) {}

  /**
   * Sends a draft once. It is repeated by itself only where it certainly never left, or where the service itself
   * answered 429; see `outcomeOf` for what else there is. How it ended is in the result, also where it failed.
   *
   * @param tell called with each stage
   * @throws AppError invalid-input, cancelled where it was not confirmed (both before anything left); what it takes to find the
   * workspace's and the connector's token: no-token, keychain-locked, not-found, and the errors of a list call
   */
  async send(
    request: SendRequest,
    signal: AbortSignal,
    tell: (progress: PassthroughProgress) => void
  ): Promise<PassthroughResult> {
    const { client, clock, workspaces, files, masker, history, responses, report } = this.parts
    const { draft, requestId } = request
    const send = new OneSend(clock, tell)
    const variables = new Map(request.variables.map(({ name, value }) => [name, value]))
    const contents = await files.contents(draft)
    const envelope = buildEnvelope(draft, variables, (ref) => contents.get(ref))
    refuseBroken(envelope.problems)
    const { connector } = draft
    if (!connector) throw new Error('The check lets no draft without a connector through.')

    send.enter('token')
    const target = await workspaces.target(draft.workspaceId, draft.region)
    const token = await findToken(this.parts, target, connector, signal)
    masker.add(token.token)
    const seconds = secondsOf(draft)
    const call: Call = {
      asker: 'passthrough',
      subject: `${connector.endUser} (${connector.key})`,
      connectorKey: connector.key,
      method: 'POST',
      path: '/api/v1/passthrough',
      headers: { 'content-type': 'application/json', 'x-connector-token': token.token },
      body: envelope.text,
      scope: token.ref,
      forwarded: `${draft.method} ${envelope.path.split(/[?#]/)[0] ?? ''}`,
      timeoutMs: Math.min(seconds * 1_000 + marginMs, longestTimerMs),
      maxBytes: mostBytes,
      mayBePage: draft.responseFormat !== 'JSON',
      signal,
      onTry: (tries) => send.try(tries),
      mark: (moment) => send.mark(moment),
      quiet: (quiet) => send.quiet(quiet),
      onWait: (wait) => send.wait(wait)
    }
    const grant = await this.confirmed(target, connector.key, call, draft, envelope, send)
    await history.append({
      id: requestId,
      draft,
      envelope: buildEnvelope(draft, variables).text,
      result: null,
      body: null
    })
    const exchange = () => {
      send.start()
      return client.exchange(target, { ...call, ...(grant && { grant }) })
    }
    const ended = await this.queue
      .run(`${draft.workspaceId} ${draft.region} ${token.ref}`, signal, exchange, (ahead) =>
        send.enter('queued', ahead)
      )
      .then(wholeAnswer, (thrown: unknown) => brokenOff(thrown, send))
    const result = this.resultOf(request, envelope.path, send, ended, seconds)
    const body = ended.response?.body.length ? ended.response.body : null
    if (body) result.responseId = await this.keep(body, ended, draft, envelope.path)
    // The request is done either way: a store that fails now must not turn it into a failure.
    try {
      const kept = await history.complete(requestId, result, body)
      if (kept && result.responseId) responses.keptElsewhere(result.responseId, () => history.body(requestId))
    } catch (thrown) {
      report(thrown)
    }
    return result
  }

  /** @returns null for a read that goes where it seems to: it needs no confirmation */
  private async confirmed(
    target: Target,
    key: string,
    call: Call,
    draft: PassthroughDraft,
    { path, problems }: BuiltEnvelope,
    send: OneSend
  ): Promise<Grant | null> {
    const warnings = problems.filter(({ severity }) => severity === 'confirm').map(({ message }) => message)
    const reads = isRead(draft.method)
    if (reads && warnings.length === 0) return null
    const { tokens, connectors: history, confirmer } = this.parts
    const { workspaceId, region, method } = draft
    const connector = await shownConnector({ tokens, history }, { workspaceId, region }, key)
    send.enter('confirm')
    const grant = await confirmer.confirm(
      {
        place: { workspaceId, region },
        title: `Send ${method} to ${connector.endUser.trim() || 'this connector'}?`,
        verb: `Send ${method}`,
        note: reads
          ? 'It reads data in the customer’s system.'
          : 'It can change data in the customer’s system. It is sent once and never repeats by itself; an outcome that cannot be known is called unknown.',
        warnings,
        connector,
        requests: [{ leaving: leavingOf(target, call), shown: { method, path } }]
      },
      call.signal
    )
    // From now on it may wait for its turn.
    return grant.hold()
  }

  private resultOf(
    { requestId, draft }: SendRequest,
    path: string,
    send: OneSend,
    { response, thrown, ending }: Ended,
    timeoutSeconds: number
  ): PassthroughResult {
    const status = response?.status ?? null
    const outcome = outcomeOf(draft.method, ending)
    const complete = ending.kind === 'answer'
    const failed = thrown ?? (response && !isSuccess(response.status) ? response : undefined)
    const error: AppErrorShape | null = failed
      ? this.parts.client.errorOf(failed).at({ endpoint: 'POST /api/v1/passthrough' }).toShape()
      : null
    return {
      requestId,
      outcome,
      method: draft.method,
      path,
      region: draft.region,
      connectorKey: draft.connector?.key ?? '',
      status,
      responseId: null,
      headers: (response?.allHeaders ?? []).map(([name, value]) => [name, this.parts.masker.mask(value)]),
      bytes: response?.body.length ?? 0,
      complete,
      ...send.figures(),
      error,
      advice: explain({
        ...{ draft, path, outcome, status, complete, error, timeoutSeconds },
        own: response !== undefined && isOwnLimit(response.headers)
      }),
      issues: issuesOf(error?.detail, draft)
    }
  }

  private async keep(
    body: Buffer,
    { response, ending }: Ended,
    draft: PassthroughDraft,
    path: string
  ): Promise<string> {
    const headers = response?.headers ?? {}
    const contentType = headers['content-type'] ?? ''
    const hidden = await hiddenIn(body, contentType, this.parts.masker)
    const complete = ending.kind === 'answer'
    const name = suggestedName(headers, path, draft.responseFormat)
    return this.parts.responses.put({ body, contentType, suggestedName: name, complete, hidden })
  }
}

/** The last try: the answer as far as it came, what was thrown in place of the rest, and what that means. */
interface Ended {
  ending: Ending
  response?: TransportResponse | undefined
  thrown?: Error
}

const wholeAnswer = (response: TransportResponse): Ended => ({
  response,
  ending: { kind: 'answer', status: response.status, relayed: !isOwnLimit(response.headers) }
})

function brokenOff(thrown: unknown, send: OneSend): Ended {
  if (thrown instanceof TransportFailure) {
    const { code, sent, part } = thrown
    return { thrown, response: part, ending: { kind: 'broken', code, sent, status: part?.status } }
  }
  // An AppError comes from between tries: the try before was refused, or never left. Anything else is a mistake of
  // this app, which says nothing about what left.
  const error = toAppError(thrown)
  const sent = !(thrown instanceof AppError) && send.figures().timing.sentAt !== null
  return { thrown: error, ending: { kind: 'broken', code: error.code, sent } }
}

function secondsOf({ timeout }: PassthroughDraft): number {
  const read = readTimeout(timeout)
  return 'seconds' in read ? read.seconds : usualTimeout
}
