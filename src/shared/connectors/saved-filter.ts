import { z } from 'zod'
import { ownName } from '../own-name'
import { categories, category } from './category'
import { plainName } from '../plain-name'

/** Name and value: characters; others: filters per workspace. */
export const filterLimits = { name: 60, value: 500, own: 20, colleagues: 200 } as const

const value = z.string().max(filterLimits.value)
const word = ownName(z.string().max(filterLimits.value))

/** Terms of connectors/filters.ts. An absent field narrows nothing. */
export const connectorFilters = z
  .strictObject({
    text: value,
    quick: word,
    categories: z.array(category).max(categories.length),
    integration: word,
    endUser: value,
    originId: value,
    status: word,
    sync: word,
    good: word,
    employees: z.number().nullable(),
    verdict: word,
    began: word,
    nextRun: word,
    progress: word,
    foundBad: word,
    test: word
  })
  .partial()
export type ConnectorFilters = z.infer<typeof connectorFilters>

export const filterName = plainName(filterLimits.name)

export const savedFilter = z.object({
  id: z.uuid(),
  name: filterName,
  filters: connectorFilters,
  /** null on this desk. */
  maker: z.string().nullable(),
  /** A change to a shared filter reaches all desks. */
  isShared: z.boolean()
})
export type SavedFilter = z.infer<typeof savedFilter>

/** `isKept`: they survive a restart. */
export const savedFilters = z.object({ filters: z.array(savedFilter), isKept: z.boolean() })
export type SavedFilterList = z.infer<typeof savedFilters>
