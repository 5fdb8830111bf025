import type { Route } from '../router'
import { connectorRoutes } from './connectors'
import { customFieldRoutes } from './custom-fields'
import { embeddedRoutes } from './embedded'
import { lookupRoutes } from './lookups'
import { mappingRoutes } from './mappings'
import { passthroughRoutes } from './passthrough'

/** All endpoints, one file per area. Mappings stand at the place of a field's id, so they go first. */
export const routes: readonly Route[] = [
  ...connectorRoutes,
  ...mappingRoutes,
  ...customFieldRoutes,
  ...embeddedRoutes,
  ...lookupRoutes,
  ...passthroughRoutes
]
