import { z } from 'zod'
import { issueRecord } from '../issues/issue'
import { category } from './category'
import { runs, timelineEvent } from './timeline'
import { evidence, diagnosis, diagnosisKind } from '../issues/diagnosis'

/** Another connector of the same end user. */
export const sibling = z.object({
  key: z.string(),
  category,
  integrationSlug: z.string(),
  kind: diagnosisKind,
  since: z.number().nullable()
})

/** Everything that is known of one connector: what the drawer and the evidence bundle show. */
export const connectorHealth = z.object({
  key: z.string(),
  diagnosis,
  /** Every field of the record with its meaning, in the record's own order. */
  fields: z.array(evidence),
  /** Times of walks, ms since 1970. */
  firstSeenAt: z.number(),
  lastSeenAt: z.number(),
  goneAt: z.number().nullable(),
  touches: z.object({
    employees: z.number().nullable(),
    activeEmployees: z.number().nullable(),
    others: z.number(),
    othersTroubled: z.number(),
    integrationTotal: z.number(),
    integrationTroubled: z.number()
  }),
  /** At most 100. */
  siblings: z.array(sibling),
  /** Newest first. */
  timeline: z.array(timelineEvent),
  /** Complete walks that looked at its category. */
  refreshes: z.number(),
  runs,
  /** Its cases, the open one first. */
  issues: z.array(issueRecord)
})
export type ConnectorHealth = z.infer<typeof connectorHealth>
