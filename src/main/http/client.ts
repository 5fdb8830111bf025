import { AppError, type AppErrorShape } from '../../shared/errors'
import type { Region } from '../../shared/model/region'
import type { Wait } from '../../shared/model/walk'
import { cancelled, waitUntil, type Clock } from '../clock'
import { answerError } from './answer'
import type { Budgets, BudgetScope } from './budget'
import { parseJson } from './json'
import { retryDelay, type Headers } from './retry-after'
import { mayRetry } from './retry-policy'
import { TransportFailure, type Transport, type TransportResponse } from './transport'
import { buildUrl, type Query } from './url'

/** Where a request goes and as whom: one region of one workspace. */
export interface Target {
  workspaceId: string
  region: Region
  baseUrl: string
  bearerToken: string
}

export interface Call {
  method: string
  /** As `/api/hris/v1/connectors`; checked, never a full URL. */
  path: string
  query?: Query
  signal: AbortSignal
  /** Somebody waits for the answer: a failure is told at once, and only a 429 is waited out. */
  failFast?: boolean
  /** Told when a wait begins, and with null when it ends. */
  onWait?: (wait: Wait | null) => void
}

export interface Answer {
  status: number
  headers: Headers
  /** undefined where the body is empty: any 2xx is a success, also one that says nothing. */
  json: unknown
  /** Decoded size of the body. */
  bytes: number
}

export interface Client {
  /**
   * Sends one request with bearer authentication, waits and asks again where that is safe, and parses the answer.
   * @throws AppError for everything that is not a 2xx with JSON or nothing in it, naming the endpoint
   */
  send(target: Target, call: Call): Promise<Answer>
}

export interface ClientParts {
  transport: Transport
  clock: Clock
  budgets: Budgets
  /** Takes known secrets out of a text: a service may repeat a token in its error. */
  redact: (text: string) => string
}

const tryTimeoutMs = 120_000
const maxBodyBytes = 64e6

export function createClient({ transport, clock, budgets, redact }: ClientParts): Client {
  return {
    async send(target, call) {
      const scope: BudgetScope = { workspaceId: target.workspaceId, region: target.region, scope: 'bearer' }
      try {
        const response = await trying(target, call, scope)
        const json = response.body.length === 0 ? undefined : parseJson(response.body)
        return { status: response.status, headers: response.headers, json, bytes: response.body.length }
      } catch (thrown) {
        throw redacted(thrown).at({ endpoint: `${call.method} ${call.path}` })
      }
    }
  }

  /** Tries until there is a 2xx, a failure that must not be repeated, or no try is left. */
  async function trying(target: Target, call: Call, scope: BudgetScope): Promise<TransportResponse> {
    const url = buildUrl(target.baseUrl, call.path, call.query)
    const headers = { accept: 'application/json', authorization: `Bearer ${target.bearerToken}` }
    for (let tries = 1; ; tries++) {
      await rest(call, scope)
      if (call.signal.aborted) throw cancelled()
      let failed: { error: AppError; retry: boolean; status?: number; headers: Headers }
      try {
        const response = await transport({
          method: call.method,
          url,
          headers,
          signal: call.signal,
          timeoutMs: tryTimeoutMs,
          maxBytes: maxBodyBytes
        })
        budgets.note(scope, response.headers)
        if (response.status >= 200 && response.status < 300) return response
        const { status } = response
        const retry = mayRetry({ kind: 'status', status }, call.method, tries) && (status === 429 || !call.failFast)
        failed = { error: answerError(response), retry, status, headers: response.headers }
      } catch (thrown) {
        if (!(thrown instanceof TransportFailure)) throw thrown
        // A second try would bring the same again, or was not wanted.
        const final = ['cancelled', 'too-large', 'untrusted-certificate'].includes(thrown.code)
        const retry = !final && !call.failFast && mayRetry({ kind: 'network', sent: thrown.sent }, call.method, tries)
        failed = { error: new AppError(thrown.code, thrown.message), retry, headers: {} }
      }
      const now = clock.now()
      const delay = retryDelay(failed.headers, now, tries, clock.random())
      if (!failed.retry) throw withWait(failed.error, delay.ms)
      const limited = failed.status === 429
      const wait: Wait = {
        until: now + delay.ms,
        reason: limited ? 'rate-limit' : 'retry',
        source: delay.source,
        ...(failed.status !== undefined && { status: failed.status })
      }
      // After a 429 the whole token rests; after a failure that may pass, only this request does.
      if (limited) budgets.rest(scope, wait)
      else await show(call, wait)
    }
  }

  /** Waits while the token rests, whichever request met the 429; looks again after it, as the rest may have grown. */
  async function rest(call: Call, scope: BudgetScope): Promise<void> {
    for (let wait = budgets.resting(scope); wait && wait.until > clock.now(); wait = budgets.resting(scope)) {
      await show(call, wait)
    }
  }

  async function show(call: Call, wait: Wait): Promise<void> {
    call.onWait?.(wait)
    try {
      await waitUntil(wait.until, clock, call.signal)
    } finally {
      call.onWait?.(null)
    }
  }

  function redacted(thrown: unknown): AppError {
    if (!(thrown instanceof AppError)) return new AppError('internal', redact(String(thrown)))
    return AppError.from(JSON.parse(redact(JSON.stringify(thrown.toShape()))) as AppErrorShape)
  }
}

function withWait(error: AppError, retryAfterMs: number): AppError {
  return error.code === 'rate-limited'
    ? new AppError(error.code, error.message, { ...error.info, retryAfterMs })
    : error
}
