import { AppError, type AppErrorShape } from '../../shared/errors'
import type { Asker } from '../../shared/model/call'
import type { Region } from '../../shared/model/region'
import type { Wait } from '../../shared/model/walk'
import { cancelled, elapsed, type Clock } from '../base/clock'
import { changedTexts } from '../base/texts'
import { spend, type Grant, type Leaving } from '../guard/grant'
import { answerError } from './answer'
import { beginningOf, headersOf } from './beginning'
import type { Budgets, BudgetScope } from './budget'
import { withoutSecrets, type CallHeaders, type LoggedCall } from './call-log'
import { parseExact } from './exact-json'
import { parseJson } from './json'
import { isOwnLimit, retryDelay, usedUpMs, type Headers } from './retry-after'
import { reported } from './reported'
import { mayRetry } from './retry-policy'
import { TransportFailure, type Transport, type TransportRequest, type TransportResponse } from './transport'
import { buildUrl, type Query } from './url'
import { Waits, type Tally } from './waits'
import { isWebPage, WebPageAnswered } from './web-page'

/** Where a request goes and as whom: one region of one workspace. */
export interface Target {
  workspaceId: string
  region: Region
  baseUrl: string
  bearerToken: string
}

export interface Call {
  /** What part of the app asks: for the activity. */
  asker: Asker
  /** What it is about, in the operator's words, where the path does not say it: for the activity. */
  subject?: string
  /** `<category>:<id>` of the one connector it is about. */
  connectorKey?: string
  method: string
  /** As `/api/hris/v1/connectors`; checked, never a full URL. */
  path: string
  query?: Query
  signal: AbortSignal
  /** Somebody waits for the answer: a failure is told at once, and only a 429 is waited out. */
  failFast?: boolean
  /** The longest wait that is waited out, ms; a longer one ends the call at once, as `rate-limited`. */
  longestWaitMs?: number
  /**
   * For a walk, where no person waits for the answer itself: while the service cannot be reached, the call is tried
   * again for this long, ms, however many tries that takes.
   */
  patienceMs?: number
  /** It is a page of a walk: where little of the token is left, walks take turns. */
  paged?: boolean
  /** Told when a wait begins, and with null when it ends. */
  onWait?: (wait: Wait | null) => void
  /** Told when a try begins, counted from 1. */
  onTry?: (number: number) => void
  mark?: TransportRequest['mark']
  quiet?: TransportRequest['quiet']
  /** JSON text, sent as it is. */
  body?: string
  /** Beyond those every request has. */
  headers?: Readonly<Record<string, string>>
  /** Whose quota this uses: `bearer` where it is left out, else the handle of a connector's token. */
  scope?: string
  /**
   * What the service hands on to a third party (spec §2), as "DELETE /employees/17" without a query: not every 429 is
   * the service's own then, and whether it is a mutation goes by this method.
   */
  forwarded?: string
  /** The operator's word. Without it nothing leaves that may change something. */
  grant?: Grant
  /** It changes nothing, whatever its method says: a preview. No mutation for the activity. */
  reads?: boolean
  /** It only asks whether something is offered: it changes nothing, and a refusal is as good an answer as another. */
  probe?: boolean
  /** The answer may rightly be a web page: a third party's, handed through as it is. */
  mayBePage?: boolean
  /** Integers beyond 2^53 are bigints in the answer's JSON, not rounded. */
  exact?: boolean
  /** Whole time of one try, ms. */
  timeoutMs?: number
  /** Of the decoded answer. */
  maxBytes?: number
}

export interface Answer {
  status: number
  headers: Headers
  /** undefined where the body is empty: any 2xx is a success, also one that says nothing. */
  json: unknown
  /** Decoded, as it came. */
  body: Buffer
  /** Its size. */
  bytes: number
}

