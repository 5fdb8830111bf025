import type { Route } from '../router'
import { collectionRoutes } from './collections'
import { connectorRoutes } from './connectors'
import { customFieldRoutes } from './custom-fields'
import { documentRoutes } from './documents'
import { embeddedRoutes } from './embedded'
import { lookupRoutes } from './lookups'
import { mappingRoutes } from './mappings'
import { passthroughRoutes } from './passthrough'
import { statusRoutes } from './status'
import { trackerRoutes } from './tracker'
import { webhookRoutes } from './webhooks'
import { writeRoutes } from './writes'

/** Paths of mappings match a field's id, so they come first. */
export const routes: readonly Route[] = [
  ...connectorRoutes,
  ...documentRoutes,
  ...writeRoutes,
  ...collectionRoutes,
  ...mappingRoutes,
  ...customFieldRoutes,
  ...embeddedRoutes,
  ...lookupRoutes,
  ...passthroughRoutes,
  ...webhookRoutes,
  ...statusRoutes,
  ...trackerRoutes,
  { method: 'POST', path: '/api/v1/org-check', answer: () => ({ status: 200, body: { status: 'ok' } }) }
]
