import type { Route } from '../router'
import { collectionRoutes } from './collections'
import { connectorRoutes } from './connectors'
import { customFieldRoutes } from './custom-fields'
import { embeddedRoutes } from './embedded'
import { lookupRoutes } from './lookups'
import { mappingRoutes } from './mappings'
import { passthroughRoutes } from './passthrough'
import { previewRoutes } from './preview'
import { webhookRoutes } from './webhooks'

/** All endpoints, one file per area. Mappings stand at the place of a field's id, so they go first. */
export const routes: readonly Route[] = [
  ...connectorRoutes,
  ...collectionRoutes,
  ...mappingRoutes,
  ...previewRoutes,
  ...customFieldRoutes,
  ...embeddedRoutes,
  ...lookupRoutes,
  ...passthroughRoutes,
  ...webhookRoutes
]