export interface Client {
  /**
   * Sends one request with bearer authentication, waits and asks again where that is safe, and parses the answer.
   * @throws AppError for everything that is not a 2xx with JSON or nothing in it, naming the endpoint
   */
  send(target: Target, call: Call): Promise<Answer>
  /**
   * The same tries and waits, but with the last answer as it came, whatever its status: for passthrough, where the
   * body is a third party's and what was read of half an answer matters.
   * @throws TransportFailure where there is no complete answer; AppError cancelled before or between tries, and
   * confirmation-needed for what may change something and was not confirmed
   */
  exchange(target: Target, call: Call): Promise<TransportResponse>
  /** An answer that is not a 2xx, or what was thrown, as a typed error without secrets. */
  errorOf(failed: TransportResponse | Error): AppError
}

export interface ClientParts {
  transport: Transport
  clock: Clock
  budgets: Budgets
  /** Takes known secrets out of a text: a service may repeat a token in its error. */
  redact: (text: string) => string
  /** Told of every call when it ended, however it did. */
  log: (call: LoggedCall, headers: CallHeaders) => void
  /**
   * Told of a mutation before it leaves, as of one without an answer; the call goes out when this is done. What it
   * gives is told of the end in `log`'s stead, and waited for. Neither may throw.
   */
  begin?: (call: LoggedCall) => Promise<(ended: LoggedCall, headers: CallHeaders) => Promise<void>>
}

const tryTimeoutMs = 120_000
const maxBodyBytes = 64e6

export const isSuccess = (status: number) => status >= 200 && status < 300

