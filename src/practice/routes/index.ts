import type { Route } from '../router'
import { connectorRoutes } from './connectors'
import { embeddedRoutes } from './embedded'
import { lookupRoutes } from './lookups'
import { passthroughRoutes } from './passthrough'

/** All endpoints, one file per area. */
export const routes: readonly Route[] = [...connectorRoutes, ...embeddedRoutes, ...lookupRoutes, ...passthroughRoutes]
