import { uuidInPath } from '../fields'
import { answerPage, PAGE_BOUNDS } from '../page'
import { QueryReader } from '../query'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'
import type { PracticeConnector } from '../connector'

export const connectorRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/:category/v1/connectors', answer: listConnectors },
  { method: 'DELETE', path: '/api/:category/v1/connectors/:connector_id/delete', answer: deleteConnector }
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
      (active === undefined || one.is_active === active),
    PAGE_BOUNDS,
    shown
  )
}

/** Only HRIS has the last four fields. */
function shown(connector: PracticeConnector): Partial<PracticeConnector> {
  if (connector.category === 'HRIS') return connector
  const {
    sync_progress: _,
    total_employees: _all,
    active_employees: _active,
    avg_sync_duration: _took,
    ...rest
  } = connector
  return rest
}

function deleteConnector(call: Call): Reply {
  const id = uuidInPath(call.params, 'connector_id')
  const category = call.params.category?.toUpperCase()
  const connector = call.world.connectors.find((one) => one.id === id && one.category === category)
  if (!connector || !call.world.remove(connector)) throw new Problem(404, 'Connector not found')
  return { status: 200, body: { message: 'Connector deleted' } }
}
