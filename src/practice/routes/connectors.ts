import { answerPage } from '../page'
import { QueryReader } from '../query'
import type { Reply } from '../reply'
import type { Call, Route } from '../router'

/** Spec: Endpoint 1. */
export const connectorRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/:category/v1/connectors', answer: listConnectors }
]

function listConnectors(call: Call): Reply {
  const category = call.params.category?.toUpperCase()
  const reader = new QueryReader(call.query)
  const token = reader.text('connector_token')
  const origin = reader.text('origin_id')
  const active = reader.bool('is_active')
  return answerPage(
    call,
    reader,
    call.world.connectors,
    (one) =>
      one.category === category &&
      (token === undefined || one.connector_token === token) &&
      (origin === undefined || one.origin_id === origin) &&
      (active === undefined || one.is_active === active)
  )
}
