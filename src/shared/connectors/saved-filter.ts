import { z } from 'zod'
import { ownName } from '../own-name'
import { categories, category } from './category'
import { plainName } from '../plain-name'

/** The longest name and the longest value, in characters; how many of a workspace this desk makes, and colleagues do. */
export const filterLimits = { name: 60, value: 500, own: 20, colleagues: 200 } as const

const value = z.string().max(filterLimits.value)
/** One of the window's own words, a slug or a state. */
const word = ownName(z.string().max(filterLimits.value))

/**
 * What the list of connectors is narrowed to, in the terms of the window (connectors/filters.ts). What is left out
 * narrows nothing.
 */
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

/** Filters with a name, of one workspace. */
export const savedFilter = z.object({
  id: z.uuid(),
  name: filterName,
  filters: connectorFilters,
  /** Who made it on another desk; null for one of this desk. */
  maker: z.string().nullable(),
  /** Whether the team has it: what is done to it is done for all desks. */
  isShared: z.boolean()
})
export type SavedFilter = z.infer<typeof savedFilter>

/** `isKept`: whether they outlive this run. */
export const savedFilters = z.object({ filters: z.array(savedFilter), isKept: z.boolean() })
export type SavedFilterList = z.infer<typeof savedFilters>
