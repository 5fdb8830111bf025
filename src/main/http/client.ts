import { AppError, appErrorShape, type AppErrorShape } from '../../shared/errors'
import type { Wait } from '../../shared/connectors/refresh'
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
import { isOwnLimit, retryDelay, usedUpMs, type Headers } from './retry-after'
import { mayRetry } from './retry-policy'
import { TransportFailure, type Transport, type TransportRequest, type TransportResponse } from './transport'
import { buildUrl } from './url'
import { Waits, type Tally } from './waits'
import { isWebPage, WebPageAnswered } from './web-page'
import { reporterOf } from '../base/jobs'
import { isRead } from '../../shared/passthrough/passthrough'

/** What every request carries, beyond its own headers. */
function headersOf({ bearerToken }: Target, { headers }: Call): Record<string, string> {
  return { ...headers, accept: 'application/json', authorization: `Bearer ${bearerToken}` }
}

/** A call before it leaves, as it stays on record where the app is killed before the answer. */
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

/** A call that also reports to its job what it waits for. */
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
   * Sends one request with bearer authentication, waits and asks again where that is safe, and parses the answer.
   * @throws AppError for everything that is not a 2xx with JSON or nothing in it, naming the endpoint
   */
  send(target: Target, call: Call): Promise<Answer>
  /**
   * The same tries and waits, but with the last answer as it came, whatever its status: for passthrough, where the
   * body is a third party's and what was read of half an answer matters.
   * @throws TransportFailure where there is no complete answer; AppError cancelled before or between tries, and
   * confirmation-needed for what may change something and was not confirmed, not-recorded where no record can be made of it
   */
  exchange(target: Target, call: Call): Promise<TransportResponse>
  /** An answer that is not a 2xx, or what was thrown, as a typed error without secrets. */
  errorOf(failed: TransportResponse | Error): AppError
}

export interface ClientParts {
  transport: Transport
  clock: SteadyClock
  rateLimits: RateLimits
  /** Takes known secrets out of a text: a service may repeat a token in its error. */
  redact: (text: string) => string
  /** Called with every call when it ended, however it did. */
  log: (call: LoggedCall, headers: CallHeaders) => void
  /**
   * Called with a mutation before it leaves, as one without an answer; the call goes out when this is done, and does not
   * where it throws. What it returns gets the end instead of `log`, is awaited and may not throw.
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

export const isSuccess = (status: number) => status >= 200 && status < 300

export function createClient({ transport, clock, rateLimits, redact, log, begin }: ClientParts): Client {
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
      const json = response.body.length === 0 ? undefined : readers[call.json ?? 'usual'](response.body)
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
    const tell = begin && begun.mutation ? await begin(begun, call.grant?.mayGoUnrecorded ?? false) : log
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
    const scope: RateLimitScope = {
      workspaceId: target.workspaceId,
      region: target.region,
      scope: call.scope ?? 'bearer'
    }
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
    const outage = new Outage(clock, call.patient ?? false)
    let waitedMs = 0
    for (let tries = 1; ; tries++) {
      await waits.rest(call, scope, tally)
      if (call.signal.aborted) throw cancelled()
      tally.tries = tries
      call.onTry?.(tries)
      let failed: { status?: number; headers: Headers }
      try {
        const response = await waits.inTurn(call, scope, tally, (silentSince) => {
          // The token rested, so the service has answered somebody.
          if (tally.waitedMs > waitedMs) outage.over()
          return transport({ ...request, silenceMs: outage.begins(silentSince) })
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
        if (status === 429) tally.limited++
        const relayed = (call.forwarded !== undefined || call.handedOn === true) && !isOwnLimit(headers)
        // A 500 is a fault, which stays; what a gateway says of a service that is away may take a while.
        const counted = status > 500 ? outage.isAway(tries) : tries
        if (status <= 500) outage.over()
        const retry = mayRetry({ kind: 'status', status, relayed }, call.method, counted)
        if (isSuccess(status) || !retry || (call.failFast && status !== 429)) return response
        failed = { status, headers }
      } catch (thrown) {
        if (!(thrown instanceof TransportFailure)) throw thrown
        // A second try would bring the same again, or was not wanted.
        const final =
          thrown instanceof WebPageAnswered || ['cancelled', 'too-large', 'untrusted-certificate'].includes(thrown.code)
        const counted = outage.isLost(thrown, tries)
        if (final || call.failFast || !mayRetry({ kind: 'network', sent: thrown.sent }, call.method, counted))
          throw thrown
        failed = { headers: {} }
      }
      const now = clock.now()
      const delay = retryDelay(failed.headers, now, tries, clock.random())
      const limited = failed.status === 429
      const wait: Wait = {
        until: now + outage.shortened(delay),
        reason: limited ? 'rate-limit' : 'retry',
        source: delay.source,
        ...(failed.status !== undefined && { status: failed.status })
      }
      // After a 429 the whole token rests; after a failure that may pass, only this request does.
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
    // Looked through as JSON, which is quick; masked text by text, as a piece that is cut out of JSON may break it.
    if (redact(text) === text) return error
    const changes = { text: redact, foreign: (value: unknown) => changedTexts(value, redact) }
    return AppError.from(changedTextsOf(appErrorShape, shape, changes) as AppErrorShape)
  }
}

/** A call exactly as it will leave: what is confirmed, and what is compared with it. */
export function leavingOf(target: Target, call: Call): Leaving {
  const { href } = buildUrl(target.baseUrl, call.path, call.query)
  return { method: call.method, url: href, headers: headersOf(target, call), body: call.body }
}
