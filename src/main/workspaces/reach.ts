import { AppError, type ErrorCode } from '../../shared/errors'
import type { Target } from '../http/call'
import type { Client } from '../http/client'

const atTheAddress = new Set<ErrorCode>([
  'unreachable',
  'untrusted-certificate',
  'timeout',
  'bad-response',
  'redirected',
  'not-the-service',
  'too-large'
])
const checkTimeoutMs = 30_000
/** A longer wait for a rate limit is reported at once: an operator waits at the form. */
const patienceMs = 5_000
const notTheService = 'Use the root address only, for example https://api.example.com, without /api/… at the end.'

/**
 * Checks address and token with one read-only call that needs no category: the integrations lookup (spec §5).
 * @throws AppError of the call; not-the-service for a 404, or an answer of something else; a fault of the address
 * carries `fields` for its control
 */
export async function checkReach(client: Client, target: Target, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(checkTimeoutMs)
  try {
    const call = {
      asker: 'workspace' as const,
      method: 'GET',
      path: '/api/v1/lookup/integrations',
      failFast: true,
      longestWaitMs: patienceMs,
      signal: AbortSignal.any([signal, limit])
    }
    const { json } = await client.send(target, call)
    const integrations = (json as { integrations?: unknown } | undefined)?.integrations
    if (!Array.isArray(integrations)) {
      throw new AppError('not-the-service', `Something else answers at this address. ${notTheService}`)
    }
  } catch (thrown) {
    const error = limit.aborted
      ? new AppError('timeout', `No answer within ${checkTimeoutMs / 1_000} s.`)
      : addressed(thrown as AppError)
    if (!atTheAddress.has(error.code)) throw error
    const field = target.region === 'eu' ? 'euBaseUrl' : 'baseUrl'
    throw new AppError(error.code, error.message, { ...error.info, fields: { [field]: error.message } })
  }
}

/** Of the one address that every such service has, a 404 is about the base address. */
function addressed(error: AppError): AppError {
  if (error.info.status !== 404) return error
  return new AppError('not-the-service', `No API found at this address (404). ${notTheService}`, error.info)
}
