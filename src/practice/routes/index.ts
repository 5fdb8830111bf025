import type { Route } from '../router'
import { connectorRoutes } from './connectors'
import { lookupRoutes } from './lookups'

/** All endpoints, one file per area. */
export const routes: readonly Route[] = [...connectorRoutes, ...lookupRoutes]
