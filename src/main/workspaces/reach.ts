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
const path = '/api/v1/lookup/integrations'
const tryTimeoutMs = 30_000
/** The operator sees a wait up to this long and can stop it. A longer one is reported at once. */
const patienceMs = 120_000
const notTheService = 'Use the root address only, e.g. https://api.example.com, without /api/… at the end.'

/**
 * Checks address and token with one GET that needs no category: the integrations.
 * @throws AppError of the call, with the whole address and the number of tries; not-the-service for a 404 or another
 * kind of answer; `fields` names the control of a wrong address
 */
export async function checkReach(client: Client, target: Target, signal: AbortSignal): Promise<void> {
  let tries = 0
  try {
    const call = {
      asker: 'workspace' as const,
      method: 'GET',
      path,
      failFast: true,
      longestWaitMs: patienceMs,
      timeoutMs: tryTimeoutMs,
      onTry: (number: number) => (tries = number),
      signal
    }
    const { json } = await client.send(target, call)
    const integrations = (json as { integrations?: unknown } | undefined)?.integrations
    if (!Array.isArray(integrations)) {
      throw new AppError('not-the-service', `Something else answers at this address. ${notTheService}`)
    }
  } catch (thrown) {
    const { code, message, info } = addressed(thrown as AppError)
    const field = target.region === 'eu' ? 'euBaseUrl' : 'baseUrl'
    throw new AppError(code, message, {
      ...info,
      ...{ endpoint: `GET ${target.baseUrl}${path}`, tries },
      ...(atTheAddress.has(code) && { fields: { [field]: message } })
    })
  }
}

/** Every such service answers at this path: a 404 means that the base address is wrong. */
function addressed(error: AppError): AppError {
  if (error.info.status !== 404) return error
  return new AppError('not-the-service', `No API found at this address (404). ${notTheService}`, error.info)
}
