import { AppError, type ErrorCode } from '../../shared/errors'
import type { Client, Target } from '../http/client'

const atTheAddress = new Set<ErrorCode>([
  'unreachable',
  'untrusted-certificate',
  'timeout',
  'bad-response',
  'redirected',
  'not-found',
  'too-large'
])
const checkTimeoutMs = 30_000

/**
 * Checks address and token with one read-only call that needs no category: the integrations lookup (spec §5).
 * @throws AppError of the call; what is the address's fault carries `fields` for its control
 */
export async function checkReach(client: Client, target: Target, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(checkTimeoutMs)
  try {
    const call = {
      asker: 'workspace' as const,
      method: 'GET',
      path: '/api/v1/lookup/integrations',
      failFast: true,
      signal: AbortSignal.any([signal, limit])
    }
    const { json } = await client.send(target, call)
    const integrations = (json as { integrations?: unknown } | undefined)?.integrations
    if (!Array.isArray(integrations)) {
      throw new AppError('bad-response', 'Something answers there, but it is not the integration service.')
    }
  } catch (thrown) {
    const error = limit.aborted ? new AppError('timeout', 'The address did not answer in time.') : (thrown as AppError)
    if (!atTheAddress.has(error.code)) throw error
    const field = target.region === 'eu' ? 'euBaseUrl' : 'baseUrl'
    throw new AppError(error.code, error.message, { ...error.info, fields: { [field]: error.message } })
  }
}
