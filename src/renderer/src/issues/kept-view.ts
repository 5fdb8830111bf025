import { z } from 'zod'
import { ageBuckets } from '../../../shared/model/age'
import { issueCause } from '../../../shared/model/diagnosis'
import { everything } from './issues-tree'

/** Sections that open when they are asked for. */
export const foldedAtFirst = ['snoozed', 'tests'] as const

/** What of the view comes back at the next start; what does not fit, as of another version, is left out. */
export const keptIssues = z.object({
  grouping: z.enum(['integration', 'cause', 'end-user', 'owner', 'none']).catch('integration'),
  sort: z.enum(['age', 'end-user', 'integration', 'employees']).catch('age'),
  filter: z
    .object({
      age: z.enum(ageBuckets).nullable(),
      cause: issueCause.nullable(),
      integrations: z.array(z.string()).readonly().nullable(),
      requestedBy: z.number().nullable().default(null),
      tag: z.string().nullable().default(null)
    })
    .catch(everything),
  cursor: z.string().nullable().catch(null),
  open: z.string().nullable().catch(null),
  chartBy: z.enum(['cause', 'integration']).catch('cause'),
  asTable: z.boolean().catch(false),
  /** Ids of sections and branches that are closed. */
  folded: z.array(z.string()).catch([...foldedAtFirst]),
  /** Ids of outages shown in full. */
  unfolded: z.array(z.string()).catch([])
})
export type KeptView = z.infer<typeof keptIssues>

/** Gives a set other ids, without replacing it: what shows it follows. */
export function refill(set: Set<string>, ids: readonly string[]): void {
  set.clear()
  for (const id of ids) set.add(id)
}
