import { connectorOf } from '../caller'
import { forward } from '../passthrough'
import { readRequest } from '../passthrough/message'
import { NoAnswer } from '../passthrough/exchange'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'

/** Files travel in it as base64. */
const BODY_CAP = 32 * 1024 * 1024

export const passthroughRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/passthrough', bodyCap: BODY_CAP, answer: passthrough }
]

/** The provider's body, byte for byte with its type, whatever its status. */
async function passthrough(call: Call): Promise<Reply> {
  const connector = connectorOf(call)
  const request = readRequest(call, connector)
  if (connector.status === 'INCOMPLETE') throw new Problem(403, 'This connector has not been linked yet')
  if (!connector.is_active) throw new Problem(403, 'This connector is not active')
  try {
    const raw = await forward(request, call.world.writes)
    return { status: raw.relayed ?? 200, raw }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return error.how === 'reset' ? { status: 200, reset: true } : new Problem(504, 'upstream timeout').reply()
  }
}
