import { Problem } from './reply'
import type { Call } from './router'
import type { PracticeConnector } from './types'

/**
 * The connector a request goes through, named by its `x-connector-token` (spec: Authentication).
 *
 * @throws Problem 422 without a token, 403 for one that is no connector's
 */
export function connectorOf(call: Call): PracticeConnector {
  const token = call.headers['x-connector-token']
  if (typeof token !== 'string') {
    const loc = ['header', 'x-connector-token']
    throw new Problem(422, [{ type: 'missing', loc, msg: 'Field required', input: null }])
  }
  const connector = call.world.connectorOf(token)
  if (!connector) throw new Problem(403, 'This connector token is not one of yours')
  return connector
}
