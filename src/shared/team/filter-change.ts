import { z } from 'zod'
import { connectorFilters, filterName } from '../model/saved-filter'

/** What a team shares of a saved filter. The name by itself: a rename does not undo that somebody changed what it filters. */
export const filterFields = { name: filterName, content: connectorFilters, removed: z.literal(true) } as const