export function createClient({ transport, clock, budgets, redact, log, begin }: ClientParts): Client {
  const waits = new Waits(budgets, clock)
  return { send, exchange, errorOf }

  async function send(target: Target, call: Call): Promise<Answer> {
    let tries = 0
    const onTry = (number: number) => {
      tries = number
      call.onTry?.(number)
    }
    try {
      const response = await exchange(target, { ...call, onTry })
      if (!isSuccess(response.status)) throw errorOf(response)
      const parse = call.exact ? parseExact : JSON.parse
      const json = response.body.length === 0 ? undefined : parseJson(response.body, parse)
      return {
        status: response.status,
        headers: response.headers,
        json,
        body: response.body,
        bytes: response.body.length
      }
    } catch (thrown) {
      throw errorOf(thrown as Error).at({ endpoint: `${call.method} ${call.path}`, ...(tries > 1 && { tries }) })
    }
  }

  /** Makes the call and logs how it went; one that changes something is logged before it leaves, too. */
  async function exchange(target: Target, call: Call): Promise<TransportResponse> {
    const begun = beginningOf(target, call, clock.now())
    if (begun.mutation) spend(call.grant, leavingOf(target, call))
    const tally: Tally = { tries: 0, waitedMs: 0, limited: 0 }
    const tell = begin && begun.mutation ? await begin(begun) : log
    const ended = (how: Pick<LoggedCall, 'status' | 'error' | 'bytes' | 'requestId'>, received: Headers | null) =>
      tell(
        { ...begun, ...tally, durationMs: elapsed(begun.at, clock), ...how },
        {
          sent: withoutSecrets(headersOf(target, call), redact),
          received: received && withoutSecrets(received, redact)
        }
      )
    let response: TransportResponse
    try {
      response = await trying(target, reported(call, begun.mutation), tally)
    } catch (thrown) {
      await ended({ status: null, error: errorOf(thrown as Error).code, bytes: 0, requestId: null }, null)
      throw thrown
    }
    const { status, headers, body } = response
    await ended({ status, error: null, bytes: body.length, requestId: headers['x-request-id'] ?? null }, headers)
    return response
  }

  /** Tries until there is a 2xx, a failure that must not be repeated, or no try is left. */
  async function trying(target: Target, call: Call, tally: Tally): Promise<TransportResponse> {
    const scope: BudgetScope = { workspaceId: target.workspaceId, region: target.region, scope: call.scope ?? 'bearer' }
    const request: TransportRequest = {
      method: call.method,
      url: buildUrl(target.baseUrl, call.path, call.query),
      headers: headersOf(target, call),
      signal: call.signal,
      timeoutMs: call.timeoutMs ?? tryTimeoutMs,
      maxBytes: call.maxBytes ?? maxBodyBytes,
      ...(call.body !== undefined && { body: call.body }),
      ...(call.mark && { mark: call.mark }),
      ...(call.quiet && { quiet: call.quiet })
    }
    let outSince: number | null = null
    /** Tries of an outage, as they count against the most there are: while there is patience, none does. */
    const counted = (tries: number, isOutage: boolean) => {
      if (!isOutage) return tries
      outSince ??= clock.now()
      return elapsed(outSince, clock) < (call.patienceMs ?? 0) ? 1 : tries
    }
    for (let tries = 1; ; tries++) {
      await waits.rest(call, scope, tally)
      if (call.signal.aborted) throw cancelled()
      tally.tries = tries
      call.onTry?.(tries)
      let failed: { status?: number; headers: Headers }
      try {
        const response = await waits.inTurn(call, scope, tally, () => transport(request))
        if (!call.mayBePage && isWebPage(response)) {
          throw new WebPageAnswered(response)
        }
        const { status, headers } = response
        budgets.note(scope, headers, { asker: call.asker, connectorKey: call.connectorKey ?? '' })
        const usedUp = usedUpMs(headers, clock.now())
        if (status !== 429 && usedUp > 0) {
          budgets.rest(scope, { until: clock.now() + usedUp, reason: 'rate-limit', source: 'rate-limit-reset', status })
        }
        if (status === 429) tally.limited++
        const relayed = call.forwarded !== undefined && !isOwnLimit(headers)
        const allowed = counted(tries, status >= 500)
        const retry = mayRetry({ kind: 'status', status, relayed }, call.method, allowed)
        if (isSuccess(status) || !retry || (call.failFast && status !== 429)) return response
        failed = { status, headers }
      } catch (thrown) {
        if (!(thrown instanceof TransportFailure)) throw thrown
        // A second try would bring the same again, or was not wanted.
        const final =
          thrown instanceof WebPageAnswered || ['cancelled', 'too-large', 'untrusted-certificate'].includes(thrown.code)
        const isOutage = thrown.code === 'unreachable' || thrown.code === 'timeout'
        const retry =
          !final &&
          !call.failFast &&
          mayRetry({ kind: 'network', sent: thrown.sent }, call.method, counted(tries, isOutage))
        if (!retry) throw thrown
        failed = { headers: {} }
      }
      const now = clock.now()
      const delay = retryDelay(failed.headers, now, tries, clock.random())
      const limited = failed.status === 429
      const wait: Wait = {
        until: now + delay.ms,
        reason: limited ? 'rate-limit' : 'retry',
        source: delay.source,
        ...(failed.status !== undefined && { status: failed.status })
      }
      // After a 429 the whole token rests; after a failure that may pass, only this request does.
      if (limited) budgets.rest(scope, wait)
      else await waits.show(call, wait, tally)
    }
  }

  function errorOf(failed: TransportResponse | Error): AppError {
    if (!(failed instanceof Error)) {
      const error = answerError(failed)
      if (error.code !== 'rate-limited') return redacted(error)
      const retryAfterMs = retryDelay(failed.headers, clock.now(), 1, clock.random()).ms
      return redacted(new AppError(error.code, error.message, { ...error.info, retryAfterMs }))
    }
    if (failed instanceof TransportFailure) return redacted(new AppError(failed.code, failed.message))
    return failed instanceof AppError ? redacted(failed) : new AppError('internal', redact(String(failed)))
  }

  function redacted(error: AppError): AppError {
    const shape = error.toShape()
    const told = JSON.stringify(shape)
    // Looked through as JSON, which is quick; masked text by text, as a piece that is cut out of JSON may break it.
    return redact(told) === told ? error : AppError.from(changedTexts(shape, redact) as AppErrorShape)
  }
}

/** A call exactly as it will leave: what is confirmed, and what is compared with it. */
export function leavingOf(target: Target, call: Call): Leaving {
  const { href } = buildUrl(target.baseUrl, call.path, call.query)
  return { method: call.method, url: href, headers: headersOf(target, call), body: call.body }
}
