import { Problem } from './reply'
import type { Call } from './router'
import type { Category, PracticeConnector } from './connector'

/** @throws Problem 422 without a token, 403 for an unknown one, or another category's */
export function connectorOf(call: Call, category?: Category): PracticeConnector {
  const token = call.headers['x-connector-token']
  if (typeof token !== 'string') {
    const loc = ['header', 'x-connector-token']
    throw new Problem(422, [{ type: 'missing', loc, msg: 'Field required', input: null }])
  }
  const connector = call.world.connectorOf(token)
  if (!connector) throw new Problem(403, 'This connector token is not one of yours')
  if (category) checkCategory(connector, category)
  return connector
}

/** @throws Problem 403 that names the token's category */
export function checkCategory(connector: PracticeConnector, category: string): void {
  if (connector.category === category) return
  throw new Problem(403, `This connector token belongs to ${connector.category}, not to ${category}`)
}
