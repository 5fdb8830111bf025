import { AppError, appErrorShape, type AppErrorShape } from '../../shared/errors'
import type { Wait } from '../../shared/connectors/refresh'
import type { TokenChange } from '../../shared/workspaces/token-change'
import { cancelled, elapsed, type SteadyClock } from '../base/clock'
import { changedTexts } from '../base/texts'
import { changedTextsOf } from '../secrets/free-texts'
import { spend, type Leaving } from '../guard/grant'
import { answerError } from './answer'
import type { Answer, Call, Target } from './call'
import type { RateLimits, RateLimitScope } from './rate-limit'
import { withoutSecrets, type CallHeaders, type LoggedCall } from './call-log'
import { parseExact } from '../../shared/exact-json'
import { parseJson } from './json'
import { parsePage } from './page-items'
import { Outage } from './outage'
import { isSuccess, outcomeOf, type Ending } from './outcome'
import { isOwnLimit, retryDelay, usedUpMs, type Headers } from './retry-after'
import { mayRetry } from './retry-policy'
import { TransportFailure, type Transport, type TransportRequest, type TransportResponse } from './transport'
import { buildUrl } from './url'
import { Waits, type Tally } from './waits'
import { isWebPage, WebPageAnswered } from './web-page'
import { reporterOf } from '../base/jobs'
import { isRead } from '../../shared/passthrough/passthrough'

function headersOf({ bearerToken, authorization = `Bearer ${bearerToken}` }: Target, { headers }: Call) {
  return { ...headers, accept: 'application/json', ...(authorization !== null && { authorization }) }
}

