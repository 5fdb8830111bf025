import { z } from 'zod'
import { ageBuckets } from '../issues/age'
import { issueCause } from '../issues/diagnosis'
import { tag } from '../issues/tag'
import { ownName } from '../own-name'
import { categories, category } from './category'
import { plainName } from '../plain-name'

/** Name and value: characters; integrations: of one filter; others: filters per workspace and list. */
export const filterLimits = { name: 60, value: 500, integrations: 200, own: 20, colleagues: 200 } as const

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

/**
 * Terms of issues/issues-tree.ts. An absent field narrows nothing. `place` is always there: versions before know filters
 * of Connectors only, which have none, and leave these unread.
 */
export const issueFilters = z.strictObject({
  place: z.literal('issues'),
  age: z.enum(ageBuckets).optional(),
  cause: issueCause.optional(),
  integrations: z.array(word).max(filterLimits.integrations).optional(),
  /** Relink requests to be reminded of when the filter is chosen. */
  reminders: z.literal(true).optional(),
  /** When the filter is chosen. */
  due: z.enum(['over', 'today']).optional(),
  tag: tag.optional(),
  text: value.optional()
})
export type IssueFilters = z.infer<typeof issueFilters>

export const savedContent = z.union([connectorFilters, issueFilters])
export type SavedContent = z.infer<typeof savedContent>

export const filterName = plainName(filterLimits.name)

export const savedFilter = z.object({
  id: z.uuid(),
  name: filterName,
  filters: savedContent,
  /** null on this desk. */
  maker: z.string().nullable(),
  /** A change to a shared filter reaches all desks. */
  isShared: z.boolean()
})
export type SavedFilter = z.infer<typeof savedFilter>

/** `isKept`: they survive a restart. */
export const savedFilters = z.object({ filters: z.array(savedFilter), isKept: z.boolean() })
export type SavedFilterList = z.infer<typeof savedFilters>