/** The record that remains if the app is killed before the answer. */
function beginningOf({ workspaceId, region }: Target, call: Call, at: number): LoggedCall {
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
    unknown: !reads && !probe,
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

/** A 429 may be the provider's. */
const isRelayed = ({ forwarded, handedOn }: Call, headers: Headers) =>
  (forwarded !== undefined || handedOn === true) && !isOwnLimit(headers)

/** null: nothing left. */
const endingOf = (thrown: unknown): Ending | null =>
  thrown instanceof TransportFailure
    ? { kind: 'broken', code: thrown.code, sent: thrown.sent, status: thrown.part?.status }
    : null

/** A mutation counts as a write, whatever its method. */
const isUnknown = ({ mutation }: LoggedCall, ending: Ending | null) =>
  mutation && ending !== null && outcomeOf('POST', ending) === 'unknown'

/** Also reports waits to the call's job. */
function reported(call: Call, mutation: boolean): Call {
  const job = reporterOf(call.signal)
  if (!job) return call
  return {
    ...call,
    onWait(wait) {
      job.wait(call, wait)
      call.onWait?.(wait)
    },
    quiet(quiet) {
      job.quiet(call, quiet)
      call.quiet?.(quiet)
    },
    mark(moment) {
      if (mutation && moment === 'sent') job.left()
      call.mark?.(moment)
    }
  }
}

export interface Client {
  /**
   * Sends a request with the bearer token, retries where that is safe, and parses the answer.
   * @throws AppError for anything but a 2xx with JSON or an empty body, naming the endpoint
   */
  send(target: Target, call: Call): Promise<Answer>
  /**
   * The same, but returns the last answer unparsed, whatever its status: a passthrough body is the provider's, and half
   * an answer matters.
   * @throws TransportFailure without a complete answer; AppError cancelled before or between tries, confirmation-needed
   * for an unconfirmed change, not-recorded if no record can be made
   */
  exchange(target: Target, call: Call): Promise<TransportResponse>
  /** A typed error without secrets. */
  errorOf(failed: TransportResponse | Error): AppError
}

export interface ClientParts {
  transport: Transport
  clock: SteadyClock
  rateLimits: RateLimits
  /** Masks known secrets: a service may repeat a token in its error. */
  redact: (text: string) => string
  /** Called after every call. */
  log: (call: LoggedCall, headers: CallHeaders) => void
  /** The token that took this one's place meanwhile; else its own. */
  tokenNow?: (target: Target) => string
  /** Who replaced the token of a target that was refused (401). */
  tokenChange?: (target: Target) => Promise<TokenChange | null>
  /**
   * Called before a change leaves; the call waits for it and does not leave if it throws. The returned function gets
   * the end instead of `log`, is awaited and must not throw.
   */
  begin?: (
    call: LoggedCall,
    mayGoUnrecorded: boolean
  ) => Promise<(ended: LoggedCall, headers: CallHeaders) => Promise<void>>
}

const readers = {
  usual: (body: Buffer) => parseJson(body),
  exact: (body: Buffer) => parseJson(body, parseExact),
  items: parsePage
}

const tryTimeoutMs = 120_000
const maxBodyBytes = 64e6

export function createClient(parts: ClientParts): Client {
  const { transport, clock, rateLimits, redact, log, begin, tokenChange } = parts
  const tokenNow = (target: Target) => (target.isTyped ? undefined : parts.tokenNow?.(target)) ?? target.bearerToken
  const waits = new Waits(rateLimits, clock)
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
      const { json: read = 'usual' } = call
      const reader = typeof read === 'function' ? read : readers[read]
      const json = response.body.length === 0 ? undefined : reader(response.body)
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

  /** Logs a change also before it leaves. */
  async function exchange(target: Target, call: Call): Promise<TransportResponse> {
    const begun = beginningOf(target, call, clock.now())
    if (begun.mutation) {
      spend(call.grant, leavingOf(target, call))
      await call.grant?.approved()
    }
    const tally: Tally = { tries: 0, waitedMs: 0, limited: 0 }
    const tell = begin && begun.mutation ? await begin(begun, call.grant?.mayGoUnrecorded ?? false) : log
    const ended = (
      how: Pick<LoggedCall, 'status' | 'error' | 'bytes' | 'requestId'>,
      ending: Ending | null,
      received: Headers | null
    ) =>
      tell(
        { ...begun, ...tally, durationMs: elapsed(begun.at, clock), ...how, unknown: isUnknown(begun, ending) },
        {
          sent: withoutSecrets(headersOf(target, call), redact),
          received: received && withoutSecrets(received, redact)
        }
      )
    let response: TransportResponse
    try {
      response = await explained(target, call, await trying(target, reported(call, begun.mutation), tally))
    } catch (thrown) {
      const how = { status: null, error: errorOf(thrown as Error).code, bytes: 0, requestId: null }
      await ended(how, endingOf(thrown), null)
      throw thrown
    }
    const { status, headers, body } = response
    const how = { status, error: null, bytes: body.length, requestId: headers['x-request-id'] ?? null }
    const { again = false } = call
    await ended(how, { kind: 'answer', status, relayed: isRelayed(call, headers), again }, headers)
    return response
  }

  /** The API's own 401 says who replaced the token, if a colleague did. A provider's, passed on, has no such scheme. */
  async function explained(target: Target, call: Call, response: TransportResponse): Promise<TransportResponse> {
    const isOwn = call.forwarded === undefined || /^bearer/i.test(response.headers['www-authenticate'] ?? '')
    if (response.status !== 401 || !isOwn) return response
    const change = await tokenChange?.({ ...target, bearerToken: tokenNow(target) })
    return change ? { ...response, tokenChange: change } : response
  }

  /** Tries until a 2xx, a final failure, or the last try. */
  async function trying(target: Target, call: Call, tally: Tally): Promise<TransportResponse> {
    const scope: RateLimitScope = {
      workspaceId: target.workspaceId,
      region: target.region,
      scope: call.scope ?? 'bearer'
    }
    const request: Omit<TransportRequest, 'headers'> = {
      method: call.method,
      url: buildUrl(target.baseUrl, call.path, call.query),
      signal: call.signal,
      timeoutMs: call.timeoutMs ?? tryTimeoutMs,
      maxBytes: call.maxBytes ?? maxBodyBytes,
      ...(call.body !== undefined && { body: call.body }),
      ...(call.mark && { mark: call.mark }),
      ...(call.quiet && { quiet: call.quiet })
    }
    const outage = new Outage(clock, call.patient ?? false)
    let waitedMs = 0
    // Each counts by itself: a limit after an outage is no failure of it.
    let [faults, lost] = [0, 0]
    for (let tries = 1; ; tries++) {
      await waits.rest(call, scope, tally)
      if (call.signal.aborted) throw cancelled()
      tally.tries = tries
      call.onTry?.(tries)
      let failed: { status?: number; headers: Headers; error: AppError }
      // The token may have been replaced during a rest.
      let bearerToken = target.bearerToken
      try {
        const response = await waits.inTurn(call, scope, tally, (silentSince) => {
          // The rest proves that the service answered another call.
          if (tally.waitedMs > waitedMs) outage.over()
          bearerToken = tokenNow(target)
          const headers = headersOf({ ...target, bearerToken }, call)
          return transport({ ...request, headers, silenceMs: outage.begins(silentSince) })
        })
        if (!call.mayBePage && isWebPage(response)) {
          throw new WebPageAnswered(response)
        }
        const { status, headers } = response
        rateLimits.note(scope, headers, { asker: call.asker, connectorKey: call.connectorKey ?? '' })
        const usedUp = usedUpMs(headers, clock.now())
        if (status !== 429 && usedUp > 0) {
          rateLimits.rest(scope, {
            until: clock.now() + usedUp,
            reason: 'rate-limit',
            source: 'rate-limit-reset',
            status
          })
        }
        // A read that left with the token before is asked again, with the one that took its place.
        if (status === 401 && isRead(call.method) && tokenNow(target) !== bearerToken) continue
        if (status === 429) tally.limited++
        const relayed = isRelayed(call, headers)
        // A 500 is a lasting fault; a gateway's error may end once the service is back.
        const counted = status === 429 ? tally.limited : status > 500 ? outage.isAway(++lost) : ++faults
        if (status <= 500) {
          outage.over()
          lost = 0
        }
        const retry = mayRetry({ kind: 'status', status, relayed }, call.method, counted)
        if (isSuccess(status) || !retry || (call.failFast && status !== 429)) return response
        failed = { status, headers, error: errorOf(response) }
      } catch (thrown) {
        if (!(thrown instanceof TransportFailure)) throw thrown
        // Another try would fail alike, or is not wanted.
        const final =
          thrown instanceof WebPageAnswered || ['cancelled', 'too-large', 'untrusted-certificate'].includes(thrown.code)
        const counted = outage.isLost(thrown, ++lost)
        if (final || call.failFast || !mayRetry({ kind: 'network', sent: thrown.sent }, call.method, counted))
          throw thrown
        failed = { headers: {}, error: errorOf(thrown) }
      }
      const now = clock.now()
      const limited = failed.status === 429
      // The limit's reset says nothing about a failure.
      const headers = limited ? failed.headers : { ...failed.headers, 'x-ratelimit-reset': '' }
      const delay = retryDelay(headers, now, tries, clock.random())
      const wait: Wait = {
        until: now + outage.shortened(delay),
        reason: limited ? 'rate-limit' : 'retry',
        source: delay.source,
        ...(failed.status !== undefined && { status: failed.status }),
        ...(!limited && { failure: { host: request.url.host, error: failed.error.toShape() } })
      }
      // A 429 rests the whole token; a passing failure delays only this request.
      if (limited) rateLimits.rest(scope, wait)
      else await waits.show(call, wait, tally)
      waitedMs = tally.waitedMs
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
    const text = JSON.stringify(shape)
    // Searching the JSON is quick; masking works text by text, because a cut could break the JSON.
    if (redact(text) === text) return error
    const changes = { text: redact, foreign: (value: unknown) => changedTexts(value, redact) }
    return AppError.from(changedTextsOf(appErrorShape, shape, changes) as AppErrorShape)
  }
}

/** The exact call for the confirmation and for comparing with it. */
export function leavingOf(target: Target, call: Call): Leaving {
  const { href } = buildUrl(target.baseUrl, call.path, call.query)
  return { method: call.method, url: href, headers: headersOf(target, call), body: call.body }
}
